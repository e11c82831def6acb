/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Hooks that only count, and destroy what a C function may destroy. */
#include <stdint.h>

unsigned long hooks_called;
double hooks_floats[4];

__attribute__((noinline)) static void clobber(void)
{
	hooks_called++;
	for (int i = 0; i < 4; i++)
		hooks_floats[i] = hooks_floats[i] * 3 + 1;
	/* Values that would be noticed in an argument register. */
#if defined(__x86_64__)
	__asm__ volatile("mov $-1, %%rax; mov %%rax, %%rdi; mov %%rax, %%rsi; mov %%rax, %%rdx;"
			 "mov %%rax, %%rcx; mov %%rax, %%r8; mov %%rax, %%r9; mov %%rax, %%r10;"
			 "mov %%rax, %%r11" : : : "rax", "rdi", "rsi", "rdx", "rcx", "r8", "r9",
			 "r10", "r11", "xmm0", "xmm1", "xmm7", "xmm15", "cc", "memory");
#elif defined(__aarch64__)
	__asm__ volatile("mov x0, -1; mov x1, x0; mov x2, x0; mov x8, x0; mov x16, x0; mov x17, x0"
			 : : : "x0", "x1", "x2", "x8", "x16", "x17", "v0", "v1", "v31", "cc",
			 "memory");
#endif
}

#define HOOK(name, ...)                                   \
	void __sanitizer_cov_trace_##name(__VA_ARGS__);   \
	void __sanitizer_cov_trace_##name(__VA_ARGS__)    \
	{                                                 \
		clobber();                                \
	}
#pragma GCC diagnostic ignored "-Wunused-parameter"
HOOK(pc, void)
HOOK(cmp1, uint8_t a, uint8_t b)
HOOK(cmp2, uint16_t a, uint16_t b)
HOOK(cmp4, uint32_t a, uint32_t b)
HOOK(cmp8, uint64_t a, uint64_t b)
HOOK(const_cmp1, uint8_t a, uint8_t b)
HOOK(const_cmp2, uint16_t a, uint16_t b)
HOOK(const_cmp4, uint32_t a, uint32_t b)
HOOK(const_cmp8, uint64_t a, uint64_t b)
HOOK(cmpf, float a, float b)
HOOK(cmpd, double a, double b)
HOOK(switch, uint64_t value, const uint64_t *table)
