// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: gcc
// Two _Bool compared: cmp1. (clang widens them to int before its IR, llvm-only
// tests the comparison of two i1.)
// RUN: %cov{coverage=trace-cmp} -O0 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

void yes(void), no(void);

// CHECK: f: trace_cmp1
void f(_Bool a, _Bool b)
{
	if (a == b)
		yes();
	no();
}
