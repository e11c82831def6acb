/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Decisions that only the compiler sees: of macros, with constants, several at a line. */
// branches: no
// conditions: gcc clang
// anycov-flags: --mcdc
#include <setjmp.h>

#define BOTH(p, q) ((p) && (q))
#define CHECK(x)                                                                                   \
	do {                                                                                       \
		if (!(x))                                                                          \
			failed++;                                                                  \
	} while (0)

#define FOUR(n) (x > (n) && x > (n) + 1 && x > (n) + 2 && x > (n) + 3)

static jmp_buf place;
static int failed, zero;

static int id(int x) // +
{
	return x; // +
}

static int constants(int a, int b, int c) // +
{
	int r = 0; // +

	if (a && 1 && b) // + {++ +-}
		r++; // +
	if (a || 0 || (b && c)) // + {++ -- -+}
		r++; // +
	if (r > 1 && (0 || a)) // + {++ +-}
		r--; // +
	return r; // +
}

static int macros(int a, int b) // +
{
	CHECK(a && b); // + {++ +-}
	if (BOTH(a, b == 1)) // + {++ +-}
		a++; // +
	if (BOTH(!a, b)) // + {++ +-}
		a++; // +
	if (!BOTH(a, b)) // + gcc: {-+ -+} clang: {+- +-}
		a++; // -
	return a; // +
}

static int several(int a, int b, int c, int d) // +
{
	int r = 0; // +

	r += (a && b) + (c || d); // + {++ +-} {-- +-}
	if (a && id(b || c)) r = id(a && d); // + {++ +-} {+- --} {+- +-}
	return (a ? b : c) && d ? 1 : 2; // + {++ +- -+ +-}
}

static int choice(_Bool a, int b, int c, int d) // +
{
	if ((b ? c : d) && a) // + gcc: {++} {-+ --} clang: {++ -+ -+ --}
		return 1; // -
	return !(a && !b); // + {++ -+}
} // clang: +

static int resumed(int a) // +
{
	volatile int times = 0; // +

	if (setjmp(place) && a) // + {++ +-}
		return 1; // +
	if (!times++) // + {-+}
		longjmp(place, 1); // +
	return 0; // -
} // clang: +

static int many(int x) // +
{
	return FOUR(0) && FOUR(4) && FOUR(8) && FOUR(12) && FOUR(16) && FOUR(20) && FOUR(24) && FOUR(28) && x > 32; // + {++ +- +- +- +- +- +- +- +- +- +- +- +- +- +- +- +- +- +- +- +- +- +- +- +- +- +- +- +- +- +- +- ++}
}

int main(int argc, char **argv) // +
{
	int one = argc; // +

	(void)argv; // clang: +
	constants(one, one, one); // +
	constants(zero, one, zero); // +
	macros(one, one); // +
	macros(zero, one); // +
	several(one, one, zero, one); // +
	several(zero, one, zero, one); // +
	choice(one, zero, zero, zero); // +
	choice(zero, one, zero, zero); // +
	resumed(one); // +
	many(0); // +
	many(32); // +
	many(33); // +
	return failed > 9; // +
}
