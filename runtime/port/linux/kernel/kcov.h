/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Coverage interface for the rest of the kernel.  See Documentation/dev-tools/kcov.rst. */
#ifndef _LINUX_KCOV_H
#define _LINUX_KCOV_H

#include <linux/sched.h>
#include <uapi/linux/kcov.h>

struct task_struct;

#ifdef CONFIG_KCOV

/* A task starts without coverage, and disables its descriptor when it exits. */
void kcov_task_init(struct task_struct *t);
void kcov_task_exit(struct task_struct *t);

/*
 * While a task is being switched to or from a processor, the sign bit of its mode is set, so
 * that no hook records.
 */
#define KCOV_IN_CTXSW (1U << 31)

#define kcov_prepare_switch(t) ((void)((t)->kcov_room.mode |= (int)KCOV_IN_CTXSW))
#define kcov_finish_switch(t) ((void)((t)->kcov_room.mode &= (int)~KCOV_IN_CTXSW))

/*
 * Between these two calls, code records for the descriptor that has claimed the handle, in
 * tasks and in soft interrupts.  Sections of a task do not nest.
 */
void kcov_remote_start(u64 handle);
void kcov_remote_stop(void);

/* Returns the handle to pass to code that works for this task; 0: none. */
u64 kcov_common_handle(void);

#else

static inline void kcov_task_init(struct task_struct *t)
{
}

static inline void kcov_task_exit(struct task_struct *t)
{
}

static inline void kcov_prepare_switch(struct task_struct *t)
{
}

static inline void kcov_finish_switch(struct task_struct *t)
{
}

static inline void kcov_remote_start(u64 handle)
{
}

static inline void kcov_remote_stop(void)
{
}

static inline u64 kcov_common_handle(void)
{
	return 0;
}

#endif /* CONFIG_KCOV */

static inline void kcov_remote_start_common(u64 id)
{
	kcov_remote_start(kcov_remote_handle(KCOV_SUBSYSTEM_COMMON, id));
}

static inline void kcov_remote_start_usb(u64 id)
{
	kcov_remote_start(kcov_remote_handle(KCOV_SUBSYSTEM_USB, id));
}

/* For code that runs in soft interrupts and elsewhere: records only in soft interrupts. */
static inline void kcov_remote_start_usb_softirq(u64 id)
{
	if (in_serving_softirq() && !hardirq_count())
		kcov_remote_start_usb(id);
}

static inline void kcov_remote_stop_softirq(void)
{
	if (in_serving_softirq() && !hardirq_count())
		kcov_remote_stop();
}

#endif /* _LINUX_KCOV_H */
