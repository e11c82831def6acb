/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Every mode, and every setting for interrupts, one dump each on the console, in the order that
 * modes.py expects.  Not instrumented.
 */
#include "anycov/anycov.h"
#include "boards/board.h"
#include "workload.h"

#ifndef AREA_BYTES
#define AREA_BYTES 4096
#endif
#ifndef IRQ_BYTES
#define IRQ_BYTES 1024
#endif
static uint64_t area[AREA_BYTES / 8], irq_area[IRQ_BYTES / 8];

void workload_isr(void);

/* Where the processor does not show interrupts, the handlers report themselves. */
void isr(void)
{
	anycov_irq_enter();
	workload_isr();
	anycov_irq_leave();
}

static int with_interrupts(void)
{
	int error = anycov_start(KCOV_TRACE_PC);

	if (error)
		return 1;
	ticks = 0;
	board_irq_every_insn(1);
	while (ticks < 5)
		work(1);
	board_irq_every_insn(0);
	anycov_stop();
	return anycov_dump(board_sink, 0) != 0;
}

static int in_mode(unsigned mode)
{
	if (anycov_start(mode))
		return 1;
	work(QUIET_ROUNDS);
	anycov_stop();
	return anycov_dump(board_sink, 0) != 0;
}

int test_main(void)
{
	if (anycov_buffer(area, sizeof(area)))
		return 2;
	if (with_interrupts())
		return 3;
	if (anycov_irq(ANYCOV_IRQ_DROP, 0, 0, 0) || with_interrupts())
		return 4;
	if (anycov_irq(ANYCOV_IRQ_OWN, KCOV_TRACE_PC, irq_area, sizeof(irq_area)) ||
	    with_interrupts())
		return 5;
	if (anycov_irq(ANYCOV_IRQ_OWN + 1, 0, 0, 0) != ANYCOV_EINVAL)
		return 6;
	if (in_mode(KCOV_TRACE_PC) || in_mode(KCOV_TRACE_CMP))
		return 7;
#ifdef FULL
	if (in_mode(KCOV_TRACE_UNIQ_PC) || in_mode(KCOV_TRACE_UNIQ_EDGE) ||
	    in_mode(KCOV_TRACE_UNIQ_PC | KCOV_TRACE_UNIQ_EDGE) || in_mode(KCOV_TRACE_UNIQ_CMP))
		return 8;
	/* Again: two equal rounds give two equal sets. */
	if (in_mode(KCOV_TRACE_UNIQ_PC))
		return 9;
#if UINTPTR_MAX > UINT32_MAX
	anycov_irq(ANYCOV_IRQ_OWN, KCOV_TRACE_PC | ANYCOV_COMPACT, irq_area, sizeof(irq_area));
	if (in_mode(KCOV_TRACE_PC | ANYCOV_COMPACT))
		return 10;
#endif
#else
	if (anycov_start(KCOV_TRACE_UNIQ_PC) != ANYCOV_EINVAL)
		return 8;
#endif
	return 0;
}
