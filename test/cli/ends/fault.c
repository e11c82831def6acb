// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A fault inside a region without calls: what is in this region up to the next flag may count as executed
// or not.  All other lines are exact.
// more: -static | -no-pie
// run: load = 139 no-gcov
// run: divide = 136 no-gcov
// run: trap = ? no-gcov
// run: child = 0 no-gcov
// run: none = 0
#include "ends.h"
static volatile int g, zero;
static volatile int *volatile nowhere;
NOINLINE static int before(int x) // +
{
	if (x > 100) // +
		g++; // -
	g++; // +
	return x; // +
}
NOINLINE static int load(int x) // +--+-
{
	g += before(x); // +--+-
	g += *nowhere; // ?--?-
	if (g > 5) // ?--?-
		g++; // -
	g += before(x); // -
	return g; // -
}
NOINLINE static int divide(int x) // -+---
{
	g += before(x); // -+---
	g = x / zero; // -?---
	if (g > 5) // -?---
		g++; // -
	g += before(x); // -
	return g; // -
}
NOINLINE static int trap(int x) // --+--
{
	g += before(x); // --+--
	__builtin_trap(); // --+--
	g += before(x); // -
	return g; // -
}
int main(int argc, char **argv) // +
{
	how = argv[argc - 1]; // +
	g = before(argc); // +
	if (IS("load")) // +
		load(argc); // +----
	if (IS("divide")) // -++++
		divide(argc); // -+---
	if (IS("trap")) // --+++
		trap(argc); // --+--
	if (IS("child")) { // ---++
		if (!fork()) // ---+-
			load(argc); // ---+-
		wait(NULL); // ---+-
	} // ---+-
	before(1); // ---++
	return 0; // ---++
}
