/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Coverage without records: counters, flags, or bits of guards.  A dump of a quiet
 * run, then one of a storm of interrupts, before which everything is cleared.  With
 * -DRECORDS the same by records of PCs, to compare.  Not instrumented.
 */
#include "anycov/anycov.h"
#include "boards/board.h"
#include "storm.h"

#if defined(RECORDS)
static uint64_t area[RECORDS / 8];

static int begin(void)
{
	int error = anycov_buffer(area, sizeof(area));

	return error ? error : anycov_start(KCOV_TRACE_PC);
}
#elif defined(BITS)
static uintptr_t row[128 / (8 * sizeof(uintptr_t))];

static int begin(void)
{
	if (!anycov_guards() || anycov_guards() > 8 * sizeof(row))
		return 1;
	if (anycov_guard_bits(row, 1) != ANYCOV_ENOMEM ||
	    anycov_guard_bits(row, (anycov_guards() - 1) / 8 / sizeof(*row) * sizeof(*row)) !=
		    ANYCOV_ENOMEM)
		return 2;
	if (anycov_guard_bits((char *)row + 1, sizeof(row) - sizeof(*row)) != ANYCOV_EINVAL)
		return 3;
	return anycov_guard_bits(row, sizeof(row));
}
#else
static int begin(void)
{
	return !anycov_counters();
}
#endif

static int end(void)
{
#ifdef RECORDS
	anycov_stop();
#endif
#ifdef TEXT
	return anycov_dump_text(board_sink, 0);
#else
	return anycov_dump(board_sink, 0);
#endif
}

int test_main(void)
{
	int error = begin();

	if (error)
		return 10 + (error & 7);
	work(3);
	if (end())
		return 3;
	if (begin())
		return 4;
	ticks = 0;
	board_storm(1);
	while (ticks < 40)
		work(1);
	board_storm(0);
	return end() ? 5 : 0;
}
