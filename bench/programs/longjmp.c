/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What a longjmp() across four calls takes, for bench/cuts: longjmp N. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
static jmp_buf env;
__attribute__((noinline)) static int leaf(int x)
{
	if (x)
		longjmp(env, x);
	return x;
}
__attribute__((noinline)) static int third(int x)
{
	return leaf(x) + 1;
}
__attribute__((noinline)) static int second(int x)
{
	return third(x) + 1;
}
__attribute__((noinline)) static int first(int x)
{
	return second(x) + 1;
}
int main(int argc, char **argv)
{
	volatile int i;
	int n = argc > 1 ? atoi(argv[1]) : 1000000;
	struct timespec a, b;
	clock_gettime(CLOCK_MONOTONIC, &a);
	for (i = 0; i < n; i++)
		if (!setjmp(env))
			first(1);
	clock_gettime(CLOCK_MONOTONIC, &b);
	printf("%.0f ns\n", ((b.tv_sec - a.tv_sec) * 1e9 + b.tv_nsec - a.tv_nsec) / n);
	return 0;
}
