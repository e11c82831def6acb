// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: avr
// double has 32 bits on AVR and takes cmpf.
// RUN: %cov{coverage=trace-cmp} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

void yes(void), no(void);

// CHECK: f: trace_cmpf
void f(double a, double b)
{
	if (a < b)
		yes();
	no();
}
