// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// c ? x : y on a comparison has a hook, whether or not it becomes a branch.
// RUN: %cov{coverage=trace-cmp} -O0 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
// RUN: %cov{coverage=trace-cmp} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
#include <stdint.h>

// CHECK: f: trace_cmp4
uint32_t f(uint32_t a, uint32_t b, uint32_t x, uint32_t y)
{
	return a < b ? x : y;
}
