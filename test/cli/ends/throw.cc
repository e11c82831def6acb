// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Exceptions through frames with and without cleanups, through C code, out of the C++ and C libraries; rethrown,
// not caught, not allowed; cancellation of a thread with objects.
// cmd: $CXX -fexceptions -x c++ $SRC -o prog
// more: -static | -fno-plt | -flto | -flto=thin
// run: none = 0
// run: int = 0
// run: error = 0
// run: at = 0
// run: rethrow = 0
// run: rethrow2 = 0
// run: noexcept = 134
// run: uncaught = 134
// run: once = 0
// run: call_once = 0
// run: sort = 0
// run: cancel = 0
// run: exit = 3
// run: destructor = 0
#include "ends.h"
#include <algorithm>
#include <mutex>
#include <stdexcept>
#include <vector>
static volatile int n, running;
static std::once_flag flag;
static pthread_once_t control = PTHREAD_ONCE_INIT;
extern "C" NOINLINE int plain(int x, int (*fn)(int)) // +++++++++++-+-
{
	if (x > 100) // +++++++++++-+-
		n--; // -
	x = fn(x); // +++++++++++-+-
	n++; // +-------------
	return x; // +-------------
}
struct guard {
	int v;
	~guard() // +++++++-++++--
	{
		n += v; // +++++++-++++--
	} // +++++++-++++--
};
struct thrower {
	~thrower() noexcept(false) // -------------+
	{
		if (IS("destructor")) // -------------+
			throw 2; // -------------+
		n++; // -
	} // -
};
NOINLINE static void throws_error() // --+-----------
{
	throw std::runtime_error("two"); // --+-----------
} // -
NOINLINE static void throws_at() // ---+----------
{
	std::vector<int>().at(7); // ---+----------
} // ---?----------
NOINLINE static int throws(int x) // +++++++++++-+-
{
	if (IS("int") || IS("uncaught") || IS("noexcept")) // +++++++++++-+-
		throw 5; // -+----++------
	if (IS("error")) // +-++++--+++-+-
		throws_error(); // --+-----------
	if (IS("at")) // +--+++--+++-+-
		throws_at(); // ---+----------
	if (IS("rethrow") || IS("rethrow2")) // +---++--+++-+-
		throw 7l; // ----++--------
	if (IS("once") || IS("call_once") || IS("sort")) // +-------+++-+-
		throw 'c'; // --------+++---
	if (IS("exit")) // +-----------+-
		exit(3); // ------------+-
	n++; // +-------------
	return x; // +-------------
}
NOINLINE static int guarded(int x) // +++++++++++-+-
{
	guard g = { x }; // +++++++++++-+-
	int r = plain(x, throws); // +++++++++++-+-
	n++; // +-------------
	return r; // +-------------
} // +++++++-+++---
NOINLINE static int again(int x) // ++++++------+-
{
	try {
		x = guarded(x); // ++++++------+-
		n++; // +-------------
	} catch (long l) { // ?---++--------
		n++; // ----++--------
		throw; // ----++--------
	} // ----++--------
	n++; // +-------------
	return x; // +-------------
} // ----++--------
NOINLINE static int other(int x) // ++++++------+-
{
	try {
		x = again(x); // ++++++------+-
		n++; // +-------------
	} catch (long l) { // ?---++--------
		n++; // ----++--------
		if (IS("rethrow2")) // ----++--------
			throw "text"; // -----+--------
		n++; // ----+---------
	} // ----++--------
	return x; // +---+---------
} // ----++--------
NOINLINE static int never(int x) noexcept // ------+-------
{
	x = guarded(x); // ------+-------
	n++; // -
	return x; // -
}
static void callable(int x) // ---------+----
{
	n++; // ---------+----
	guarded(x); // ---------+----
	n++; // -
} // -
static void initialize() // --------+-----
{
	n++; // --------+-----
	guarded(2); // --------+-----
	n++; // -
} // -
static bool less(int a, int b) // ----------+---
{
	guarded(a); // ----------+---
	return a < b; // -
}
NOINLINE static void sort() // ----------+---
{
	std::vector<int> v = { 3, 1, 2 }; // ----------+---

	std::sort(v.begin(), v.end(), less); // ----------+---
	n++; // -
} // ----------+---
NOINLINE static void destroys() // -------------+
{
	thrower t;
	n++; // -------------+
} // -------------+
NOINLINE static int middle(int x) // +++++++++++-++
{
	if (IS("once")) // +++++++++++-++
		pthread_once(&control, initialize); // --------+-----
	if (IS("call_once")) // ++++++++-++-++
		std::call_once(flag, callable, x); // ---------+----
	if (IS("sort")) // ++++++++--+-++
		sort(); // ----------+---
	if (IS("noexcept")) // ++++++++----++
		never(x); // ------+-------
	if (IS("destructor")) // ++++++-+----++
		destroys(); // -------------+
	if (IS("uncaught")) // ++++++-+----+-
		return guarded(x); // -------+------
	try {
		x = other(x); // ++++++------+-
		n++; // +---+---------
	} catch (int &i) { // ?+--?---------
		n++; // -+------------
		x = i; // -+------------
	} // -+------------
	n++; // ++--+---------
	return x; // ++--+---------
} // ++--+---------
NOINLINE static void sleeps() // -----------+--
{
	guard g = { 2 }; // -----------+--
	running = 1; // -----------+--
	sleep(20); // -----------+--
	n++; // -
} // -----------+--
static void *thread(void *arg) // -----------+--
{
	guard g = { 3 }; // -----------+--
	sleeps(); // -----------+--
	n++; // -
	return arg; // -
} // -----------+--
NOINLINE static void cancel() // -----------+--
{
	pthread_t t;

	pthread_create(&t, NULL, thread, NULL); // -----------+--
	while (!running) usleep(1000); // -----------?--
	pthread_cancel(t); // -----------+--
	pthread_join(t, NULL); // -----------+--
} // -----------+--
NOINLINE static void try_all(int x) // +++++++-+++-++
{
	try {
		middle(x); // +++++++-+++-++
		n++; // ++--+---------
	} catch (std::exception &e) { // ??++?+--+++--+
		n++; // --++----------
	} catch (const char *text) { // --++-?--------
		n += *text; // -----+--------
	} catch (char c) { // --??-+--???---
		n += c; // --------+++---
	} catch (int i) { // -----?--+++--?
		n += i; // -------------+
	} // --------???--+
} // ++++++--+++--+
int main(int argc, char **argv) // +
{
	how = argv[argc - 1]; // +
	if (IS("uncaught")) // +
		middle(3); // -------+------
	if (IS("cancel")) // +++++++-++++++
		cancel(); // -----------+--
	else
		try_all(3); // +++++++-+++-++
	n++; // ++++++--++++-+
	return 0; // ++++++--++++-+
}
