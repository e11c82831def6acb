// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: int128, own-cov
// Intended difference: GCC truncates __int128 to 64 bits and records what was not
// compared; anycov records nothing, as clang.
// RUN: %cov{coverage=trace-cmp} -O0 -c %s -o %t.o && %hookcalls -f cmp %t.o | %check-lines %s
// RUN: %own{trace-pc,trace-cmp} -O0 -c %s -o %t.o && %hookcalls -f cmp %t.o | %check-lines{OWN} %s

void yes(void);

// CHECK: f:
// OWN-GCC: f: trace_cmp8
// OWN-CLANG: f:
void f(__int128 a, __int128 b)
{
	if (a == b)
		yes();
}
