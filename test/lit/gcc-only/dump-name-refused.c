// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// GCC 13 and before read the names of dumps before they load plugins; the dumps of all passes have
// anycov's, in a directory of their own.
// REQUIRES: version-9
// UNSUPPORTED: version-14
// RUN: not %cov{coverage=trace-pc} -fdump-tree-anycov -c %s -o %t.o 2>&1 | %check{UNKNOWN} %s
// RUN: rm -rf %t.d && mkdir %t.d && %cov{coverage=trace-pc} -O1 -fdump-tree-all -dumpdir %t.d/ -c %s -o %t.o
// RUN: cat %t.d/*.anycov | %check{CODE} %s

// UNKNOWN: unrecognized command{{.*}}option{{.*}}-fdump-tree-anycov
// CODE: __sanitizer_cov_trace_pc
int f(int x)
{
	return x ? 2 : 3;
}
