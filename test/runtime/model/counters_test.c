/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Block counters drained into KCOV buffers: numbers, clear-on-read, every mode, full buffers
 * and overwritten counts, unloaded images, threads that count meanwhile.
 */
#include <pthread.h>
#include <string.h>
#include "kcov/kcov_file.h"
#include "kcov/kcov_counters.h"
#include "../check.h"

__thread struct anycov_ctx *test_ctx;
__thread uintptr_t test_pc;
long test_alloc_fails_in = -1, test_alloc_live;

#define WORDS 64u
#define BIG 70000u

static struct anycov_ctx ctx;
static struct anycov_kcov_task task;
static struct anycov_kcov *k;
static uint8_t first[33], second[7], big[BIG], unmapped[16];
static uintptr_t pcs[2 * sizeof(second)];

static void begin(uintptr_t mode)
{
	void *m;

	anycov_kcov_task_init(&task, &ctx, NULL);
	test_ctx = &ctx;
	CHECK_EQ(anycov_kcov_open(&k), 0);
	CHECK_EQ(anycov_kcov_ioctl(k, &task, KCOV_INIT_TRACE, WORDS), 0);
	if (mode == 32)
		CHECK_EQ(anycov_kcov_mmap(k, 0, WORDS * 4, &m), 0);
	CHECK_EQ(anycov_kcov_ioctl(k, &task, KCOV_ENABLE, mode == 32 ? 0 : mode), 0);
}

static void finish(void)
{
	CHECK_EQ(anycov_kcov_ioctl(k, &task, KCOV_DISABLE, 0), 0);
	anycov_kcov_release(k);
	anycov_counters_clear();
}

static void test_numbering(void)
{
	struct anycov_counter_image c;

	anycov_counters_register(first, first + sizeof(first));
	anycov_counters_register(first, first + sizeof(first)); /* registering again */
	anycov_counters_register(first, first);
	anycov_counters_register_pcs(pcs, pcs + 2); /* another length */
	anycov_counters_register(big, big + BIG);
	anycov_counters_register(second, second + sizeof(second));
	anycov_counters_register_pcs(pcs, pcs + 2 * sizeof(second));
	CHECK(anycov_counters_get(0, &c) && c.file == 1 && c.first == first && !c.pcs);
	CHECK(anycov_counters_get(1, &c) && c.file == 2);
	CHECK(anycov_counters_get(2, &c) && c.file == 4 && c.pcs == pcs);
	CHECK(!anycov_counters_get(3, &c));
}

static void test_clear_on_read(void)
{
	begin(KCOV_TRACE_PC);
	first[0] = 1;
	first[32] = 200;
	second[6] = 255;
	big[65536 + 5] = 3;
	CHECK_EQ(anycov_counters_drain_to(&ctx), 4);
	CHECK_EQ(k->area[0], 4);
	CHECK_EQ(k->area[1], 0x10000);
	CHECK_EQ(k->area[2], 0x10020);
	CHECK_EQ(k->area[3], 0x30005);
	CHECK_EQ(k->area[4], 0x40006);
	CHECK_EQ(first[0] | first[32] | second[6] | big[65541], 0);
	CHECK_EQ(anycov_counters_drain_to(&ctx), 0);
	CHECK_EQ(k->area[0], 4);
	second[1] = 1; /* appended; only the user resets */
	CHECK_EQ(anycov_counters_drain_to(&ctx), 1);
	CHECK_EQ(k->area[0], 5);
	k->area[0] = 0;
	second[1] = 1;
	anycov_counters_drain_to(&ctx);
	CHECK_EQ(k->area[0], 1);
	CHECK_EQ(k->area[1], 0x40001);
	finish();
}

static void test_modes(void)
{
	static const uintptr_t none[] = { KCOV_TRACE_CMP, KCOV_TRACE_UNIQ_EDGE, 6,
					  KCOV_TRACE_UNIQ_CMP };
	unsigned i;

	begin(32);
	first[3] = second[2] = 1;
	anycov_counters_drain_to(&ctx);
	CHECK_EQ(((anycov_u32 *)k->area)[0], 2);
	CHECK_EQ(((anycov_u32 *)k->area)[1], 0x10003);
	CHECK_EQ(((anycov_u32 *)k->area)[2], 0x40002);
	finish();
	begin(KCOV_TRACE_UNIQ_PC);
	for (i = 0; i < 5; i++) {
		first[3] = second[2] = 1;
		anycov_counters_drain_to(&ctx);
	}
	CHECK_EQ(k->area[0], 2); /* each block once, over all drains */
	finish();
	for (i = 0; i < 4; i++) {
		begin(none[i]);
		first[3] = 1;
		CHECK_EQ(anycov_counters_drain_to(&ctx), 0);
		CHECK_EQ(k->area[0], 0);
		CHECK_EQ(first[3], 1); /* left to contexts that can record it */
		finish();
		CHECK_EQ(first[3], 0);
	}
}

static void test_full_and_garbage(void)
{
	static const uintptr_t bad[] = { WORDS - 1, WORDS, 1ul << 31, ~0ul };
	unsigned i;

	begin(KCOV_TRACE_PC);
	memset(big, 1, 1000);
	anycov_counters_drain_to(&ctx);
	CHECK_EQ(k->area[0], WORDS - 1);
	CHECK_EQ(big[999], 0);
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		k->area[0] = bad[i];
		memset(big, 1, 1000);
		anycov_counters_drain_to(&ctx);
		CHECK_EQ(k->area[0], bad[i]);
	}
	finish();
}

static void test_unloaded(void)
{
	begin(KCOV_TRACE_PC);
	anycov_counters_register(unmapped, unmapped + sizeof(unmapped));
	unmapped[2] = 1;
	anycov_counters_pause(1);
	CHECK_EQ(anycov_counters_drain_to(&ctx), 0);
	anycov_counters_unregister(unmapped, unmapped + 1);
	anycov_counters_pause(-1);
	CHECK_EQ(anycov_counters_drain_to(&ctx), 0);
	CHECK_EQ(unmapped[2], 1);
	finish();
}

static void test_neighbours(void)
{
	static uint8_t both[16];

	begin(KCOV_TRACE_PC);
	anycov_counters_register(both, both + 8);
	anycov_counters_register(both + 8, both + 16);
	both[0] = both[8] = 1;
	anycov_counters_unregister(both, both + 8);
	CHECK_EQ(anycov_counters_drain_to(&ctx), 1);
	CHECK_EQ(both[0], 1);
	CHECK_EQ(both[8], 0); /* the image after the unloaded one is still there */
	finish();
}

/* The last test: images are never forgotten. */
static void test_full_table(void)
{
	static uint8_t many[ANYCOV_COUNTERS_FILES + 1];
	struct anycov_counter_image c;
	unsigned i;

	for (i = 0; i < sizeof(many); i++)
		anycov_counters_register(&many[i], &many[i] + 1);
	CHECK(anycov_counters_get(ANYCOV_COUNTERS_FILES - 1, &c));
	CHECK(!anycov_counters_get(ANYCOV_COUNTERS_FILES, &c));
	anycov_counters_unregister(many, many + sizeof(many));
	CHECK(anycov_counters_get(ANYCOV_COUNTERS_FILES - 1, &c) && c.first == c.end);
}

static volatile int stop;

static void *count(void *arg)
{
	uint8_t *p = arg;

	while (!__atomic_load_n(&stop, __ATOMIC_RELAXED))
		__atomic_store_n(p, (uint8_t)(__atomic_load_n(p, __ATOMIC_RELAXED) | 1),
				 __ATOMIC_RELAXED);
	return NULL;
}

static void *drain(void *arg)
{
	struct anycov_ctx own;
	struct anycov_areas a;
	static anycov_word areas[2][WORDS];
	anycov_word *area = areas[*(int *)arg];
	unsigned i, n = 0;

	memset(&own, 0, sizeof(own));
	memset(&a, 0, sizeof(a));
	a.area = area;
	a.size = WORDS;
	anycov_ctx_init(&own, ANYCOV_M_PC, &a);
	own.mode = ANYCOV_M_PC;
	test_ctx = &own;
	for (i = 0; i < 3000; i++) {
		area[0] = 0;
		anycov_counters_drain_to(&own);
		if (area[0] > 2)
			return NULL;
		n += (unsigned)area[0];
	}
	return (void *)(uintptr_t)(n + 1);
}

static void test_threads(void)
{
	static int which[2] = { 0, 1 };
	pthread_t counters[2], drains[2];
	void *n[2];
	int i;

	for (i = 0; i < 2; i++) {
		pthread_create(&counters[i], NULL, count, &first[5 + 9 * i]);
		pthread_create(&drains[i], NULL, drain, &which[i]);
	}
	for (i = 0; i < 2; i++)
		pthread_join(drains[i], &n[i]);
	__atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
	for (i = 0; i < 2; i++)
		pthread_join(counters[i], NULL);
	CHECK(n[0] && n[1] && (uintptr_t)n[0] + (uintptr_t)n[1] > 2);
	anycov_counters_clear();
	CHECK_EQ(first[5] | first[14], 0);
}

int main(void)
{
	test_numbering();
	test_clear_on_read();
	test_modes();
	test_full_and_garbage();
	test_unloaded();
	test_neighbours();
	test_threads();
	test_full_table();
	return check_result();
}
