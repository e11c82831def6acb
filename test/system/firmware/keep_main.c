/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A buffer that survives a reset.  The first run records, is interrupted in the middle of a
 * record and resets; the second dumps the records of the first.
 */
#include "anycov/anycov.h"
#include "boards/board.h"
#include "workload.h"

__attribute__((section(".noinit"), used)) static uint64_t area[256];
__attribute__((section(".noinit"), used)) static volatile uint32_t runs;

static void reset(void)
{
#if defined(__riscv)
	*(volatile uint32_t *)0x100000 = 0x7777;
#else
	*(volatile uint32_t *)0xe000ed0c = 0x05fa0004;
#endif
	for (;;)
		;
}

int test_main(void)
{
	int kept = anycov_keep(area, sizeof(area));

	if (runs++ == 0) {
		if (kept || anycov_start(KCOV_TRACE_PC))
			return 2;
		work(3);
		((volatile uintptr_t *)area)[0]++; /* claimed, but not written */
		work(1);
		reset(); /* while recording */
	}
	if (kept != 1 || !anycov_count())
		return 3;
	if (anycov_dump(board_sink, 0))
		return 4;
	/* A new run starts with an empty buffer, which a third reset would find. */
	if (anycov_start(KCOV_TRACE_PC))
		return 5;
	work(1);
	anycov_stop();
	if (anycov_dump(board_sink, 0))
		return 6;
	return runs == 2 ? 0 : 7;
}
