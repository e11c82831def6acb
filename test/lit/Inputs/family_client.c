/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A client of the whole family that trusts nothing: it numbers guards, and at the end
 * compares guards, counters and flags with one another and follows the tables.
 * Prints one line a module, "ok" or what is wrong, and the sum of each hook's calls.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define MODULES 8
#define GUARDS 100000
static unsigned hits[GUARDS], n_guards;
static struct {
	uint32_t *guards, *guards_end;
	uint8_t *counters, *counters_end, *flags, *flags_end;
	const uintptr_t *pcs, *pcs_end, *cfs, *cfs_end;
} module[MODULES];
static unsigned n_of[5];

#define TAKE(kind, which, type, from, to)                                          \
	do {                                                                       \
		for (unsigned i = 0; i < n_of[which]; i++)                         \
			if (module[i].kind == (type)from) {                        \
				printf("problem: " #kind " announced twice\n");    \
				return;                                            \
			}                                                          \
		module[n_of[which]].kind = (type)from;                             \
		module[n_of[which]++].kind##_end = (type)to;                       \
	} while (0)

void __sanitizer_cov_trace_pc_guard_init(uint32_t *from, uint32_t *to);
void __sanitizer_cov_trace_pc_guard_init(uint32_t *from, uint32_t *to)
{
	TAKE(guards, 0, uint32_t *, from, to);
	for (; from < to; from++) {
		if (*from)
			printf("problem: a guard is not 0\n");
		*from = ++n_guards;
	}
}

#define INIT(hook, kind, which, type)                              \
	void hook(type *from, type *to);                           \
	void hook(type *from, type *to)                            \
	{                                                          \
		TAKE(kind, which, type *, from, to);               \
	}
INIT(__sanitizer_cov_8bit_counters_init, counters, 1, uint8_t)
INIT(__sanitizer_cov_bool_flag_init, flags, 2, uint8_t)
INIT(__sanitizer_cov_pcs_init, pcs, 3, const uintptr_t)
INIT(__sanitizer_cov_cfs_init, cfs, 4, const uintptr_t)

void __sanitizer_cov_trace_pc_guard(uint32_t *guard);
void __sanitizer_cov_trace_pc_guard(uint32_t *guard)
{
	hits[*guard]++;
}

static unsigned n_entry, n_exit, n_indir, n_load, n_store, n_div, n_gep, n_cmp;
#define COUNT(hook, counter, ...)        \
	void hook(__VA_ARGS__);          \
	void hook(__VA_ARGS__)           \
	{                                \
		counter++;               \
	}
COUNT(__sanitizer_cov_trace_pc_entry, n_entry, void)
COUNT(__sanitizer_cov_trace_pc_exit, n_exit, void)
COUNT(__sanitizer_cov_trace_pc_indir, n_indir, uintptr_t a)
COUNT(__sanitizer_cov_load1, n_load, void *a)
COUNT(__sanitizer_cov_load2, n_load, void *a)
COUNT(__sanitizer_cov_load4, n_load, void *a)
COUNT(__sanitizer_cov_load8, n_load, void *a)
COUNT(__sanitizer_cov_load16, n_load, void *a)
COUNT(__sanitizer_cov_store1, n_store, void *a)
COUNT(__sanitizer_cov_store2, n_store, void *a)
COUNT(__sanitizer_cov_store4, n_store, void *a)
COUNT(__sanitizer_cov_store8, n_store, void *a)
COUNT(__sanitizer_cov_store16, n_store, void *a)
COUNT(__sanitizer_cov_trace_div4, n_div, uint32_t a)
COUNT(__sanitizer_cov_trace_div8, n_div, uint64_t a)
COUNT(__sanitizer_cov_trace_gep, n_gep, uintptr_t a)
COUNT(__sanitizer_cov_trace_cmp1, n_cmp, uint8_t a, uint8_t b)
COUNT(__sanitizer_cov_trace_cmp2, n_cmp, uint16_t a, uint16_t b)
COUNT(__sanitizer_cov_trace_cmp4, n_cmp, uint32_t a, uint32_t b)
COUNT(__sanitizer_cov_trace_cmp8, n_cmp, uint64_t a, uint64_t b)
COUNT(__sanitizer_cov_trace_const_cmp1, n_cmp, uint8_t a, uint8_t b)
COUNT(__sanitizer_cov_trace_const_cmp2, n_cmp, uint16_t a, uint16_t b)
COUNT(__sanitizer_cov_trace_const_cmp4, n_cmp, uint32_t a, uint32_t b)
COUNT(__sanitizer_cov_trace_const_cmp8, n_cmp, uint64_t a, uint64_t b)
COUNT(__sanitizer_cov_trace_cmpf, n_cmp, float a, float b)
COUNT(__sanitizer_cov_trace_cmpd, n_cmp, double a, double b)
COUNT(__sanitizer_cov_trace_switch, n_cmp, uint64_t a, uint64_t *b)
__thread uintptr_t __sancov_lowest_stack = UINTPTR_MAX;

static int is_block(unsigned m, uintptr_t address)
{
	const uintptr_t *p = module[m].cfs;

	while (p < module[m].cfs_end) {
		if (*p == address)
			return 1;
		for (int rows = 0; rows < 2; rows++)
			while (*++p)
				;
		p++;
	}
	return 0;
}

static void check_flow(unsigned m)
{
	const uintptr_t *p = module[m].cfs;

	while (p < module[m].cfs_end) {
		while (*++p)
			if (*p != 1 && !is_block(m, *p))
				printf("problem: a successor is no block\n");
		while (*++p)
			;
		p++;
	}
	for (p = module[m].pcs; p && module[m].cfs && p < module[m].pcs_end; p += 2)
		if (p[1] && !is_block(m, *p))
			printf("problem: an entry has no control flow\n");
}

static void check_module(unsigned m)
{
	long guards = module[m].guards_end - module[m].guards;
	long counters = module[m].counters_end - module[m].counters;
	long flags = module[m].flags_end - module[m].flags;
	long pcs = (module[m].pcs_end - module[m].pcs) / 2, entries = 0, hit = 0, all;

	all = guards ? guards : counters ? counters : flags;
	if ((counters && counters != all) || (flags && flags != all) || (pcs && pcs != all))
		printf("problem: %ld guards, %ld counters, %ld flags, %ld pcs\n", guards, counters,
		       flags, pcs);
	for (long i = 0; i < all; i++) {
		unsigned n = guards ? hits[module[m].guards[i]] : 0;

		if (counters && guards && module[m].counters[i] != (uint8_t)n)
			printf("problem: counter %ld is %u, its guard was hit %u times\n", i,
			       module[m].counters[i], n);
		if (flags && guards && module[m].flags[i] != (n != 0))
			printf("problem: flag %ld is %u, its guard was hit %u times\n", i,
			       module[m].flags[i], n);
		hit += n || (counters && module[m].counters[i]);
	}
	for (long i = 0; i < pcs; i++) {
		if (module[m].pcs[2 * i + 1] > 1)
			printf("problem: a PC's flags are %lu\n",
			       (unsigned long)module[m].pcs[2 * i + 1]);
		entries += module[m].pcs[2 * i + 1];
	}
	if (pcs && !module[m].pcs[1])
		printf("problem: the first PC is no entry\n");
	check_flow(m);
	printf("module %u: %ld probes, %ld hit, %ld functions\n", m, all, hit, entries);
}

__attribute__((destructor)) static void report(void)
{
	unsigned n = 0;

	for (unsigned i = 0; i < 5; i++)
		n = n_of[i] > n ? n_of[i] : n;
	for (unsigned m = 0; m < n; m++)
		check_module(m);
	printf("entry %u exit %u indirect %u load %u store %u div %u gep %u cmp %u stack %s\n",
	       n_entry, n_exit, n_indir, n_load, n_store, n_div, n_gep, n_cmp,
	       __sancov_lowest_stack == UINTPTR_MAX ? "unknown" : "known");
	printf("end\n");
}
