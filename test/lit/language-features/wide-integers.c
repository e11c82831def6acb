// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// __int128: arithmetic, comparisons, switches.
// RUN: %cov{coverage=edge,trace-pc,trace-pc-guard,trace-cmp,trace-div,trace-gep,trace-loads,trace-stores,indirect-calls,inline-8bit-counters,pc-table,control-flow,stack-depth} -O0 -w %s -o %t %link && %t
// RUN: %cov{coverage=edge,trace-pc,trace-pc-guard,trace-cmp,trace-div,trace-gep,trace-loads,trace-stores,indirect-calls,inline-8bit-counters,pc-table,control-flow,stack-depth} -O2 -w %s -o %t %link && %t
// RUN: %cov{coverage=trace-pc;prune=lossless;hooks=lean} -O3 -w %s -o %t %link && %t
#include <stdlib.h>

typedef unsigned __int128 u128;

__attribute__((noinline)) static int digits(u128 n)
{
	int count = 0;

	do {
		count++;
		n /= 10;
	} while (n > 0);
	return count;
}

__attribute__((noinline)) static int class(__int128 n)
{
	switch (n) {
	case -1:
		return 1;
	case 0 ... 9:
		return 2;
	case (__int128)1 << 40:
		return 3;
	}
	return n < 0 ? 4 : 5;
}

int main(int argc, char **argv)
{
	u128 big = (u128)argc << 127;

	(void)argv;
	if (digits(big) != 39 || digits((u128)argc) != 1 || class(-argc) != 1 || class(argc) != 2)
		abort();
	return class((__int128)argc << 40) != 3 || class(-2 * argc) != 4 || class(big >> 1) != 5;
}
