/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* One dump per step: a buffer for each would not fit.  Not instrumented. */
#include "boards/board.h"
#include "anycov/anycov.h"

int step(int n);

uint64_t anycov_default_area[AREA_BYTES / 8];
const size_t anycov_default_bytes = sizeof(anycov_default_area);

void early(void)
{
}

void isr(void)
{
}

/* Defined by the core's own new.cpp and abi.cpp, of which GCC 5 does not compile the first. */
void _ZdlPv(void *p);
void _ZdlPv(void *p)
{
	(void)p;
}

void __cxa_pure_virtual(void);
void __cxa_pure_virtual(void)
{
	board_exit(97);
}

int test_main(void)
{
	for (int n = 0;; n++) {
		int result;

		if (anycov_start(KCOV_TRACE_PC))
			return 2;
		result = step(n);
		anycov_stop();
		if (result < 0)
			return n == 9 ? 0 : 3;
		if (!result)
			return 10 + n;
		if (anycov_dump(board_sink, 0))
			return 4;
	}
}
