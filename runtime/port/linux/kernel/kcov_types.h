/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The coverage state of a task; included by <linux/sched.h>. */
#ifndef _LINUX_KCOV_TYPES_H
#define _LINUX_KCOV_TYPES_H

/*
 * Memory for the context that a task's hooks record into and for its part of the state machine,
 * see kernel/anycov/anycov_port.h.  Only those files define the contents, so that a change
 * there does not recompile the whole kernel.
 */
struct kcov_room {
	int mode; /* of the context; off: at most 0 */
	unsigned long rest[44] __aligned(8);
};

#endif
