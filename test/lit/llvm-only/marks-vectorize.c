// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
//
// place=early: marks do not keep a loop without arms from being vectorized, and its body is covered
// if it was executed.
//
// REQUIRES: native
// RUN: %cov{coverage=edge,flags;place=early;prune=lossless} -O2 -g -Rpass=loop-vectorize -c %s -o %t.o 2>&1 | %check %s

void add(float *restrict a, const float *restrict b, int n)
{
	// CHECK: [[@LINE+1]]:{{[0-9]+}}: remark: vectorized loop
	for (int i = 0; i < n; i++)
		a[i] += b[i];
}
