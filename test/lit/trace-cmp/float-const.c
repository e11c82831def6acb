// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Floats have no const form: cmpf, with a constant operand too.
// RUN: %cov{coverage=trace-cmp} -O0 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
// RUN: %cov{coverage=trace-cmp} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

void yes(void), no(void);

// CHECK: f: trace_cmpf
void f(float a)
{
	if (a > 2.5f)
		yes();
	no();
}
