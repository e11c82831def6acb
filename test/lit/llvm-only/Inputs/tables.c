/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A runtime that prints what constructors told it, and at the end of the program
 * whether the rows run in parallel: a counter that counted has its flag, its guard was
 * passed, and its PC is code of this program.
 */
#include <stdint.h>
#include <stdio.h>

static uint32_t *guards;
static unsigned char *counters, *flags;
static const uintptr_t *pcs;
static long n_guards, n_counters, n_flags, n_pcs, passed[100000];

void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop)
{
	if (*start) /* more than one constructor, as its contract allows */
		return;
	guards = start;
	n_guards = stop - start;
	for (uint32_t *g = start; g < stop; g++)
		*g = (uint32_t)(g - start) + 1;
}

void __sanitizer_cov_trace_pc_guard(uint32_t *guard)
{
	passed[*guard - 1]++;
}

void __sanitizer_cov_8bit_counters_init(char *start, char *stop)
{
	counters = (unsigned char *)start;
	n_counters = stop - start;
}

void __sanitizer_cov_bool_flag_init(char *start, char *stop)
{
	flags = (unsigned char *)start;
	n_flags = stop - start;
}

void __sanitizer_cov_pcs_init(const uintptr_t *start, const uintptr_t *stop)
{
	pcs = start;
	n_pcs = (stop - start) / 2;
}

static __attribute__((destructor)) void report(void)
{
	extern char __executable_start[], etext[];
	long wrong = 0, entries = 0, ran = 0;

	printf("guards %ld counters %ld flags %ld pcs %ld\n", n_guards, n_counters, n_flags, n_pcs);
	for (long i = 0; i < n_guards; i++) {
		entries += pcs[2 * i + 1] == 1;
		ran += counters[i] != 0;
		wrong += (passed[i] & 255) != counters[i] || !passed[i] != !flags[i] ||
			 pcs[2 * i + 1] > 1 || (pcs[2 * i] != 1 &&
			 (pcs[2 * i] < (uintptr_t)__executable_start || pcs[2 * i] > (uintptr_t)etext));
	}
	printf("entries %ld ran %s wrong %ld\n", entries, ran > 3 ? "some" : "none", wrong);
}
