/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The instrumented part of the test irq-every-insn: work, and an interrupt handler. */
#include "boards/board.h"
#include "workload.h"

#ifndef ISR_NAME
#define ISR_NAME isr
#endif
void ISR_NAME(void);

volatile unsigned ticks, shared;

void early(void)
{
	volatile unsigned x = 3;

	while (x)
		x--;
}

void ISR_NAME(void)
{
	ticks++;
	if (shared & 1)
		shared += 3;
	else
		shared++;
}

__attribute__((noinline)) static unsigned classify(unsigned v)
{
	switch (v % 7) {
	case 0:
		return 10;
	case 1:
		return 31 + (v & 4);
	case 4:
		return v > 100 ? 50 : 51;
	case 5:
		return 90;
	}
	return v < 100 ? 1 : 2;
}

__attribute__((noinline)) static unsigned depth(unsigned n)
{
	unsigned d = 0;

	if (n) {
		d = depth(n - 1) + 1;
		shared++; /* no tail call, no loop */
	}
	return d;
}

unsigned work(unsigned rounds)
{
	unsigned sum = 0;

	for (unsigned i = 0; i < rounds; i++) {
		sum += classify(i * 13);
		if (i % 5 == 0)
			sum += depth(i % 4);
		shared++;
	}
	return sum;
}
