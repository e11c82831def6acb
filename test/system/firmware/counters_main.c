/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Coverage without records: counters, flags, or bits of guards.  Writes a dump of a run without
 * interrupts, then one with an interrupt after each instruction, before which everything is
 * cleared.  With -DRECORDS the same with records of PCs, for comparison.  Not instrumented.
 */
#include "anycov/anycov.h"
#include "boards/board.h"
#include "workload.h"

extern volatile unsigned shared;

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

#ifdef TO_RAM
/* For a debugger, where there is no other output: the dump as an array. */
unsigned char saved[2048];
static size_t saved_bytes;
volatile uint32_t finished;

static int save(void *arg, const void *data, size_t n)
{
	const unsigned char *p = data;

	(void)arg;
	if (saved_bytes + n > sizeof(saved))
		return -1;
	while (n--)
		saved[saved_bytes++] = *p++;
	return 0;
}
#endif

static int end(void)
{
#ifdef RECORDS
	anycov_stop();
#endif
#if defined(TEXT)
	return anycov_dump_text(board_sink, 0);
#elif defined(TO_FILE)
	static unsigned n;

	return anycov_dump_file(n++ ? "1.dump" : "0.dump");
#elif defined(TO_RAM)
	return anycov_dump(save, 0);
#else
	return anycov_dump(board_sink, 0);
#endif
}

int test_main(void)
{
	int error = begin();
	unsigned calls = 0;

	if (error)
		return 10 + (error & 7);
	work(3);
	if (end())
		return 3;
	if (begin())
		return 4;
	ticks = 0;
	board_irq_every_insn(1);
	while (ticks < 40 || !(calls & 1)) { /* odd: no counter ends at 0 */
		shared = ticks >> 1; /* the handler executes both branches, wherever it comes */
		work(1);
		calls++;
	}
	board_irq_every_insn(0);
	if (end())
		return 5;
#ifdef TO_RAM
	finished = 0x600d600d;
	for (;;)
		;
#endif
	return 0;
}
