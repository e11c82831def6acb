/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A unit test: TEST(what_is_checked) { CHECK(...); } and one RUN_TESTS(...) at the
 * end of the file.  ctest runs each test by its name; without an argument the
 * program runs all.
 */
#ifndef ANYCOV_UNIT_H
#define ANYCOV_UNIT_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long unit_checks;

#define CHECK_MSG(cond, ...)                                                                       \
	do {                                                                                       \
		unit_checks++;                                                                     \
		if (!(cond)) {                                                                     \
			fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #cond);         \
			fprintf(stderr, __VA_ARGS__);                                              \
			fputc('\n', stderr);                                                       \
			exit(1);                                                                   \
		}                                                                                  \
	} while (0)
#define CHECK(cond) CHECK_MSG(cond, "%s", "")
#define CHECK_EQ(a, b)                                                                             \
	do {                                                                                       \
		long long unit_a = (long long)(a), unit_b = (long long)(b);                        \
		CHECK_MSG(unit_a == unit_b, "%s is %lld, %s is %lld", #a, unit_a, #b, unit_b);     \
	} while (0)
#define CHECK_STR(a, b)                                                                            \
	do {                                                                                       \
		const char *unit_a = (a), *unit_b = (b);                                           \
		CHECK_MSG(!strcmp(unit_a, unit_b), "have \"%s\", want \"%s\"", unit_a, unit_b);    \
	} while (0)
/* text contains part */
#define CHECK_HAS(text, part)                                                                      \
	do {                                                                                       \
		const char *unit_a = (text), *unit_b = (part);                                     \
		CHECK_MSG(strstr(unit_a, unit_b), "\"%s\" lacks \"%s\"", unit_a, unit_b);          \
	} while (0)

struct unit_test {
	const char *name;
	void (*run)(void);
};

#define TEST(name) static void test_##name(void)

static inline int unit_main(const struct unit_test *tests, size_t n, int argc, char **argv)
{
	size_t ran = 0;

	for (size_t i = 0; i < n; i++) {
		unsigned long before = unit_checks;

		if (argc > 1 && strcmp(argv[1], tests[i].name))
			continue;
		tests[i].run();
		ran++;
		/* A test without a check would always pass. */
		if (unit_checks == before) {
			fprintf(stderr, "%s: checked nothing\n", tests[i].name);
			return 1;
		}
	}
	if (!ran) {
		fprintf(stderr, "no test of that name\n");
		return 1;
	}
	return 0;
}

#define RUN_TESTS(...)                                                                             \
	int main(int argc, char **argv)                                                            \
	{                                                                                          \
		static const struct unit_test tests[] = { __VA_ARGS__ };                           \
		return unit_main(tests, sizeof(tests) / sizeof(*tests), argc, argv);               \
	}
#define RUN(name)                                                                                  \
	{                                                                                          \
#name, test_##name                                                                 \
	}

/* Returns pseudorandom numbers, in the same sequence on every machine (splitmix64). */
static inline uint64_t unit_random(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15u;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

static inline uint32_t unit_below(uint64_t *state, uint32_t n)
{
	return (uint32_t)(unit_random(state) % n);
}

#endif
