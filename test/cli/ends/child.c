// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Children by each call that makes one, and each way in which they end; exec with and without success.
// more: -static | musl
// run: fork exec = 0
// run: fork execvp = 0
// run: fork fails = 0
// run: fork _exit = 0
// run: fork exit = 0
// run: fork abort = 0
// run: fork nothing = 0
// run: thread exec = 0
// run: thread forks = 0
// run: vfork exec = 0 no-gcov
// run: vfork _exit = 0 no-gcov
// run: vfork fails = 0 no-gcov
// run: vfork kill = 0 no-gcov
// run: clone exec = 0
// run: clone exit = 0 no-gcov
// run: syscall _exit = 0
// run: syscall kill = 0
// run: spawn exec = 0
// run: system exec = 0
// run: itself exec = 0
// run: itself fails = 1
// run: daemon exit = 0 no-gcov
#include "ends.h"
#include <sched.h>
#include <spawn.h>
extern char **environ;
static const char *made_by;
static volatile int n;
static int pipes[2];
static char stack[1 << 16] __attribute__((aligned(16)));
#define BY(name) (!strcmp(made_by, name))
NOINLINE static void leave(void) // +++++++++++++++++--+++
{
	char *arguments[] = { "true", NULL }; // +++++++++++++++++--+++

	if (IS("exec")) // +++++++++++++++++--+++
		execv("/bin/true", arguments); // +------+++---+-----+--
	if (IS("execvp")) // -++++++---+++-+++---++ gcov: takes exec() for a call that returns
		execlp("true", "true", (char *)NULL); // -+--------------------
	if (IS("fails")) // --+++++---+++-+++---++ gcov: takes exec() for a call that returns
		execlp("anycov-no-such-program", "true", (char *)NULL); // --+--------+--------+-
	if (IS("_exit")) // --+++++---+++-+++---++ gcov: takes exec() for a call that returns
		_exit(0); // ---+------+----+------
	if (IS("exit")) // --+-+++----++-+-+---++ gcov: takes exec() for a call that returns
		exit(0); // ----+---------+------+
	if (IS("abort")) // --+--++----++---+---+- gcov: takes exec() for a call that returns
		abort(); // -----+----------------
	if (IS("kill")) // --+---+----++---+---+- gcov: takes exec() for a call that returns
		kill(getpid(), SIGKILL); // ------------+---+-----
	n++; // --+---+----+--------+- gcov: takes exec() for a call that returns
} // --+---+----+--------+- gcov: takes exec() for a call that returns
NOINLINE static int child(void) // +++++++++++++++++--++-
{
	n++; // +++++++++++++++++--++-
	for (int i = 0; i < 3; i++) // +++++++++++++++++--++-
		leave(); // +++++++++++++++++--++-
	n++; // --+---+----+--------+-
	return 1; // --+---+----+--------+-
}
static int child_of_clone(void *arg) // -------------++-------
{
	(void)arg; // -------------++-------
	return child(); // -------------++-------
}
static void *thread(void *arg) // -------++-------------
{
	pid_t pid = fork(); // -------++-------------

	if (!pid) { // -------++-------------
		if (IS("forks")) { // -------++-------------
			how = "exec"; // --------+-------------
			if (fork()) // --------+-------------
				wait(NULL); // --------+-------------
		} // --------+-------------
		child(); // -------++-------------
		_exit(1); // -
	}
	waitpid(pid, NULL, 0); // -------++-------------
	return arg; // -------++-------------
}
NOINLINE static void make(void) // +++++++++++++++++++++-
{
	char *arguments[] = { "true", NULL }; // +++++++++++++++++++++-
	pthread_t t;
	pid_t pid = -1; // +++++++++++++++++++++-

	if (BY("fork")) // +++++++++++++++++++++-
		pid = fork(); // +++++++---------------
	if (BY("vfork")) // +++++++++++++++++++++-
		pid = vfork(); // ---------++++---------
	if (BY("syscall")) // +++++++++++++++++++++-
		pid = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0); // ---------------++-----
	if (!pid) { // +++++++++++++++++++++-
		child(); // +++++++--++++--++-----
		_exit(1); // --+---+----+----------
	}
	if (BY("clone")) // +++++++++++++++++++++-
		clone(child_of_clone, stack + sizeof(stack), SIGCHLD, NULL); // -------------++-------
	if (BY("thread")) { // +++++++++++++++++++++-
		pthread_create(&t, NULL, thread, NULL); // -------++-------------
		pthread_join(t, NULL); // -------++-------------
	} // -------++-------------
	if (BY("spawn")) // +++++++++++++++++++++-
		posix_spawn(&pid, "/bin/true", NULL, NULL, arguments, environ); // -----------------+----
	if (BY("system")) // +++++++++++++++++++++-
		n = system("exit 3"); // ------------------+---
	if (BY("itself")) // +++++++++++++++++++++-
		child(); // -------------------++-
	wait(NULL); // +++++++++++++++++++-+-
	n++; // +++++++++++++++++++-+-
} // +++++++++++++++++++-+-
NOINLINE static void become_daemon(void) // ---------------------+
{
	char end;

	if (pipe(pipes)) // ---------------------+
		_exit(9); // -
	if (!fork()) { // ---------------------+
		close(pipes[0]); // ---------------------+
		daemon(1, 1); // ---------------------+
		n++; // ---------------------+
		leave(); // ---------------------+
		n++; // -
	} // -
	close(pipes[1]); // ---------------------+
	n = (int)read(pipes[0], &end, 1); // ---------------------+
	wait(NULL); // ---------------------+
} // ---------------------+
int main(int argc, char **argv) // +
{
	made_by = argv[1]; // +
	how = argv[argc - 1]; // +
	if (BY("daemon")) // +
		become_daemon(); // ---------------------+
	else
		make(); // +++++++++++++++++++++-
	if (BY("itself")) // +++++++++++++++++++-++
		return 1; // --------------------+-
	return 0; // +++++++++++++++++++--+
} // +++++++++++++++++++-++
