/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The hooks that code may call, and those that the trampolines of x86-64 jump to. */
#ifndef ANYCOV_HOOK_GATE_H
#define ANYCOV_HOOK_GATE_H

#include "anycov/hooks.h"

#define HOOKS_OF_PCS(X) X(trace_pc) X(trace_pc_guard) X(trace_pc_entry) X(trace_pc_exit)
#define HOOKS_OF_COMPARISONS(X)                                                                    \
	X(trace_cmp1)                                                                              \
	X(trace_cmp2)                                                                              \
	X(trace_cmp4)                                                                              \
	X(trace_cmp8)                                                                              \
	X(trace_const_cmp1)                                                                        \
	X(trace_const_cmp2)                                                                        \
	X(trace_const_cmp4)                                                                        \
	X(trace_const_cmp8)                                                                        \
	X(trace_switch)

#define ANYCOV_DECLARE_ON(hook) extern typeof(__sanitizer_cov_##hook) anycov_on_##hook;
HOOKS_OF_PCS(ANYCOV_DECLARE_ON)
HOOKS_OF_COMPARISONS(ANYCOV_DECLARE_ON)

#endif
