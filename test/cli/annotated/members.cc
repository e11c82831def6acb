/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* C++: lambdas, thunks, initializers of members and of static variables. */
// arguments: 3
// flags: -fno-exceptions
#include <cstdlib>

static int count(int n) // +
{
	return n + 1; // +
}

struct A {
	virtual int first() { return 1; } // +
	virtual ~A() {} // +
};

struct B {
	int b = count(3); // clang: +
	virtual int second(int n) = 0;
	virtual ~B() {} // +
};

/* second() through a B is a thunk.  Clang tests a pointer that it converts. */
struct C : A, B {
	int c = count(b); // clang: +
	C() = default; // +
	int second(int n) override // +
	{
		if (n > 50) // + [+-]
			return 0; // -
		return n + c; // +
	} // clang: +
};

struct Idle {
	int i = count(7); // clang: -
};

static int start = count(5); // clang: +

static Idle *idle(int n) // -
{
	return n > 3 ? new Idle : nullptr; // - [--]
}

static int local(int n) // +
{
	static int once = count(n); // + [++][+-]
	return once; // +
}

int main(int argc, char **argv) // +
{
	int n = atoi(argv[argc - 1]), all = start; // +
	C c; // +
	B *b = &c; // + clang: [+-]
	auto add = [&](int x) { // +
		if (x > 100) // + [+-]
			return; // -
		all += x; // +
	}; // +
	auto never = [](int x) { return x; }; // -

	add(b->second(n)); // +
	add(local(1) + local(2)); // +
	if (argc > 9) // + [+-]
		return never(n) + (idle(n) ? 1 : 2); // - gcc: [--]
	return all > 0 ? c.first() - 1 : 1; // + [+-]
} // +
