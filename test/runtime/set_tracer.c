/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * set_tracer PROGRAM ARGUMENT...: runs a program whose threads remain in /proc/PID/task after they
 * were joined, as they do on a busy machine: who traces a thread must wait for it first.
 * Exit status 77 if nothing may be traced.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

static char state_of(pid_t pid)
{
	char path[64], line[256];
	const char *p;
	FILE *f;
	size_t n;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	f = fopen(path, "r");
	n = f ? fread(line, 1, sizeof(line) - 1, f) : 0;
	if (f)
		fclose(f);
	line[n] = 0;
	p = strrchr(line, ')');
	return p && p[1] ? p[2] : 'Z';
}

int main(int argc, char **argv)
{
	pid_t pid, id;
	siginfo_t info;
	int status, result = 1, ready[2];
	char go = 0;

	if (argc < 2 || pipe(ready))
		return 2;
	pid = fork();
	if (!pid) {
		if (read(ready[0], &go, 1) == 1)
			execv(argv[1], argv + 1);
		_exit(127);
	}
	if (ptrace(PTRACE_SEIZE, pid, NULL, (void *)PTRACE_O_TRACECLONE)) {
		kill(pid, SIGKILL);
		return 77;
	}
	if (write(ready[1], &go, 1) != 1)
		return 2;
	/* Stops only: a thread that ended is not waited for as long as the program runs. */
	while (state_of(pid) != 'Z') {
		info.si_pid = 0;
		if (!waitid(P_ALL, 0, &info, WSTOPPED | WNOHANG | __WALL) && info.si_pid)
			ptrace(PTRACE_CONT, info.si_pid, NULL, NULL);
		else
			usleep(500);
	}
	while ((id = waitpid(-1, &status, __WALL)) > 0 || errno == EINTR)
		if (id == pid && WIFEXITED(status))
			result = WEXITSTATUS(status);
	return result;
}
