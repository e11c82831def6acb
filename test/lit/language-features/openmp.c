// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// REQUIRES: gcc
// OpenMP: loops, reductions, sections and tasks that the compiler outlines.
// RUN: %cov{coverage=edge,trace-pc,trace-pc-guard,trace-cmp,trace-div,trace-gep,trace-loads,trace-stores,indirect-calls,inline-8bit-counters,pc-table,control-flow,stack-depth} -O0 -w -fopenmp %s -o %t %link && %t
// RUN: %cov{coverage=edge,trace-pc,trace-pc-guard,trace-cmp,trace-div,trace-gep,trace-loads,trace-stores,indirect-calls,inline-8bit-counters,pc-table,control-flow,stack-depth} -O2 -w -fopenmp %s -o %t %link && %t
// RUN: %cov{coverage=trace-pc;prune=lossless;hooks=lean} -O3 -w -fopenmp %s -o %t %link && %t
#include <stdlib.h>

static int fib(int n)
{
	int a, b;

	if (n < 2)
		return n;
#pragma omp task shared(a)
	a = fib(n - 1);
	b = fib(n - 2);
#pragma omp taskwait
	return a + b;
}

int main(int argc, char **argv)
{
	long sum = 0;
	int f = 0, left = 0, right = 0;

	(void)argv;
#pragma omp parallel for reduction(+ : sum) schedule(dynamic, 3) num_threads(3)
	for (int i = 0; i < 1000; i++)
		sum += i % 3 ? i : -i;
#pragma omp parallel sections num_threads(2)
	{
#pragma omp section
		left = argc;
#pragma omp section
		right = argc + 1;
	}
#pragma omp parallel num_threads(2)
#pragma omp single
	f = fib(argc + 9);
	if (sum != 165834 || left != argc || right != argc + 1 || f != 55)
		abort();
	return 0;
}
