// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// UNSUPPORTED: avr
// REQUIRES: gcc
// A nested function (GNU C) that needs its parent's frame: the static chain
// register survives the hook's call.
// RUN: %cov{coverage=trace-pc} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

void walk(void (*)(int));

// CHECK-DAG: sum: trace_pc
// CHECK-DAG: add{{[.$][0-9]+}}: trace_pc
int sum(void)
{
	int total = 0;

	void add(int x)
	{
		total += x;
	}
	walk(add);
	return total;
}
