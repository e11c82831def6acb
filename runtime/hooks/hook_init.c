/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Functions with which constructors of instrumented objects register their tables.  KCOV
 * buffers need none of them; the weak definitions let such objects link.
 */
#include "record_context.h"
#include "anycov/hooks.h"

#define NOTHING_2(symbol)                                                                          \
	__attribute__((weak)) ANYCOV_NO_COV void symbol(void *a, void *b)                          \
	{                                                                                          \
		(void)a;                                                                           \
		(void)b;                                                                           \
	}

NOTHING_2(__sanitizer_cov_trace_pc_guard_init)
NOTHING_2(__sanitizer_cov_8bit_counters_init)
NOTHING_2(__sanitizer_cov_bool_flag_init)
NOTHING_2(__sanitizer_cov_pcs_init)
NOTHING_2(__sanitizer_cov_cfs_init)
