/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A context of the bare-metal port that records from the first instruction on; the
 * hooks of comparisons do nothing. */
#include "hooks/record_context.h"

static anycov_word area[1 << 16];
struct anycov_ctx anycov_current_ctx[1] = { {
	.mode = ANYCOV_RECORDING_MAGIC + ANYCOV_M_PC,
	.area = area,
	.size = 1 << 16,
	.limit = (1 << 16) - 1,
} };

#define HOOK(name, type)                                                                           \
	void __sanitizer_cov_trace_##name(type a, type b);                                         \
	void __sanitizer_cov_trace_##name(type a, type b)                                          \
	{                                                                                          \
		(void)a;                                                                           \
		(void)b;                                                                           \
	}
HOOK(cmp1, uint8_t)
HOOK(cmp2, uint16_t)
HOOK(cmp4, uint32_t)
HOOK(cmp8, uint64_t)
HOOK(const_cmp1, uint8_t)
HOOK(const_cmp2, uint16_t)
HOOK(const_cmp4, uint32_t)
HOOK(const_cmp8, uint64_t)
HOOK(cmpf, float)
HOOK(cmpd, double)

void __sanitizer_cov_trace_switch(uint64_t value, void *cases);
void __sanitizer_cov_trace_switch(uint64_t value, void *cases)
{
	(void)value;
	(void)cases;
}
