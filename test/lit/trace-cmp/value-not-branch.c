// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A comparison whose result is stored, not branched on, has a hook.
// RUN: %cov{coverage=trace-cmp} -O0 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
// RUN: %cov{coverage=trace-cmp} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
#include <stdint.h>

// CHECK: f: trace_cmp4
int f(uint32_t a, uint32_t b)
{
	return a < b;
}
