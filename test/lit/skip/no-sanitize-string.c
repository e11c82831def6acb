// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// no_sanitize("coverage"), clang's spelling, works on every compiler that has
// no_sanitize at all.
// UNSUPPORTED: gcc-5-avr
// RUN: %cov{coverage=trace-pc} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

void yes(void);

// CHECK: without:
__attribute__((no_sanitize("coverage"))) void without(int x)
{
	if (x == 123)
		yes();
}
