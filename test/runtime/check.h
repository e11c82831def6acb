/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Checks for the runtime's tests: a failed check prints its location, and the test continues. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>

static int check_failures;
static int check_count;

#define CHECK(cond)                                                                                \
	do {                                                                                       \
		check_count++;                                                                     \
		if (!(cond)) {                                                                     \
			check_failures++;                                                          \
			fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #cond);       \
		}                                                                                  \
	} while (0)

#define CHECK_EQ(a, b)                                                                             \
	do {                                                                                       \
		long long a_ = (long long)(a), b_ = (long long)(b);                                \
		check_count++;                                                                     \
		if (a_ != b_) {                                                                    \
			check_failures++;                                                          \
			fprintf(stderr, "%s:%d: %s is %lld (0x%llx), not %lld (0x%llx)\n",         \
				__FILE__, __LINE__, #a, a_, (unsigned long long)a_, b_,            \
				(unsigned long long)b_);                                           \
		}                                                                                  \
	} while (0)

static inline int check_result(void)
{
	printf("%d checks, %d failed\n", check_count, check_failures);
	return check_failures || !check_count;
}

#endif
