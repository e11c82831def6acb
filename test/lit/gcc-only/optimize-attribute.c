// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A function compiled as with -O0 within -O2, and the reverse: each comparison
// has one hook.
// RUN: %cov{coverage=trace-cmp} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
// RUN: %cov{coverage=trace-cmp} -O0 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
#include <stdint.h>

void hit(int);

// CHECK-DAG: plain: trace_cmp4 trace_switch
__attribute__((optimize("O0"))) void plain(uint32_t a, uint32_t b)
{
	if (a < b)
		hit(1);
	switch (a) {
	case 3:
		hit(2);
		break;
	case 900:
		hit(3);
		break;
	}
}

// CHECK-DAG: quick: trace_cmp4 trace_switch
__attribute__((optimize("O2"))) void quick(uint32_t a, uint32_t b)
{
	if (a < b)
		hit(1);
	switch (a) {
	case 3:
		hit(2);
		break;
	case 900:
		hit(3);
		break;
	}
}
