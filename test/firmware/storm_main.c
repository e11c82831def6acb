/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Records work() under a storm of interrupts.  Not instrumented.  What runs between
 * the addresses test_begin and test_end is counted by the simulator as well.
 */
#include "anycov/anycov.h"
#include "boards/board.h"
#include "storm.h"

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
	board_storm(1);
	work(ROUNDS);
	board_storm(0);
	test_end();
	anycov_stop();
	if (ticks < 10)
		return 3; /* no storm */
#if defined(SEMIHOST)
	return anycov_dump_file("storm.dump") ? 4 : 0;
#elif defined(TEXT)
	return anycov_dump_text(board_sink, 0) ? 4 : 0;
#else
	return anycov_dump(board_sink, 0) ? 4 : 0;
#endif
}
