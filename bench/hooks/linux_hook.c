/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Linux's own writer (../linux_kcov), under a name of its own. */
#include "../linux_kcov/shim.h"
#include "proposals.h"

__thread struct task_struct *bench_current;
__thread unsigned int bench_preempt_count;

#define __sanitizer_cov_trace_pc linux_trace_pc
#include BENCH_LINUX_HOOK
