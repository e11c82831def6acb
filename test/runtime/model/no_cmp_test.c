/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A kernel without the hooks of comparisons refuses their modes as kernel/kcov.c does. */
#include "../check.h"
#include "kcov/kcov_file.h"
#include "anycov_port.h"

#define WORDS 64
#define NOTSUPP (-524)

long test_alloc_fails_in = -1, test_alloc_live;
static struct anycov_ctx ctx;
__thread struct anycov_ctx *test_ctx;
__thread uintptr_t test_pc;

static long remote_enable(struct anycov_kcov *k, struct anycov_kcov_task *t, uint32_t mode)
{
	struct kcov_remote_arg arg = { .trace_mode = mode, .area_size = WORDS };

	return anycov_kcov_ioctl(k, t, KCOV_REMOTE_ENABLE, (uintptr_t)&arg);
}

int main(void)
{
	static const uintptr_t allowed[] = { KCOV_TRACE_PC, KCOV_TRACE_UNIQ_PC,
					     KCOV_TRACE_UNIQ_EDGE, 6 };
	struct anycov_kcov_task task;
	struct anycov_kcov *k;
	unsigned int i;

	anycov_kcov_task_init(&task, &ctx, NULL);
	CHECK_EQ(anycov_kcov_open(&k), 0);
	/* The state is tested before the mode. */
	CHECK_EQ(anycov_kcov_ioctl(k, &task, KCOV_ENABLE, KCOV_TRACE_CMP), -ANYCOV_ERR_INVAL);
	CHECK_EQ(anycov_kcov_ioctl(k, &task, KCOV_INIT_TRACE, WORDS), 0);
	CHECK_EQ(anycov_kcov_ioctl(k, &task, KCOV_ENABLE, KCOV_TRACE_CMP), NOTSUPP);
	CHECK_EQ(anycov_kcov_ioctl(k, &task, KCOV_ENABLE, KCOV_TRACE_UNIQ_CMP), NOTSUPP);
	CHECK_EQ(remote_enable(k, &task, KCOV_TRACE_CMP), NOTSUPP);
	CHECK_EQ(anycov_kcov_ioctl(k, &task, KCOV_ENABLE, 3), -ANYCOV_ERR_INVAL);
	for (i = 0; i < sizeof(allowed) / sizeof(allowed[0]); i++) {
		CHECK_EQ(anycov_kcov_ioctl(k, &task, KCOV_ENABLE, allowed[i]), 0);
		CHECK_EQ(anycov_kcov_ioctl(k, &task, KCOV_DISABLE, 0), 0);
	}
	anycov_kcov_release(k);
	CHECK_EQ(test_alloc_live, 0);
	return check_result();
}
