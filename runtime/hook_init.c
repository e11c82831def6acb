/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What constructors of instrumented objects tell the runtime.  KCOV buffers
 * need none of it; the weak forms let such objects link.
 */
#include "core.h"
#include "anycov/hooks.h"

#define NOTHING_2(symbol)                                                                         \
	__attribute__((weak)) ANYCOV_NO_COV void symbol(void *a, void *b)                         \
	{                                                                                         \
		(void)a;                                                                          \
		(void)b;                                                                          \
	}

NOTHING_2(__sanitizer_cov_trace_pc_guard_init)
NOTHING_2(__sanitizer_cov_8bit_counters_init)
NOTHING_2(__sanitizer_cov_bool_flag_init)
NOTHING_2(__sanitizer_cov_pcs_init)
NOTHING_2(__sanitizer_cov_cfs_init)
