// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// C++: a loop that the compiler takes for finite, left by a handler's _exit(), or by SIGALRM.
// run: _exit = 3
// run: alarm = 142 no-gcov
#include "ends.h"
static volatile int g;
static void handler(int) // +-
{
	_exit(3); // +-
}
NOINLINE static unsigned walks(unsigned x) // +
{
	unsigned n = 0; // +

	for (unsigned i = x; i != 5; i = i * 2654435761u + 12345) // +
		n += i >> 3; // +
	g = 1; // - gcov: takes the loop for one that ends
	return n; // - gcov: takes the loop for one that ends
}
int main(int argc, char **argv) // +
{
	struct itimerval timer = {{0, 0}, {0, 50000}}; // +

	how = argv[argc - 1]; // +
	if (IS("_exit")) // +
		signal(SIGALRM, handler); // +-
	setitimer(ITIMER_REAL, &timer, nullptr); // +
	g = (int)walks((unsigned)argc); // +
	return 0; // -
}
