/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Comparison hooks.  A record contains the operands as the compiler passed them, zero-extended;
 * the const hooks get the constant first (clang's SanitizerCoverage.rst).
 */
#include "writer.h"
#include "anycov/hooks.h"

#ifdef ANYCOV_PORT_NO_CMP
/*
 * One test of the port shows that neither comparison mode is on; the rest is a separate
 * function, to keep its registers out of the hook.
 */
static ANYCOV_NOINLINE void anycov_cmp_on(unsigned int type, uint64_t a, uint64_t b, uintptr_t pc)
{
	ANYCOV_RECORD_CMP(type, a, b, pc);
}

#define RECORD(type, a, b)                                                                         \
	do {                                                                                       \
		if (!ANYCOV_PORT_NO_CMP())                                                         \
			anycov_cmp_on(type, a, b, ANYCOV_HOOK_PC());                               \
	} while (0)
#else
#define RECORD(type, a, b) ANYCOV_RECORD_CMP(type, a, b, ANYCOV_HOOK_PC())
#endif

#define CMP_HOOK(bytes, bits, log2)                                                                \
	ANYCOV_NO_COV void __sanitizer_cov_trace_cmp##bytes(uint##bits##_t a, uint##bits##_t b)    \
	{                                                                                          \
		RECORD(ANYCOV_CMP_SIZE(log2), a, b);                                               \
	}                                                                                          \
	ANYCOV_NO_COV void __sanitizer_cov_trace_const_cmp##bytes(uint##bits##_t a,                \
								  uint##bits##_t b)                \
	{                                                                                          \
		RECORD(ANYCOV_CMP_SIZE(log2) | ANYCOV_CMP_CONST, a, b);                            \
	}

CMP_HOOK(1, 8, 0)
CMP_HOOK(2, 16, 1)
CMP_HOOK(4, 32, 2)
CMP_HOOK(8, 64, 3)
