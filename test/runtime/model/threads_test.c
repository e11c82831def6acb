/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Threads on shared descriptors, for ThreadSanitizer: ENABLE, trace and DISABLE of two
 * descriptors in parallel with remote sections for them; and the life cycle of descriptors and
 * tasks, in order.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "kcov/kcov_file.h"
#include "anycov/hooks.h"
#include "../check.h"

__thread struct anycov_ctx *test_ctx;
__thread uintptr_t test_pc;
long test_alloc_fails_in = -1, test_alloc_live;

#define ROUNDS 3000
#define SIZE 64

static struct anycov_kcov *shared[2];
static unsigned enabled, busy;

static void *tracer(void *arg)
{
	static const uint64_t modes[] = { 0, 1, 2, 4, 6, 8 };
	unsigned seed = (unsigned)(uintptr_t)arg;
	struct anycov_ctx ctx;
	struct anycov_kcov_task t;
	int i, j;

	memset(&ctx, 0, sizeof(ctx));
	anycov_kcov_task_init(&t, &ctx, NULL);
	test_ctx = &ctx;
	for (i = 0; i < ROUNDS; i++) {
		struct anycov_kcov *k = shared[rand_r(&seed) % 2];
		uint64_t mode = modes[rand_r(&seed) % 6];
		struct {
			struct kcov_remote_arg head;
			uint64_t handle;
		} r = { { 0, SIZE, 1, 0 }, 1ull << 56 | (seed % 3) };
		long err = seed % 4 ? anycov_kcov_ioctl(k, &t, KCOV_ENABLE, mode)
				    : anycov_kcov_ioctl(k, &t, KCOV_REMOTE_ENABLE, (uintptr_t)&r);

		if (err) {
			__atomic_fetch_add(&busy, 1, __ATOMIC_RELAXED);
			continue;
		}
		__atomic_fetch_add(&enabled, 1, __ATOMIC_RELAXED);
		for (j = 0; j < 20; j++) {
			test_pc = (uintptr_t)(4096 + j);
			__sanitizer_cov_trace_pc();
			__sanitizer_cov_trace_cmp4(1, (uint32_t)j);
		}
		if (rand_r(&seed) % 2)
			anycov_kcov_ioctl(k, &t, KCOV_RESET_TRACE, 0);
		if (rand_r(&seed) % 4)
			anycov_kcov_ioctl(k, &t, KCOV_DISABLE, 0);
		else
			anycov_kcov_task_exit(&t);
	}
	anycov_kcov_task_exit(&t);
	return NULL;
}

static void *helper(void *arg)
{
	unsigned seed = (unsigned)(uintptr_t)arg;
	struct anycov_ctx ctx;
	struct anycov_kcov_task t;
	int i, j;

	memset(&ctx, 0, sizeof(ctx));
	anycov_kcov_task_init(&t, &ctx, NULL);
	test_ctx = &ctx;
	for (i = 0; i < ROUNDS; i++) {
		anycov_remote_start(&t, ANYCOV_IN_TASK, 1ull << 56 | (rand_r(&seed) % 3));
		for (j = 0; j < 10; j++) {
			test_pc = (uintptr_t)(8192 + j);
			__sanitizer_cov_trace_pc();
		}
		anycov_remote_stop(&t, ANYCOV_IN_TASK);
	}
	return NULL;
}

static void race(void)
{
	pthread_t t[5];
	uintptr_t i;

	for (i = 0; i < 2; i++) {
		void *m;

		CHECK_EQ(anycov_kcov_open(&shared[i]), 0);
		CHECK_EQ(anycov_kcov_ioctl(shared[i], NULL, KCOV_INIT_TRACE, SIZE), 0);
		CHECK_EQ(anycov_kcov_mmap(shared[i], SIZE * 8, SIZE * 8, &m), 0);
	}
	for (i = 0; i < 5; i++)
		pthread_create(&t[i], NULL, i < 3 ? tracer : helper, (void *)(i + 1));
	for (i = 0; i < 5; i++)
		pthread_join(t[i], NULL);
	for (i = 0; i < 2; i++)
		anycov_kcov_release(shared[i]);
	CHECK(enabled > ROUNDS / 10 && busy > 0);
}

static void life_cycle(void)
{
	struct anycov_ctx c1 = { 0 }, c2 = { 0 };
	struct anycov_kcov_task t1, t2, child;
	struct anycov_kcov *a, *b;
	long before = test_alloc_live;

	anycov_kcov_task_init(&t1, &c1, NULL);
	anycov_kcov_task_init(&t2, &c2, NULL);
	CHECK_EQ(anycov_kcov_open(&a), 0);
	CHECK_EQ(anycov_kcov_open(&b), 0);
	CHECK_EQ(anycov_kcov_ioctl(a, &t1, KCOV_ENABLE, 0), -ANYCOV_ERR_INVAL); /* no INIT */
	CHECK_EQ(anycov_kcov_ioctl(a, &t1, KCOV_INIT_TRACE, SIZE), 0);
	CHECK_EQ(anycov_kcov_ioctl(a, &t1, KCOV_INIT_TRACE, SIZE), -ANYCOV_ERR_BUSY);
	CHECK_EQ(anycov_kcov_ioctl(b, &t1, KCOV_INIT_TRACE, SIZE), 0);
	CHECK_EQ(anycov_kcov_ioctl(a, &t1, KCOV_DISABLE, 0), -ANYCOV_ERR_INVAL);
	CHECK_EQ(anycov_kcov_ioctl(a, &t1, KCOV_ENABLE, 0), 0);
	CHECK_EQ(anycov_kcov_ioctl(a, &t1, KCOV_ENABLE, 0), -ANYCOV_ERR_INVAL);  /* twice */
	CHECK_EQ(anycov_kcov_ioctl(b, &t1, KCOV_ENABLE, 0), -ANYCOV_ERR_BUSY);   /* second fd */
	CHECK_EQ(anycov_kcov_ioctl(a, &t2, KCOV_DISABLE, 0), -ANYCOV_ERR_INVAL); /* other thread */
	CHECK_EQ(anycov_kcov_ioctl(a, &t1, KCOV_DISABLE, 1), -ANYCOV_ERR_INVAL);
	CHECK_EQ(anycov_kcov_ioctl(a, &t1, KCOV_RESET_TRACE, 1), -ANYCOV_ERR_INVAL);
	CHECK_EQ(anycov_kcov_ioctl(a, &t2, KCOV_RESET_TRACE, 0), 0); /* of any task */
	/* fork while enabled: the child traces nothing, the parent continues. */
	anycov_kcov_task_init(&child, &c2, &t1);
	CHECK_EQ(c2.mode, ANYCOV_M_OFF);
	test_ctx = &c1;
	test_pc = 4096;
	__sanitizer_cov_trace_pc();
	CHECK_EQ(a->area[0], 1);
	/* exit while enabled: another task may use the descriptor. */
	anycov_kcov_task_exit(&t1);
	__sanitizer_cov_trace_pc();
	CHECK_EQ(a->area[0], 1);
	CHECK_EQ(anycov_kcov_ioctl(a, &t2, KCOV_ENABLE, 1), 0);
	/* close while enabled: memory stays allocated until the task stops. */
	anycov_kcov_release(a);
	test_ctx = &c2;
	__sanitizer_cov_trace_cmp1(1, 2);
	anycov_kcov_task_exit(&t2);
	anycov_kcov_release(b);
	CHECK_EQ(test_alloc_live, before);
}

/* Every allocation of every request may fail; no memory is lost or leaked. */
static void no_memory(void)
{
	long before = test_alloc_live;
	int n, done = 0;

	for (n = 0; !done && n < 50; n++) {
		struct anycov_ctx c = { 0 };
		struct anycov_kcov_task t;
		struct anycov_kcov *k;

		anycov_kcov_task_init(&t, &c, NULL);
		test_alloc_fails_in = n;
		if (!anycov_kcov_open(&k)) {
			long e1 = anycov_kcov_ioctl(k, &t, KCOV_INIT_TRACE, SIZE);
			long e2 = anycov_kcov_ioctl(k, &t, KCOV_ENABLE, 6);

			CHECK(!e1 || e1 == -ANYCOV_ERR_NOMEM);
			CHECK(!e2 || e2 == (e1 ? -ANYCOV_ERR_INVAL : -ANYCOV_ERR_NOMEM));
			done = !e1 && !e2;
			anycov_kcov_task_exit(&t);
			anycov_kcov_release(k);
		}
		test_alloc_fails_in = -1;
		CHECK_EQ(test_alloc_live, before);
	}
	CHECK(done && n > 4);
}

int main(void)
{
	life_cycle();
	no_memory();
	race();
	return check_result();
}
