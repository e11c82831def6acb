// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// func: the entry of each function and nothing else.
// RUN: %cov{coverage=func,trace-pc} -O0 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
// RUN: %cov{coverage=func,trace-pc} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

void a(void), b(void), c(void);

// CHECK-DAG: f: trace_pc
void f(int x)
{
	if (x)
		a();
	else
		b();
	c();
}

// CHECK-DAG: g: trace_pc
void g(int x)
{
	while (x--)
		a();
}
