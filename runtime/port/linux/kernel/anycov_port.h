/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Linux: each task has a context, in task_struct.  Macros rather than functions,
 * because <linux/sched.h> itself includes this file for the context's type.
 */
#ifndef ANYCOV_PORT_H
#define ANYCOV_PORT_H

/*
 * The mode comes first: it is what is off nearly always.  Interrupts do not
 * record, unless a section of remote coverage is open in this soft interrupt.
 * The preempt count is read once; in_task() would read it three times.  The mode
 * is no volatile read: a hook that asks twice reads it once.
 */
#define ANYCOV_IRQ_BITS (NMI_MASK | HARDIRQ_MASK | SOFTIRQ_OFFSET)
#ifdef CONFIG_PREEMPT_RT
#define anycov_port_in_task() in_task()
#else
#define anycov_port_in_task() (!(preempt_count() & ANYCOV_IRQ_BITS))
#endif
#define anycov_port_may_record(t)                                                                 \
	(likely(anycov_port_in_task()) ||                                                         \
	 ((t)->kcov_task.in_softirq && in_serving_softirq() && !in_hardirq() && !in_nmi()))

#define anycov_port_ctx_if(test)                                                                  \
	({                                                                                        \
		struct task_struct *port_t_ = current;                                            \
		int port_mode_ = port_t_->kcov_ctx.mode;                                          \
		struct anycov_ctx *port_ctx_ = NULL;                                              \
                                                                                                  \
		if (unlikely(port_mode_ test) && anycov_port_may_record(port_t_)) {               \
			/* Fields are set before the mode, and read after it. */                  \
			barrier();                                                                \
			port_ctx_ = &port_t_->kcov_ctx;                                           \
			if (!port_ctx_) /* the compiler is told not to know that */               \
				__builtin_unreachable();                                          \
		}                                                                                 \
		port_ctx_;                                                                        \
	})
#define anycov_port_ctx(m) anycov_port_ctx_if(== (m))
#define anycov_port_ctx_above(m) anycov_port_ctx_if(> (m))

/* As Linux's own: an interrupt's records may replace each other, never ours. */
#define ANYCOV_PORT_CLAIM ANYCOV_CLAIM_SINGLE
#define ANYCOV_PORT_MORE 1

/* Addresses as vmlinux's symbol table has them, wherever the kernel was put. */
#if defined(ANYCOV_LINUX_BUILD) && defined(CONFIG_RANDOMIZE_BASE)
#ifdef CONFIG_X86
/* kaslr_offset() as one address, which is one operand of one instruction. */
#define ANYCOV_PORT_PC(ra) ((ra) - (unsigned long)(_text - __START_KERNEL))
#else
#define ANYCOV_PORT_PC(ra) ((ra) - kaslr_offset())
#endif
#endif

#endif
