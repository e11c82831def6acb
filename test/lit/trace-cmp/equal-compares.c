// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Equal comparisons in arms with equal ends stay apart.
// RUN: %cov{coverage=trace-cmp} -O2 -c %s -o %t.o && %hookcalls -c %t.o | %check-lines %s
// RUN: %cov{coverage=trace-cmp} -Os -c %s -o %t.o && %hookcalls -c %t.o | %check-lines %s
#include <stdint.h>

uint32_t one(void), two(void), three(void);
void yes(void), no(void);

// CHECK: f: 1 trace_switch, 3 trace_const_cmp4
void f(uint32_t x)
{
	uint32_t v;

	switch (x) {
	case 10:
		v = one();
		if (v == 0x77777777)
			yes();
		break;
	case 200:
		v = two();
		if (v == 0x77777777)
			yes();
		break;
	case 3000:
		v = three();
		if (v == 0x77777777)
			yes();
		break;
	}
	no();
}
