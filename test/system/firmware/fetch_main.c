/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Works, prints .data, which contains the flags, and goes on printing.  Not instrumented. */
#include "boards/board.h"
#include "workload.h"

int test_main(void)
{
	work(3);
	board_sink(0, __data_start, (size_t)(__data_end - __data_start));
	for (;;) {
		for (volatile unsigned i = 0; i < 10000; i++)
			;
		board_sink(0, ".", 1);
	}
}
