// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * The command itself, as a user of this kernel would run it.  Its dump goes to the console in
 * hex; test/system/kernel/report-test makes a report of it outside.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
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

/* Calls that take many ways through the kernel: errors, files, memory, processes, signals. */
static void many_calls(void)
{
	char page[4096] = "", *volatile nowhere = (char *)1;
	struct sigaction ignore = { .sa_handler = SIG_IGN };
	int ends[2], fd = open("/tmp/work", O_RDWR | O_CREAT, 0600);
	struct stat st;
	char *p;

	for (int i = 0; i < 20; i++)
		if (write(fd, page, sizeof(page)) < 0)
			break;
	p = mmap(NULL, 8 * sizeof(page), PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
	if (p != MAP_FAILED) {
		p[1] = 1;
		p[5 * sizeof(page)] = 1;
		mprotect(p, sizeof(page), PROT_READ);
		munmap(p + sizeof(page), sizeof(page));
	}
	fstat(fd, &st);
	ftruncate(fd, 100);
	lseek(fd, 0, SEEK_END);
	close(fd);
	rename("/tmp/work", "/tmp/work2");
	mkdir("/tmp/directory", 0700);
	rmdir("/tmp/directory");
	rmdir("/tmp/none");
	unlink("/tmp/work2");
	open("/none/of/these", O_RDONLY);
	read(-1, page, sizeof(page));
	for (const char **name = (const char *[]){ "/proc/self/maps", "/proc/self/status",
						   "/proc/cpuinfo", "/proc/mounts", NULL };
	     *name; name++) {
		fd = open(*name, O_RDONLY);
		read(fd, nowhere, 1);
		while (read(fd, page, sizeof(page)) > 0)
			;
		close(fd);
	}
	sigaction(SIGUSR1, &ignore, NULL);
	kill(getpid(), SIGUSR1);
	if (!pipe(ends)) {
		pid_t pid = fork();

		if (!pid) {
			write(ends[1], "x", 1);
			_exit(0);
		}
		read(ends[0], page, 1);
		waitpid(pid, NULL, 0);
		close(ends[0]);
		signal(SIGPIPE, SIG_IGN);
		write(ends[1], "x", 1);
	}
	usleep(20000);
}

static void *leave_by_exit(void *unused)
{
	(void)unused;
	usleep(100000);
	exit(0);
}

void traced_work(const char *how)
{
	struct sigaction act = { .sa_handler = SIG_DFL };
	pthread_t thread;

	many_calls();
	if (!strcmp(how, "signal")) {
		sigaction(SIGSEGV, &act, NULL);
		*(volatile int *)1 = 1;
	}
	if (!strcmp(how, "kill"))
		raise(SIGKILL);
	if (!strcmp(how, "thread")) {
		if (!pthread_create(&thread, NULL, leave_by_exit, NULL))
			syscall(SYS_exit, 0);
	}
	if (!strcmp(how, "other") && !pthread_create(&thread, NULL, leave_by_exit, NULL))
		for (;;)
			pause();
	exit(0);
}

/* Traces the program with these arguments, which must end with this status. */
static void trace(const char *name, const char *mode, const char *const *words, int expected)
{
	char path[32],
		*argv[16] = { "/anycov", "trace", "-o", path, "--mode", (char *)mode, "/init" };
	char merged[40], *merge[] = { "/anycov", "merge", "-o", merged, path, "--compress", NULL };
	int status, n = 7;

	while (*words)
		argv[n++] = (char *)*words++;
	snprintf(path, sizeof(path), "/tmp/%s.dump", name);
	snprintf(merged, sizeof(merged), "/tmp/%s.merged", name);
	status = run(argv);
	CHECK(status == expected, "anycov trace --mode %s ends with status %d", mode, status);
	/* Each record once: the console is slow. */
	status = run(merge);
	CHECK(!status, "anycov merge ends with status %d", status);
	print_file(name, merged);
}

void test_trace_command(void)
{
	char *unknown[] = { "/anycov", "trace", "-o", "/tmp/x.dump", "/no/such/program", NULL };
	const char *branch[] = { "--module", "branch", "5", NULL };
	const char *pc = guest.overlay ? "uniq-pc" : "pc";
	int status;

	trace("pc", pc, branch, 0);
	trace("cmp", guest.overlay ? "uniq-cmp" : "cmp", branch, 0);
	/* Ways in which a task ends. */
	trace("exit", pc, (const char *[]){ "--work", "exit", NULL }, 0);
	trace("signal", pc, (const char *[]){ "--work", "signal", NULL }, 128 + SIGSEGV);
	trace("kill", pc, (const char *[]){ "--work", "kill", NULL }, 128 + SIGKILL);
	trace("thread", pc, (const char *[]){ "--work", "thread", NULL }, 0);
	trace("other", pc, (const char *[]){ "--work", "other", NULL }, 0);
	status = run(unknown);
	CHECK(status == 127, "a program that is not there gives status %d", status);
}
