// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// no-prune, clang's word, means prune=none.
// RUN: %cov{coverage=trace-cmp,no-prune} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
#include <stdint.h>

uint32_t next(void);
void body(void);

// CHECK: f: trace_const_cmp4
void f(void)
{
	uint32_t x;

	do {
		x = next();
		body();
	} while (x != 99);
}
