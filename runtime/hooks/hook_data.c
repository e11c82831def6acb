/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Hooks that have no record in a KCOV buffer.  They are weak and empty, so that programs built
 * with them link; tools that use their data define them.
 */
#include "record_context.h"
#include "anycov/hooks.h"

#define NOTHING_1(symbol, type)                                                                    \
	__attribute__((weak)) ANYCOV_NO_COV void symbol(type a)                                    \
	{                                                                                          \
		(void)a;                                                                           \
	}

NOTHING_1(__sanitizer_cov_trace_pc_indir, uintptr_t)
NOTHING_1(__sanitizer_cov_trace_div4, uint32_t)
NOTHING_1(__sanitizer_cov_trace_div8, uint64_t)
NOTHING_1(__sanitizer_cov_trace_gep, uintptr_t)
NOTHING_1(__sanitizer_cov_load1, void *)
NOTHING_1(__sanitizer_cov_load2, void *)
NOTHING_1(__sanitizer_cov_load4, void *)
NOTHING_1(__sanitizer_cov_load8, void *)
NOTHING_1(__sanitizer_cov_load16, void *)
NOTHING_1(__sanitizer_cov_store1, void *)
NOTHING_1(__sanitizer_cov_store2, void *)
NOTHING_1(__sanitizer_cov_store4, void *)
NOTHING_1(__sanitizer_cov_store8, void *)
NOTHING_1(__sanitizer_cov_store16, void *)

__attribute__((weak)) ANYCOV_NO_COV void __sanitizer_cov_stack_depth(void)
{
}

/* Version 1 of the ABI between instrumented objects and this runtime. */
void ANYCOV_NO_COV __anycov_abi_1(void)
{
}
