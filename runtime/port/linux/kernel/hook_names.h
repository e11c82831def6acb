/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * On x86-64 compilers call trampolines with the names of the hooks (hook_gate.c), so the hooks
 * themselves have other names.  Included first in the files that define hooks.
 */
#ifndef ANYCOV_HOOK_NAMES_H
#define ANYCOV_HOOK_NAMES_H

#define __sanitizer_cov_trace_pc anycov_on_trace_pc
#define __sanitizer_cov_trace_pc_guard anycov_on_trace_pc_guard
#define __sanitizer_cov_trace_pc_entry anycov_on_trace_pc_entry
#define __sanitizer_cov_trace_pc_exit anycov_on_trace_pc_exit
#define __sanitizer_cov_trace_cmp1 anycov_on_trace_cmp1
#define __sanitizer_cov_trace_cmp2 anycov_on_trace_cmp2
#define __sanitizer_cov_trace_cmp4 anycov_on_trace_cmp4
#define __sanitizer_cov_trace_cmp8 anycov_on_trace_cmp8
#define __sanitizer_cov_trace_const_cmp1 anycov_on_trace_const_cmp1
#define __sanitizer_cov_trace_const_cmp2 anycov_on_trace_const_cmp2
#define __sanitizer_cov_trace_const_cmp4 anycov_on_trace_const_cmp4
#define __sanitizer_cov_trace_const_cmp8 anycov_on_trace_const_cmp8
#define __sanitizer_cov_trace_switch anycov_on_trace_switch

#endif
