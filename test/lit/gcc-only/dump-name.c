// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// From GCC 14 on, -fdump-tree-anycov shows the code with its probes.
// REQUIRES: version-14
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d && %cov{coverage=trace-pc} -O1 -fdump-tree-anycov -c %s -o f.o
// RUN: cd %t.d && cat *.anycov | %check %s

// CHECK: __sanitizer_cov_trace_pc
int f(int x)
{
	return x ? 2 : 3;
}
