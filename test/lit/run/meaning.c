// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: run
// Hooks change no result: arguments in registers and on the stack, variable
// arguments, floats, structures, nested and computed control flow, setjmp.
// RUN: %cc -O1 %s -o %t.plain
// RUN: %run %t.plain > %t.expected
// RUN: %cov{coverage=trace-pc,trace-cmp} -O0 -c %s -o %t.o
// RUN: %cc %t.o %inputs/count_hooks.c -o %t
// RUN: %run %t > %t.out && diff %t.expected %t.out
// RUN: %cov{coverage=trace-pc,trace-cmp} -O1 -c %s -o %t.o
// RUN: %cc %t.o %inputs/count_hooks.c -o %t
// RUN: %run %t > %t.out && diff %t.expected %t.out
// RUN: %cov{coverage=trace-pc,trace-cmp} -O2 -c %s -o %t.o
// RUN: %cc %t.o %inputs/count_hooks.c -o %t
// RUN: %run %t > %t.out && diff %t.expected %t.out
// RUN: %cov{coverage=trace-pc,trace-cmp} -O3 -c %s -o %t.o
// RUN: %cc %t.o %inputs/count_hooks.c -o %t
// RUN: %run %t > %t.out && diff %t.expected %t.out
// RUN: %cov{coverage=edge,trace-pc,trace-cmp;prune=dom} -Os -c %s -o %t.o
// RUN: %cc %t.o %inputs/count_hooks.c -o %t
// RUN: %run %t > %t.out && diff %t.expected %t.out
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

struct pair {
	double x;
	long y[5];
};

static double many(int a, long b, double c, float d, int e, int f, int g, int h, int i, double j,
		   float k, double l, double m, double n, double o, double p, char q)
{
	return a + b * 2 + c * 3 + (double)d * 4 + e * 5 + f * 6 + g * 7 + h * 8 + i * 9 + j * 10 +
	       (double)k * 11 + l * 12 + m * 13 + n * 14 + o * 15 + p * 16 + q * 17;
}

static struct pair make(int n)
{
	struct pair p = { n * 1.5, { n, n + 1, n + 2, n + 3, n + 4 } };

	return p;
}

static double sum(int n, ...)
{
	va_list ap;
	double total = 0;

	va_start(ap, n);
	for (int i = 0; i < n; i++)
		total += i & 1 ? va_arg(ap, double) : (double)va_arg(ap, int);
	va_end(ap);
	return total;
}

static jmp_buf back;

static int deep(int n)
{
	if (n == 0)
		longjmp(back, 7);
	return deep(n - 1) + 1;
}

static int goes(unsigned n)
{
	static const void *const labels[] = { &&a, &&b, &&c, &&out };
	int r = 0;

	goto *labels[n & 3];
a:
	r += 1;
b:
	r += 10;
c:
	r += 100;
out:
	return r;
}

static unsigned hash(const char *s)
{
	unsigned h = 5381;

	while (*s)
		switch (*s++) {
		case 'a' ... 'f':
			h = h * 33 + 1;
			break;
		case 'x':
			h ^= h >> 3;
			/* fall through */
		default:
			h += (unsigned char)s[-1];
		}
	return h;
}

int main(void)
{
	volatile int seen = 0;

	printf("%g\n", many(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17));
	printf("%g %ld\n", make(3).x, make(4).y[4]);
	printf("%g\n", sum(4, 1, 2.5, 3, 4.25));
	if (!setjmp(back)) {
		seen = 1;
		deep(5);
	}
	printf("%d %d %d %d\n", (int)seen, goes(0), goes(2), goes(3));
	printf("%u\n", hash("the quick brown fox, deadbeef"));
	return 0;
}
