/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Bodies of constructs become functions of the compiler.  Their loops over a thread's share of the work
 * are none of the source, nor is what chooses the thread or leaves a cancelled loop. */
// compilers: gcc
// flags: -fopenmp
// needs: omp.h
#include <omp.h>
#include <stdio.h>

static void orphans(long *n, int k) // +
{
	n[0]++; // +
#pragma omp single
	n[1]++; // +
#pragma omp master // +
	n[2]++; // +
#pragma omp for // +
	for (int i = 0; i < k; i++) {
		if (i > 5) // + [+-]
			n[3]++; // -
#pragma omp cancel for // +
		n[4]++; // +
	}
} // +

static void threads(long n) // +
{
	long s = 0; // +

#pragma omp parallel num_threads(2) firstprivate(s) // +
	{
#pragma omp master // +
		s += n; // +
#pragma omp masked filter(1) // +
		s += n; // +
#pragma omp single copyprivate(s) // +
		s = 2; // +
		if (omp_get_thread_num() == 0) // + [++]
			s++; // +
	}
} // +

int main(void) // +
{
	long s = 0, n = omp_get_max_threads(); // +
	long counts[5] = { 0 }; // +

#pragma omp parallel for reduction(+ : s) // +
	for (int i = 0; i < 1000; i++) {
		if (i > 5000) // + [+-]
			s += 100; // -
		s++; // +
	}
#pragma omp parallel sections // +
	{
#pragma omp section
		if (s > 1000000) // + [+-]
			puts("never"); // -
#pragma omp section
		puts("section"); // +
	}
#pragma omp parallel // +
#pragma omp single
	{
#pragma omp task firstprivate(s) // +
		{
			if (s == 1000) // + [+-]
				puts("thousand"); // +
			s += n; // +
		}
	}
	threads(s); // +
#pragma omp parallel // +
	orphans(counts, 2); // +
	printf("%ld\n", s); // +
	return 0; // +
}
