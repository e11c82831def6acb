/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Cortex-M3: SysTick counts, PendSV switches.  Instrumented like all other code: naked
 * functions get no probe, otherwise this kernel could not work.
 */
#include "minirtos.h"

#define SYST ((volatile uint32_t *)0xe000e010) /* CSR, RVR, CVR */
#define ICSR (*(volatile uint32_t *)0xe000ed04)
#define SHPR3 (*(volatile uint32_t *)0xe000ed20)
#define PERIOD 25000 /* cycles */

uintptr_t port_mask(void)
{
	uintptr_t state;

	__asm__ __volatile__("mrs %0, primask\n\tcpsid i" : "=r"(state)::"memory");
	return state;
}

void port_unmask(uintptr_t state)
{
	__asm__ __volatile__("msr primask, %0" ::"r"(state) : "memory");
}

void port_yield(void)
{
	ICSR = 1u << 28;
	__asm__ __volatile__("dsb\n\tisb" ::: "memory");
}

/* Stack contents as PendSV leaves them: r4 to r11, then what the processor stacks itself. */
uintptr_t *port_stack(uintptr_t *top, void (*body)(void *), void *arg)
{
	uintptr_t *sp = (uintptr_t *)((uintptr_t)top & ~(uintptr_t)7) - 16;

	sp[8] = (uintptr_t)arg;         /* r0 */
	sp[13] = (uintptr_t)rtos_exit;  /* lr */
	sp[14] = (uintptr_t)body & ~1u; /* pc */
	sp[15] = 0x01000000;            /* xpsr: Thumb */
	return sp;
}

void systick(void);
void systick(void)
{
	rtos_tick();
}

/* Saves and restores in assembly; the C function in between runs with interrupts masked. */
__attribute__((naked)) void pend_sv(void);
void pend_sv(void)
{
	__asm__ __volatile__("mrs r0, psp\n\t"
			     "stmdb r0!, {r4-r11}\n\t"
			     "ldr r1, =rtos_running\n\t"
			     "ldr r2, [r1]\n\t"
			     "str r0, [r2]\n\t"
			     "push {r3, lr}\n\t"
			     "cpsid i\n\t"
			     "bl rtos_switch\n\t"
			     "cpsie i\n\t"
			     "pop {r3, lr}\n\t"
			     "ldr r1, =rtos_running\n\t"
			     "ldr r2, [r1]\n\t"
			     "ldr r0, [r2]\n\t"
			     "ldmia r0!, {r4-r11}\n\t"
			     "msr psp, r0\n\t"
			     "bx lr\n\t"
			     ".ltorg");
}

/* Starts the first task: an exception return loads its registers. */
__attribute__((naked)) void sv_call(void);
void sv_call(void)
{
	__asm__ __volatile__("ldr r1, =rtos_running\n\t"
			     "ldr r2, [r1]\n\t"
			     "ldr r0, [r2]\n\t"
			     "ldmia r0!, {r4-r11}\n\t"
			     "msr psp, r0\n\t"
			     "ldr lr, =0xfffffffd\n\t"
			     "bx lr\n\t"
			     ".ltorg");
}

void port_leave(void)
{
	port_yield();
	port_unmask(0);
	for (;;)
		;
}

void port_start(void)
{
	SHPR3 = 0xc0ff0000; /* PendSV has the lowest priority */
	SYST[1] = PERIOD;
	SYST[2] = 0;
	SYST[0] = 7;
	__asm__ __volatile__("svc 0" ::: "memory");
	for (;;)
		;
}
