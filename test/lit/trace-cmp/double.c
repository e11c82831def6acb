// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// UNSUPPORTED: avr
// double takes cmpd where it has 64 bits.
// RUN: %cov{coverage=trace-cmp} -O0 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
// RUN: %cov{coverage=trace-cmp} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

void yes(void), no(void);

// CHECK: f: trace_cmpd
void f(double a, double b)
{
	if (a < b)
		yes();
	no();
}
