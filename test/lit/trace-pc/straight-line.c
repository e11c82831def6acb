// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// One block, one probe, however many statements.
// RUN: %cov{coverage=trace-pc} -O0 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
// RUN: %cov{coverage=trace-pc} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

int g(int);

// CHECK: f: trace_pc
void f(int a, int b)
{
	a = g(a);
	b += g(b);
	g(a + b);
	g(a * b);
}
