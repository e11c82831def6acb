// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Last calls that are left, in two units; the optimization of the link inlines them, and has copies of them.
// cmd: $CC -DOTHER -c $SRC -o other.o
// cmd: $CC $SRC other.o -o prog
// more: -O1 | -Os | -flto | -flto -Os | -flto=thin | -O2 -fno-plt -fno-pie -no-pie
// run: 0 = 0
// run: 1 = 0
// run: 2 = 0
// run: 3 = 0
#include "ends.h"
extern jmp_buf env;
extern volatile int x;
void take(int *p);
int wrapper(int n);
void other(int n);
void leave(int n);
#ifdef OTHER
NOINLINE int leave_too(int n) // +
{
	return leave(n), x; // +
}
void take(int *p) // +
{
	x += *p; // +
} // +
int wrapper(int n) // +
{
	return leave_too(n); // +
}
void other(int n) // +
{
	if (n > 0) { // +
		leave(n); // -+++
		x = 5; // -
	} // -
	x++; // +-++
} // +-++
#else
jmp_buf env;
volatile int x;
void (*volatile pointer)(int) = other;
NOINLINE void leave(int n) // +
{
	if (n > 0) // +
		longjmp(env, 1); // -+++
	x++; // +
} // +
NOINLINE static void address(int n) // +
{
	int local = n; // +

	take(&local); // +
	leave(n); // +
} // +-++
NOINLINE static void inlined(int n) // +
{
	x += 3; // +
	wrapper(n); // +
} // ++-+
NOINLINE static void first(int n) // +
{
	x += 2; // +
	other(n); // +
	x += 3; // +-++
} // +-++
NOINLINE static void second(int n) // +-++
{
	x += 4; // +-++
	other(n); // +-++
	x -= 3; // +--+
} // +--+
int main(int argc, char **argv) // +
{
	volatile int way = atoi(argv[argc - 1]); // +

	if (!setjmp(env)) // +
		address(way == 1); // +
	if (!setjmp(env)) // +
		inlined(way == 2); // +
	if (setjmp(env)) // +
		return 0; // -+++
	first(way == 1); // +
	second(way == 2); // +-++
	pointer(way == 3); // +--+
	return 0; // +---
} // +
#endif
