// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A fault in a function of which the compiler deduces, or its author promises, that it returns: what
// follows the call, in the caller and in its callers, does not count as executed.
// more: -static | -O3
// run: deduced = 139 no-gcov
// run: pure = 139 no-gcov
// run: none = 0
#include "ends.h"
static volatile int g;
static int one = 1;
static int *volatile nowhere, *volatile somewhere = &one;
NOINLINE static int deduced(const int *p) // ?-+
{
	return *p; // ?-+
}
NOINLINE __attribute__((pure)) static int pure(const int *p) // -?+
{
	return *p + 1; // -?+
}
NOINLINE static void call_deduced(const int *p) // +-+
{
	g++; // +-+
	g += deduced(p); // +-+
	g++; // --+
} // --+
NOINLINE static void call_pure(const int *p) // -++
{
	g++; // -++
	g += pure(p); // -++
	g++; // --+
} // --+
int main(int argc, char **argv) // +
{
	how = argv[argc - 1]; // +
	if (!IS("pure")) // +
		call_deduced(IS("deduced") ? nowhere : somewhere); // +-+
	g++; // -++
	call_pure(IS("pure") ? nowhere : somewhere); // -++
	g++; // --+
	return 0; // --+
}
