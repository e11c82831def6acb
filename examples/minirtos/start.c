/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* From reset to main(), and exit from the simulator.  Not instrumented (list of --firmware). */
#include "start.h"
#include "vectors.h"

extern char __data_start[], __data_end[], __data_load[], __bss_start[], __bss_end[];
int main(void);

void example_exit(int status)
{
	uintptr_t args[2] = { 0x20026, (uintptr_t)status };
#if defined(__riscv)
	register uintptr_t op __asm__("a0") = 0x20;
	register uintptr_t *block __asm__("a1") = args;

	__asm__ __volatile__(".option push\n\t.option norvc\n\t.balign 16\n\t"
			     "slli x0, x0, 0x1f\n\tebreak\n\tsrai x0, x0, 7\n\t.option pop"
			     : "+r"(op)
			     : "r"(block)
			     : "memory");
#else
	register uintptr_t op __asm__("r0") = 0x20;
	register uintptr_t *block __asm__("r1") = args;

	__asm__ __volatile__("bkpt 0xab" : "+r"(op) : "r"(block) : "memory");
#endif
	for (;;)
		;
}

__attribute__((used, noreturn)) void Reset_Handler(void);
void Reset_Handler(void)
{
	volatile uint32_t *to = (volatile uint32_t *)(uintptr_t)__data_start;
	const volatile uint32_t *from = (const volatile uint32_t *)(uintptr_t)__data_load;

	while (to < (volatile uint32_t *)(uintptr_t)__data_end)
		*to++ = *from++;
	for (to = (volatile uint32_t *)(uintptr_t)__bss_start;
	     to < (volatile uint32_t *)(uintptr_t)__bss_end;)
		*to++ = 0;
	example_exit(main());
}

#if defined(__riscv)
__asm__(".section .vectors, \"ax\"\n"
	".global _start\n"
	"_start:	la sp, __stack\n"
	"	j Reset_Handler\n"
	".previous\n");
#else
void systick(void);

static void fault(void)
{
	example_exit(98);
}

CORTEXM_VECTORS(Reset_Handler, fault, fault, fault, systick);
#endif
