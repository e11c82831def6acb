// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Pointers have no hook: their values say nothing about the input.
// RUN: %cov{coverage=trace-cmp} -O0 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
// RUN: %cov{coverage=trace-cmp} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

void yes(void), no(void);

// CHECK: f:
void f(char *a, char *b)
{
	if (a == b)
		yes();
	if (!a)
		yes();
	no();
}
