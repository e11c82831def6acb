// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// prune=dom leaves out a comparison of integers that only decides whether its loop
// repeats; one of floats, and one whose result is used elsewhere, stay.
// RUN: %cov{coverage=trace-cmp;prune=dom} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
// RUN: %cov{coverage=trace-cmp} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines{ALL} %s
#include <stdint.h>

uint32_t next(void);
float next_float(void);
void body(void);
volatile int sink;

// CHECK-NOT: integer: {{.*}}
// ALL: integer: trace_const_cmp4
void integer(void)
{
	uint32_t x;

	do {
		x = next();
		body();
	} while (x != 99);
}

// GCC: single: trace_cmpf
// ALL-GCC: single: trace_cmpf
void single(float limit)
{
	float x;

	do {
		x = next_float();
		body();
	} while (x < limit);
}

// CHECK: used: trace_const_cmp4
// ALL: used: {{(trace_const_cmp4 ?)+}}
void used(void)
{
	int done;

	do {
		body();
		done = next() == 99;
		sink = done;
	} while (!done);
}
