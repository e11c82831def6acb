/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The parts of the kernel that Linux's own __sanitizer_cov_trace_pc uses, so that its text,
 * taken unchanged from Debian's linux-source when the bench runs, compiles for user space and
 * does in each step what it does on x86-64:
 *
 *   kernel                                    here
 *   current        one %gs-relative load      one %fs-relative load
 *   preempt_count  one %gs-relative load      one %fs-relative load
 *   kcov fields    in struct task_struct      the same
 *   kaslr_offset   not configured             the same
 */
#ifndef BENCH_LINUX_SHIM_H
#define BENCH_LINUX_SHIM_H

#include <stdbool.h>

#define notrace __attribute__((__no_instrument_function__))
#define likely(x) __builtin_expect(!!(x), 1)
#define barrier() __asm__ __volatile__("" ::: "memory")
#define READ_ONCE(x) (*(const volatile __typeof__(x) *)&(x))
#define WRITE_ONCE(x, v) (*(volatile __typeof__(x) *)&(x) = (v))
#define _RET_IP_ ((unsigned long)__builtin_return_address(0))
#define EXPORT_SYMBOL(x) void x(void)

/* include/linux/preempt.h without CONFIG_PREEMPT_RT. */
#define SOFTIRQ_OFFSET 0x00000100u
#define SOFTIRQ_MASK 0x0000ff00u
#define HARDIRQ_MASK 0x000f0000u
#define NMI_MASK 0x00f00000u

enum kcov_mode {
	KCOV_MODE_DISABLED = 0,
	KCOV_MODE_INIT = 1,
	KCOV_MODE_TRACE_PC = 2,
	KCOV_MODE_TRACE_CMP = 3,
	KCOV_MODE_REMOTE = 4
};

struct task_struct {
	char before[64];
	unsigned int kcov_mode;
	unsigned int kcov_size;
	void *kcov_area;
	void *kcov;
	unsigned long kcov_handle;
	int kcov_sequence;
	unsigned int kcov_softirq;
};

extern __thread struct task_struct *bench_current;
extern __thread unsigned int bench_preempt_count;

static inline __attribute__((always_inline)) unsigned int preempt_count(void)
{
	return READ_ONCE(bench_preempt_count) & ~0x80000000u;
}

#define current bench_current
#define in_nmi() (preempt_count() & NMI_MASK)
#define in_hardirq() (preempt_count() & HARDIRQ_MASK)
#define in_serving_softirq() (preempt_count() & SOFTIRQ_MASK & SOFTIRQ_OFFSET)
#define in_task() (!(preempt_count() & (NMI_MASK | HARDIRQ_MASK | SOFTIRQ_OFFSET)))

#endif
