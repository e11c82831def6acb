/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Functions that the optimizer splits, specializes or copies for a processor are the user's one. */
// arguments: 3
#include <stdlib.h>

static volatile int sink;

/* Split: the way out at the beginning is inlined, the rest is f.part.0. */
__attribute__((noinline, cold)) static void rare(int n) // +
{
	sink += n; // +
} // +

static int split(int *p, int n) // +
{
	if (!p) // + [++]
		return 0; // +
	for (int i = 0; i < n; i++) { // + [++]
		if (p[i] == 77) // + [+-]
			rare(p[i]); // -
		sink += p[i] * 3; // +
		rare(i); // +
	} // clang: +
	if (n > 100) // + [+-]
		rare(n); // -
	return 1; // +
} // clang: +

/* Specialized for a constant: g.constprop.0. */
__attribute__((noinline)) static int special(int n, int kind) // +
{
	if (kind == 1) // + [+-]
		return n + sink; // +
	if (n > 50) // - [--]
		return 5; // -
	return 6; // -
} // clang: +

/* Its parameter becomes the member: h.isra.0. */
struct pair {
	int a, b;
};

__attribute__((noinline)) static int member(const struct pair *p) // +
{
	if (p->a > 9) // + [+-]
		return 1; // -
	return p->a + sink; // +
} // clang: +

__attribute__((noinline)) static int never(int n) // -
{
	return n > 3 ? 1 : 2; // - gcc: [--]
}

int main(int argc, char **argv) // +
{
	int v[] = { atoi(argv[argc - 1]), 2, 3 }; // +
	struct pair p = { v[0], 0 }; // +
	int n = split(v, 3) + split(NULL, v[0]) + special(v[0], 1) + special(v[1], 1); // +

	if (argc > 9) // + [+-]
		n += never(argc); // -
	return n + member(&p) > 0 ? 0 : 1; // +
}
