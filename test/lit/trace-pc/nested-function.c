// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: gcc
// A nested function (GNU C) that needs its parent's frame has probes, and so has
// the parent.  (Called directly: AVR has no trampolines.)
// RUN: %cov{coverage=trace-pc} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

int get(void);

// CHECK-DAG: sum: trace_pc
// CHECK-DAG: add{{[.$][0-9]+}}: trace_pc
int sum(void)
{
	int total = 0;

	__attribute__((noinline, noclone)) void add(int x)
	{
		total += x * get();
	}
	add(1);
	add(2);
	return total;
}
