/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The other image of a Cortex-M33 with TrustZone, which calls the secure one (secure.c). */
#include <stdint.h>

int secure_service(int n);
volatile int result;

__attribute__((noinline)) int steps(int n)
{
	int i = 0;

	while (n > 1) {
		n = secure_service(n);
		i++;
	}
	if (n < 0)
		return -1;
	return i;
}

extern uint32_t __data_source[], __data_start[], __data_end[], __bss_start[], __bss_end[];

void Reset_Handler(void)
{
	uint32_t *from = __data_source;

	for (uint32_t *to = __data_start; to < __data_end;)
		*to++ = *from++;
	for (uint32_t *to = __bss_start; to < __bss_end;)
		*to++ = 0;
	for (;;)
		result = steps(6);
}

static void fault(void)
{
	for (;;)
		;
}

__attribute__((section(".vectors"), used)) static void *const vectors[16] = {
	(void *)0x28010000, (void *)Reset_Handler, (void *)fault, (void *)fault,
	(void *)fault,      (void *)fault,         (void *)fault, (void *)fault,
};
