/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * riscv32, machine mode: the timer and ecall enter one trap handler, which saves every register
 * on the task's stack.
 */
#include "anycov/anycov.h"
#include "minirtos.h"

#define MTIMECMP ((volatile uint32_t *)0x2004000)
#define MTIME ((volatile uint32_t *)0x200bff8)
#define PERIOD 20000 /* in units of 100 ns */
#define FRAME 36     /* words: x1, x3 to x31, mepc, mstatus, to a multiple of 16 bytes */
#define MEPC 32
#define MSTATUS 33

static volatile int in_trap;

uintptr_t port_mask(void)
{
	uintptr_t state;

	__asm__ __volatile__("csrrci %0, mstatus, 8" : "=r"(state)::"memory");
	return state & 8;
}

void port_unmask(uintptr_t state)
{
	if (state)
		__asm__ __volatile__("csrsi mstatus, 8" ::: "memory");
}

/* Switches immediately when called in a task; restores the interrupt state on return. */
void port_yield(void)
{
	if (!in_trap)
		__asm__ __volatile__("ecall" ::: "memory");
}

uintptr_t *port_stack(uintptr_t *top, void (*body)(void *), void *arg)
{
	uintptr_t *sp = (uintptr_t *)((uintptr_t)top & ~(uintptr_t)15) - FRAME;

	sp[1] = (uintptr_t)rtos_exit; /* ra */
	sp[10] = (uintptr_t)arg;      /* a0 */
	sp[MEPC] = (uintptr_t)body;
	sp[MSTATUS] = 0x1880; /* return to machine mode, interrupts on */
	return sp;
}

static void next_tick(void)
{
	uint32_t now = MTIME[0];

	MTIMECMP[1] = 0; /* the example ends before 32 bits wrap */
	MTIMECMP[0] = now + PERIOD;
}

/*
 * RISC-V has no bit that shows that an interrupt handler runs: the handler reports it, so that
 * its records are kept apart.  An ecall is handled likewise.
 */
void trap_body(uintptr_t *frame);
void trap_body(uintptr_t *frame)
{
	uintptr_t cause;

	anycov_irq_enter();
	in_trap = 1;
	__asm__ __volatile__("csrr %0, mcause" : "=r"(cause));
	if (cause >> 31) {
		next_tick();
		rtos_tick();
	} else {
		frame[MEPC] += 4; /* past the ecall */
	}
	rtos_switch();
	in_trap = 0;
	anycov_irq_leave();
}

#define EACH(op)                                                                                   \
	op " x1, 4(sp)\n\t" op " x3, 12(sp)\n\t" op " x4, 16(sp)\n\t" op " x5, 20(sp)\n\t" op      \
	   " x6, 24(sp)\n\t" op " x7, 28(sp)\n\t" op " x8, 32(sp)\n\t" op " x9, 36(sp)\n\t" op     \
	   " x10, 40(sp)\n\t" op " x11, 44(sp)\n\t" op " x12, 48(sp)\n\t" op " x13, 52(sp)\n\t" op \
	   " x14, 56(sp)\n\t" op " x15, 60(sp)\n\t" op " x16, 64(sp)\n\t" op " x17, 68(sp)\n\t" op \
	   " x18, 72(sp)\n\t" op " x19, 76(sp)\n\t" op " x20, 80(sp)\n\t" op " x21, 84(sp)\n\t" op \
	   " x22, 88(sp)\n\t" op " x23, 92(sp)\n\t" op " x24, 96(sp)\n\t" op                       \
	   " x25, 100(sp)\n\t" op " x26, 104(sp)\n\t" op " x27, 108(sp)\n\t" op                    \
	   " x28, 112(sp)\n\t" op " x29, 116(sp)\n\t" op " x30, 120(sp)\n\t" op                    \
	   " x31, 124(sp)\n\t"

/* Naked: a probe here would destroy the registers that the function saves. */
__attribute__((naked, used, aligned(4))) static void trap(void)
{
	__asm__ __volatile__("addi sp, sp, -144\n\t" EACH(
		"sw") "csrr t0, mepc\n\tsw t0, 128(sp)\n\t"
		      "csrr t0, mstatus\n\tsw t0, 132(sp)\n\t"
		      "la t0, rtos_running\n\tlw t1, 0(t0)\n\tsw sp, 0(t1)\n\t"
		      "mv a0, sp\n\tcall trap_body\n"
		      "load_task:\n\t"
		      "la t0, rtos_running\n\tlw t1, 0(t0)\n\tlw sp, 0(t1)\n\t"
		      "lw t0, 128(sp)\n\tcsrw mepc, t0\n\t"
		      "lw t0, 132(sp)\n\tcsrw mstatus, t0\n\t" EACH(
			      "lw") "addi sp, sp, 144\n\tmret");
}

void port_start(void)
{
	__asm__ __volatile__("csrw mtvec, %0" ::"r"(trap));
	next_tick();
	__asm__ __volatile__("csrw mie, %0" ::"r"(0x80));
	__asm__ __volatile__("j load_task");
	__builtin_unreachable();
}

void port_leave(void)
{
	port_yield();
	__builtin_unreachable();
}
