/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The secure image of a Cortex-M33 with TrustZone (QEMU's mps2-an505): it gives the other image its
 * memory, starts it, and serves its calls.
 */
#include <stdint.h>

#define REGISTER(address) (*(volatile uint32_t *)(address))
#define NSCCFG REGISTER(0x50080014)
#define VTOR_NS REGISTER(0xe002ed08)
#define SAU ((volatile uint32_t *)0xe000edd0) /* control, type, number, base, limit */

/* Of an MPC, which divides a memory: control, last block, number, bits of 32 blocks. */
static void give(uint32_t mpc, int upper_half_only)
{
	uint32_t last = REGISTER(mpc + 0x10);

	for (uint32_t i = upper_half_only ? (last + 1) / 2 : 0; i <= last; i++) {
		REGISTER(mpc + 0x18) = i;
		REGISTER(mpc + 0x1c) = 0xffffffff;
	}
}

static void region(uint32_t number, uint32_t base, uint32_t limit, uint32_t callable)
{
	SAU[2] = number;
	SAU[3] = base;
	SAU[4] = (limit & ~31u) | callable << 1 | 1;
}

__attribute__((cmse_nonsecure_entry)) int secure_service(int n)
{
	if (n > 100)
		return -1;
	if (n & 1)
		return 3 * n + 1;
	return n / 2;
}

extern uint32_t __data_source[], __data_start[], __data_end[], __bss_start[], __bss_end[];
extern uint32_t __stubs_start[];

__attribute__((noinline)) int secure_init(void)
{
	NSCCFG = 1;
	give(0x58007000, 1);
	give(0x58008000, 0);
	region(0, 0x00200000, 0x003fffff, 0);
	region(1, 0x28000000, 0x281fffff, 0);
	region(2, (uint32_t)__stubs_start, (uint32_t)__stubs_start + 31, 1);
	SAU[0] = 1;
	return 0;
}

void Reset_Handler(void)
{
	uint32_t *from = __data_source;
	typedef void __attribute__((cmse_nonsecure_call)) other_image(void);

	for (uint32_t *to = __data_start; to < __data_end;)
		*to++ = *from++;
	for (uint32_t *to = __bss_start; to < __bss_end;)
		*to++ = 0;
	secure_init();
	VTOR_NS = 0x00200000;
	__asm__ volatile("msr msp_ns, %0" : : "r"(REGISTER(0x00200000)));
	((other_image *)(REGISTER(0x00200004) & ~1u))();
}

static void fault(void)
{
	for (;;)
		;
}

__attribute__((section(".vectors"), used)) static void *const vectors[16] = {
	(void *)0x30007ff0, (void *)Reset_Handler, (void *)fault, (void *)fault,
	(void *)fault,      (void *)fault,         (void *)fault, (void *)fault,
};
