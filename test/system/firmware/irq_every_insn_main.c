/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Records work() with an interrupt after every instruction.  Not instrumented.  The simulator
 * also counts what runs between the addresses test_begin and test_end.
 */
#include "anycov/anycov.h"
#include "boards/board.h"
#include "workload.h"

#ifndef AREA_BYTES
#define AREA_BYTES 8192
#endif
uint64_t anycov_default_area[AREA_BYTES / 8];
const size_t anycov_default_bytes = sizeof(anycov_default_area);

__attribute__((noinline)) void test_begin(void)
{
	__asm__ __volatile__("");
}

__attribute__((noinline)) void test_end(void)
{
	__asm__ __volatile__("" ::: "memory");
}

int test_main(void)
{
	if (anycov_start(KCOV_TRACE_PC))
		return 2;
	test_begin();
	board_irq_every_insn(1);
	work(ROUNDS);
	board_irq_every_insn(0);
	test_end();
	anycov_stop();
	if (ticks < 10)
		return 3; /* no interrupts */
#if defined(SEMIHOST)
	return anycov_dump_file("work.dump") ? 4 : 0;
#elif defined(TEXT)
	return anycov_dump_text(board_sink, 0) ? 4 : 0;
#else
	return anycov_dump(board_sink, 0) ? 4 : 0;
#endif
}
