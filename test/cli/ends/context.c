// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Coroutines of makecontext(): one ends, one is never resumed, and the process ends in one.
// more: -static | -no-pie
// run: never = 0
// run: ends = 0
// run: exit = 3
// run: _exit = 3
// run: term = 143
// run: jump = 0
#include "ends.h"
static ucontext_t home, task;
static sigjmp_buf back, there;
static char stack[1 << 16];
static volatile int n;
NOINLINE static void other(void) // +
{
	n++; // +
} // +
NOINLINE static void yield(void) // +++++-
{
	n++; // +++++-
	swapcontext(&task, &home); // +++++-
	n++; // -++++-
} // -++++-
NOINLINE static void work(void) // +
{
	other(); // +
	if (IS("jump") && !sigsetjmp(there, 0)) // +
		siglongjmp(back, 1); // -----+
	for (int i = 0; i < 2; i++) { // +++++-
		yield(); // +++++-
		n++; // -++++-
	} // -++++-
	if (IS("exit")) // -++++-
		exit(3); // --+---
	if (IS("_exit")) // -+-++-
		_exit(3); // ---+--
	if (IS("term")) // -+--+-
		raise(SIGTERM); // ----+-
	n++; // -+----
} // -+----
static void start(void) // +
{
	work(); // +
	n++; // -+----
} // -+----
NOINLINE static void enter(void) // +
{
	if (IS("jump") && sigsetjmp(back, 0)) { // +
		n++; // -----+
		return; // -----+
	}
	swapcontext(&home, &task); // +
	other(); // +++++-
	if (IS("never")) // +++++-
		return; // +-----
	for (int i = 0; i < 2; i++) { // -++++-
		swapcontext(&home, &task); // -++++-
		n++; // -++++-
	} // -++++-
	n++; // -+----
} // ++---+
int main(int argc, char **argv) // +
{
	how = argv[argc - 1]; // +
	getcontext(&task); // +
	task.uc_stack.ss_sp = stack; // +
	task.uc_stack.ss_size = sizeof(stack); // +
	task.uc_link = &home; // +
	makecontext(&task, start, 0); // +
	enter(); // +
	other(); // ++---+
	return 0; // ++---+
}
