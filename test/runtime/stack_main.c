/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Measures the stack of a hook: paints the stack below itself, calls the hook, and looks how
 * far down the paint was overwritten.  Prints bytes, including the hook's return address, minus
 * those of a function that returns at once.
 */
#include <stdint.h>
#include <stdio.h>
#include "anycov/anycov.h"
#include "anycov/hooks.h"

#define PAINT 0xa5u
#define BYTES 600
#define NOINLINE __attribute__((noinline))

static uint64_t area[64];
static uintptr_t low;
static uint64_t table[] = { 3, 32, 10, 20, 30 };

static NOINLINE void paint(void)
{
	volatile uint8_t a[BYTES];
	unsigned i;

	for (i = 0; i < BYTES; i++)
		a[i] = PAINT;
	low = (uintptr_t)a;
}

static NOINLINE unsigned used(void)
{
	const volatile uint8_t *p = (const volatile uint8_t *)low;
	unsigned i = 0;

	while (i < BYTES && p[i] == PAINT)
		i++;
	return BYTES - i;
}

/* Weak: GCC does not align the stack for a function that it knows to need none. */
void nothing(void);
NOINLINE __attribute__((weak)) void nothing(void)
{
	__asm__ volatile("");
}

static void pc(void)
{
	__sanitizer_cov_trace_pc();
}

static void cmp(void)
{
	__sanitizer_cov_trace_const_cmp8(1, 2);
}

static void trace_switch(void)
{
	__sanitizer_cov_trace_switch(20, table);
}

/* Hooks are called by wrappers of the same kind, so the minimum includes the wrapper. */
static NOINLINE unsigned depth(void (*volatile hook)(void))
{
	paint();
	hook();
	return used();
}

static void floor_call(void)
{
	nothing();
}

static void row(const char *name, unsigned mode, void (*hook)(void))
{
	unsigned floor = depth(floor_call), n;

	if (anycov_start(mode)) {
		printf("stack %s -\n", name);
		return;
	}
	depth(hook); /* once before: a first call may bind symbols */
	n = depth(hook);
	anycov_stop();
	printf("stack %s %u\n", name, n > floor ? n - floor : 0);
}

int main(void)
{
	unsigned i;

	if (anycov_buffer(area, sizeof(area)))
		return 2;
	row("off", KCOV_TRACE_CMP, pc);
	row("pc", KCOV_TRACE_PC, pc);
	row("cmp", KCOV_TRACE_CMP, cmp);
	row("switch", KCOV_TRACE_CMP, trace_switch);
	for (i = 2; i <= 8; i *= 2) {
		char name[] = "mode 2";

		name[5] = (char)('0' + i);
		row(name, i, i == 8 ? cmp : pc);
	}
	return 0;
}
