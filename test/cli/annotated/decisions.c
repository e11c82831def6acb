/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Decisions as C has them: values, loops, operands that are other decisions. */
// branches: no
// conditions: gcc clang
// anycov-flags: --mcdc
#include <setjmp.h>
#include <stdbool.h>
static volatile int sink;
static jmp_buf env;
#define CHECK(x)                                                                                   \
	do {                                                                                       \
		if (!(x))                                                                          \
			sink++;                                                                    \
	} while (0)
#define BOTH(p, q) ((p) && (q))
#define ANY(p, q) (p || q)
#define NOT(p) (!(p))
#define WARN_IF(c)                                                                                 \
	({                                                                                         \
		int r_ = !!(c);                                                                    \
		if (r_)                                                                            \
			sink++;                                                                    \
		r_;                                                                                \
	})
#define likely(x) __builtin_expect(!!(x), 1)
#define F4(n) (x > (n) && x > (n) + 1 && x > (n) + 2 && x > (n) + 3)
#define O4(n) (x == (n) || x == (n) + 1 || x == (n) + 2 || x == (n) + 3)
struct p {
	int x, y;
	struct p *n;
};
static int id(int x) // +
{
	return x; // +
}
static void f(int a, int b, int c, int d, struct p *p) // +
{
	int r = 0; // +
	bool t;
	CHECK(a && b); // + {++ ++}
	CHECK(a || !b); // + {++ ++}
	CHECK(a); // + {++}
	if (BOTH(a, b)) // + {++ ++}
		r++; // +
	if (!BOTH(a, b)) // + {++ ++}
		r++; // +
	if (ANY(a, b) && c) // + {++ -+ ++}
		r++; // +
	if (BOTH(a, ANY(b, c))) // + {++ +- +-}
		r++; // +
	CHECK(BOTH(a, b) || c); // + gcc: {++ -+ ++} clang: {++ +- ++}
	if (NOT(a) && b) // + {++ ++}
		r++; // +
	if (NOT(a)) // + {++}
		r++; // +
	if (WARN_IF(a && b)) // + {++ ++} {++} {++}
		r++; // +
	if (a && 1 && b) // + {++ ++}
		r++; // +
	if (a || 0 || b) // + {++ ++}
		r++; // +
	if (1 && a) // + {++}
		r++; // +
	if (sizeof(int) == 4 && a && b) // + {++ ++}
		r++; // +
	if (a && b) // + {++ ++}
		r++; // +
	if (c && d) // + {-+ -+}
		r++; // -
	if (a && b) // + {++ ++}
		r++; // +
	else if (c || d) // + {++ ++}
		r--; // +
	r += (a && b) + (c || d); // + {++ ++} {++ ++}
	if (a && id(c || d)) // + {++ +-} {+- +-}
		r++; // +
	r = id(a && b) || c; // + {++ ++} {++ ++}
	if ((b ? c : d) && a) // + gcc: {++} {-+ --} clang: {++ -+ -+ --}
		r++; // -
	if (a ? b : c) // + gcc: {++} {++} clang: {++ ++ -+}
		r++; // +
	r = (a ? b : c) || d; // + {++ ++ -+ ++}
	r = a && (b ? c : d); // + gcc: {-+ ++ -+ -+} clang: {++} {-+ -+}
	r = a ? b : c; // + {++}
	r = a && b ? c : d; // + {++ ++}
	r = !a ? id(1) : id(2); // + {++}
	r = a ?: b; // + {++}
	if (a) // + {++}
		r++; // +
	if (!a) // + {++}
		r++; // +
	if (a && b) // + {++ ++}
		r++; // +
	if (a || b || c) // + {++ ++ -+}
		r++; // +
	if ((a && b) || c) // + {++ +- ++}
		r++; // +
	if (a && (b || c) && d) // + {++ +- -- ++}
		r++; // +
	if (!(a && (b || !c))) // + {++ ++ +-}
		r++; // +
	if (p && p->x && (p->y > 1 || !p->n)) // + {++ +- ++ +-}
		r++; // +
	if (likely(a && b)) // + {++ ++}
		r++; // +
	if (likely(a) && b) // + {++ ++}
		r++; // +
	if (likely(a && b) && c) // + {-+ -+ -+}
		r++; // -
	while (a && r < 3) // + {-+ -+}
		r++, sink++; // -
	while ((a && b) && r++ < 5) // + {-+ -+ -+}
		sink++; // -
	for (int i = 0; i < 3 && a; i++) // + {++ ++}
		r++; // +
	for (int i = 0; i < 3 && (a || b); i++) // + {++ ++ ++}
		r++; // +
	do // clang: +
		r--; // +
	while (r > 0 && b); // + {++ ++}
	do // clang: +
		r--; // +
	while (r > 0); // + {++}
	t = a && b; // + {++ ++}
	sink = t; // +
	r = a || b; // + {++ ++}
	r = !a && b; // + {++ ++}
	r = a && b && c; // + {-+ -+ -+}
	r = (a || b) && (c || d); // + {++ ++ +- +-}
	sink = r += a && b; // + {++ ++}
	r = !(a && b); // + {++ ++}
	if ((t = a && b)) // + gcc: {++ ++} {++} clang: {++ ++}
		r++; // +
	if ((r = a) && b) // + {++ ++}
		r++; // +
	if (a && b && c) // + {-+ -+ -+}
		r++; // -
	r = a > 0 && b > 0; // + {++ ++}
	if (setjmp(env) && a) // + {-+ --}
		r++; // -
	if ((a && b) != c) // + {++ ++} {++}
		r++; // +
	if (a == b && c != d && (a & 1)) // + {++ ++ +-}
		r++; // +
	switch (a && b) { // + {++ ++}
	case 0: // gcc: +
		r++; // +
	} // clang: +
	if (a, b && c) // + {-+ -+}
		r++; // -
	if (({ // +
		    int q = a; // +
		    q &&b; // + gcc: {++ ++} {++} clang: {++ ++}
	    })) // clang: + {++}
		r++; // +
	sink = r; // +
} // +
static int ret(int a, int b) // +
{
	return a && b; // + {++ +-}
}
static int ret2(int a, int b) // +
{
	return a || !b; // + {++ +-}
}
static bool ret3(int a, int b, int c) // +
{
	return (a && b) || c; // + {+- ++ ++}
}
static void many(int x) // +
{
	if (F4(0) && F4(4) && F4(8) && F4(12) && F4(16) && F4(20) && F4(24) && F4(28) && x > 40) // + {+- +- +- ++ +- +- +- +- +- +- +- +- +- +- +- +- +- +- +- +- +- +- +- +- +- +- +- +- +- +- ++ +- +-}
		sink++; // +
} // +
static void many2(int x) // +
{
	if (x > 0 && x > 1 && x > 2 && x > 3 && x > 4 && x > 5 && x > 6 && x > 7 && x > 8 && // + {+- +- +- +- +- +- +- ++ +- +- +- +- +- +- +- +- +- +- +- +- +- +- +- +- +- +- +- +- +- +- +- +- +- +- +-}
	    x > 9 && x > 10 && x > 11 && x > 12 && x > 13 && x > 14 && x > 15 && x > 16 && x > 17 && // +
	    x > 18 && x > 19 && x > 20 && x > 21 && x > 22 && x > 23 && x > 24 && x > 25 && // +
	    x > 26 && x > 27 && x > 28 && x > 29 && x > 30 && x > 31 && x > 32 && x > 33 && x > 34) // +
		sink++; // +
} // +
static void many3(int x) // +
{
	if (O4(0) || O4(4) || O4(8) || O4(12) || O4(16) || O4(20) || O4(24) || O4(28) || O4(32) || // + {-+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ -+ ++ -+ -+ -+}
	    O4(36) || O4(40) || O4(44) || O4(48) || O4(52) || O4(56) || O4(60)) // +
		sink++; // +
} // +
int main(int argc, char **argv) // +
{
	struct p q = { 1, 2, 0 }, z = { argc, 0, &q }; // +
	(void)argv; // clang: +
	f(0, 1, 0, 1, 0); // +
	f(1, 1, 0, 1, &q); // +
	f(1, 0, 1, 0, &z); // +
	f(0, 0, 0, 0, &q); // +
	ret(0, 1); // +
	ret(1, 1); // +
	ret2(1, 1); // +
	ret2(0, 1); // +
	ret3(1, 1, 0); // +
	ret3(0, 1, 1); // +
	ret3(1, 0, 0); // +
	many(50); // +
	many(30); // +
	many(3); // +
	many2(50); // +
	many2(7); // +
	many3(60); // +
	many3(100); // +
	return 0; // +
}
