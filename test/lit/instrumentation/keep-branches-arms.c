// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// keep-branches: a short arm is a branch and no select, so that it has an edge.
// REQUIRES: native
// RUN: %cov{coverage=trace-pc-guard;prune=dom;keep-branches} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
// RUN: %cov{coverage=trace-pc-guard;prune=dom} -O2 -c %s -o %t.o && %hookcalls %t.o > %t.selects
// RUN: grep -x "least: trace_pc_guard" %t.selects

// CHECK: least: trace_pc_guard trace_pc_guard trace_pc_guard
int least(int a, int b)
{
	int n = a;

	if (b < a)
		n = b;
	return n;
}

// CHECK-NEXT: longer: trace_pc_guard trace_pc_guard trace_pc_guard
int longer(int n, unsigned char c)
{
	if (c < 32)
		n += 5;
	return n;
}
