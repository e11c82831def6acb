/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Decisions with conditions that several ways lead to: only --mcdc keeps the evaluations apart. */
// anycov-flags: --mcdc
// compilers: gcc
// branches: no
// conditions: gcc
#include <setjmp.h>
#include <stdlib.h>

#define OR(i) ((x >> (i) & 1) || (y >> (i) & 1))

static jmp_buf place;
static int zero;

/* One set of evaluations takes all edges and shows no more than the other one with b. */
static int first(int a, int b, int c) // +
{
	return (a && b) || c ? 1 : 2; // + {++ +- ++}
}

static int second(int a, int b, int c) // +
{
	return (a && b) || c ? 1 : 2; // + {++ ++ ++}
}

static int never(int a, int b, int c) // -
{
	if ((a || b) && c) // - {-- -- --}
		return 1; // -
	return 0; // -
}

static int loops(int n, int a, int b) // +
{
	int r = 0; // +

	for (int i = 0; (i < n && a) || (r < 3 && b); i++) // + {++ +- ++ +-}
		r++; // +
	do {
		r--; // +
	} while (r > 0 && (a || b) && n); // + {++ +- +- +-}
	return r; // +
}

/* An evaluation that setjmp() begins or ends a second time. */
static int resumed(int a, int c) // +
{
	volatile int times = 0; // +

	if ((setjmp(place) && a) || c) // + {++ +- -+}
		return 1; // +
	if (!times++) // + {-+}
		longjmp(place, 1); // +
	return 0; // -
}

static int leave(int x) // +
{
	exit(x); // +
}

/* More than 8,000 ways lead through it. */
static int many(unsigned x, unsigned y) // +
{
	return OR(0) && OR(1) && OR(2) && OR(3) && OR(4) && OR(5) && OR(6) && OR(7) && OR(8) && OR(9) && OR(10) && OR(11) && OR(12); // + {++ -+ +- -- +- -- +- -- +- -- +- -- +- -- +- -- +- -- +- -- +- -- +- -- +- +-}
}

int main(int argc, char **argv) // +
{
	int one = argc; // +

	(void)argv;
	first(zero, one, zero); // +
	first(one, zero, one); // +
	first(one, one, zero); // +
	second(zero, one, zero); // +
	second(one, zero, zero); // +
	second(one, one, zero); // +
	second(zero, zero, one); // +
	if (zero) // + {-+}
		never(one, one, one); // -
	loops(3, one, zero); // +
	loops(one, zero, one); // +
	resumed(one, zero); // +
	many(0x1fff, 0); // +
	many(0xfff, 0x1000); // +
	many(0, 0x1ffe); // +
	if ((zero || one) && (leave(0), one)) // + {-- -- --}
		return 1; // -
	return 0; // -
}
