// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// place=early: the copies that inlining and unrolling make of a block are one block of the source,
// and a function that is nowhere else than in its callers is a function of the report.
// REQUIRES: run
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %cov{coverage=trace-pc;place=early} -O3 -g %s -o t %link
// RUN: %anycov run -o t.dump ./t
// RUN: %anycov report --complete --image t --lcov t.info t.dump > report.txt
// RUN: %check %s < t.info
// RUN: %cov{coverage=trace-pc;place=early;prune=lossless} -O2 -g %s -o t %link
// RUN: %anycov run -o t.dump ./t
// RUN: %anycov report --complete --image t --lcov t.info t.dump > report.txt
// RUN: %check %s < t.info
volatile int v = 3;

// CHECK: FN:[[@LINE+1]]
static inline __attribute__((always_inline)) int half(int n)
{
	if (n & 1)
		return n / 2;
// CHECK: DA:[[@LINE-1]],{{[1-9]}}
	if (n > 1000)
		return 500;
// CHECK: DA:[[@LINE-1]],0
	return n / 2;
// CHECK: DA:[[@LINE-1]],{{[1-9]}}
}

int main(void)
{
	int sum = 0;

	for (int i = 0; i < 4; i++)
		sum += half(v + i);
// CHECK: DA:[[@LINE-1]],{{[1-9]}}
	v = half(sum);
	return 0;
}
