/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* For flags_scripts.sh: the reset handler that goes with vendor.ld, or the vectors alone. */
#include <stdint.h>

#ifdef VECTORS_ONLY
void _start(void);

__attribute__((section(".vectors"),
	       used)) static void (*const vectors[])(void) = { (void (*)(void))0x20030000, _start };
#else
extern uint32_t _sidata, _sdata, _edata, _sbss, _ebss, _estack;
void initialise_monitor_handles(void);
void exit(int status) __attribute__((noreturn));
int main(void);

/* The C library calls these, which come with its own start-up code. */
void _init(void);
void _init(void)
{
}

void _fini(void);
void _fini(void)
{
}

void Reset_Handler(void);
void Reset_Handler(void)
{
	const volatile uint32_t *from = &_sidata;
	volatile uint32_t *p;

	/* RAM contains anything when the power comes. */
	for (p = &_sdata; p < &_ebss; p++)
		*p = 0x01010101;
	for (p = &_sdata; p < &_edata;)
		*p++ = *from++;
	for (p = &_sbss; p < &_ebss;)
		*p++ = 0;
	initialise_monitor_handles();
	exit(main());
}

__attribute__((section(".isr_vector"), used)) static void (*const vectors[])(void) = {
	(void (*)(void)) & _estack, Reset_Handler
};
#endif
