/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Loops over a whole area run in pieces: in between the lock is free, so interrupts are on, and
 * other tasks get the processor, but not in a soft interrupt.
 */
#include <pthread.h>
#include <string.h>
#include "kcov/kcov_file.h"
#include "anycov/hooks.h"
#include "../check.h"

__thread struct anycov_ctx *test_ctx;
__thread uintptr_t test_pc;
long test_alloc_fails_in = -1, test_alloc_live;

#define SIZE 64
#define HANDLE (1ull << 56 | 7)

static struct anycov_kcov *k;
static struct anycov_ctx ctx_of_owner, ctx_of_helper;
static struct anycov_kcov_task owner, helper;
static unsigned pauses, disable_at;

void test_resched(void)
{
	int rc = pthread_mutex_trylock(&k->lock);

	CHECK_EQ(rc, 0);
	if (!rc)
		pthread_mutex_unlock(&k->lock);
	if (++pauses == disable_at)
		CHECK_EQ(anycov_kcov_ioctl(k, &owner, KCOV_DISABLE, 0), 0);
}

static void begin(uint32_t mode, anycov_word size)
{
	struct {
		struct kcov_remote_arg head;
		uint64_t handle;
	} r = { { mode, SIZE, 1, 0 }, HANDLE };
	void *m;

	memset(&ctx_of_owner, 0, sizeof(ctx_of_owner));
	memset(&ctx_of_helper, 0, sizeof(ctx_of_helper));
	anycov_kcov_task_init(&owner, &ctx_of_owner, NULL);
	anycov_kcov_task_init(&helper, &ctx_of_helper, NULL);
	CHECK_EQ(anycov_kcov_open(&k), 0);
	CHECK_EQ(anycov_kcov_ioctl(k, &owner, KCOV_INIT_TRACE, size), 0);
	CHECK_EQ(anycov_kcov_mmap(k, 0, size * 8, &m), 0);
	CHECK_EQ(anycov_kcov_ioctl(k, &owner, KCOV_REMOTE_ENABLE, (uintptr_t)&r), 0);
	pauses = 0;
	disable_at = 0;
}

static void end(void)
{
	anycov_kcov_task_exit(&owner);
	anycov_kcov_task_exit(&helper);
	anycov_kcov_release(k);
}

static void section(enum anycov_exec_context where, unsigned records)
{
	test_ctx = &ctx_of_helper;
	anycov_remote_start(&helper, where, HANDLE);
	for (unsigned i = 0; i < records; i++) {
		test_pc = 0x20000 + i;
		__sanitizer_cov_trace_pc();
		__sanitizer_cov_trace_cmp8(i, 0x30000 + i);
	}
	anycov_remote_stop(&helper, where);
}

static void pcs_are_moved_in_pieces(void)
{
	begin(0, SIZE);
	section(ANYCOV_IN_TASK, 50);
	CHECK_EQ(k->area[0], 50);
	for (unsigned i = 0; i < 50; i++)
		CHECK_EQ(k->area[1 + i], 0x20000 + i);
	CHECK_EQ(pauses, 12); /* 13 pieces of 4 words */
	/* What does not fit is lost, as in Linux. */
	section(ANYCOV_IN_TASK, 50);
	CHECK_EQ(k->area[0], SIZE - 1);
	CHECK_EQ(k->area[SIZE - 1], 0x20000 + SIZE - 1 - 50 - 1);
	end();
}

static void comparisons_stay_whole(void)
{
	begin(1, SIZE);
	section(ANYCOV_IN_TASK, 10);
	CHECK_EQ(k->area[0], 10);
	for (unsigned i = 0; i < 10; i++) {
		CHECK_EQ(k->area[1 + 4 * i + 1], i);
		CHECK_EQ(k->area[1 + 4 * i + 2], 0x30000 + i);
	}
	CHECK_EQ(pauses, 9);
	end();
}

static void a_descriptor_disabled_in_between_gets_no_more(void)
{
	begin(0, SIZE);
	disable_at = 2;
	section(ANYCOV_IN_TASK, 50);
	CHECK_EQ(pauses, 2);
	CHECK_EQ(k->area[0], 8);
	end();
}

static void sets_are_filled_in_pieces(void)
{
	begin(KCOV_TRACE_UNIQ_PC, SIZE);
	section(ANYCOV_IN_TASK, 50);
	CHECK_EQ(pauses, 49); /* pieces of one record */
	section(ANYCOV_IN_TASK, 50);
	CHECK_EQ(k->area[0], 50);
	for (unsigned i = 0; i < 50; i++)
		CHECK_EQ(k->area[1 + i], 0x20000 + i);
	disable_at = pauses + 2;
	test_pc = 0;
	CHECK_EQ(anycov_kcov_ioctl(k, &helper, KCOV_RESET_TRACE, 0), 0);
	section(ANYCOV_IN_TASK, 50);
	CHECK_EQ(k->area[0], 2);
	end();
}

static void the_bitmap_is_cleared_in_pieces(void)
{
	anycov_kcov_task_init(&owner, &ctx_of_owner, NULL);
	anycov_kcov_task_init(&helper, &ctx_of_helper, NULL);
	CHECK_EQ(anycov_kcov_open(&k), 0);
	CHECK_EQ(anycov_kcov_ioctl(k, &owner, KCOV_INIT_TRACE, SIZE), 0);
	CHECK_EQ(anycov_kcov_ioctl(k, &owner, KCOV_UNIQUE_ENABLE, 16), 0);
	for (unsigned i = 0; i < 17; i++)
		k->area[i] = 5;
	pauses = disable_at = 0;
	CHECK_EQ(anycov_kcov_ioctl(k, &helper, KCOV_RESET_TRACE, 0), 0);
	CHECK_EQ(pauses, 4);
	for (unsigned i = 0; i < 17; i++)
		CHECK_EQ(k->area[i], 0);
	/* The tracing ends meanwhile: what it left stays. */
	k->area[15] = k->area[16] = 5;
	pauses = 0;
	disable_at = 2;
	CHECK_EQ(anycov_kcov_ioctl(k, &helper, KCOV_RESET_TRACE, 0), 0);
	CHECK_EQ(k->area[15], 5);
	CHECK_EQ(k->area[16], 5);
	anycov_kcov_release(k);
}

static void a_soft_interrupt_does_not_wait(void)
{
	CHECK_EQ(anycov_remote_alloc_areas(1), 0);
	begin(0, SIZE);
	section(ANYCOV_IN_SOFTIRQ, 8);
	CHECK_EQ(k->area[0], 8); /* two pieces */
	CHECK_EQ(pauses, 0);
	end();
}

static void slots_are_cleared_in_pieces(void)
{
	anycov_word size = 0x10000;
	void *m;

	anycov_kcov_task_init(&owner, &ctx_of_owner, NULL);
	CHECK_EQ(anycov_kcov_open(&k), 0);
	CHECK_EQ(anycov_kcov_ioctl(k, &owner, KCOV_INIT_TRACE, size), 0);
	CHECK_EQ(anycov_kcov_mmap(k, 0, size * 8, &m), 0);
	pauses = 0;
	CHECK_EQ(anycov_kcov_ioctl(k, &owner, KCOV_ENABLE, KCOV_TRACE_UNIQ_PC), 0);
	CHECK_EQ(pauses, 0); /* new memory is zero */
	CHECK_EQ(anycov_kcov_ioctl(k, &owner, KCOV_DISABLE, 0), 0);
	CHECK_EQ(anycov_kcov_ioctl(k, &owner, KCOV_ENABLE, KCOV_TRACE_UNIQ_CMP), 0);
	CHECK(pauses >= 2);
	anycov_kcov_task_exit(&owner);
	anycov_kcov_release(k);
}

int main(void)
{
	pcs_are_moved_in_pieces();
	comparisons_stay_whole();
	a_descriptor_disabled_in_between_gets_no_more();
	sets_are_filled_in_pieces();
	the_bitmap_is_cleared_in_pieces();
	a_soft_interrupt_does_not_wait();
	slots_are_cleared_in_pieces();
	return check_result();
}
