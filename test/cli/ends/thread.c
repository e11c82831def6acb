// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Threads that end by pthread_exit() and cancellation, and threads alive or detached when the process ends.
// more: -static | -fsanitize=thread
// run: return none = 0
// run: deep none = 0
// run: sleep cancel = 0
// run: cond cancel = 0
// run: test cancel = 0
// run: async cancel = 0
// run: once none = 0
// run: once cancel = 0
// run: pause return = 0
// run: pause exit = 3
// run: pause _exit = 3
// run: pause term = 143
// run: spin return = 0
// run: spin exit = 3
// run: spin _exit = 3
// run: spin abort = 134
// run: lock exit = 3
// run: parent exit = 3
// run: detached exit = 3
// run: pause main = 3
#include "ends.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static volatile int running, n, spin = 1;
static const char *end;
#define END(name) (!strcmp(end, name))
static void cleanup(void *arg) // ---+----------------
{
	pthread_mutex_unlock((pthread_mutex_t *)arg); // ---+----------------
	n++; // ---+----------------
} // ---+----------------
NOINLINE static void deep(int x) // -+------------------
{
	running = 1; // -+------------------
	if (x) // -+------------------
		deep(x - 1); // -+------------------
	pthread_exit(NULL); // -+------------------
	n++;
}
NOINLINE static void sleeps(void) // --+----+------------
{
	running = 1; // --+----+------------
	sleep(20); // --+----+------------
	n++; // -
} // -
NOINLINE static void waits(void) // ---+----------------
{
	pthread_mutex_lock(&lock); // ---+----------------
	pthread_cleanup_push(cleanup, &lock); // ---+----------------
	running = 1; // ---+----------------
	while (spin) // ---+----------------
		pthread_cond_wait(&condition, &lock); // ---+----------------
	n++; // -
	pthread_cleanup_pop(1); // -
	n++; // -
} // -
NOINLINE static void tests(void) // ----+---------------
{
	while (spin) { // ----+---------------
		running = 1; // ----+---------------
		pthread_testcancel(); // ----+---------------
	}
	n++; // -
} // -
NOINLINE static void spins(void) // -----+------++++----
{
	running = 1; // -----+------++++----
	while (spin) // -----+------++++----
		n++; // -----+------++++----
	n++; // - gcov: takes the loop for one that ends
} // - gcov: takes the loop for one that ends
static void initialize(void) // ------++------------
{
	n++; // ------++------------
	if (END("cancel")) // ------++------------
		sleeps(); // -------+------------
	n++; // ------+-------------
} // ------+-------------
NOINLINE static void pauses(void) // --------++++----?-++
{
	running = 1; // --------++++----?-++
	pause(); // --------++++----?-++
	n++; // -
} // -
NOINLINE static void holds(void) // ----------------+---
{
	flockfile(stderr); // ----------------+---
	pthread_mutex_lock(&lock); // ----------------+---
	running = 1; // ----------------+---
	usleep(50000); // ----------------+---
	pthread_mutex_unlock(&lock); // ----------------+---
	funlockfile(stderr); // ----------------?---
	pauses(); // ----------------?---
	n++; // -
} // -
static void *nothing(void *arg) // -----------------+--
{
	return arg; // -----------------+--
}
NOINLINE static void makes_threads(void) // -----------------+--
{
	pthread_t t;

	for (;;) { // -----------------+--
		pthread_create(&t, NULL, nothing, NULL); // -----------------+--
		pthread_join(t, NULL); // -----------------+--
		running = 1; // -----------------+--
	}
}
NOINLINE static void leave(void) // +
{
	if (IS("deep")) // +
		deep(3); // -+------------------
	if (IS("sleep")) // +-++++++++++++++++++
		sleeps(); // --+-----------------
	if (IS("cond")) // +--+++++++++++++++++
		waits(); // ---+----------------
	if (IS("test")) // +---++++++++++++++++
		tests(); // ----+---------------
	if (IS("async") && !pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL)) // +----+++++++++++++++
		spins(); // -----+--------------
	if (IS("spin")) // +-----++++++++++++++
		spins(); // ------------++++----
	if (IS("once")) // +-----++++++----++++
		pthread_once(&once, initialize); // ------++------------
	if (IS("pause") || IS("detached")) // +-----+-++++----++++
		pauses(); // --------++++------++
	if (IS("lock")) // +-----+---------++--
		holds(); // ----------------+---
	if (IS("parent")) // +-----+----------+--
		makes_threads(); // -----------------+--
	running = 1; // +-----+-------------
} // +-----+-------------
static void *thread(void *arg) // +
{
	leave(); // +
	n++; // +-----+-------------
	return arg; // +-----+-------------
}
static void last(void) // ++++++++++--++--++++
{
	pthread_mutex_lock(&lock); // ++++++++++--++--++++
	n++; // ++++++++++--++--++++
	pthread_mutex_unlock(&lock); // ++++++++++--++--++++
} // ++++++++++--++--++++
static void *ends_later(void *arg) // -------------------+
{
	usleep(20000); // -------------------+
	exit(3); // -------------------+
	return arg;
}
int main(int argc, char **argv) // +
{
	pthread_t t;

	how = argv[1]; // +
	end = argv[argc - 1]; // +
	atexit(last); // +
	pthread_create(&t, NULL, thread, NULL); // +
	if (IS("detached")) // +
		pthread_detach(t); // ------------------+-
	while (!running) usleep(1000); // ?
	usleep(50000); // +
	if (END("cancel")) // +
		pthread_cancel(t); // --++++-+------------
	if (END("cancel") || END("none")) // +
		pthread_join(t, NULL); // ++++++++------------
	if (END("exit")) // +
		exit(3); // ---------+---+--+++-
	if (END("_exit")) // +++++++++-+++-++---+
		_exit(3); // ----------+---+-----
	if (END("term")) // +++++++++--++--+---+
		raise(SIGTERM); // -----------+--------
	if (END("abort")) // +++++++++---+--+---+
		abort(); // ---------------+----
	if (END("main")) { // +++++++++---+------+
		pthread_create(&t, NULL, ends_later, NULL); // -------------------+
		pthread_exit(NULL); // -------------------+
	}
	n++; // +++++++++---+-------
	return 0; // +++++++++---+-------
}
