// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Where comparisons are joined without branches, GIMPLE compares their result
// with 0.  That is no comparison of the user.
// RUN: %cov{coverage=trace-cmp} -O0 -c %s -o %t.o && %hookcalls -c %t.o | %check-lines %s
// RUN: %cov{coverage=trace-cmp} -O2 -c %s -o %t.o && %hookcalls -c %t.o | %check-lines %s
#include <stdint.h>

void hit(void);

// CHECK: f: 2 trace_cmp4
void f(uint32_t a, uint32_t b, uint32_t c)
{
	if ((a < b) ^ (b < c))
		hit();
}
