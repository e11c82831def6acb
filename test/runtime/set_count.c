/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * set_count PROGRAM ARGUMENT...: prints how many system calls a process makes, and how many page
 * faults it has that need no reading.  set_count -i: how many instructions it executes after its
 * first getppid().  Exit status 77 if nothing may be traced.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
/* After the C library's own. */
#include <linux/ptrace.h>

/* Returns whether the process has begun getppid(). */
static int is_at_mark(pid_t pid)
{
	struct ptrace_syscall_info info;

	return ptrace(PTRACE_GET_SYSCALL_INFO, pid, (void *)sizeof(info), &info) > 0 &&
	       info.op == PTRACE_SYSCALL_INFO_ENTRY && info.entry.nr == SYS_getppid;
}

int main(int argc, char **argv)
{
	unsigned long stops = 0;
	int status, by_steps = argc > 2 && !strcmp(argv[1], "-i");
	enum __ptrace_request how = PTRACE_SYSCALL;
	struct rusage used;
	pid_t pid;

	argv += by_steps;
	if (argc < 2)
		return 2;
	pid = fork();
	if (!pid) {
		if (ptrace(PTRACE_TRACEME, 0, NULL, NULL))
			_exit(77);
		execv(argv[1], argv + 1);
		_exit(127);
	}
	/* The first stop is that of exec, all others are those of system calls or instructions. */
	while (wait4(pid, &status, 0, &used) == pid && WIFSTOPPED(status)) {
		/* Stops of system calls are to differ from others. */
		if (!stops++)
			ptrace(PTRACE_SETOPTIONS, pid, NULL, (void *)PTRACE_O_TRACESYSGOOD);
		if (by_steps && how == PTRACE_SYSCALL && is_at_mark(pid)) {
			how = PTRACE_SINGLESTEP;
			stops = 0;
		}
		if (ptrace(how, pid, NULL, NULL)) {
			kill(pid, SIGKILL);
			return how == PTRACE_SINGLESTEP ? 77 : 2;
		}
	}
	if (!WIFEXITED(status) || WEXITSTATUS(status))
		return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
	if (!by_steps)
		printf("%lu %ld\n", stops / 2, used.ru_minflt);
	else if (how == PTRACE_SINGLESTEP)
		printf("%lu\n", stops);
	return by_steps && how == PTRACE_SYSCALL ? 77 : 0;
}
