// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A complex comparison is two of floats.
// RUN: %cov{coverage=trace-cmp} -O0 -c %s -o %t.o && %hookcalls -c %t.o | %check-lines %s

void yes(void), no(void);

// CHECK: f: 2 trace_cmpf
void f(_Complex float a, _Complex float b)
{
	if (a == b)
		yes();
	no();
}
