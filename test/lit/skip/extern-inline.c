// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A GNU extern inline function is a copy for inlining and leaves no code.
// RUN: %cov{coverage=trace-pc} -O0 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
// RUN: %cov{coverage=trace-pc} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

int other(int);
extern inline __attribute__((gnu_inline)) int copy(int x)
{
	return other(x);
}

// CHECK-NOT: copy:{{.*}}
// CHECK: f: trace_pc{{( trace_pc)?}}
int f(int x)
{
	return copy(x) + 1;
}
