/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Clones for vectors, and for another device, whose code the host runs if there is none. */
// gcc-flags: -fopenmp
// clang-flags: -fopenmp-simd
// arguments: 7
#include <stdio.h>
#include <stdlib.h>

#pragma omp declare simd
static float twice(float x) // +
{
	if (x > 2000) // + [+-]
		return 0; // -
	return x * 2; // +
} // clang: +

#pragma omp declare simd
static float never(float x) // -
{
	if (x > 2000) // - [--]
		return 0; // -
	return x * 3; // -
} // clang: -

#pragma omp declare simd notinbranch
float shared(float x) // +
{
	return x > 20 ? x : 3; // + [++]
}

int main(int argc, char **argv) // +
{
	int n = atoi(argv[argc - 1]); // +
	float a[256]; //

#pragma omp simd // clang: +
	for (int i = 0; i < 256; i++) // clang: + [++]
		a[i] = twice(shared(i)); // +
	if (n > 100) // + [+-]
		a[n] = never(n); // -
#pragma omp target map(tofrom : a) // gcc: +
	{
		if (a[30] > 5) // + [+-]
			a[30] = 1; // +
		else
			a[30] = 2; // -
	}
	if (n > 100) { // + [+-]
#pragma omp target map(tofrom : a) // gcc: -
		{
			if (a[n] > 5) // - [--]
				a[n] = 1; // -
		}
	} // clang: -
#pragma omp target teams distribute parallel for map(tofrom : a) // gcc: +
	for (int i = 0; i < 256; i++) { // clang: + [++]
		if (i > 300) // + [+-]
			a[i] = 0; // -
		a[i] += 1; // +
	} // clang: +
	printf("%f\n", a[3]); // +
	return 0; // +
}
