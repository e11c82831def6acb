/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Records work() in the modes whose hits unique.py counts, again when the set has all of it, after
 * the set was emptied, and when it has all of it again.  Not instrumented.
 */
#include "anycov/anycov.h"
#include "boards/board.h"
#include "workload.h"

static uint64_t area[256];

__attribute__((noinline)) void test_begin(void)
{
	__asm__ __volatile__("");
}

__attribute__((noinline)) void test_end(void)
{
	__asm__ __volatile__("" ::: "memory");
}

static int count_hits(unsigned mode)
{
	size_t n;

	if (anycov_start(mode))
		return 1;
	work(8);
	n = anycov_count();
	anycov_reset();
	if (anycov_count())
		return 2;
	work(8);
	if (anycov_count() != n)
		return 3;
	test_begin();
	work(8);
	test_end();
	if (anycov_count() > n + 1) /* an edge from the end of work() to its beginning is new */
		return 4;
	anycov_stop();
	return anycov_dump(board_sink, 0);
}

int test_main(void)
{
	int error;

	if (anycov_buffer(area, sizeof(area)))
		return 10;
	error = count_hits(KCOV_TRACE_UNIQ_PC);
	return error ? error : count_hits(KCOV_TRACE_UNIQ_EDGE);
}
