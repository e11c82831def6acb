/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Floating-point comparisons, which only GCC has hooks for.  Operands are recorded as bit
 * patterns, with ANYCOV_CMP_FLOAT in the type.  A file of its own, because kernels and firmware
 * without floating-point registers omit it.
 */
#include "writer.h"
#include "anycov/hooks.h"

union bits32 {
	float f;
	uint32_t u;
};

ANYCOV_NO_COV void __sanitizer_cov_trace_cmpf(float a, float b)
{
	union bits32 x = { .f = a }, y = { .f = b };

	ANYCOV_RECORD_CMP(ANYCOV_CMP_SIZE(2) | ANYCOV_CMP_FLOAT, x.u, y.u, ANYCOV_HOOK_PC());
}

#if __SIZEOF_DOUBLE__ == 8
union bits64 {
	double f;
	uint64_t u;
};
#define LOG2_DOUBLE 3
#else /* AVR: a double is a float */
union bits64 {
	double f;
	uint32_t u;
};
#define LOG2_DOUBLE 2
#endif

ANYCOV_NO_COV void __sanitizer_cov_trace_cmpd(double a, double b)
{
	union bits64 x = { .f = a }, y = { .f = b };

	ANYCOV_RECORD_CMP(ANYCOV_CMP_SIZE(LOG2_DOUBLE) | ANYCOV_CMP_FLOAT, x.u, y.u,
			  ANYCOV_HOOK_PC());
}
