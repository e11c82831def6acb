/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A kernel that gives a task, which has no privileges, the memory of task.c alone (Cortex-M3, MPU
 * of ARMv7-M), and serves its calls.
 */
#include <stdint.h>

#define MPU ((volatile uint32_t *)0xe000ed90) /* type, control, number, base, attributes */
#define SHCSR (*(volatile uint32_t *)0xe000ed24)

void task(void);
extern uint32_t __task_source[], __task_start[], __task_end[];
extern uint32_t __data_source[], __data_start[], __data_end[], __bss_start[], __bss_end[];

static void region(uint32_t number, uint32_t base, uint32_t attributes)
{
	MPU[2] = number;
	MPU[3] = base;
	MPU[4] = attributes | 1;
}

/* What the task asks for. */
static int serve(int n)
{
	if (n == 1)
		return 10;
	if (n == 2)
		return 20;
	return -1;
}

void svc(uint32_t *frame)
{
	frame[0] = (uint32_t)serve((int)frame[0]);
}

__attribute__((naked)) static void svc_entry(void)
{
	__asm__("mrs r0, psp\n\tb svc");
}

/* The task wrote where it must not. */
static void fault(void)
{
	for (;;)
		;
}

__attribute__((noinline)) static void copy(uint32_t *from, uint32_t *to, const uint32_t *end)
{
	while (to < end)
		*to++ = *from++;
}

__attribute__((noinline)) static void start(void)
{
	/* Flash is for reading, of all; the task's 64 KiB for all; the rest for the kernel. */
	region(0, 0, 6u << 24 | 21 << 1);
	region(1, (uint32_t)__task_start, 1u << 28 | 3u << 24 | 15 << 1);
	MPU[1] = 5;
	SHCSR |= 1u << 16;
	__asm__ volatile("msr psp, %0\n\tmsr control, %1\n\tisb\n\tbx %2"
			 :
			 : "r"((uint32_t)__task_start + 0x10000), "r"(3), "r"(task));
}

void Reset_Handler(void)
{
	copy(__data_source, __data_start, __data_end);
	copy(__task_source, __task_start, __task_end);
	for (uint32_t *to = __bss_start; to < __bss_end;)
		*to++ = 0;
	start();
}

__attribute__((section(".vectors"), used)) static void *const vectors[16] = {
	(void *)0x20008000,
	(void *)Reset_Handler,
	(void *)fault,
	(void *)fault,
	(void *)fault,
	(void *)fault,
	(void *)fault,
	0,
	0,
	0,
	0,
	(void *)svc_entry,
};
