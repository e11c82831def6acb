/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * set_count PROGRAM ARGUMENT...: prints how many system calls a process makes.  Exit status 77 if
 * nothing may be traced.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	unsigned long stops = 0;
	int status;
	pid_t pid;

	if (argc < 2)
		return 2;
	pid = fork();
	if (!pid) {
		if (ptrace(PTRACE_TRACEME, 0, NULL, NULL))
			_exit(77);
		execv(argv[1], argv + 1);
		_exit(127);
	}
	/* The first stop is that of exec; exit_group() stops once. */
	while (waitpid(pid, &status, 0) == pid && WIFSTOPPED(status)) {
		if (!stops++)
			ptrace(PTRACE_SETOPTIONS, pid, NULL, (void *)PTRACE_O_TRACESYSGOOD);
		if (ptrace(PTRACE_SYSCALL, pid, NULL, NULL)) {
			kill(pid, SIGKILL);
			return 2;
		}
	}
	if (!WIFEXITED(status) || WEXITSTATUS(status))
		return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
	printf("%lu\n", stops / 2);
	return 0;
}
