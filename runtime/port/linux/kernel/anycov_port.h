/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Linux: each task has a context, in its task_struct. */
#ifndef ANYCOV_PORT_H
#define ANYCOV_PORT_H

#include <linux/jump_label.h>
#include <linux/kcov_types.h>
#include <linux/preempt.h>
#include <linux/sched.h>

ANYCOV_INLINE struct anycov_ctx *anycov_ctx_of(struct task_struct *t)
{
	return (struct anycov_ctx *)&t->kcov_room;
}

/*
 * Interrupts do not record, except soft interrupts that run a remote section.  Reads the
 * preempt count once; in_task() would read it three times.
 */
ANYCOV_INLINE bool anycov_port_may_record(struct task_struct *t)
{
#ifdef CONFIG_PREEMPT_RT
	if (likely(in_task()))
		return true;
#else
	if (likely(!(preempt_count() & (NMI_MASK | HARDIRQ_MASK | SOFTIRQ_OFFSET))))
		return true;
#endif
	return in_serving_softirq() && !hardirq_count() && !in_nmi() && t->kcov_softirq;
}

/*
 * The mode is tested first: it is nearly always off.  The read is not volatile, so a hook that
 * tests two modes reads it once.
 */
ANYCOV_INLINE struct anycov_ctx *anycov_port_ctx_if(struct task_struct *t, bool mode_fits)
{
	struct anycov_ctx *ctx;

	if (likely(!mode_fits) || !anycov_port_may_record(t))
		return NULL;
	/* Fields are set before the mode, and read after it. */
	barrier();
	ctx = anycov_ctx_of(t);
	/* With the kernel's flags the compiler assumes that it might be NULL. */
	if (!ctx)
		__builtin_unreachable();
	return ctx;
}

ANYCOV_INLINE struct anycov_ctx *anycov_port_ctx(int mode)
{
	struct task_struct *t = current;

	return anycov_port_ctx_if(t, t->kcov_room.mode == mode);
}

ANYCOV_INLINE struct anycov_ctx *anycov_port_ctx_above(int mode)
{
	struct task_struct *t = current;

	return anycov_port_ctx_if(t, t->kcov_room.mode > mode);
}

/*
 * Are the hooks of PCs, or of comparisons, on?  hook_gate.c sets the keys.  On x86-64 a hook is
 * reached only if it is on.
 */
#if defined(CONFIG_JUMP_LABEL) && !defined(CONFIG_X86_64)
DECLARE_STATIC_KEY_FALSE(anycov_pc_hooks);
DECLARE_STATIC_KEY_FALSE(anycov_cmp_hooks);
#define ANYCOV_PORT_NO_PC() (!static_branch_unlikely(&anycov_pc_hooks))
#define ANYCOV_PORT_CMP_HOOKS_OFF() (!static_branch_unlikely(&anycov_cmp_hooks))
#else
#define ANYCOV_PORT_CMP_HOOKS_OFF() false
#endif

/* Tests two modes by one bit: comparison hooks are frequent, and off. */
#define ANYCOV_PORT_NO_CMP()                                                                       \
	(ANYCOV_PORT_CMP_HOOKS_OFF() || likely(!(current->kcov_room.mode & ANYCOV_M_IS_CMP)))

/*
 * Plain reads and writes of the count, as in Linux's kcov: an interrupt that records
 * while a task claims a slot may lose its records; it never overwrites the task's.
 */
#define ANYCOV_PORT_CLAIM ANYCOV_CLAIM_SINGLE
#define ANYCOV_PORT_UNIQUE_MODES 1
#define ANYCOV_PORT_LOWEST_PC() 0x10000000 /* above the number of words in a buffer of 2 GiB */

/* hook_lean.S */
#define ANYCOV_PORT_OWN_LEAN 1

/* Addresses as in vmlinux's symbol table, wherever the kernel was loaded. */
#ifdef CONFIG_RANDOMIZE_BASE
#ifdef CONFIG_X86
#include <asm/sections.h>
#include <asm/setup.h>
/* kaslr_offset() as one address. */
#define ANYCOV_PORT_PC(ra) ((ra) - (unsigned long)(_text - __START_KERNEL))
#else
#include <asm/memory.h>
#define ANYCOV_PORT_PC(ra) ((ra)-kaslr_offset())
#endif
#endif

#endif
