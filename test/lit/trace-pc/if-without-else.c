// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Entry, the arm and the join; by default a block has a probe, an edge has none.
// RUN: %cov{coverage=trace-pc} -O0 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
// RUN: %cov{coverage=trace-pc} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
// RUN: %cov{coverage=bb,trace-pc} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

volatile int v;
void a(void), c(void);

// CHECK: f: trace_pc trace_pc trace_pc
void f(int x)
{
	if (x)
		a();
	/* Too long for a compiler to copy it into both arms. */
	c();
	v = 1;
	c();
	v = 2;
	c();
}
