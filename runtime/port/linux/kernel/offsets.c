// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/* Offsets for hook_lean.S.  Kbuild generates offsets.h from it. */
#include <linux/kbuild.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/version.h>

#include "hooks/record_context.h"
#include "hooks/lean_layout.h"

#define IN_ROOM(member) (offsetof(struct task_struct, kcov_room) + ANYCOV_LEAN_CTX_##member)

int main(void)
{
	DEFINE(TASK_MODE, IN_ROOM(MODE));
	DEFINE(TASK_AREA, IN_ROOM(AREA));
	DEFINE(TASK_LIMIT, IN_ROOM(LIMIT));
	DEFINE(TASK_KIND, IN_ROOM(KIND));
	DEFINE(TASK_INDEX_AREA, IN_ROOM(INDEX_AREA));
	DEFINE(TASK_NOT_MASK, IN_ROOM(NOT_MASK));
	DEFINE(TASK_PREV, IN_ROOM(PREV));
	DEFINE(TASK_PREV_HIGH, IN_ROOM(PREV_HIGH));
	DEFINE(NO_RECORD_SOFTIRQ, SOFTIRQ_OFFSET);
	DEFINE(NO_RECORD_HARDIRQ, NMI_MASK | HARDIRQ_MASK);
#ifdef CONFIG_X86
	DEFINE(START_OF_IMAGE, __START_KERNEL);
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 2, 0) && LINUX_VERSION_CODE < KERNEL_VERSION(6, 15, 0)
	OFFSET(HOT_TASK, pcpu_hot, current_task);
	OFFSET(HOT_PREEMPT, pcpu_hot, preempt_count);
#endif
#else
	DEFINE(START_OF_IMAGE, KIMAGE_VADDR);
	OFFSET(TASK_PREEMPT, task_struct, thread_info.preempt_count);
#endif
	return 0;
}
