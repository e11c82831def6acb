// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: int128
// __int128 has no hook: truncated to 64 bits it would be a false record.
// RUN: %cov{coverage=trace-cmp} -O0 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
// RUN: %cov{coverage=trace-cmp} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

void yes(void), no(void);

// CHECK: f:
void f(__int128 a, __int128 b)
{
	if (a == b)
		yes();
	if (a < 5)
		yes();
	no();
}
