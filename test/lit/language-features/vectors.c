// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// Vectors: arithmetic, comparisons, shuffles, as arguments and in memory.
// RUN: %cov{coverage=edge,trace-pc,trace-pc-guard,trace-cmp,trace-div,trace-gep,trace-loads,trace-stores,indirect-calls,inline-8bit-counters,pc-table,control-flow,stack-depth} -O0 -w %s -o %t %link && %t
// RUN: %cov{coverage=edge,trace-pc,trace-pc-guard,trace-cmp,trace-div,trace-gep,trace-loads,trace-stores,indirect-calls,inline-8bit-counters,pc-table,control-flow,stack-depth} -O2 -w %s -o %t %link && %t
// RUN: %cov{coverage=trace-pc;prune=lossless;hooks=lean} -O3 -w %s -o %t %link && %t
#include <stdlib.h>

typedef int v4 __attribute__((vector_size(16)));
typedef double d4 __attribute__((vector_size(32)));
typedef unsigned char b16 __attribute__((vector_size(16)));

__attribute__((noinline)) static v4 larger(v4 a, v4 b)
{
	v4 mask = a > b;

	return (a & mask) | (b & ~mask);
}

__attribute__((noinline)) static double sum(const d4 *p, int n)
{
	d4 all = { 0 };

	for (int i = 0; i < n; i++)
		all += p[i] / (d4){ 2, 2, 2, 2 };
	return all[0] + all[1] + all[2] + all[3];
}

__attribute__((noinline)) static int bytes(b16 x, int n)
{
	int r = 0;

	for (int i = 0; i < n; i++)
		if (x[i] > 3)
			r += x[i] % 5;
	return r;
}

int main(int argc, char **argv)
{
	v4 m = larger((v4){ argc, 9, -3, 4 }, (v4){ 0, 10, -4, 4 });
	d4 d[3] = { { 1, 2, 3, 4 }, { 5, 6, 7, 8 }, { 9, 10, 11, 12 } };
	b16 b = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 200 };

	(void)argv;
	if (m[0] != argc || m[1] != 10 || m[2] != -3 || m[3] != 4 || sum(d, argc + 2) != 39)
		abort();
	return bytes(b, argc + 15) != 24 ? bytes(b, argc + 15) : 0;
}
