/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Outputs of dumps: as text among other text on the console, to a user's sink that fails, and
 * in RAM for a debugger, in a buffer that the linker placed.
 */
#include "anycov/anycov.h"
#include "boards/board.h"
#include "workload.h"

volatile uint32_t finished;

static int tired(void *arg, const void *data, size_t n)
{
	unsigned *left = arg;

	(void)data;
	if (*left < n)
		return -77;
	*left -= (unsigned)n;
	return 0;
}

static void say(const char *s)
{
	while (*s)
		board_put(s++, 1);
}

int test_main(void)
{
	unsigned left = 40;

	if (anycov_start(KCOV_TRACE_PC))
		return 2;
	work(9);
	if (anycov_dump(tired, &left) != -77)
		return 3;
	work(1); /* recording again */
	anycov_stop();
	say("boot: console ready\r\nhalf a line");
	if (anycov_dump_text(board_sink, 0))
		return 4;
	say("bye\r\n");
#ifdef WAIT
	finished = 0x600d600d;
	for (;;)
		;
#endif
	return 0;
}
