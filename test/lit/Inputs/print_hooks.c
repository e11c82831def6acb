/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Hooks that print their arguments: link it with instrumented code to see what
 * a call hands over.  Hexadecimal, as the argument's own type.
 */
#include <stdint.h>
#include <stdio.h>

void __sanitizer_cov_trace_pc(void)
{
	printf("pc\n");
}

#define CMP(name, type)                                                               \
	void __sanitizer_cov_trace_##name(type a, type b);                            \
	void __sanitizer_cov_trace_##name(type a, type b)                             \
	{                                                                             \
		printf(#name " %llx %llx\n", (unsigned long long)a, (unsigned long long)b); \
	}
CMP(cmp1, uint8_t)
CMP(cmp2, uint16_t)
CMP(cmp4, uint32_t)
CMP(cmp8, uint64_t)
CMP(const_cmp1, uint8_t)
CMP(const_cmp2, uint16_t)
CMP(const_cmp4, uint32_t)
CMP(const_cmp8, uint64_t)

void __sanitizer_cov_trace_cmpf(float a, float b);
void __sanitizer_cov_trace_cmpf(float a, float b)
{
	printf("cmpf %g %g\n", (double)a, (double)b);
}

void __sanitizer_cov_trace_cmpd(double a, double b);
void __sanitizer_cov_trace_cmpd(double a, double b)
{
	printf("cmpd %g %g\n", a, b);
}

void __sanitizer_cov_trace_switch(uint64_t value, const uint64_t *table);
void __sanitizer_cov_trace_switch(uint64_t value, const uint64_t *table)
{
	printf("switch %llx of %u at %u bits:", (unsigned long long)value, (unsigned)table[0],
	       (unsigned)table[1]);
	for (uint64_t i = 0; i < table[0]; i++)
		printf(" %llx", (unsigned long long)table[2 + i]);
	printf("\n");
}
