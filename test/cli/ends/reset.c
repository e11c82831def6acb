// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// anycov_set_reset() inside calls: what is executed after it is covered, in all callers and in a parent that waits.
// Of the functions that are active then, lines before the call may count as well: what follows implies them.
// more: -static | -flto
// run: no = 0
// run: odd = 0
// run: even = 0
// run: child = 0 no-gcov
#include "ends.h"
static volatile int n;
NOINLINE static void before(int x) // +---
{
	if (x) // +---
		n++; // +---
	n++; // +---
} // +---
NOINLINE static int third(int x) // +???
{
	int i;

	for (i = 0; i < 4; i++) { // +???
		if (x & 1) // +???
			n += i; // -+-+
		else
			n -= i; // +-+-
		if (i == 2 && !IS("no")) // +
			anycov_set_reset(); // -
		if (i == 9) // +
			n++; // -
	} // +
	if (n > 100) // +
		n++; // -
	n++; // +
	return n; // +
}
NOINLINE static int second(int x) // +---
{
	if (x > 7) // +---
		n++; // -
	else
		n--; // +---
	n += third(x); // +---
	if (n > 1000) // +
		n++; // -
	return n; // +
}
int main(int argc, char **argv) // +---
{
	how = argv[argc - 1]; // +---
	before(argc); // +---
	if (IS("child")) { // +--?
		if (!fork()) // ---?
			usleep(100000), _exit(second(1) > 1000); // -
		wait(NULL); // -
		n++; // ---+
		return 0; // ---+
	}
	second(IS("odd")); // +---
	n++; // +++-
	return 0; // +++-
} // +
