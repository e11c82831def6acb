/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The smallest program of a mode, to measure its runtime.  Not instrumented. */
#include "anycov/anycov.h"
#include "boards/board.h"
#include "workload.h"

uint64_t anycov_default_area[32];
const size_t anycov_default_bytes = sizeof(anycov_default_area);

void isr(void);

int test_main(void)
{
#if defined(COUNTERS)
	anycov_counters();
#elif defined(BITS)
	anycov_guard_bits(anycov_default_area, sizeof(anycov_default_area));
#else
	anycov_start(MODE);
#endif
	work(3);
	return anycov_dump(board_sink, 0);
}
