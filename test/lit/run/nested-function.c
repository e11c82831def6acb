// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: gcc, run
// A hook leaves the static chain alone, by which a nested function finds its
// parent's frame.
// RUN: %cov{coverage=trace-pc,trace-cmp} -O0 -c %s -o %t.o
// RUN: %cc -O2 %t.o %inputs/count_hooks.c -o %t && %run %t
// RUN: %cov{coverage=trace-pc,trace-cmp} -O2 -c %s -o %t.o
// RUN: %cc -O2 %t.o %inputs/count_hooks.c -o %t && %run %t

int main(int argc, char **argv)
{
	volatile int total = argc;

	__attribute__((noinline, noclone)) void add(int x)
	{
		if (x != 17)
			total += x;
	}
	add(1);
	add(17);
	add(2);
	(void)argv;
	return total - argc != 3;
}
