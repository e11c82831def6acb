// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// At -O0 the lines that ran are gcov's: recursion, function pointers, variable arguments.
// REQUIRES: gcov
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %cov{coverage=trace-pc} -O0 -g %s -o ours %link
// RUN: %anycov run -o ours.dump ./ours > out.ours
// RUN: %anycov report --image ours --lcov ours.info ours.dump > report.txt
// RUN: %cc -O0 -g --coverage %s -o theirs && ./theirs > out.theirs
// RUN: diff out.ours out.theirs
// RUN: %lines ours.info %s
#include <stdarg.h>
#include <stdio.h>

static int fib(int n)
{
	if (n < 2)
		return n;
	return fib(n - 1) +
	       fib(n - 2);
}

static int total(int n, ...)
{
	va_list ap;
	int sum = 0;

	va_start(ap, n);
	while (n-- > 0)
		sum += va_arg(ap, int);
	va_end(ap);
	return sum;
}

static int twice(int x)
{
	return 2 * x;
}

static int thrice(int x)
{
	return 3 * x;
}

static int apply(int (*f)(int),
		 int x)
{
	return f(x);
}

static void finish(int status)
{
	puts("ending");
	if (status > 100)
		puts("not here");
	puts("ended");
}

int main(int argc, char **argv)
{
	(void)argv;
	printf("%d %d %d\n", fib(7), total(3, 1, 2, 3),
	       apply(argc > 5 ? thrice : twice, 4));
	finish(argc);
	return 0;
}
