// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// GCC 13 and before read the names of dumps before they load plugins.
// REQUIRES: version-9
// UNSUPPORTED: version-14
// RUN: not %cov{coverage=trace-pc} -fdump-tree-anycov -c %s -o %t.o 2>&1 | %check{UNKNOWN} %s

// UNKNOWN: unrecognized command{{.*}}option{{.*}}-fdump-tree-anycov
int f(int x)
{
	return x ? 2 : 3;
}
