// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A function that was inlined is covered where it was inlined to.
// RUN: %cov{coverage=trace-pc} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

volatile int v;
void a(void), b(void);

static inline __attribute__((always_inline)) void arm(int x)
{
	if (x)
		a();
	b();
	v = 1;
	b();
	v = 2;
	b();
}

// CHECK-NOT: arm:{{.*}}
// CHECK: f: trace_pc trace_pc trace_pc trace_pc trace_pc
void f(int x, int y)
{
	arm(x);
	arm(y);
}
