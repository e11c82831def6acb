/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * cputime FILE COMMAND...: runs COMMAND and appends one line to FILE, the microseconds of user
 * and system time of the command and its children.  Its exit status is the command's.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	struct rusage u;
	long long us;
	FILE *f;
	int status;
	pid_t child;

	if (argc < 3) {
		fprintf(stderr, "usage: cputime FILE COMMAND...\n");
		return 2;
	}
	child = fork();
	if (child < 0) {
		perror("cputime: fork");
		return 1;
	}
	if (child == 0) {
		execvp(argv[2], argv + 2);
		perror(argv[2]);
		_exit(127);
	}
	if (waitpid(child, &status, 0) < 0 || getrusage(RUSAGE_CHILDREN, &u)) {
		perror("cputime: wait");
		return 1;
	}
	us = (u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1000000ll + u.ru_utime.tv_usec +
	     u.ru_stime.tv_usec;
	f = fopen(argv[1], "a");
	if (!f || fprintf(f, "%lld\n", us) < 0 || fclose(f)) {
		perror(argv[1]);
		return 1;
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
