// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// ==, !=, <, <=, >, >=, signed and unsigned: each has a hook.
// RUN: %cov{coverage=trace-cmp} -O0 -c %s -o %t.o && %hookcalls -c %t.o | %check-lines %s
#include <stdint.h>

void yes(int);

// CHECK-DAG: s: 6 trace_cmp4
void s(int32_t a, int32_t b, int32_t c, int32_t d)
{
	if (a == b)
		yes(1);
	if (a != c)
		yes(2);
	if (a < d)
		yes(3);
	if (b <= c)
		yes(4);
	if (b > d)
		yes(5);
	if (c >= d)
		yes(6);
}

// CHECK-DAG: u: 4 trace_cmp4
void u(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
	if (a < b)
		yes(3);
	if (b <= c)
		yes(4);
	if (b > d)
		yes(5);
	if (c >= d)
		yes(6);
}
