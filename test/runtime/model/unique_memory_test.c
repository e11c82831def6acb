/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The memory that 'anycov budget' prints for unique PCs: the runtime loses none of them in it and
 * records none twice, in any order; with less it does.
 */
#include <stdlib.h>
#include <string.h>
#include "coverage/match/unique_memory.h"
#include "kcov/kcov_file.h"
#include "hooks/unique.h"
#include "anycov/hooks.h"
#include "../check.h"

__thread struct anycov_ctx *test_ctx;
__thread uintptr_t test_pc;
long test_alloc_fails_in = -1, test_alloc_live;

/* Of the command's library. */
void *xcalloc(size_t n, size_t size);

#define PCS 5000u

static uint64_t pcs[PCS];
static uint64_t rng = 1;

void *xcalloc(size_t n, size_t size)
{
	void *p = calloc(n, size);

	if (!p)
		abort();
	return p;
}

static uint64_t next(void)
{
	rng = rng * 6364136223846793005ull + 1442695040888963407ull;
	return rng >> 33;
}

static void shuffle(unsigned n)
{
	for (unsigned i = n - 1; i > 0; i--) {
		unsigned j = (unsigned)(next() % (i + 1));
		uint64_t pc = pcs[i];

		pcs[i] = pcs[j];
		pcs[j] = pc;
	}
}

/* Hits each PC twice, and all once more; returns how many of them the buffer contains. */
static unsigned record(unsigned n, const struct unique_memory *m)
{
	struct anycov_kcov_task task;
	struct anycov_ctx ctx;
	struct anycov_kcov *k;
	unsigned distinct = 0;
	uint64_t *area;
	void *memory;

	memset(&ctx, 0, sizeof(ctx));
	anycov_kcov_task_init(&task, &ctx, NULL);
	test_ctx = &ctx;
	CHECK_EQ(anycov_kcov_open(&k), 0);
	CHECK_EQ(anycov_kcov_ioctl(k, &task, KCOV_INIT_TRACE, m->words), 0);
	CHECK_EQ(anycov_kcov_mmap(k, 0, m->words * 8, &memory), 0);
	area = memory;
	CHECK_EQ(anycov_kcov_ioctl(k, &task, KCOV_ENABLE, KCOV_TRACE_UNIQ_PC), 0);
	for (unsigned i = 0; i < 3 * n; i++) {
		test_pc = (uintptr_t)(i < 2 * n ? pcs[i / 2] : pcs[i - 2 * n]);
		__sanitizer_cov_trace_pc();
	}
	for (unsigned i = 0; i < n; i++) {
		uint64_t at = 1;

		while (at <= area[0] && area[at] != pcs[i])
			at++;
		distinct += at <= area[0];
	}
	if (distinct == n)
		CHECK_EQ(area[0], n);
	CHECK_EQ(anycov_kcov_ioctl(k, &task, KCOV_DISABLE, 0), 0);
	anycov_kcov_release(k);
	return distinct;
}

static void check(unsigned n)
{
	struct unique_pcs all = { pcs, n, true, 8 };
	struct unique_memory m, less;

	CHECK(unique_memory_find(&m, &all));
	CHECK(unique_memory_records(&m) >= n);
	CHECK_EQ(unique_memory_of(m.bytes, 8).words, m.words);
	CHECK(m.words * 8 + m.table_bytes <= m.bytes);
	less = unique_memory_of(m.bytes - 8, 8);
	CHECK(unique_memory_records(&less) < n || !unique_memory_has_slots(&less, &all));
	for (unsigned order = 0; order < 3; order++) {
		shuffle(n);
		CHECK_EQ(record(n, &m), n);
	}
	/* Wherever the program is loaded. */
	for (unsigned i = 0; i < n; i++)
		pcs[i] += 0x7654321000;
	CHECK_EQ(record(n, &m), n);
}

int main(void)
{
	struct unique_pcs all = { pcs, 150, true, 8 };
	struct unique_memory m;
	unsigned n, i, round;

	/* Code: blocks of some bytes each. */
	for (round = 0; round < 40; round++) {
		const unsigned step = 2 + (unsigned)next() % 40;
		uint64_t at = 0x401000;

		n = 1 + (unsigned)next() % (round < 20 ? 300 : PCS);
		for (i = 0; i < n; i++)
			pcs[i] = at += 1 + next() % step;
		check(n);
	}
	/* All in few places of a table: functions at the same offset of their pages. */
	for (n = 1; n < 1000; n = n * 3 / 2 + 1) {
		for (i = 0; i < n; i++)
			pcs[i] = 0x401000 + i * 1024ull;
		check(n);
	}
	/* Too many for the places of the smallest table: they would be recorded again. */
	for (i = 0; i < all.n; i++)
		pcs[i] = 0x401000 + i * 1024ull;
	m = unique_memory_of((all.n + 1) * 8 + 256 * 4, 8);
	CHECK_EQ(unique_memory_records(&m), all.n);
	CHECK(!unique_memory_has_slots(&m, &all));
	CHECK(record((unsigned)all.n, &m) < all.n);
	/* Without addresses nothing can be said of a large table, and all of a small one. */
	all.addresses_known = false;
	CHECK(!unique_memory_find(&m, &all));
	all.n = 100;
	CHECK(unique_memory_find(&m, &all));
	return check_result();
}
