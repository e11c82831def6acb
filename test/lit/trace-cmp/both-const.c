// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A comparison of two constants is folded or skipped: it tells nothing.
// RUN: %cov{coverage=trace-cmp} -O0 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
// RUN: %cov{coverage=trace-cmp} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

void yes(void), no(void);

// CHECK: f:
void f(void)
{
	if (sizeof(int) == 77)
		yes();
	no();
}
