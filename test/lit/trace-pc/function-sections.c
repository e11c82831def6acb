// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Functions in sections of their own.
// RUN: %cov{coverage=trace-pc} -O2 -ffunction-sections -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

int x;

// CHECK-DAG: f: trace_pc
void f(void)
{
	x = 1;
}

// CHECK-DAG: g: trace_pc
static __attribute__((noinline)) void g(void)
{
	x = 2;
}

// CHECK-DAG: h: trace_pc
void h(void)
{
	g();
	x = 3;
}
