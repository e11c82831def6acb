/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Decisions as C++ has them: values, loops, operands that are other decisions. */
// branches: no
// conditions: gcc clang
// anycov-flags: --mcdc
// flags: -std=c++17
#include <string>
#include <vector>
static volatile int sink;
static bool e(int x) // +
{
	return x != 0; // +
}
struct g {
	int v;
	g(int v) : v(v) // +
	{
	} // +
	~g() // +
	{
		sink = v; // +
	} // +
	bool ok() const // +
	{
		return v > 0; // +
	}
	explicit operator bool() const // +
	{
		return v > 1; // +
	}
};
#define CHECK(x)                                                                                   \
	do {                                                                                       \
		if (!(x))                                                                          \
			sink = sink + 1;                                                           \
	} while (0)
#define ASSERT_OR(x, y)                                                                            \
	if (!(x)) {                                                                                \
		sink = sink + (y);                                                                 \
	} else                                                                                     \
		sink = 2
template <typename T> static T most(T a, T b) // +
{
	return a > b && a != T(7) ? a : b; // + {++ +-} {-+ --}
}
template <typename T> static bool both(T a, T b) // +
{
	if (a && b) // + {++ +-} {-- -+}
		return true; // +
	return a || b; // + {+- --} {-- +-}
} // clang: +
struct base {
	virtual bool is(int x) const // +
	{
		return x > 1; // +
	}
	virtual ~base() // +
	{ // +
	} // +
};
struct m {
	int a, b;
	bool operator==(const m &o) const // +
	{
		return a == o.a && b == o.b; // + {++ +-}
	}
};
static void f(int a, int b, int c, int d, const base *p) // +
{
	int r = 0; // +
	if (a && e(b)) // + {++ ++}
		r++; // +
	if (e(a) && e(b)) // + {++ ++}
		r++; // +
	if (e(a) || !e(b)) // + {++ +-}
		r++; // +
	if (p && p->is(a)) // + {++ ++}
		r++; // +
	bool t = e(a) && e(b); // + {++ ++}
	t = a || e(b); // + {+- +-}
	sink = t; // +
	CHECK(a && e(b)); // + {++ ++}
	CHECK(e(a) || e(b)); // + {+- +-}
	ASSERT_OR(a && b, c || d); // + {++ ++} {+- +-}
	if (g(a).ok() && g(b).ok()) // + {++ ++}
		r++; // +
	if (g(a) && g(b)) // + {++ +-}
		r++; // +
	t = g(a).ok() || !e(b); // + {++ +-}
	while (g(2 - r).ok() || r++ < 4) // + {++ ++}
		if (r++ > 1) // + {++}
			break; // +
	if (std::string(a ? "x" : "").empty() && b) // + gcc: {++ +-} {++} clang: {++ +-}
		r++; // +
	auto l = [&](int x) { return x && b; }; // + {++ ++}
	if (l(a) || l(c)) // + {++ -+}
		r++; // +
	if (a && [&] { return b || c; }()) // + {++ +-} {+- +-}
		r++; // +
	std::vector<int> v = { a, b }; // +
	for (int x : v) // + {++}
		if (x && c) // + {++ ++}
			r++; // +
	if (!v.empty() && v[0] == 1 && v.size() > (size_t)d) // + {-+ ++ +-}
		r++; // +
	if (bool q = a && b) // + {++ ++} {++}
		r++; // +
	if (auto *q = p; q && a) // + {++ +-}
		r++; // +
	r += a && b ? e(c) : e(d); // + {++ ++}
	const char *s = e(a) && b ? "x" : "y"; // + {++ ++}
	sink = *s; // +
	if ((b ? e(c) : e(d)) && a) // + {++ -+ -+ --}
		r++; // -
	if (a and not b) // + {++ ++}
		r++; // +
	try {
		if (a && b && (throw 1, true)) // + {++ ++}
			r++; // -
	} catch (int) { // +
		r--; // +
	} // +
	if (m{ a, b } == m{ b, a } && c) // + {-+ -+}
		r++; // -
	if (static_cast<bool>(a) && dynamic_cast<const base *>(p)) // + {++ +-}
		r++; // +
	if (a == 1 ? b : c || d) // + {++} {++} {-+ ++}
		r++; // +
	sink = r; // +
	delete new base; // + gcc: {+-}
} // +
static bool cr(const m &x, const m &y) // +
{
	return x.a < y.a || (x.a == y.a && x.b < y.b); // + {++ -- -+}
}
int main(int argc, char **) // +
{
	base p; // +
	most(argc, argc + 1); // +
	most(argc + 1, argc); // +
	most(1.0, 2.0); // +
	both(1, 1); // +
	both(0, 1); // +
	both(1L, 0L); // +
	f(0, 1, 0, 1, 0); // +
	f(1, 1, 0, 1, &p); // +
	f(1, 0, 1, 0, &p); // +
	f(2, 2, 0, 0, &p); // +
	cr({ 1, 2 }, { 2, 2 }); // +
	cr({ 1, 2 }, { 1, 2 }); // +
	return 0; // +
} // +
