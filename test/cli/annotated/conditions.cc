/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Decisions of C++: operands that are calls, have destructors, or are in templates. */
// branches: no
// conditions: gcc clang
// anycov-flags: --mcdc
static int failed;

#define CHECK(x)                                                                                   \
	do {                                                                                       \
		if (!(x))                                                                          \
			failed++;                                                                  \
	} while (0)

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
	return x != 0; // +
}

static int calls(int m, int x) // +
{
	if (m && e(x)) // + {++ +-}
		return 1; // +
	CHECK(m && e(x)); // + {-+ --}
	return 0; // +
} // clang: +

static int destructors(int a, int b) // +
{
	if (guard(a).ok() && guard(b).ok()) // + {-+ -+}
		return 1; // -
	bool both = guard(a).ok() || !e(b); // + {++ +-}
	return both; // +
} // clang: +

template <typename T> static T most(T a, T b) // +
{
	return a > b && a != T(7) ? a : b; // + {++ +-}
}

static bool chosen(bool a, bool b, bool c, bool d) // +
{
	return (a ? b : c) && d; // + gcc: {++ +- -+ +-} clang: {++} {++ +-}
}

int main(int argc, char **) // +
{
	calls(argc, argc); // +
	calls(argc - 1, argc); // +
	destructors(argc, argc); // +
	destructors(argc + 1, argc); // +
	most(argc, argc + 1); // +
	most(argc + 1, argc); // +
	chosen(argc, argc, argc, argc); // +
	chosen(!argc, argc, !argc, argc); // +
	return failed > 9; // +
}
