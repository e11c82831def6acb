/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Five loops over arrays, for bench/loops: loops KERNEL TURNS.  Prints the nanoseconds of a turn
 * on stderr and a sum, which each build must have, on stdout.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define N 4096
static float scaled[N], sums[N];
static int numbers[N];
static unsigned char bytes[N];

__attribute__((noinline)) static void saxpy(float a, const float *from, float *to, int n)
{
	for (int i = 0; i < n; i++)
		to[i] += a * from[i];
}

__attribute__((noinline)) static int dot(const int *p, const int *q, int n)
{
	int s = 0;

	for (int i = 0; i < n; i++)
		s += p[i] * q[i];
	return s;
}

__attribute__((noinline)) static uint32_t adler(const unsigned char *p, int n)
{
	uint32_t a = 1, b = 0;

	for (int i = 0; i < n; i++) {
		a += p[i];
		b += a;
	}
	return (b % 65521) << 16 | a % 65521;
}

__attribute__((noinline)) static int max(const int *p, int n)
{
	int m = p[0];

	for (int i = 1; i < n; i++)
		if (p[i] > m)
			m = p[i];
	return m;
}

__attribute__((noinline)) static void threshold(unsigned char *p, int n, int limit)
{
	for (int i = 0; i < n; i++) {
		if (p[i] < limit)
			p[i] = 0;
		else
			p[i] = 255;
	}
}

static uint32_t turn(int kernel)
{
	switch (kernel) {
	case 0:
		saxpy(0.5f, scaled, sums, N);
		return 0;
	case 1:
		return (uint32_t)dot(numbers, numbers, N);
	case 2:
		return adler(bytes, N);
	case 3:
		return (uint32_t)max(numbers, N);
	default:
		threshold(bytes, N, 100);
		return 0;
	}
}

int main(int argc, char **argv)
{
	int kernel = argc > 1 ? atoi(argv[1]) : 0, turns = argc > 2 ? atoi(argv[2]) : 1;
	struct timespec begin, end;
	uint32_t result = 0;

	for (int i = 0; i < N; i++) {
		scaled[i] = (float)i;
		numbers[i] = i * 7919 % 1000;
		bytes[i] = (unsigned char)(i * 31);
	}
	clock_gettime(CLOCK_MONOTONIC, &begin);
	for (int t = 0; t < turns; t++) {
		/* So that no turn can take the result of the one before. */
		numbers[t % N] = t;
		bytes[t % N] = (unsigned char)t;
		result = result * 31 + turn(kernel);
	}
	clock_gettime(CLOCK_MONOTONIC, &end);
	for (int i = 0; i < N; i++)
		result = result * 31 + (uint32_t)sums[i] + bytes[i];
	printf("%u\n", result);
	fprintf(stderr, "%.0f\n",
		((double)(end.tv_sec - begin.tv_sec) * 1e9 +
		 (double)(end.tv_nsec - begin.tv_nsec)) /
			(turns ? turns : 1));
	return 0;
}
