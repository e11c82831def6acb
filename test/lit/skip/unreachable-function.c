// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A function that holds nothing but unreachable code has no hook.
// RUN: %cov{coverage=trace-pc} -O2 -ffunction-sections -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

// CHECK-DAG: f:
void f(void)
{
	__builtin_unreachable();
}

int x;

// CHECK-DAG: g: trace_pc
void g(void)
{
	x = 1;
}
