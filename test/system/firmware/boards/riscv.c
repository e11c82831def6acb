/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* riscv32 and riscv64: virt. */
#include "board.h"
#include "semihost.h"

#define CLINT 0x2000000u
#define MTIMECMP (*(volatile uint64_t *)(uintptr_t)(CLINT + 0x4000))
#define MTIME (*(volatile uint64_t *)(uintptr_t)(CLINT + 0xbff8))
#define UART ((volatile uint8_t *)0x10000000)

#ifndef PERIOD
#define PERIOD 170 /* in units of 100 ns */
#endif

static unsigned phase;

#if __riscv_xlen == 64
static uint64_t now(void)
{
	return MTIME;
}

static void next(uint64_t when)
{
	MTIMECMP = when;
}
#else
static uint64_t now(void)
{
	return ((volatile uint32_t *)&MTIME)[0]; /* the test ends before it wraps */
}

static void next(uint64_t when)
{
	((volatile uint32_t *)&MTIMECMP)[1] = (uint32_t)(when >> 32);
	((volatile uint32_t *)&MTIMECMP)[0] = (uint32_t)when;
}
#endif

/*
 * handlers.c defines another one.  Not a weak declaration: clang accesses those through a .got,
 * which would be placed after .noinit and make a flat image load RAM again at a reset.
 */
__attribute__((weak)) void fault(void)
{
	board_exit(98);
}

__attribute__((interrupt, aligned(4))) static void trap(void)
{
	uintptr_t cause, at;

	__asm__ __volatile__("csrr %0, mcause" : "=r"(cause));
	if (!(cause >> (__riscv_xlen - 1))) {
		fault();
		__asm__ __volatile__("csrr %0, mepc" : "=r"(at));
		__asm__ __volatile__("csrw mepc, %0" ::"r"(at + 4));
		return;
	}
	isr();
	phase = (phase + 37) % 101;
	next(now() + PERIOD + phase);
}

void board_irq_every_insn(int on)
{
	__asm__ __volatile__("csrci mstatus, 8" ::: "memory");
	next(on ? now() + PERIOD : UINT64_MAX);
	__asm__ __volatile__("csrw mtvec, %0" ::"r"(trap));
	__asm__ __volatile__("csrw mie, %0" ::"r"(on ? 0x80 : 0));
	if (on)
		__asm__ __volatile__("csrsi mstatus, 8" ::: "memory");
}

void board_put(const void *data, size_t n)
{
	const unsigned char *p = data;

	while (n--) {
		while (!(UART[5] & 0x20))
			;
		UART[0] = *p++;
	}
}

void board_exit(int status)
{
	for (;;)
		semihost_exit(status);
}

__asm__(".section .vectors, \"ax\"\n"
	".global _start\n"
	"_start:\n"
	"	la sp, __stack\n"
	"	j board_start\n"
	".previous\n");
