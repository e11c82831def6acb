// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// With both words, a block's PC hook comes before its comparison's.
// RUN: %cov{coverage=trace-pc,trace-cmp} -O0 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
// RUN: %cov{coverage=trace-pc,trace-cmp} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
#include <stdint.h>

volatile int v;
void yes(void), no(void), then(void);

// CHECK: f: trace_pc trace_const_cmp4 trace_pc trace_pc trace_pc
void f(uint32_t a)
{
	if (a == 0x12345678)
		yes();
	else
		no();
	then();
	v = 1;
	then();
	v = 2;
	then();
}
