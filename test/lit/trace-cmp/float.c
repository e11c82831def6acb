// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// float takes cmpf, on every compiler (clang itself has no such hook).
// RUN: %cov{coverage=trace-cmp} -O0 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
// RUN: %cov{coverage=trace-cmp} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

void yes(void), no(void);

// CHECK: f: trace_cmpf
void f(float a, float b)
{
	if (a < b)
		yes();
	no();
}
