// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// prune=dom leaves out the comparison whose only use is the branch back to the
// head of its loop, as clang does; other comparisons in the loop stay.
// RUN: %cov{coverage=trace-cmp;prune=dom} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
#include <stdint.h>

uint32_t next(void);
void body(void), rare(void);

// CHECK: f: trace_const_cmp4
void f(void)
{
	uint32_t x;

	do {
		x = next();
		if (x == 0x1234567)
			rare();
		body();
	} while (x != 99);
}
