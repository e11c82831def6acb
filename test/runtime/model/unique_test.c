/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Unique modes on large buffers: exact up to the last word, two identical rounds are equal,
 * thousands of resets without a wrap, arbitrary contents are harmless.
 */
#include <stdlib.h>
#include <string.h>
#include "kcov/kcov_file.h"
#include "hooks/unique.h"
#include "anycov/hooks.h"
#include "../check.h"

__thread struct anycov_ctx *test_ctx;
__thread uintptr_t test_pc;
long test_alloc_fails_in = -1, test_alloc_live;

#define WORDS 16384u
#define PCS 20000u

static struct anycov_ctx ctx;
static struct anycov_kcov_task task;
static struct anycov_kcov *k;
static uint64_t *area, *edges;
static uint64_t rng = 1;

static uint64_t next(void)
{
	rng = rng * 6364136223846793005ull + 1442695040888963407ull;
	return rng >> 33;
}

/* Addresses like those of a kernel: functions with blocks some 20 bytes apart. */
static uint64_t pc_of(unsigned i)
{
	return 0xffffffff81000000ull + (uint64_t)i * 23 + (i / 40) * 4000ull;
}

/* Also map the second area for mode 4, which then has the edges. */
static int map_edges;

static void begin_sized(uint64_t mode, size_t words)
{
	void *m;

	anycov_kcov_task_init(&task, &ctx, NULL);
	test_ctx = &ctx;
	CHECK_EQ(anycov_kcov_open(&k), 0);
	CHECK_EQ(anycov_kcov_ioctl(k, &task, KCOV_INIT_TRACE, words), 0);
	if (mode != KCOV_TRACE_UNIQ_EDGE || map_edges) {
		CHECK_EQ(anycov_kcov_mmap(k, words * 8, words * 8, &m), 0);
		edges = m;
	}
	CHECK_EQ(anycov_kcov_mmap(k, 0, words * 8, &m), 0);
	area = m;
	if (mode == KCOV_TRACE_UNIQ_EDGE && !map_edges)
		edges = area;
	CHECK_EQ(anycov_kcov_ioctl(k, &task, KCOV_ENABLE, mode), 0);
}

static void begin(uint64_t mode)
{
	begin_sized(mode, WORDS);
}

static void finish(void)
{
	CHECK_EQ(anycov_kcov_ioctl(k, &task, KCOV_DISABLE, 0), 0);
	anycov_kcov_release(k);
	CHECK_EQ(test_alloc_live, 0);
}

static void hit(unsigned i)
{
	test_pc = (uintptr_t)pc_of(i);
	__sanitizer_cov_trace_pc();
}

/* Checks that the records of a are distinct, and exactly those of seen. */
static void check_exact(const unsigned char *seen, unsigned n)
{
	static unsigned char found[PCS];
	unsigned i, j, distinct = 0;

	memset(found, 0, sizeof(found));
	for (i = 0; i < n; i++)
		distinct += seen[i];
	CHECK_EQ(area[0], distinct);
	for (i = 0; i < area[0] && i < WORDS - 1; i++) {
		for (j = 0; j < n && pc_of(j) != area[1 + i]; j++)
			;
		CHECK(j < n && seen[j] && !found[j]);
		if (j < n)
			found[j] = 1;
	}
}

static void test_exact_rounds(void)
{
	static unsigned char seen[PCS];
	unsigned round, i;

	begin(KCOV_TRACE_UNIQ_PC);
	for (round = 0; round < 40; round++) {
		unsigned n = 1 + (unsigned)next() % 2000;

		memset(seen, 0, sizeof(seen));
		for (i = 0; i < 3 * n; i++) {
			unsigned j = (unsigned)next() % n;

			hit(j);
			seen[j] = 1;
		}
		check_exact(seen, 2000);
		area[0] = 0;
	}
	finish();
}

static void test_fills_to_the_last_word(void)
{
	unsigned round, i;

	for (round = 0; round < 3; round++) {
		begin(KCOV_TRACE_UNIQ_PC);
		for (i = 0; i < WORDS - 1; i++) {
			hit(i);
			hit(i / 2); /* a repeated PC adds nothing */
			CHECK_EQ(area[0], i + 1);
		}
		hit(PCS); /* full: dropped */
		CHECK_EQ(area[0], WORDS - 1);
		for (i = 0; i < WORDS - 1; i++)
			hit(i);
		CHECK_EQ(area[0], WORDS - 1);
		finish();
	}
}

/* Sizes right below a power of 2 have the fullest tables. */
static void test_every_size_is_exact(void)
{
	static const unsigned sizes[] = { 2,  3,  4,  5,   7,    8,    15,   16,    17,
					  31, 63, 65, 511, 1023, 6143, 6144, 12289, 16383 };
	unsigned n, round, i;

	for (n = 0; n < sizeof(sizes) / sizeof(sizes[0]); n++) {
		begin_sized(KCOV_TRACE_UNIQ_PC, sizes[n]);
		for (round = 0; round < 3; round++) {
			for (i = 0; i < sizes[n] - 1; i++) {
				hit(i + 7 * round);
				hit(i + 7 * round);
				hit(i / 2 + 7 * round);
				CHECK_EQ(area[0], i + 1);
			}
			area[0] = 0;
		}
		finish();
	}
}

/* A PC equal to the count must not be taken for one in the set. */
/* Edges alone are in the second area if it is mapped before ENABLE, else in the first. */
static void test_edges_are_in_a_mapped_second_area(void)
{
	unsigned i;
	void *m;

	map_edges = 1;
	begin(KCOV_TRACE_UNIQ_EDGE);
	for (i = 0; i < 300; i++)
		hit(i % 100);
	CHECK_EQ(edges[0], 101); /* 99 pairs, the first from 0, and back from the last PC */
	CHECK_EQ(edges[1], (uint32_t)pc_of(0));
	CHECK_EQ(edges[2], (pc_of(0) << 32) | (uint32_t)pc_of(1));
	CHECK_EQ(area[0], 0);
	CHECK_EQ(area[1], 0);
	CHECK_EQ(anycov_kcov_ioctl(k, &task, KCOV_RESET_TRACE, 0), 0);
	CHECK_EQ(edges[0], 0);
	hit(3);
	CHECK_EQ(edges[0], 1);
	finish();
	map_edges = 0;

	/* A mapping made while tracing changes nothing until the next ENABLE. */
	begin(KCOV_TRACE_UNIQ_EDGE);
	CHECK_EQ(anycov_kcov_mmap(k, WORDS * 8, WORDS * 8, &m), 0);
	edges = m;
	hit(1);
	CHECK_EQ(area[0], 1);
	CHECK_EQ(edges[0], 0);
	CHECK_EQ(anycov_kcov_ioctl(k, &task, KCOV_DISABLE, 0), 0);
	CHECK_EQ(anycov_kcov_ioctl(k, &task, KCOV_ENABLE, KCOV_TRACE_UNIQ_EDGE), 0);
	hit(1);
	hit(2);
	CHECK_EQ(area[0], 0);
	CHECK_EQ(edges[0], 2);
	finish();
}

static void test_low_places_are_exact(void)
{
	unsigned i, words = 0x14000;

	begin_sized(KCOV_TRACE_UNIQ_PC, words);
	for (i = 0; i < words - 1; i++) {
		test_pc = i ? i : words;
		__sanitizer_cov_trace_pc();
		CHECK_EQ(area[0], i + 1);
	}
	finish();
	begin_sized(KCOV_TRACE_UNIQ_EDGE, words);
	for (i = 0; i < words - 1; i++) {
		test_pc = i ? i : words;
		__sanitizer_cov_trace_pc_guard(NULL);
		CHECK_EQ(area[0], i + 1);
	}
	finish();
	/* The same for the low half of a PC, which is the complete word of a guard. */
	begin_sized(KCOV_TRACE_UNIQ_EDGE, 1024);
	for (i = 0; i < 1023; i++) {
		test_pc = ((uintptr_t)0x7f12 << 32) + (i ? i : 4096);
		__sanitizer_cov_trace_pc_guard(NULL);
		CHECK_EQ(area[0], i + 1);
	}
	finish();
}

/* Comparisons: exact up to the last record, each of the four words counts. */
static void cmp(unsigned i, unsigned what)
{
	test_pc = (uintptr_t)pc_of(i / 64);
	if (what == 1)
		__sanitizer_cov_trace_const_cmp8(i % 8, i / 8 % 8);
	else
		__sanitizer_cov_trace_cmp8(i % 8, i / 8 % 8);
}

static void test_compares_are_exact(void)
{
	static const unsigned sizes[] = { 2, 5, 8, 9, 13, 64, 2048, 12289, WORDS };
	unsigned n, round, i, limit;

	for (n = 0; n < sizeof(sizes) / sizeof(sizes[0]); n++) {
		begin_sized(KCOV_TRACE_UNIQ_CMP, sizes[n]);
		limit = (sizes[n] - 1) / 4;
		for (round = 0; round < 3; round++) {
			for (i = 0; i < limit; i++) {
				cmp(i + round * 7, i / 3 & 1);
				cmp(i + round * 7, i / 3 & 1);
				cmp(i / 2 + round * 7, i / 2 / 3 & 1);
				CHECK_EQ(area[0], i + 1);
				CHECK_EQ(area[1 + 4 * i], 6 | (i / 3 & 1));
				CHECK_EQ(area[4 + 4 * i], pc_of((i + round * 7) / 64));
			}
			cmp(100000, 0); /* full: dropped */
			CHECK_EQ(area[0], limit);
			area[0] = 0;
		}
		finish();
	}
}

static void test_identical_rounds(void)
{
	static uint64_t first[WORDS];
	static const uint64_t modes[] = { 2, 4, 6 };
	unsigned m, round, i;

	for (m = 0; m < 3; m++) {
		begin(modes[m]);
		for (round = 0; round < 20000; round++) {
			if (round & 1)
				area[0] = edges[0] = 0;
			else
				anycov_kcov_ioctl(k, &task, KCOV_RESET_TRACE, 0);
			for (i = 0; i < 20; i++)
				hit(i * 7 % 11);
			if (!round)
				memcpy(first, area, sizeof(first));
			CHECK(area[0] > 0 && area[0] == first[0]);
			CHECK(!memcmp(area, first, (1 + area[0]) * 8));
			if (modes[m] == 6)
				CHECK(edges[0] >= area[0]);
		}
		finish();
	}
}

static void test_garbage_is_harmless(void)
{
	static const uint64_t modes[] = { 2, 4, 6, 8 };
	unsigned m, i;

	for (m = 0; m < 4; m++) {
		begin(modes[m]);
		for (i = 0; i < 200000; i++) {
			uint64_t *a = next() % 2 ? edges : area;

			hit((unsigned)next() % PCS);
			__sanitizer_cov_trace_cmp8(next() % 100, next() % 100);
			switch (next() % 8) {
			case 0:
				a[0] = next() << (next() % 34);
				break;
			case 1:
				a[next() % WORDS] = next() << (next() % 34);
				break;
			case 2:
				a[0] = 0;
				break;
			case 3:
				a[0] = ~0ull - next() % 3;
				break;
			}
		}
		/* Afterwards a new set is exact again. */
		anycov_kcov_ioctl(k, &task, KCOV_RESET_TRACE, 0);
		for (i = 0; i < 1000; i++)
			hit(i % 100);
		if (modes[m] == 2)
			CHECK_EQ(area[0], 100);
		finish();
	}
}

static void test_memory_bound(void)
{
	anycov_word size;

	for (size = 2; size < 1 << 20; size += size / 3 + 1) {
		CHECK(anycov_unique_slots(size) > size);
		CHECK((anycov_word)(ANYCOV_UNIQUE_MIX * ANYCOV_UNIQUE_UNMIX) == 1);
		CHECK(anycov_unique_slots(size) * sizeof(uint32_t) <= 8 * size);
	}
}

int main(void)
{
	test_exact_rounds();
	test_fills_to_the_last_word();
	test_every_size_is_exact();
	test_edges_are_in_a_mapped_second_area();
	test_low_places_are_exact();
	test_compares_are_exact();
	test_identical_rounds();
	test_garbage_is_harmless();
	test_memory_bound();
	return check_result();
}
