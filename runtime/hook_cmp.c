/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Comparison hooks.  A record keeps the operands as the compiler passed them,
 * zero-extended; in the const forms the constant is the first of them.
 */
#include "writer.h"
#include "anycov/hooks.h"

#define CMP_HOOK(bytes, bits, log2)                                                               \
	ANYCOV_NO_COV void __sanitizer_cov_trace_cmp##bytes(uint##bits##_t a, uint##bits##_t b)   \
	{                                                                                         \
		ANYCOV_RECORD_CMP(ANYCOV_CMP_SIZE(log2), a, b, ANYCOV_HOOK_PC());                                          \
	}                                                                                         \
	ANYCOV_NO_COV void __sanitizer_cov_trace_const_cmp##bytes(uint##bits##_t a,               \
								  uint##bits##_t b)               \
	{                                                                                         \
		ANYCOV_RECORD_CMP(ANYCOV_CMP_SIZE(log2) | ANYCOV_CMP_CONST, a, b,                  \
				  ANYCOV_HOOK_PC());                       \
	}

CMP_HOOK(1, 8, 0)
CMP_HOOK(2, 16, 1)
CMP_HOOK(4, 32, 2)
CMP_HOOK(8, 64, 3)
