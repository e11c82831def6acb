// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: lean, native, gcc
// The static chain, which arrives in a register that lean hooks use, survives.
// RUN: %cov{coverage=trace-pc;hooks=lean} -O0 %s %link -o %t && %anycov run -o %t.dump %t
// RUN: %cov{coverage=trace-pc;hooks=lean} -O2 %s %link -o %t && %anycov run -o %t.dump %t

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
