/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Unusual and incorrect uses of the KCOV file, run on libanycov-kcov.so with an instrumented
 * library that supplies read(): close, unmap, fork and exit while enabled, duplicated
 * descriptors, counts written by the user.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include "check.h"

#define KCOV_INIT_TRACE _IOR('c', 1, unsigned long)
#define KCOV_ENABLE _IO('c', 100)
#define KCOV_DISABLE _IO('c', 101)
#define WORDS 512ul

static int fd;
static volatile uint64_t *cover;

static void begin(unsigned long words)
{
	fd = open("/sys/kernel/debug/kcov", O_RDWR);
	CHECK(fd >= 0);
	CHECK_EQ(ioctl(fd, KCOV_INIT_TRACE, words), 0);
	cover = mmap(NULL, words * 8, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	CHECK(cover != MAP_FAILED);
}

static void hits(void)
{
	CHECK_EQ(read(-1, NULL, 0), -1);
}

static void fails(int result, int error)
{
	CHECK_EQ(result, -1);
	CHECK_EQ(errno, error);
}

static void *disable_elsewhere(void *arg)
{
	fails(ioctl(fd, KCOV_DISABLE, 0), EINVAL);
	return arg;
}

static void *enable_and_exit(void *arg)
{
	CHECK_EQ(ioctl(fd, KCOV_ENABLE, 0), 0);
	hits();
	return arg;
}

static void test_arguments_and_threads(void)
{
	pthread_t t;

	begin(WORDS);
	fails(ioctl(fd, KCOV_INIT_TRACE, WORDS), EBUSY);
	fails(ioctl(fd, KCOV_ENABLE, 3), EINVAL);
	fails(ioctl(fd, KCOV_DISABLE, 0), EINVAL);
	CHECK_EQ(ioctl(fd, KCOV_ENABLE, 0), 0);
	fails(ioctl(fd, KCOV_ENABLE, 0), EINVAL);
	fails(ioctl(fd, KCOV_DISABLE, 1), EINVAL);
	pthread_create(&t, NULL, disable_elsewhere, NULL);
	pthread_join(t, NULL);
	cover[0] = 0;
	hits();
	CHECK(cover[0] > 0);
	CHECK_EQ(ioctl(fd, KCOV_DISABLE, 0), 0);
	/* A thread that ends while it traces leaves the file usable for others. */
	pthread_create(&t, NULL, enable_and_exit, NULL);
	pthread_join(t, NULL);
	CHECK_EQ(ioctl(fd, KCOV_ENABLE, 0), 0);
	CHECK_EQ(ioctl(fd, KCOV_DISABLE, 0), 0);
	CHECK_EQ(close(fd), 0);
}

static void test_counts(void)
{
	static const uint64_t bad[] = { WORDS - 1, WORDS, 1ull << 32, ~0ull };
	unsigned i;

	begin(WORDS);
	CHECK_EQ(ioctl(fd, KCOV_ENABLE, 0), 0);
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		cover[0] = bad[i];
		hits();
		CHECK_EQ(cover[0], bad[i]);
	}
	cover[0] = WORDS - 2; /* room for one record */
	cover[WORDS - 1] = 0;
	hits();
	CHECK_EQ(cover[0], WORDS - 1);
	CHECK(cover[WORDS - 1] != 0);
	CHECK_EQ(ioctl(fd, KCOV_DISABLE, 0), 0);
	CHECK_EQ(close(fd), 0);
}

static void test_unmap_and_close_while_enabled(void)
{
	int i;

	begin(WORDS);
	CHECK_EQ(ioctl(fd, KCOV_ENABLE, 0), 0);
	CHECK_EQ(munmap((void *)(uintptr_t)cover, WORDS * 8), 0);
	for (i = 0; i < 100; i++)
		hits(); /* writes to pages that only the hooks still have mapped */
	CHECK_EQ(close(fd), 0);
	hits();
	begin(WORDS); /* the thread still traces into the other file */
	fails(ioctl(fd, KCOV_ENABLE, 0), EBUSY);
	CHECK_EQ(close(fd), 0);
}

static void test_dup(void)
{
	int other, third;

	begin(WORDS);
	other = dup(fd);
	third = fcntl(fd, F_DUPFD, 100);
	CHECK(other >= 0 && third >= 100);
	CHECK_EQ(dup2(fd, 60), 60);
	CHECK_EQ(close(fd), 0);
	CHECK_EQ(close(third), 0);
	CHECK_EQ(ioctl(other, KCOV_ENABLE, 0), 0);
	hits();
	CHECK(cover[0] > 0);
	CHECK_EQ(close(other), 0);
	CHECK_EQ(ioctl(60, KCOV_DISABLE, 0), 0);
	CHECK_EQ(close(60), 0);
	fails(ioctl(60, KCOV_ENABLE, 0), EBADF);
}

static void test_fork_while_enabled(void)
{
	uint64_t n;
	int status;
	pid_t pid;

	begin(WORDS);
	CHECK_EQ(ioctl(fd, KCOV_ENABLE, 0), 0);
	hits();
	n = cover[0];
	pid = fork();
	if (!pid) { /* does not trace, and must not disable the parent's tracing */
		int ok = read(-1, NULL, 0) == -1 && cover[0] == n &&
			 ioctl(fd, KCOV_DISABLE, 0) == -1 && errno == EINVAL &&
			 ioctl(fd, KCOV_ENABLE, 0) == -1 && errno == EINVAL;

		_exit(ok ? 0 : 1);
	}
	CHECK_EQ(waitpid(pid, &status, 0), pid);
	CHECK_EQ(status, 0);
	hits();
	CHECK(cover[0] > n);
	CHECK_EQ(ioctl(fd, KCOV_DISABLE, 0), 0);
	/* A child that dies while enabled leaves the file usable for the next one. */
	for (n = 0; n < 2; n++) {
		pid = fork();
		if (!pid) {
			if (ioctl(fd, KCOV_ENABLE, 0))
				_exit(2);
			cover[0] = 0;
			if (read(-1, NULL, 0) != -1)
				_exit(3);
			if (n)
				_exit(0);
			abort();
		}
		CHECK_EQ(waitpid(pid, &status, 0), pid);
		CHECK(n ? !status : WIFSIGNALED(status));
		CHECK(cover[0] > 0);
	}
	CHECK_EQ(close(fd), 0);
}

/* The program that exec_keeps_tracing() executes: still traced, and the descriptor still works. */
static int after_exec(const char *how)
{
	if (read(-1, NULL, 0) != -1)
		return 2;
	if (!strcmp(how, "disable")) {
		fd = atoi(getenv("LIFECYCLE_FD"));
		cover = mmap(NULL, WORDS * 8, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
		if (cover == MAP_FAILED || !cover[0] || ioctl(fd, KCOV_DISABLE, 1) != -1 ||
		    ioctl(fd, KCOV_DISABLE, 0))
			return 3;
		cover[0] = 0;
		if (read(-1, NULL, 0) != -1)
			return 6;
		if (cover[0] || ioctl(fd, KCOV_ENABLE, 0))
			return 4;
		if (read(-1, NULL, 0) != -1 || !cover[0])
			return 5;
	}
	return 0;
}

/* As in Linux: the task continues tracing, into the buffer that its parent reads. */
static void test_exec_while_enabled(void)
{
	static const unsigned long modes[] = { 0, 2, 4, 6 };
	static const char *const hows[] = { "exit", "disable", "untraced" };
	char number[16];
	unsigned m, how;
	uint64_t n;
	int status;
	pid_t pid;

	for (m = 0; m < 4; m++) {
		for (how = 0; how < 3; how++) {
			begin(WORDS);
			snprintf(number, sizeof(number), "%d", fd);
			setenv("LIFECYCLE_FD", number, 1);
			pid = fork();
			if (!pid) {
				if (how < 2 && ioctl(fd, KCOV_ENABLE, modes[m]))
					_exit(9);
				cover[0] = 0;
				execl("/proc/self/exe", "lifecycle", "after-exec", hows[how],
				      (char *)NULL);
				_exit(10);
			}
			CHECK_EQ(waitpid(pid, &status, 0), pid);
			CHECK_EQ(status, 0);
			n = cover[0];
			CHECK(how < 2 ? n > 0 : n == 0);
			/* it ended and left the file to us */
			CHECK_EQ(ioctl(fd, KCOV_ENABLE, modes[m]), 0);
			cover[0] = 0;
			hits();
			CHECK(cover[0] > 0);
			CHECK_EQ(ioctl(fd, KCOV_DISABLE, 0), 0);
			CHECK_EQ(close(fd), 0);
		}
	}
}

static void *on_a_thread(void *test)
{
	(*(void (**)(void))test)();
	return NULL;
}

int main(int argc, char **argv)
{
	static void (*tests[])(void) = {
		test_arguments_and_threads,
		test_counts,
		test_unmap_and_close_while_enabled,
		test_dup,
		test_fork_while_enabled,
		test_exec_while_enabled,
	};
	unsigned i;

	if (argc > 2 && !strcmp(argv[1], "after-exec"))
		return after_exec(argv[2]);

	/* each on its own thread: the end of the thread disables what it left enabled */
	for (i = 0; i < sizeof(tests) / sizeof(tests[0]); i++) {
		pthread_t t;

		pthread_create(&t, NULL, on_a_thread, &tests[i]);
		pthread_join(t, NULL);
	}
	begin(WORDS);
	CHECK_EQ(ioctl(fd, KCOV_ENABLE, 0), 0); /* exit while enabled */
	return check_result();
}
