// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: int128
// A switch over __int128 has no hook.
// RUN: %cov{coverage=trace-cmp} -O0 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

void a(void), b(void), c(void);

// CHECK: f:
void f(unsigned __int128 x)
{
	switch (x) {
	case 1:
		a();
		break;
	case 0x12345:
		b();
		break;
	case 3:
		c();
	}
}
