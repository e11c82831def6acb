// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// exit() and its kin, in main(), four calls deep, and in a call of the C library.
// more: -static | -static-pie | -no-pie | -fno-plt | -Wl,-z,now | -s
// more: -fuse-ld=gold | -fuse-ld=lld | -fuse-ld=mold | -flto | -flto=thin | musl | musl -static
// more: -fno-asynchronous-unwind-tables -fno-unwind-tables | -fsanitize=address,undefined
// run: return = 0
// run: main = 3
// run: deep = 3
// run: _exit = 3
// run: _Exit = 3
// run: quick = 3
// run: abort = 134
// run: assert = 134
// run: term = 143
// run: group = 3 no-gcov
// run: compare = 3
#include "ends.h"
static volatile int n;
static void last(void) // +++-------+
{
	n++; // +++-------+
} // +++-------+
static void last_quick(void) // -----+----- gcov: its counts were written before
{
	n++; // -----+----- gcov: its counts were written before
} // -----+----- gcov: its counts were written before
NOINLINE static int fourth(int x) // +
{
	if (IS("deep")) // +
		exit(3); // --+--------
	if (IS("_exit")) // ++-++++++++
		_exit(3); // ---+-------
	if (IS("_Exit")) // ++--+++++++
		_Exit(3); // ----+------
	if (IS("quick")) // ++---++++++
		quick_exit(3); // -----+-----
	if (IS("abort")) // ++----+++++
		abort(); // ------+----
	if (IS("assert")) // ++-----++++
		assert(x < 0); // -------+---
	if (IS("term")) // ++------+++
		raise(SIGTERM); // --------+--
	if (IS("group")) // ++-------++
		syscall(SYS_exit_group, 3); // ---------+-
	n++; // ++--------+
	return x + 1; // ++--------+
}
NOINLINE static int third(int x) // +
{
	if (x > 100) // +
		n--; // -
	x = fourth(x); // +
	if (x > 100) // ++--------+
		n--; // -
	return x; // ++--------+
}
NOINLINE static int second(int x) // +
{
	for (int i = 0; i < 3; i++) // +
		x += third(x) > 1; // +
	n++; // ++--------+
	return x; // ++--------+
}
static int compare(const void *a, const void *b) // ++--------+
{
	if (IS("compare")) // ++--------+
		exit(3); // ----------+
	return *(const int *)a - *(const int *)b; // ++---------
}
static void sort(void) // ++--------+
{
	int v[] = { 3, 1, 2 }; // ++--------+

	qsort(v, 3, sizeof(*v), compare); // ++--------+
	n++; // ++---------
} // ++---------
int main(int argc, char **argv) // +
{
	how = argv[argc - 1]; // +
	atexit(last); // +
	at_quick_exit(last_quick); // +
	second(1); // +
	sort(); // ++--------+
	if (IS("main")) // ++---------
		exit(3); // -+---------
	n++; // +----------
	return 0; // +----------
}
