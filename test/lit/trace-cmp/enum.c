// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// An enumeration compares in the width its ABI gives it.
// RUN: %cov{coverage=trace-cmp} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

enum colour { RED, GREEN, BLUE = 70 };
void yes(void), no(void);

// CHECK: f: trace_const_cmp{{[124]}}
void f(enum colour c)
{
	if (c == BLUE)
		yes();
	no();
}
