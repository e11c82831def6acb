// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// trace-cmp alone works (clang's own needs a level word) and brings no PC hooks.
// RUN: %cov{coverage=trace-cmp} -O0 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
// RUN: %cov{coverage=trace-cmp} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
#include <stdint.h>

void yes(void), no(void);

// CHECK: f: trace_const_cmp4
void f(uint32_t a)
{
	if (a == 0x12345678)
		yes();
	else
		no();
}
