/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Decisions whose operands are values of others, constants, or statements. */
// branches: no
// conditions: gcc clang
// anycov-flags: --mcdc
#include <stdbool.h>
static volatile int sink;
static int values(int a, int b, int c) // +
{
	long l = __builtin_expect(a && b, 1) && c; // + {++ ++ ++}
	bool t = ((a || b) == 0) && c; // + {++ ++ +-}
	int r = l + t; // +

	t = ((a && b) == 0) || c; // + {++ ++ ++}
	r += t; // +
	/* The value of an operand is no operand of what follows. */
	r += (a && b) ?: c; // + gcc: {++} {++ ++} clang: {++ ++}
	if (a ?: b) // + {++} {++}
		r++; // +
	if (__builtin_expect_with_probability(a || b, 1, 0.9)) // + {++ ++}
		r++; // +
	return r; // +
}
static int constants(int a, int b) // +
{
	int r = 0; // +

	if (a && 0) // clang: +
		r++; // clang: -
	if (a || 1) // clang: +
		r++; // +
	r += (a && 0) || b; // +
	r += (a || 1) && b; // +
	r += (a && 1) || b; // + {++ ++}
	return r; // +
}
/* Clang's operands with branches of their own are not found, nor what is left of the decision. */
static int statements(int a, int b, int c) // +
{
	int r = 0; // +

	if (a && ({ int q; switch (b) { case 0: q = c; break; default: q = 0; } q; })) // + gcc: {++ ++}
		r++; // +
	if (a && ({ if (b) sink++; c; })) // + gcc: {++ ++} {++}
		r++; // +
	return r; // +
}
int main(void) // +
{
	static const char v[][3] = { { 0, 1, 0 }, { 1, 0, 1 }, { 1, 1, 0 }, { 1, 1, 1 }, { 0, 0, 1 } };

	for (int i = 0; i < 5; i++) { // + {++}
		sink += values(v[i][0], v[i][1], v[i][2]); // +
		sink += constants(v[i][0], v[i][1]); // +
		sink += statements(v[i][0], v[i][1], v[i][2]); // +
	} // clang: +
	return 0; // +
}
