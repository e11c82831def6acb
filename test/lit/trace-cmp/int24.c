// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: gcc-5-avr
// A width between the hooks' takes the next one: __int24 is recorded as 32 bits.
// RUN: %cov{coverage=trace-cmp} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

void yes(void), no(void);

// CHECK: f: trace_cmp4
void f(__int24 a, __int24 b)
{
	if (a == b)
		yes();
	no();
}
