/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * ANYCOV_PORT_TRACE_AND_REMOTE: a task traces itself and has enabled another descriptor for remote
 * sections, as since Linux 7.2.  Each ends alone, at DISABLE or at the exit of the task.
 */
#include "../check.h"
#include "kcov/kcov_file.h"
#include "hooks/writer.h"
#include "anycov_port.h"

#define WORDS 64
#define HANDLE 0x42

long test_alloc_fails_in = -1, test_alloc_live;
static struct anycov_ctx ctx, other_ctx;
__thread struct anycov_ctx *test_ctx;
__thread uintptr_t test_pc;

static long enable(struct anycov_kcov *k, struct anycov_kcov_task *t)
{
	return anycov_kcov_ioctl(k, t, KCOV_ENABLE, KCOV_TRACE_PC);
}

static long remote_enable(struct anycov_kcov *k, struct anycov_kcov_task *t)
{
	struct kcov_remote_arg arg = { .trace_mode = KCOV_TRACE_PC,
				       .area_size = WORDS,
				       .common_handle = HANDLE };

	return anycov_kcov_ioctl(k, t, KCOV_REMOTE_ENABLE, (uintptr_t)&arg);
}

static long disable(struct anycov_kcov *k, struct anycov_kcov_task *t)
{
	return anycov_kcov_ioctl(k, t, KCOV_DISABLE, 0);
}

/* Records of a section that another task runs. */
static anycov_word section(struct anycov_kcov *k, struct anycov_kcov_task *other)
{
	anycov_word before = k->area[0];

	anycov_remote_start(other, ANYCOV_IN_TASK, HANDLE);
	if (other->ctx->mode == ANYCOV_M_PC)
		anycov_write_pc(other->ctx, 0x1234);
	anycov_remote_stop(other, ANYCOV_IN_TASK);
	return k->area[0] - before;
}

int main(void)
{
	struct anycov_kcov_task task, other;
	struct anycov_kcov *own, *remote, *third;

	anycov_kcov_task_init(&task, &ctx, NULL);
	anycov_kcov_task_init(&other, &other_ctx, NULL);
	CHECK_EQ(anycov_kcov_open(&own), 0);
	CHECK_EQ(anycov_kcov_open(&remote), 0);
	CHECK_EQ(anycov_kcov_open(&third), 0);
	CHECK_EQ(anycov_kcov_ioctl(own, &task, KCOV_INIT_TRACE, WORDS), 0);
	CHECK_EQ(anycov_kcov_ioctl(remote, &task, KCOV_INIT_TRACE, WORDS), 0);
	CHECK_EQ(anycov_kcov_ioctl(third, &task, KCOV_INIT_TRACE, WORDS), 0);

	/* One of each, in both orders; not two of one kind, nor one descriptor twice. */
	CHECK_EQ(remote_enable(remote, &task), 0);
	CHECK_EQ(remote_enable(third, &task), -ANYCOV_ERR_BUSY);
	CHECK_EQ(enable(remote, &task), -ANYCOV_ERR_INVAL);
	CHECK_EQ(ctx.mode, ANYCOV_M_OFF);
	CHECK_EQ(enable(own, &task), 0);
	CHECK_EQ(ctx.mode, ANYCOV_M_PC);
	CHECK_EQ(enable(third, &task), -ANYCOV_ERR_BUSY);
	CHECK_EQ(anycov_common_handle(&task, ANYCOV_IN_TASK), HANDLE);
	CHECK_EQ(disable(third, &task), -ANYCOV_ERR_INVAL);

	/* Records of the task and of the section are in their own buffers. */
	anycov_write_pc(&ctx, 0x5678);
	CHECK_EQ(section(remote, &other), 1);
	CHECK_EQ(own->area[0], 1);
	CHECK_EQ(remote->area[1], 0x1234);

	/* The end of one leaves the other. */
	CHECK_EQ(disable(own, &task), 0);
	CHECK_EQ(ctx.mode, ANYCOV_M_OFF);
	CHECK_EQ(anycov_common_handle(&task, ANYCOV_IN_TASK), HANDLE);
	CHECK_EQ(section(remote, &other), 1);
	CHECK_EQ(enable(own, &task), 0);
	CHECK_EQ(disable(remote, &task), 0);
	CHECK_EQ(ctx.mode, ANYCOV_M_PC);
	CHECK_EQ(anycov_common_handle(&task, ANYCOV_IN_TASK), 0);
	CHECK_EQ(section(remote, &other), 0);
	CHECK_EQ(disable(remote, &task), -ANYCOV_ERR_INVAL);

	/* The exit of the task ends both. */
	CHECK_EQ(remote_enable(remote, &task), 0);
	anycov_kcov_task_exit(&task);
	CHECK_EQ(ctx.mode, ANYCOV_M_OFF);
	CHECK_EQ(section(remote, &other), 0);
	CHECK_EQ(own->state, ANYCOV_KCOV_READY);
	CHECK_EQ(remote->state, ANYCOV_KCOV_READY);

	/* A task that owns a remote descriptor alone may run a section itself. */
	CHECK_EQ(remote_enable(remote, &task), 0);
	CHECK_EQ(section(remote, &task), 1);
	CHECK_EQ(disable(remote, &task), 0);

	anycov_kcov_release(own);
	anycov_kcov_release(remote);
	anycov_kcov_release(third);
	return check_result();
}
