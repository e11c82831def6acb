/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* AArch64: virt, a Cortex-A53 at EL1 with a GICv2 and the generic timer. */
#include "board.h"
#include "semihost.h"

#define GICD(offset) (*(volatile uint32_t *)(uintptr_t)(0x08000000 + (offset)))
#define GICC(offset) (*(volatile uint32_t *)(uintptr_t)(0x08010000 + (offset)))
#define UART ((volatile uint32_t *)0x09000000)
#define TIMER_INTID 30 /* the physical timer of EL1 */

#ifndef PERIOD
#define PERIOD 300 /* in units of 16 ns */
#endif

static unsigned phase;

void irq_entry(void);

/* Called by the vector below, with the registers saved that a call may change. */
__attribute__((used)) void irq_body(void)
{
	uint32_t id = GICC(0xc);

	isr();
	phase = (phase + 37) % 101;
	__asm__ __volatile__("msr cntp_tval_el0, %0" ::"r"((uint64_t)(PERIOD + phase)));
	GICC(0x10) = id;
}

void board_irq_every_insn(int on)
{
	__asm__ __volatile__("msr daifset, #2" ::: "memory");
	GICD(0) = 1;
	GICD(0x100) = 1u << TIMER_INTID;
	GICC(4) = 0xff;
	GICC(0) = 1;
	__asm__ __volatile__("msr cntp_tval_el0, %0" ::"r"((uint64_t)PERIOD));
	__asm__ __volatile__("msr cntp_ctl_el0, %0\n\tisb" ::"r"((uint64_t)(on != 0)));
	if (on)
		__asm__ __volatile__("msr daifclr, #2" ::: "memory");
}

void board_put(const void *data, size_t n)
{
	const unsigned char *p = data;

	while (n--)
		UART[0] = *p++;
}

void board_exit(int status)
{
	for (;;)
		semihost_exit(status);
}

__attribute__((used)) void bad_exception(void)
{
	board_exit(98);
}

__asm__(".section .vectors, \"ax\"\n"
	".global _start\n"
	"_start:\n"
	"	adrp x0, __stack\n"
	"	add x0, x0, :lo12:__stack\n"
	"	mov sp, x0\n"
	"	adr x0, vectors\n"
	"	msr vbar_el1, x0\n"
	"	isb\n"
	"	b board_start\n"
	".macro other\n"
	"	.balign 128\n"
	"	b bad_exception\n"
	".endm\n"
	".balign 2048\n"
	"vectors:\n"
	"	other\n	other\n	other\n	other\n	other\n"
	"	.balign 128\n" /* interrupt, this level, its own stack pointer */
	"	b irq_entry\n"
	"	other\n	other\n	other\n	other\n	other\n	other\n	other\n	other\n	other\n	other\n"
	".macro both op, a, b, at\n"
	"	\\op x\\a, x\\b, [sp, #\\at]\n"
	".endm\n"
	".macro all op\n"
	"	both \\op, 0, 1, 0\n	both \\op, 2, 3, 16\n	both \\op, 4, 5, 32\n"
	"	both \\op, 6, 7, 48\n	both \\op, 8, 9, 64\n	both \\op, 10, 11, 80\n"
	"	both \\op, 12, 13, 96\n	both \\op, 14, 15, 112\n	both \\op, 16, 17, 128\n"
	"	both \\op, 18, 29, 144\n	both \\op, 30, 30, 160\n"
	".endm\n"
	"irq_entry:\n"
	"	sub sp, sp, #176\n"
	"	all stp\n"
	"	bl irq_body\n"
	"	ldr x30, [sp, #160]\n"
	"	ldp x0, x1, [sp]\n"
	"	ldp x2, x3, [sp, #16]\n	ldp x4, x5, [sp, #32]\n	ldp x6, x7, [sp, #48]\n"
	"	ldp x8, x9, [sp, #64]\n	ldp x10, x11, [sp, #80]\n	ldp x12, x13, [sp, #96]\n"
	"	ldp x14, x15, [sp, #112]\n	ldp x16, x17, [sp, #128]\n	ldp x18, x29, [sp, "
	"#144]\n"
	"	add sp, sp, #176\n"
	"	eret\n"
	".previous\n");
