// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A program that the kernel kills at any system call but write() and exit_group().
// more: -static | -no-pie | -O3
// run: return = 3
// run: exit = 3
// run: _exit = 3
// run: jump = 3
// run: thread = 3
// run: forbidden = 159 no-gcov
#include "ends.h"
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#define ALLOW(n) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, n, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
static volatile int n, ready;
static jmp_buf env;
static int forbid(void) // +
{
	struct sock_filter filter[] = { // +
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		ALLOW(SYS_write),
		ALLOW(SYS_exit_group),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
	};
	struct sock_fprog program = { sizeof(filter) / sizeof(*filter), filter }; // +

	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || // +
	       prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program); // +
}
static void *waits(void *arg) // ----+-
{
	for (;;) // ----+-
		ready = 1, pause(); // ----+-
	return arg;
}
NOINLINE static void leave(void) // +
{
	if (write(1, "end\n", 4) != 4) // +
		n--; // -
	if (IS("exit")) // +
		exit(3); // -+----
	if (IS("_exit")) // +-++++
		_exit(3); // --+---
	if (IS("jump")) // +--+++
		longjmp(env, 1); // ---+--
	if (IS("forbidden")) // +---++
		getppid(); // -----+
	n++; // +---+-
} // +---+-
int main(int argc, char **argv) // +
{
	pthread_t t;

	how = argv[argc - 1]; // +
	if (IS("thread")) { // +
		pthread_create(&t, NULL, waits, NULL); // ----+-
		while (!ready) usleep(1000); // ----?-
	} // ----+-
	if (forbid()) // +
		return 77; // -
	if (!setjmp(env)) // +
		leave(); // +
	n++; // +--++-
	return 3; // +--++-
} // +--++-
