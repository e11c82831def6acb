// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A hook call has the line of the block's first statement, where a debugger stops for the block.
// REQUIRES: version-11
// RUN: %cov{coverage=trace-pc} -O1 -g -c %s -o %t.o -fdump-tree-optimized-lineno=%t.tree
// RUN: %check %s < %t.tree
void yes(void);
void no(void);

// CHECK-LABEL: f (int a)
void f(int a)
{
	if (a)
// CHECK: probe-line.c:[[@LINE-1]]:{{.*}}__sanitizer_cov_trace_pc
		yes();
// CHECK: probe-line.c:[[@LINE-1]]:{{.*}}__sanitizer_cov_trace_pc
	else
		no();
// CHECK: probe-line.c:[[@LINE-1]]:{{.*}}__sanitizer_cov_trace_pc
}
