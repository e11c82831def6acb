/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Bodies of constructs become functions of the compiler.  Their loops over a thread's share of the work
 * are none of the source. */
// compilers: gcc
// flags: -fopenmp
// needs: omp.h
#include <omp.h>
#include <stdio.h>

int main(void) // +
{
	long s = 0, n = omp_get_max_threads(); // +

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
	printf("%ld\n", s); // +
	return 0; // +
}
