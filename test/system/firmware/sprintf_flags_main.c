/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Prints .data, which contains the flags, after format(); its result must be the host's. */
#include "boards/board.h"

unsigned long format(void);

void early(void)
{
}

void isr(void)
{
}

int test_main(void)
{
	if (format() != CHECKSUM)
		return 3;
	return board_sink(0, __data_start, (size_t)(__data_end - __data_start));
}
