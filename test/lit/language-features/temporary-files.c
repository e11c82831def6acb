// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// REQUIRES: gcc
// -save-temps, which compiles what it preprocessed before, and -pipe give the same code.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %cov{coverage=trace-pc,trace-cmp} -O2 -c %s -o a.o
// RUN: %cov{coverage=trace-pc,trace-cmp} -O2 -save-temps -c %s -o b.o
// RUN: %cov{coverage=trace-pc,trace-cmp} -O2 -pipe -c %s -o c.o
// RUN: %hookcalls a.o > a && %hookcalls b.o > b && %hookcalls c.o > c
// RUN: diff a b && diff a c && %check --input-file=a %s

// CHECK: f: trace_pc
int f(int n)
{
	return n > 3 ? n * n : n == 2;
}
