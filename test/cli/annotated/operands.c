/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Operands of && and || over several lines: each is at the line where it begins, and only those
 * that were evaluated are covered. */
// arguments: 0
#include <stdlib.h>

#define BOTH(x, y) ((x) > 1 && (y) > 1)

static int value(int a, int b) // +
{
	return a > 1 && // + [+-]
	       b > 1 && // - [--]
	       a > b;   // - gcc: [--]
}

static int statement(int a, int b) // +
{
	if (a < 1 && // + [+-]
	    b > 5 && // + [+-]
	    a > b)   // - [--]
		return 1; // -
	return 0; // +
} // clang: +

static int chosen(int a, int b) // +
{
	if (a > 1 // + [+-]
	    || b > 1 // + [+-]
	    || a > b) // - [--]
		b++; // +
	else
		b--; // -
	return b; // +
}

static int grouped(int a, int b) // +
{
	if ((a > 1 && // + [+-]
	     b > 2) || // - [--]
	    (b == 7 || // + [+-]
	     b - 1 == // + gcc: [+-]
		     a) || // clang: + [+-]
	    b < a) // + [+-]
		return b; // -
	return a; // +
} // clang: +

static int stored(int a, int b) // +
{
	int c = a > 1 // + [+-]
		&& b > 1; // - gcc: [--]

	c += BOTH(a, b) // + [+-][--]
	     || a > b; // + gcc: [+-]
	while (b > 2 // + [++] clang: [++]
	       && a < 5) // + gcc: [+-]
		a++, // +
		b--; // +
	return c; // +
}

static int either(int a, int b) // +
{
	return a - b > 3 // + [+-]
		       ? b + 3 // -
		       : b - 4; // +
}

static int called(int a, int b) // +
{
	return abs(a) > 1 && // + [+-]
	       abs(b) > 1; // - gcc: [--]
}

int main(int argc, char **argv) // +
{
	int a = atoi(argv[argc - 1]); // +
	int n = value(a, 3) + statement(a, 3) + chosen(a, 3) + grouped(a, 3) + stored(a, 3); // +

	return n + either(a, 3) + called(a, 3) > 1000; // +
}
