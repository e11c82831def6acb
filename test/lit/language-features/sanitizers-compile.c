// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// The address and the undefined behaviour sanitizer add blocks and calls: the function
// still has its probes.  (Not every clang here has a runtime for them.)
// RUN: %cov{coverage=trace-pc,trace-cmp} -O0 -w -fsanitize=address,undefined -c %s -o %t.o && %hookcalls %t.o | %check %s
// RUN: %cov{coverage=trace-pc,trace-cmp;prune=lossless} -O2 -w -fsanitize=address,undefined -c %s -o %t.o && %hookcalls %t.o | %check %s

// CHECK: f: {{.*}}trace_pc
int f(int *p, int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++)
		sum += p[i] > 3 ? p[i] / n : 1;
	return sum;
}
