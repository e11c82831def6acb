/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The filter of unique PCs and edges (runtime/hooks/unique_filter.h): what the set lost in a reset
 * is recorded again, also if an interrupt resets it inside of a hook.
 */
#include "anycov/anycov.h"

void __sanitizer_cov_trace_pc(void);

static uint64_t buffer[256];

static __attribute__((noinline)) void probe(void)
{
	__sanitizer_cov_trace_pc();
	__asm__ volatile("nop"); /* no tail call */
}

static __attribute__((noinline)) void other(void)
{
	__sanitizer_cov_trace_pc();
	__asm__ volatile("nop");
}

/* The edge from probe to itself is in the set again. */
static int check_edges(void)
{
	int i;

	if (anycov_start(KCOV_TRACE_UNIQ_EDGE))
		return 1;
	for (i = 0; i < 3; i++)
		probe();
	if (anycov_count() != 2)
		return 2;
	anycov_reset();
	for (i = 0; i < 3; i++)
		probe();
	if (anycov_count() != 2)
		return 3;
	/* After a start no edge comes from before. */
	anycov_stop();
	other();
	if (anycov_start(KCOV_TRACE_UNIQ_EDGE))
		return 4;
	probe();
	probe();
	other();
	if (anycov_count() != 3)
		return 5;
	anycov_stop();
	return 0;
}

#ifdef __arm__
#define REGISTER(address) (*(volatile uint32_t *)(address))
#define SYST_CSR REGISTER(0xe000e010)
#define SYST_RVR REGISTER(0xe000e014)
#define SYST_CVR REGISTER(0xe000e018)
#define VTOR REGISTER(0xe000ed08)

static void (*vectors[64])(void) __attribute__((aligned(256)));
static volatile int fired;
static unsigned next_mode; /* 0: a reset */

static void on_tick(void)
{
	SYST_CSR = 0;
	if (next_mode) {
		anycov_stop();
		anycov_start(next_mode);
	} else {
		anycov_reset();
	}
	fired = 1;
}

static __attribute__((noinline)) void wait(unsigned steps)
{
	if (steps & 1)
		__asm__ volatile("nop");
	for (steps /= 2; steps; steps--)
		__asm__ volatile("");
}

/* The interrupt comes at each instruction before, in and after the hook. */
static int check_interrupted(unsigned mode, unsigned next)
{
	unsigned steps;

	for (steps = 0; steps < 600; steps++) {
		if (anycov_start(mode))
			return 10;
		next_mode = next;
		fired = 0;
		SYST_RVR = 60;
		SYST_CVR = 0;
		SYST_CSR = 7;
		wait(steps);
		probe();
		while (!fired)
			;
		probe();
		probe();
		if (!anycov_count())
			return 11;
		anycov_reset();
		other();
		probe();
		probe();
		if (anycov_count() < 2)
			return 12;
		anycov_stop();
	}
	return 0;
}

static int check_interrupts(void)
{
	int error;

	vectors[15] = on_tick;
	VTOR = (uint32_t)vectors;
	error = check_interrupted(KCOV_TRACE_UNIQ_PC, 0);
	if (!error)
		error = check_interrupted(KCOV_TRACE_UNIQ_EDGE, 0);
	if (!error)
		error = check_interrupted(KCOV_TRACE_UNIQ_EDGE, KCOV_TRACE_UNIQ_PC);
	if (!error)
		error = check_interrupted(KCOV_TRACE_UNIQ_PC, KCOV_TRACE_UNIQ_EDGE);
	return error;
}
#else
static int check_interrupts(void)
{
	return 0;
}
#endif

int main(void)
{
	int error;

	if (anycov_buffer(buffer, sizeof(buffer)))
		return 20;
	error = check_edges();
	return error ? error : check_interrupts();
}
