/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Cortex-M0 and M3: microbit, mps2-an385, lm3s6965evb. */
#include "board.h"
#include "semihost.h"
#include "../../../../examples/minirtos/vectors.h"

#define SYST_CSR (*(volatile uint32_t *)0xe000e010)
#define SYST_RVR (*(volatile uint32_t *)0xe000e014)
#define SYST_CVR (*(volatile uint32_t *)0xe000e018)

#ifndef PERIOD
#define PERIOD 170 /* in ticks of the processor's clock */
#endif

static unsigned phase;

static void systick(void)
{
	/* A different period each time, so that interrupts come at every instruction. */
	phase = (phase + 37) % 101;
	SYST_RVR = PERIOD + phase;
	isr();
}

void board_irq_every_insn(int on)
{
	SYST_RVR = PERIOD;
	SYST_CVR = 0;
	SYST_CSR = on ? 7 : 0;
}

/* Selects the console: mps2's CMSDK UART, the lm3s's PL011, or the nRF51's own. */
#ifndef UART
#define UART 0x40004000
#endif

void board_put(const void *data, size_t n)
{
	const unsigned char *p = data;
	volatile uint32_t *u = (volatile uint32_t *)UART;

	while (n--) {
#if UART == 0x40004000
		u[2] = 1; /* CTRL: transmit */
		while (u[1] & 1)
			;
		u[0] = *p++;
#elif UART == 0x40002000
		u[0x500 / 4] = 4; /* ENABLE */
		u[0x008 / 4] = 1; /* STARTTX */
		u[0x11c / 4] = 0; /* TXDRDY */
		u[0x51c / 4] = *p++;
		while (!u[0x11c / 4])
			;
#else
		u[0x30 / 4] = 0x301;
		while (u[0x18 / 4] & 0x20)
			;
		u[0] = *p++;
#endif
	}
}

void board_exit(int status)
{
	for (;;)
		semihost_exit(status);
}

static void fault(void)
{
	board_exit(98);
}

void nmi(void) __attribute__((weak, alias("fault")));
void hard_fault(void) __attribute__((weak, alias("fault")));
void pend_sv(void) __attribute__((weak, alias("fault")));
void sv_call(void) __attribute__((weak, alias("fault")));

static void reset(void)
{
	board_start();
}

CORTEXM_VECTORS(reset, nmi, hard_fault, fault, systick);
