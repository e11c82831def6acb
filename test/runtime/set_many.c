/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * set_many kill PROGRAM DIRECTORY ROUNDS: in a new directory each round, runs "PROGRAM report",
 *   kills it at a random instant, and checks that each flag that it reported before is in the
 *   file; a file that is not there had not been reported from.
 * set_many start PROGRAM N: runs N processes "PROGRAM hit I" that begin together, each with its
 *   own I from 100 on.
 */
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "anycov/flags_file.h"

static void die(const char *what)
{
	perror(what);
	exit(1);
}

static void wait_ns(long ns)
{
	const struct timespec t = { 0, ns };

	nanosleep(&t, NULL);
}

/* Returns the highest number that the process reported, or -1. */
static int run_and_kill(const char *program, long ns)
{
	int ends[2], last = -1, status;
	pid_t pid;

	if (pipe(ends))
		die("pipe");
	pid = fork();
	if (!pid) {
		dup2(ends[1], 1);
		close(ends[0]);
		close(ends[1]);
		execl(program, program, "report", (char *)NULL);
		_exit(99);
	}
	close(ends[1]);
	wait_ns(ns);
	kill(pid, SIGKILL);
	while (read(ends[0], &last, sizeof(last)) == sizeof(last))
		;
	close(ends[0]);
	if (waitpid(pid, &status, 0) < 0 || !WIFSIGNALED(status))
		die("not killed");
	return last;
}

/* Returns how many of the flags 10 to `last` are not in the directory's file. */
static int missing(const char *directory, int last)
{
	struct anycov_flags_head h;
	int i, n = 0;
	char user[4200], path[4500] = "";
	struct dirent *e;
	DIR *d;
	FILE *f;

	snprintf(user, sizeof(user), "%s/" ANYCOV_FLAGS_USER_BEGIN "%u", directory,
		 (unsigned)geteuid());
	d = opendir(user);

	while (d && (e = readdir(d))) {
		size_t length = strlen(e->d_name);

		if (length > 6 && !strcmp(e->d_name + length - 6, ANYCOV_FLAGS_FILE_END))
			snprintf(path, sizeof(path), "%s/%.255s", user, e->d_name);
	}
	if (d)
		closedir(d);
	f = fopen(path, "rb");
	if (!f)
		return last >= 0 ? last : 0;
	if (fread(&h, sizeof(h), 1, f) != 1 || (last >= 0 && h.n_started != 1))
		die("header");
	for (i = 10; i <= last; i++)
		n += fseek(f, (long)h.at_flags + i, SEEK_SET) || getc(f) != 1;
	fclose(f);
	return n;
}

static int kill_rounds(const char *program, const char *directory, int rounds)
{
	int i, lost = 0, early = 0, sum = 0;

	srand((unsigned)getpid());
	for (i = 0; i < rounds; i++) {
		char path[4096];
		int last;

		snprintf(path, sizeof(path), "%s/%d", directory, i);
		if (mkdir(path, 0777) || setenv("ANYCOV_DIR", path, 1))
			die(path);
		/* Most of them during the start and the first flags. */
		last = run_and_kill(program, rand() % (i % 4 ? 1500000 : 8000000));
		early += last < 0;
		sum += last < 0 ? 0 : last - 9;
		lost += missing(path, last);
	}
	printf("set_many: %d killed, %d of them before a flag, %d flags reported, %d lost\n",
	       rounds, early, sum, lost);
	return lost || !sum || early == rounds;
}

static int start_together(const char *program, int n)
{
	int gate[2], i, status, bad = 0;
	char byte;

	if (pipe(gate))
		die("pipe");
	for (i = 0; i < n; i++) {
		char number[16];

		if (fork())
			continue;
		close(gate[1]);
		snprintf(number, sizeof(number), "%d", 100 + i);
		if (read(gate[0], &byte, 1))
			_exit(99);
		close(gate[0]);
		execl(program, program, "hit", number, (char *)NULL);
		_exit(99);
	}
	close(gate[0]);
	close(gate[1]);
	while (wait(&status) > 0)
		bad += status != 0;
	return bad != 0;
}

int main(int argc, char **argv)
{
	if (argc == 5 && !strcmp(argv[1], "kill"))
		return kill_rounds(argv[2], argv[3], atoi(argv[4]));
	if (argc == 4 && !strcmp(argv[1], "start"))
		return start_together(argv[2], atoi(argv[3]));
	return 2;
}
