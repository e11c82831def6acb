/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Runs every step() of a program, and prints what was recorded: with MODE a dump for each step, of
 * which a small buffer has room, else .data, which contains the flags.  Not instrumented.
 */
#include "anycov/anycov.h"
#include "boards/board.h"

#ifdef CHECKSUM /* the program of one step */
unsigned long format(void);

static int step(int n)
{
	return n ? -1 : format() == CHECKSUM;
}
#else
int step(int n);
#endif

#ifdef MODE
uint64_t anycov_default_area[AREA_BYTES / 8];
const size_t anycov_default_bytes = sizeof(anycov_default_area);
#endif

void early(void)
{
}

void isr(void)
{
}

int test_main(void)
{
	int result, n = 0;

	do {
#ifdef MODE
		if (anycov_start(MODE))
			return 2;
#endif
		result = step(n++);
#ifdef MODE
		anycov_stop();
		if (result && anycov_dump(board_sink, 0))
			return 4;
#endif
	} while (result > 0);
	if (!result)
		return 9 + n;
#ifndef MODE
	board_sink(0, __data_start, (size_t)(__data_end - __data_start));
#endif
	return 0;
}
