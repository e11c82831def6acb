// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// longjmp() over frames, in loops, twice into one function; setjmp() as an operand; last calls that are left.
// more: -static | -no-pie | -fno-plt | -flto | -flto=thin | musl | -Os | -O3 | -fsanitize=address
// run: 3 = 0
// run: 8 = 0
// run: 1 = 0
#include "ends.h"
static jmp_buf env, second_env;
static volatile int n;
NOINLINE static void check(int x) // +
{
	if (x > 7) // +
		longjmp(env, x); // +
	n++; // +
} // +
NOINLINE static void over(int x) // +
{
	if (x > 100) // +
		n--; // -
	check(x); // +
	n++; // +-+
} // +-+
NOINLINE static int row(int x) // +
{
	n += x; // +
	check(x); // +
	n += 2; // +-+
	check(x + 1); // +-+
	n += 3; // +-+
	check(x + 5); // +-+
	n += 4; // --+
	return n; // --+
}
NOINLINE static int arms(int x) // +
{
	if (x & 1) // +
		check(x + 5); // +-+
	else
		check(x - 5); // -+-
	n += 2; // -++
	return n; // -++
}
NOINLINE static void brace(int x) // +
{
	n += 3; // +
	check(x); // +
} // +-+
NOINLINE static int join(int x) // +
{
	if (x > 2) { // +
		check(x); // ++-
		n += 5; // +--
		return 0; // +--
	}
	n += 3; // --+
	return check(x + 7), 1; // --+
} // +--
NOINLINE static void equal(int x) // +
{
	switch (x) { // +
	case 1: // --+
		n += 1; // --+
		check(x); // --+
		n = 5; // --+
		break; // --+
	case 3: // +--
		n += 2; // +--
		check(x); // +--
		n = 5; // +--
		break; // +--
	default: // -+-
		n += 3; // -+-
		check(x); // -+-
		n = 5; // -
		break; // -
	}
} // +-+
NOINLINE static void loop(int x) // +
{
	for (int i = 0; i < 3; i++) { // +
		if (i & 1) // +
			check(x); // +
		n += 4; // +
	} // +
	n++; // +-+
} // +-+
NOINLINE static void returns_into_loop(int x) // +
{
	volatile int i;

	for (i = 0; i < 3; i++) { // +
		if (!setjmp(env)) { // +
			over(x); // +
			n++; // +-+
		} else { // +-+
			n--; // -+-
		}
	} // +
	n++; // +
} // +
NOINLINE static int twice(int x) // +
{
	volatile int result = 0; // +

	switch (setjmp(env)) { // +
	case 0: // +
		over(x); // +
		result = 1; // +-+
		check(8); // +-+
		result = 2; // -
		break; // -
	case 8: // +
		if (!result) // +
			check(9); // -+-
		result += 4; // +-+
		check(10); // +-+
		result = 5; // -
		break; // -
	case 9: // -+-
		result = 6; // -+-
		break; // -+-
	default: // +-+
		result = 7; // +-+
	} // +-+
	return result; // +
}
NOINLINE static int nested(int x) // +
{
	if (!setjmp(env)) { // +
		if (setjmp(second_env) == 0) { // +
			over(x); // +
			longjmp(second_env, 1); // +-+
		} else {
			check(x + 7); // +-+
			n += 2; // -
		}
	} else if (x > 3) { // +
		n += 4; // -+-
	} // -+-
	return n; // +
}
NOINLINE static int operand(int x) // +
{
	int result = setjmp(env); // +

	if (result == 0 && (over(x), n > 0)) // +
		n++; // +-+
	return (setjmp(env) ? 0 : (check(x), 1)) + result; // +
}
NOINLINE static int loses_all(int x) // +
{
	while (1) { // +
		n++; // +
		check(x++); // +
	}
	return n;
}
int main(int argc, char **argv) // +
{
	volatile int x = atoi(argv[argc - 1]); // +

	if (!setjmp(env)) // +
		over(x); // +
	if (!setjmp(env)) // +
		row(x); // +
	if (!setjmp(env)) // +
		arms(x); // +
	if (!setjmp(env)) // +
		brace(x); // +
	if (!setjmp(env)) // +
		join(x); // +
	if (!setjmp(env)) // +
		equal(x); // +
	if (!setjmp(env)) // +
		loop(x); // +
	returns_into_loop(x); // +
	twice(x); // +
	nested(x); // +
	operand(x); // +
	if (!setjmp(env)) // +
		loses_all(x); // +
	return 0; // +
}
