// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The last thing such a function does is the compare hook's call: no jump.
// RUN: %cov{coverage=trace-cmp} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
#include <stdint.h>

volatile uint8_t sink;

// CHECK: f: trace_cmp4
void f(uint32_t a, uint32_t b)
{
	sink = a == b;
}
