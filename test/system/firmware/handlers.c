/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Instrumented: an NMI handler (Cortex-M), and a fault handler that skips the faulting
 * instruction.
 */
#include <stdint.h>

volatile unsigned nmis, hard_faults;

#ifdef __riscv
void fault(void);

void fault(void)
{
	if (hard_faults < 100)
		hard_faults++;
}
#else
void nmi(void);
void fault_body(uint32_t *frame);

void nmi(void)
{
	if (nmis < 100)
		nmis++;
}

void fault_body(uint32_t *frame)
{
	if (hard_faults < 100)
		hard_faults++;
	frame[6] += 2; /* the stacked PC: after udf */
}

__asm__(".section .text.hard_fault, \"ax\"\n"
	".global hard_fault\n"
	".type hard_fault, %function\n"
	".thumb_func\n"
	"hard_fault:\n"
	"	mov r0, sp\n"
	"	ldr r1, =fault_body\n"
	"	bx r1\n"
	".ltorg\n"
	".previous\n");
#endif
