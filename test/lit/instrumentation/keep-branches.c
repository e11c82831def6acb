// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// keep-branches: of two conditions, the optimizer would compute both, for one branch.  Each has
// its edges here.
// REQUIRES: native, version-10
// RUN: %cov{coverage=trace-pc-guard,no-prune;keep-branches} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
// RUN: %cov{coverage=trace-pc-guard,no-prune} -O2 -c %s -o %t.o && %hookcalls %t.o > %t.merged
// RUN: grep -x "f: trace_pc_guard trace_pc_guard trace_pc_guard trace_pc_guard" %t.merged

void yes(int);

// CHECK: f: trace_pc_guard trace_pc_guard trace_pc_guard trace_pc_guard trace_pc_guard trace_pc_guard
void f(int a, int b)
{
	if (a == 7 && b == 9)
		yes(a);
}
