// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: clang, version-15
// UNSUPPORTED: avr
// _BitInt(24) takes the next width, _BitInt(72) is wider than any hook.
// RUN: %cov{coverage=trace-cmp} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

void yes(void), no(void);

// CHECK-DAG: narrow: trace_cmp4
void narrow(_BitInt(24) a, _BitInt(24) b)
{
	if (a == b)
		yes();
	no();
}

// CHECK-DAG: wide:
void wide(_BitInt(72) *a, _BitInt(72) *b)
{
	if (*a == *b)
		yes();
	no();
}
