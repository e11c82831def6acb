/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Prints each executed PC of format() once; its result must be the host's.  Not instrumented. */
#include "anycov/anycov.h"
#include "boards/board.h"
#include "workload.h"

uint64_t anycov_default_area[256 * sizeof(void *)]; /* 2048 words */
const size_t anycov_default_bytes = sizeof(anycov_default_area);

unsigned long format(void);

void early(void)
{
}

void isr(void)
{
}

int test_main(void)
{
	unsigned long sum;

	if (anycov_start(KCOV_TRACE_UNIQ_PC))
		return 2;
	sum = format();
	anycov_stop();
	if (sum != CHECKSUM)
		return 3;
	return anycov_dump(board_sink, 0) ? 4 : 0;
}
