// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// keep-branches: two comparisons of one variable stay two branches, and a fuzzer sees both
// constants; GCC's front ends and its reassociation, and LLVM, would compare once with a range.
// REQUIRES: native, version-10
// RUN: %cov{coverage=trace-pc-guard,no-prune;keep-branches} -O2 -c %s -o %t.o && %hookcalls %t.o > %t.kept
// RUN: grep -Ex "f:( trace_pc_guard){6,7}" %t.kept
// RUN: grep -Ex "g:( trace_pc_guard){9}" %t.kept
// RUN: %cov{coverage=trace-pc-guard,no-prune} -O2 -c %s -o %t.o && %hookcalls %t.o > %t.merged
// RUN: grep -Ex "f:( trace_pc_guard){4}" %t.merged
// RUN: grep -Ex "g:( trace_pc_guard){4,7}" %t.merged
// RUN: %cov{coverage=trace-cmp,no-prune;keep-branches} -O2 -c %s -o %t.o && %hookcalls %t.o > %t.compares
// RUN: grep -Ex "f: trace_const_cmp4 trace_const_cmp4" %t.compares

void yes(int);

void f(int a)
{
	if (a > 100000 && a < 100009)
		yes(a);
}

void g(int a)
{
	if (a == 1 || a == 3 || a == 4)
		yes(a);
}
