// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: hosted
// A complex comparison is two of floats; GCC compares the two results once more.
// RUN: %cov{coverage=trace-cmp} -O0 -c %s -o %t.o && %hookcalls -c %t.o | %check-lines %s

void yes(void), no(void);

// CLANG: f: 2 trace_cmpf
// GCC: f: 2 trace_cmpf, 1 trace_const_cmp1
void f(_Complex float a, _Complex float b)
{
	if (a == b)
		yes();
	no();
}
