// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: own-cov
// UNSUPPORTED: avr
// Intended difference: clang has no hooks for floats; anycov has GCC's, on both.
// RUN: %cov{coverage=trace-cmp} -O0 -c %s -o %t.o && %hookcalls -f cmp %t.o | %check-lines %s
// RUN: %own{trace-pc,trace-cmp} -O0 -c %s -o %t.o && %hookcalls -f cmp %t.o | %check-lines{OWN} %s

void yes(void);

// CHECK: f: trace_cmpf trace_cmpd
// OWN-GCC: f: trace_cmpf trace_cmpd
// OWN-CLANG: f:
void f(float a, float b, double c, double d)
{
	if (a < b)
		yes();
	if (c < d)
		yes();
}
