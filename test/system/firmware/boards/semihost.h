/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Exit from the simulator, on ARM, AArch64 and RISC-V. */
#ifndef SEMIHOST_H
#define SEMIHOST_H

#include <stdint.h>

static inline uintptr_t semihost(uintptr_t op, const void *args)
{
#if defined(__aarch64__)
	register uintptr_t r0 __asm__("x0") = op;
	register const void *r1 __asm__("x1") = args;

	__asm__ __volatile__("hlt #0xf000" : "+r"(r0) : "r"(r1) : "memory");
#elif defined(__riscv)
	register uintptr_t r0 __asm__("a0") = op;
	register const void *r1 __asm__("a1") = args;

	__asm__ __volatile__(".balign 16\n\t.option push\n\t.option norvc\n\t"
			     "slli x0, x0, 0x1f\n\tebreak\n\tsrai x0, x0, 7\n\t.option pop"
			     : "+r"(r0)
			     : "r"(r1)
			     : "memory");
#else
	register uintptr_t r0 __asm__("r0") = op;
	register const void *r1 __asm__("r1") = args;

	__asm__ __volatile__("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
#endif
	return r0;
}

static inline void semihost_exit(int status)
{
	uintptr_t args[2];

	args[0] = 0x20026; /* ADP_Stopped_ApplicationExit */
	args[1] = (uintptr_t)status;
	semihost(0x20, args); /* SYS_EXIT_EXTENDED */
}

#endif
