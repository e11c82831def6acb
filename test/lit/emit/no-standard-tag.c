// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Objects that use only standard hooks reference nothing else of anycov's: they
// link against a stock kernel.
// RUN: %cov{coverage=trace-pc,trace-cmp} -O2 -c %s -o %t.o
// RUN: %objdump -t %t.o | %check %s
#include <stdint.h>

// CHECK-NOT: __anycov_
// CHECK: __sanitizer_cov_trace_pc
// CHECK-NOT: __anycov_
uint32_t f(uint32_t a, uint32_t b)
{
	return a < b ? 1 : f(b - 1, a);
}
