/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * libFuzzer: the input selects requests, hook calls, sections and user stores on three
 * descriptors and two tasks.  Checks memory safety and that no memory is left allocated; the
 * model test checks the results of the calls.
 *
 *   clang -fsanitize=fuzzer,address,undefined ... ; ./control_fuzz corpus
 */
#include <stdlib.h>
#include <string.h>
#include "kcov/kcov_file.h"
#include "anycov/hooks.h"

__thread struct anycov_ctx *test_ctx;
__thread uintptr_t test_pc;
long test_alloc_fails_in = -1, test_alloc_live;

#define N_KCOV 3
#define N_TASK 2

static const uint8_t *in, *in_end;

static uint64_t take(unsigned bytes)
{
	uint64_t v = 0;

	while (bytes-- && in < in_end)
		v = v << 8 | *in++;
	return v;
}

static void remote_enable(struct anycov_kcov *k, struct anycov_kcov_task *t)
{
	struct {
		struct kcov_remote_arg head;
		uint64_t handles[0x102];
	} a;
	unsigned i;

	memset(&a, 0, sizeof(a));
	a.head.trace_mode = (uint32_t)take(1);
	a.head.area_size = (uint32_t)take(1);
	a.head.num_handles = (uint32_t)take(1) * 2;
	a.head.common_handle = take(1);
	for (i = 0; i < 4; i++)
		a.handles[i] = 1ull << 56 | take(1);
	anycov_kcov_ioctl(k, t, KCOV_REMOTE_ENABLE, (uintptr_t)&a);
}

static void one(struct anycov_kcov **k, struct anycov_kcov_task *t, struct anycov_ctx *ctx)
{
	static const unsigned requests[] = { KCOV_INIT_TRACE,    KCOV_ENABLE,      KCOV_DISABLE,
					     KCOV_UNIQUE_ENABLE, KCOV_RESET_TRACE, 0 };
	unsigned what = (unsigned)take(1), i = what / 16 % N_KCOV, j = what / 64 % N_TASK;
	uint64_t table[] = { 2, 32, 7, 9 };
	void *memory;

	if (!k[i] && anycov_kcov_open(&k[i]))
		return;
	test_ctx = &ctx[j];
	test_pc = (uintptr_t)take(1);
	switch (what % 16) {
	case 0:
	case 1:
	case 2:
		anycov_kcov_ioctl(k[i], &t[j], requests[test_pc % 6], (uintptr_t)take(1));
		break;
	case 3:
		anycov_kcov_mmap(k[i], take(2), take(2), &memory);
		break;
	case 4:
		remote_enable(k[i], &t[j]);
		break;
	case 5:
		anycov_remote_start(&t[j], ANYCOV_IN_TASK, 1ull << 56 | take(1));
		break;
	case 6:
		anycov_remote_stop(&t[j], ANYCOV_IN_TASK);
		break;
	case 7:
		if (!t[j].in_section)
			anycov_kcov_task_exit(&t[j]);
		break;
	case 8:
		if (k[i]->area)
			k[i]->area[test_pc % k[i]->size] = take(8);
		break;
	case 9:
		if (k[i]->edge_area)
			k[i]->edge_area[test_pc % k[i]->size] = take(8);
		break;
	case 10:
		__sanitizer_cov_trace_switch(take(1), table);
		break;
	case 11:
		__sanitizer_cov_trace_const_cmp2((uint16_t)take(2), 3);
		break;
	default:
		__sanitizer_cov_trace_pc();
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct anycov_kcov *k[N_KCOV] = { NULL };
	struct anycov_ctx ctx[N_TASK];
	struct anycov_kcov_task t[N_TASK];
	unsigned i;

	memset(ctx, 0, sizeof(ctx));
	for (i = 0; i < N_TASK; i++)
		anycov_kcov_task_init(&t[i], &ctx[i], NULL);
	for (in = data, in_end = data + size; in < in_end;)
		one(k, t, ctx);
	for (i = 0; i < N_TASK; i++) {
		anycov_remote_stop(&t[i], ANYCOV_IN_TASK);
		anycov_kcov_task_exit(&t[i]);
	}
	for (i = 0; i < N_KCOV; i++) {
		if (k[i] && k[i]->refs != 1)
			abort();
		if (k[i])
			anycov_kcov_release(k[i]);
	}
	return 0;
}
