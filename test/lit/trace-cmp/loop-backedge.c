// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Without pruning, the comparison that closes a loop has a hook.
// RUN: %cov{coverage=trace-cmp} -O0 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
// RUN: %cov{coverage=trace-cmp} -O1 -c %s -o %t.o && %hookcalls -c %t.o | %check-lines{OPT} %s
#include <stdint.h>

void body(void);

// CHECK: f: trace_cmp4
// The rotated loop may test in front of the loop as well.
// OPT: f: {{1 trace_cmp4|2 trace_cmp4|1 trace_cmp4, 1 trace_const_cmp4|1 trace_const_cmp4, 1 trace_cmp4}}
void f(uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		body();
}
