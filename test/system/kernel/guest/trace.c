// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * The command itself, as a user of this kernel would run it.  Its dump goes to the console in
 * hex; test/system/kernel/report-test makes a report of it outside.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "guest.h"

static void print_file(const char *name, const char *path)
{
	unsigned char b[48];
	FILE *f = fopen(path, "r");
	size_t n;

	CHECK(f, "open %s: %s", path, strerror(errno));
	while ((n = fread(b, 1, sizeof(b), f)) > 0) {
		printf("DUMP %s ", name);
		for (size_t i = 0; i < n; i++)
			printf("%02x", b[i]);
		printf("\n");
	}
	fclose(f);
	fflush(stdout);
}

static int run(char *const *argv)
{
	int status;
	pid_t pid = fork();

	CHECK(pid >= 0, "fork: %s", strerror(errno));
	if (!pid) {
		execv(argv[0], argv);
		_exit(125);
	}
	CHECK(waitpid(pid, &status, 0) == pid, "waitpid: %s", strerror(errno));
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void trace(const char *name, const char *mode)
{
	char path[32], *argv[] = { "/anycov", "trace",    "-o",     path, "--mode", (char *)mode,
				   "/init",   "--module", "branch", "5",  NULL };
	char merged[40], *merge[] = { "/anycov", "merge", "-o", merged, path, NULL };
	int status;

	snprintf(path, sizeof(path), "/tmp/%s.dump", name);
	snprintf(merged, sizeof(merged), "/tmp/%s.merged", name);
	status = run(argv);
	CHECK(!status, "anycov trace --mode %s ends with status %d", mode, status);
	/* Each record once: the console is slow. */
	status = run(merge);
	CHECK(!status, "anycov merge ends with status %d", status);
	print_file(name, merged);
}

void test_trace_command(void)
{
	char *unknown[] = { "/anycov", "trace", "-o", "/tmp/x.dump", "/no/such/program", NULL };
	int status;

	trace("pc", guest.overlay ? "uniq-pc" : "pc");
	trace("cmp", guest.overlay ? "uniq-cmp" : "cmp");
	status = run(unknown);
	CHECK(status == 127, "a program that is not there gives status %d", status);
}
