// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A handler leaves what it interrupts, a call or a loop; a signal ends the process.
// more: -static | musl
// run: return call = 0
// run: jump call = 0
// run: exit call = 3
// run: _exit call = 3
// run: abort call = 134
// run: nested call = 143
// run: default call = 138
// run: ignored call = 0
// run: jump spin = 0
// run: exit spin = 3
// run: _exit spin = 3
// run: nested spin = 143
// run: default spin = 142 no-gcov
// run: jump count = 0
// run: _exit count = 3
// run: default count = 142 no-gcov
// run: _exit wait = 3
#include "ends.h"
static sigjmp_buf env;
static volatile int g, spin = 1;
static char stack[1 << 16];
static void handler(int sig) // ++++++--++++-++-+
{
	if (IS("jump")) // ++++++--++++-++-+
		siglongjmp(env, sig); // -+------+----+---
	if (IS("exit")) // +-++++---+++--+-+
		exit(3); // --+------+-------
	if (IS("_exit")) // +--+++----++--+-+
		_exit(3); // ---+------+---+-+
	if (IS("abort")) // +---++-----+-----
		abort(); // ----+------------
	if (IS("nested")) // +----+-----+-----
		raise(SIGTERM); // -----+-----+-----
	g += sig; // +----------------
} // +----------------
NOINLINE static void calls(void) // ++++++++---------
{
	g++; // ++++++++---------
	raise(SIGUSR1); // ++++++++---------
	g++; // +------+---------
} // +------+---------
NOINLINE static void spins(void) // --------+++++----
{
	g++; // --------+++++----
	while (spin) // --------+++++----
		g++; // --------+++++----
	g++; // - gcov: takes the loop for one that ends
} // - gcov: takes the loop for one that ends
NOINLINE static int counts(int x) // -------------+++-
{
	int i, sum = x; // -------------+++-

	for (i = 0; i < 2000000000; i++) { // -------------+++-
		g = i; // -------------+++-
		sum += i ^ x; // -------------+++-
	} // -------------+++-
	if (sum == 77) // - gcov: takes the loop for one that ends
		sum++; // -
	return sum; // - gcov: takes the loop for one that ends
}
NOINLINE static void waits(void) // ----------------+
{
	for (;;) // ----------------+
		pause(); // ----------------+
}
NOINLINE static void work(const char *what) // +
{
	struct itimerval timer = { { 0, 0 }, { 0, 50000 } }; // +

	if (strcmp(what, "call")) // +
		setitimer(ITIMER_REAL, &timer, NULL); // --------+++++++++
	if (!strcmp(what, "call")) // +
		calls(); // ++++++++---------
	if (!strcmp(what, "spin")) // +------++++++++++
		spins(); // --------+++++----
	if (!strcmp(what, "count")) // +------+-----++++
		counts(g); // -------------+++-
	if (!strcmp(what, "wait")) // +------+--------+
		waits(); // ----------------+
	g++; // +------+---------
} // +------+---------
int main(int argc, char **argv) // +
{
	stack_t alternate = { .ss_sp = stack, .ss_size = sizeof(stack) }; // +
	struct sigaction action;

	how = argv[1]; // +
	memset(&action, 0, sizeof(action)); // +
	action.sa_handler = handler; // +
	if (IS("default")) // +
		action.sa_handler = SIG_DFL; // ------+-----+--+-
	if (IS("ignored")) // +
		action.sa_handler = SIG_IGN; // -------+---------
	if (IS("jump") && !sigaltstack(&alternate, NULL)) // +
		action.sa_flags = SA_ONSTACK; // -+------+----+---
	sigaction(SIGALRM, &action, NULL); // +
	sigaction(SIGUSR1, &action, NULL); // +
	if (sigsetjmp(env, 1)) { // +
		g++; // -+------+----+---
		return 0; // -+------+----+---
	}
	work(argv[argc - 1]); // +
	g++; // +------+---------
	return 0; // +------+---------
} // ++-----++----+---
