// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// map=none: the same calls and counters, but no records and no identities of probes.
// REQUIRES: native
// RUN: %cov{coverage=trace-pc-guard,inline-8bit-counters,trace-cmp;map=none} -O2 -c %s -o %t.o
// RUN: %cov{coverage=trace-pc-guard,inline-8bit-counters,trace-cmp} -O2 -c %s -o %t.map.o
// RUN: %hookcalls %t.o > %t.calls
// RUN: %hookcalls %t.map.o > %t.map.calls
// RUN: diff %t.map.calls %t.calls
// RUN: grep trace_pc_guard %t.calls
// RUN: %covtables %t.map.o > %t.map.tables
// RUN: %covtables %t.o > %t.tables
// RUN: diff %t.map.tables %t.tables
// RUN: grep -c anycov_map %t.map.o
// RUN: not grep -c -e anycov_map -e Lanycov %t.o

int a(int), b(void);

int f(int x, int y)
{
	while (x--)
		if (y == a(x))
			y += b();
	return x > 3 && y ? a(3) : b();
}
