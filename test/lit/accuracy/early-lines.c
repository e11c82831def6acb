// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// place=early: whatever the optimizer does, the lines that ran are gcov's at -O0.
// REQUIRES: gcov
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %cc -O0 -g --coverage %s -o theirs && ./theirs > out.theirs
// RUN: %cov{coverage=trace-pc;place=early;prune=lossless} -O0 -g %s -o ours %link
// RUN: %anycov run -o ours.dump ./ours > out.ours && diff out.ours out.theirs
// RUN: %anycov report --complete --image ours --lcov ours.info ours.dump > report.txt
// RUN: %lines ours.info %s
// RUN: %cov{coverage=trace-pc;place=early;prune=lossless} -O1 -g %s -o ours %link
// RUN: %anycov run -o ours.dump ./ours > out.ours && diff out.ours out.theirs
// RUN: %anycov report --complete --image ours --lcov ours.info ours.dump > report.txt
// RUN: %lines ours.info %s
// RUN: %cov{coverage=trace-pc;place=early;prune=lossless} -O2 -g %s -o ours %link
// RUN: %anycov run -o ours.dump ./ours > out.ours && diff out.ours out.theirs
// RUN: %anycov report --complete --image ours --lcov ours.info ours.dump > report.txt
// RUN: %lines ours.info %s
// RUN: %cov{coverage=trace-pc;place=early;prune=lossless} -O3 -g %s -o ours %link
// RUN: %anycov run -o ours.dump ./ours > out.ours && diff out.ours out.theirs
// RUN: %anycov report --complete --image ours --lcov ours.info ours.dump > report.txt
// RUN: %lines ours.info %s
// RUN: %cov{coverage=trace-pc;place=early;prune=lossless} -Os -g %s -o ours %link
// RUN: %anycov run -o ours.dump ./ours > out.ours && diff out.ours out.theirs
// RUN: %anycov report --complete --image ours --lcov ours.info ours.dump > report.txt
// RUN: %lines ours.info %s
#include <stdio.h>

static volatile int zero;

/* Inlined into each caller: the lines are one function's. */
static int sign(int n)
{
	if (n < 0)
		return -1;
	return n > 0;
}

/* Arms that a select could replace. */
static int larger(int a, int b)
{
	int most = a;

	if (b > a)
		most = b;
	if (most == 77)
		most = 78;
	return most;
}

/* Arms that are the same code. */
static int same(int n)
{
	if (n == 1)
		zero = 5;
	else if (n == 2)
		zero = 5;
	else
		zero = 5;
	return zero;
}

/* A table could replace the switch. */
static int look_up(int n)
{
	switch (n) {
	case 0:
		return 10;
	case 1:
		return 35;
	case 2:
		return 17;
	case 3:
		return 90;
	case 4:
		return 52;
	default:
		return 0;
	}
}

/* A result that main() does not use. */
static int unused(int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++)
		sum += i;
	return sum;
}

/* Scopes that are left in many ways. */
static int leave(const int *list, int n)
{
	for (int i = 0; i < n; i++) {
		int twice = list[i] * 2;

		if (twice < 0)
			continue;
		if (twice == 12) {
			int more = i;

			if (more > 100)
				goto out;
			break;
		}
		if (twice == 40)
			return 3;
	}
	return 1;
out:
	return 2;
}

/* Unrolled, vectorized or made one call. */
static void clear(int *list, int n)
{
	for (int i = 0; i < 4; i++)
		list[i] = i;
	for (int i = 4; i < n; i++)
		list[i] = 0;
}

static int recursive(int n)
{
	if (n == 0)
		return 1;
	return recursive(n - 1);
}

int main(void)
{
	int list[100];

	clear(list, 100);
	unused(50);
	list[7] = -3;
	list[9] = 6;
	printf("%d %d %d\n", sign(zero), sign(4), larger(zero, 3));
	printf("%d %d\n", same(1), look_up(zero % 3 + 2));
	printf("%d %d\n", leave(list, 100), recursive(10));
	if (zero == 9)
		puts("never");
	return 0;
}
