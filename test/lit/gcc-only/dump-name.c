// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// GCC 14 knows the names of dumps of plugins.
// REQUIRES: version-14
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d && %cov{coverage=trace-pc} -O1 -fdump-tree-anycov_pc -c %s -o f.o
// RUN: cd %t.d && cat *.anycov_pc | %check %s

// CHECK: __sanitizer_cov_trace_pc
int f(int x)
{
	return x ? 2 : 3;
}
