/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Linux's own writer (../linux_kcov), renamed. */
#include "../linux_kcov/shim.h"
#include "proposals.h"

__thread struct task_struct *bench_current;
__thread unsigned int bench_preempt_count;

/* Needed by the comparison hook's text in addition to the PC hook's. */
typedef uint64_t u64;
typedef uint32_t u32;
typedef uint16_t u16;
typedef uint8_t u8;
#define KCOV_WORDS_PER_CMP 4
#define KCOV_CMP_SIZE(n) ((n) << 1)

#undef EXPORT_SYMBOL /* the shim's declares a function without arguments */
#define EXPORT_SYMBOL(x) _Static_assert(1, #x)

#define __sanitizer_cov_trace_pc linux_trace_pc
#define __sanitizer_cov_trace_cmp1 linux_trace_cmp1
#define __sanitizer_cov_trace_cmp2 linux_trace_cmp2
#define __sanitizer_cov_trace_cmp4 linux_trace_cmp4
void linux_trace_cmp1(u8 arg1, u8 arg2);
void linux_trace_cmp2(u16 arg1, u16 arg2);
#include BENCH_LINUX_HOOK
