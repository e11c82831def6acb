// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: own-cov
// Intended difference: clang's trace-cmp alone brings guards, by default; anycov's
// words mean what they say, as GCC's.
// RUN: %cov{coverage=trace-cmp} -O0 -c %s -o %t.o && %hookcalls -c %t.o | %check-lines %s
// RUN: %cc -fsanitize-coverage=edge,trace-cmp -O0 -c %s -o %t.o && %hookcalls -c %t.o | %check-lines{OWN} %s
// REQUIRES: clang
#include <stdint.h>

void yes(void);

// CHECK: f: 1 trace_const_cmp4
// OWN: f: 3 trace_pc_guard, 1 trace_const_cmp4
void f(uint32_t a)
{
	if (a == 7777777)
		yes();
}
