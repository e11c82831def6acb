// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// SIGKILL from another process, while the process is in a call, in a loop, or has threads.
// more: -O3 | -flto
// run: call = 0 no-gcov
// run: spin = 0 no-gcov
// run: for = 0 no-gcov
// run: goto = 0 no-gcov
// run: exec = 0 no-gcov
// run: jumped = 0 no-gcov
// run: thread = 0 no-gcov
// run: raise = 0 no-gcov
// run: many = 0 no-gcov
#include "ends.h"
static struct {
	volatile int ready, spin;
} *shared;
static volatile int g;
static jmp_buf env;
NOINLINE static void tick(void) // +
{
	g++; // +
} // +
NOINLINE static void calls(void) // +---++--+
{
	shared->ready = 1; // +---++--+
	pause(); // +---++--+
	g++; // -
} // -
NOINLINE static void spins(void) // -+----+--
{
	g++; // -+----+--
	shared->ready = 1; // -+----+--
	while (shared->spin) // -+----+--
		g++; // -+----+--
	g++; // -
} // -
NOINLINE static int counts(int x) // --+------
{
	int i, sum = x & 3; // --+------

	shared->ready = 1; // --+------
	for (i = 0; i < 2000000000 && sum < 1000; i++) { // --+------
		g = i; // --+------
		if (i & 1) // --+------
			sum ^= 2; // --+------
	} // --+------
	g++; // -
	return sum; // -
}
NOINLINE static void jumps(void) // ---+-----
{ // ---+-----
again: // ---+-----
	g++; // ---+-----
	shared->ready = 1; // ---+-----
	if (shared->spin) // ---+-----
		goto again; // ---+-----
	g++; // -
} // -
NOINLINE static void leaves(void) // -----+---
{
	longjmp(env, 1); // -----+---
	g++;
}
static void *spin_thread(void *arg) // ------+--
{
	spins(); // ------+--
	return arg; // -
}
NOINLINE static void child(void) // +
{
	pthread_t t;

	tick(); // +
	if (IS("call")) // +
		calls(); // +-------+
	if (IS("spin")) // -++++++++
		spins(); // -+-------
	if (IS("for")) // --+++++++
		counts(g); // --+------
	if (IS("goto")) // ---++++++
		jumps(); // ---+-----
	if (IS("exec")) { // ----+++++
		execl("/no/such/program", "program", (char *)NULL); // ----+----
		tick(); // ----+----
		calls(); // ----+----
	} // ---------
	if (IS("jumped")) { // -----++++
		if (!setjmp(env)) // -----+---
			leaves(); // -----+---
		calls(); // -----+---
	} // ---------
	if (IS("thread")) { // ------+++
		pthread_create(&t, NULL, spin_thread, NULL); // ------+--
		pthread_join(t, NULL); // ------+--
		g++; // -
	} // ---------
	if (IS("raise")) { // -------++
		raise(SIGKILL); // -------++
		g++; // -
	} // ---------
	tick(); // -
} // -
NOINLINE static void one(void) // +
{
	pid_t pid = fork(); // +

	if (!pid) { // +
		child(); // +
		_exit(0); // -
	}
	while (!shared->ready && strcmp(how, "raise")) usleep(1000); // ?
	usleep(50000); // +
	kill(pid, SIGKILL); // +
	waitpid(pid, NULL, 0); // +
	shared->ready = 0; // +
} // +
int main(int argc, char **argv) // +
{
	how = argv[argc - 1]; // +
	shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0); // +
	shared->spin = 1; // +
	if (IS("many")) { // +
		how = "call"; // --------+
		for (int i = 0; i < 5; i++) // --------+
			one(); // --------+
		how = "raise"; // --------+
	} // --------+
	one(); // +
	tick(); // +
	return 0; // +
}
