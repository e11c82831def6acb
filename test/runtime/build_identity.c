/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Firmware of which several builds differ in code that is not executed, or in its order. */
#include <stdio.h>
#include "anycov/anycov.h"

#ifdef WORK
#ifndef NUMBER
#define NUMBER 3
#endif

volatile int input = 3;

#ifdef LONGER
__attribute__((noinline)) int more(int v)
{
	return v > 5 ? v * 7 : v;
}
#endif

__attribute__((noinline)) int never(int v)
{
	return v > 100 ? v * NUMBER : v - 1;
}

__attribute__((noinline)) int work(int v)
{
	if (v > 2)
		v += 7;
#ifdef LONGER
	v += more(v);
#endif
	return v > 1000 ? never(v) : v;
}
#else
int work(int v);
extern volatile int input;

#ifdef NO_CODE
void anycov_dump_code(void *dump);
void anycov_dump_code(void *dump)
{
	(void)dump;
}
#endif

static int console(void *arg, const void *data, size_t n)
{
	const char *p = data;

	(void)arg;
	while (n--)
		putchar(*p++);
	return 0;
}

int main(void)
{
	int r;

	if (anycov_start(KCOV_TRACE_PC))
		return 2;
	r = work(input);
	anycov_stop();
	if (anycov_dump_text(console, NULL))
		return 3;
	printf("work %d\n", r);
	return anycov_dump_file("fw.dump") ? 4 : 0;
}
#endif
