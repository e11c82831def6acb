/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The same in C++: operands with destructors, in templates, and left by exceptions. */
// anycov-flags: --mcdc
// compilers: gcc
// branches: no
// conditions: gcc
struct guard {
	int value;
	guard(int v) : value(v) // +
	{
	} // +
	~guard() // +
	{
		value = 0; // +
	} // +
	bool ok() const // +
	{
		return value > 1; // +
	}
};

static bool e(int x) // +
{
	if (x > 9) // + {++}
		throw x; // +
	return x != 0; // +
}

static int destructors(int a, int b, int c) // +
{
	if ((guard(a).ok() && guard(b).ok()) || guard(c).ok()) // + {++ +- ++}
		return 1; // +
	return 0; // +
}

template <typename T> static bool between(T x, T low, T high) // +
{
	return !((x < low || x > high) && x != T(7)); // + {-+ ++ +-}
}

static int thrown(int a, int b) // +
{
	try {
		if ((e(a) || e(b)) && a < 4) // + {-- +- +-}
			return 1; // +
	} catch (int) { // +
		return 2; // +
	} // +
	return 3; // -
}

int main(int argc, char **) // +
{
	destructors(argc - 1, argc + 1, argc - 1); // +
	destructors(argc + 1, argc, argc + 1); // +
	destructors(argc + 1, argc + 1, argc); // +
	between(argc, 0, 4); // +
	between(argc + 7, 0, 4); // +
	thrown(argc - 1, argc); // +
	thrown(argc - 1, argc + 9); // +
	return 0; // +
}
