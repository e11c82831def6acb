// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A switch has one hook, its cases have no comparisons of their own.
// RUN: %cov{coverage=trace-cmp} -O0 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
// RUN: %cov{coverage=trace-cmp} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
#include <stdint.h>

void a(void), b(void), c(void), d(void), e(void);

// CHECK: f: trace_switch
void f(uint32_t x)
{
	switch (x) {
	case 1:
		a();
		break;
	case 100:
		b();
		break;
	case 10000:
		c();
		break;
	case 0x7fff0000:
		d();
		break;
	default:
		e();
	}
}
