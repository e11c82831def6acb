/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Startup code in C, the same for every QEMU board.  Before .data and .bss are initialized,
 * instrumented code runs with RAM filled with several patterns, some of them next to the range
 * of numbers that mean recording; it must not change a byte.
 */
#include "board.h"

#define STACK_BYTES 768 /* at the top of RAM: available to early() */

typedef volatile uint32_t word;

static int untouched(uint32_t pattern)
{
	static const uint32_t patterns[] = { 0,          0xffffffff, 0x5a5a5a5a, 0xdeadbeef,
					     0xc9c9c9c6, 0xc9c9c9ce, 0x5ac0cffd, 0x5ac0d005 };
	word *end = (word *)(uintptr_t)(__stack - STACK_BYTES);
	word *p;
	unsigned i;

	if (pattern >= sizeof(patterns) / sizeof(*patterns))
		return -1;
	for (p = (word *)(uintptr_t)__ram_start; p < end; p++)
		*p = patterns[pattern];
	for (i = 0; i < 4; i++)
		early();
	for (p = (word *)(uintptr_t)__ram_start; p < end; p++)
		if (*p != patterns[pattern])
			return 0;
	return 1;
}

void board_start(void)
{
	word *to = (word *)(uintptr_t)__data_start;
	const word *from = (const word *)(uintptr_t)__data_load;
	unsigned i;
	int kept;

#ifndef WARM /* a program that looks for records of the previous run */
	for (i = 0; (kept = untouched(i)) == 1; i++)
		;
	if (!kept)
		board_exit(99);
#else
	(void)kept;
	(void)i;
	(void)untouched;
#endif
	while (to < (word *)(uintptr_t)__data_end)
		*to++ = *from++;
	for (to = (word *)(uintptr_t)__bss_start; to < (word *)(uintptr_t)__bss_end;)
		*to++ = 0;
	board_exit(test_main());
}

int board_sink(void *arg, const void *data, size_t n)
{
	(void)arg;
	board_put(data, n);
	return 0;
}
