// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// place=early: the body of a loop without branches becomes vector code, with its flag in front of
// the loop.
// REQUIRES: x86_64
// RUN: %cov{coverage=flags;place=early;prune=lossless} -O3 -S %s -o - | %check %s
// RUN: %cov{coverage=flags;place=early;prune=none} -O3 -S %s -o - | %check %s
// RUN: %cov{coverage=flags;place=early;prune=lossless} -O3 -g -S %s -o - | %check %s

// CHECK-LABEL: {{^}}scale:
// CHECK: mulps
// CHECK-LABEL: {{^}}rows:
// CHECK: mulps
void scale(float a, const float *restrict from, float *restrict to, int n)
{
	for (int i = 0; i < n; i++)
		to[i] += a * from[i];
}

void rows(float a, const float (*restrict from)[64], float (*restrict to)[64], int n)
{
	for (int i = 0; i < n; i++)
		for (int k = 0; k < 64; k++)
			to[i][k] += a * from[i][k];
}
