// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * Flags of CONFIG_ANYCOV_REPORT: the module is used, unloaded and loaded again, and flags are
 * reset.  What debugfs has after each step goes to the console;
 * test/system/kernel/flags-test makes reports of it outside.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "guest.h"

#define DIRECTORY "/sys/kernel/debug/anycov/"
enum { FILE_MAX = 1 << 24, LINE = 64 };

/* Returns a file's contents, to be freed. */
static unsigned char *contents(int fd, size_t *n)
{
	unsigned char *all = malloc(FILE_MAX);
	ssize_t got;

	CHECK(all, "no memory");
	/* Reads of any size give the bytes of one moment. */
	for (*n = 0; (got = read(fd, all + *n, 1 + *n % 10007)) > 0; *n += (size_t)got)
		CHECK(*n < FILE_MAX - 20000, "a file without an end");
	CHECK(!got, "read: %s", strerror(errno));
	return all;
}

/* The console is slow: lines of zeros are left out, "FLAGS STEP NAME OFFSET HEX". */
static void print_contents(const char *step, const char *name, const unsigned char *all, size_t n)
{
	static const unsigned char zeros[LINE];

	printf("FLAGS %s %s %zu\n", step, name, n);
	for (size_t at = 0; at < n; at += LINE) {
		size_t length = n - at < LINE ? n - at : LINE;

		if (!memcmp(all + at, zeros, length))
			continue;
		printf("FLAGS %s %s %zu ", step, name, at);
		for (size_t i = 0; i < length; i++)
			printf("%02x", all[at + i]);
		printf("\n");
	}
}

static int open_file(const char *name, int how)
{
	char path[300];
	int fd;

	snprintf(path, sizeof(path), DIRECTORY "%s", name);
	fd = open(path, how);
	CHECK(fd >= 0, "%s: %s", path, strerror(errno));
	return fd;
}

static void print_file(const char *step, const char *name)
{
	int fd = open_file(name, O_RDONLY);
	unsigned char *all;
	struct stat st;
	size_t n;

	all = contents(fd, &n);
	CHECK(!fstat(fd, &st) && (size_t)st.st_size == (strcmp(name, "reset") ? n : 0),
	      "%s: its size is %lld, it has %zu bytes", name, (long long)st.st_size, n);
	CHECK(n || !strcmp(name, "reset"), "%s: is empty", name);
	print_contents(step, name, all, n);
	free(all);
	close(fd);
}

static void print_all(const char *step)
{
	DIR *d = opendir(DIRECTORY);
	const struct dirent *e;

	CHECK(d, DIRECTORY ": %s", strerror(errno));
	while ((e = readdir(d)))
		if (e->d_name[0] != '.')
			print_file(step, e->d_name);
	closedir(d);
	fflush(stdout);
}

/* Finds the file of the module. */
static void find_module(char *name, size_t size)
{
	DIR *d = opendir(DIRECTORY);
	const struct dirent *e;

	CHECK(d, DIRECTORY ": %s", strerror(errno));
	name[0] = '\0';
	while ((e = readdir(d)))
		if (!strncmp(e->d_name, "anycov_test", 11))
			snprintf(name, size, "%s", e->d_name);
	closedir(d);
	CHECK(name[0], "the module has no file in " DIRECTORY);
}

/* Unlike module_command(), which keeps the file open, and with it the module. */
static void branch(const char *command)
{
	int fd = open(MODULE_FILE, O_WRONLY);

	CHECK(fd >= 0, MODULE_FILE ": %s", strerror(errno));
	CHECK(write(fd, command, strlen(command)) > 0, "%s: %s", command, strerror(errno));
	close(fd);
}

static void unload(void)
{
	CHECK(!syscall(SYS_delete_module, "anycov_test", O_NONBLOCK), "delete_module: %s",
	      strerror(errno));
}

static void load(void)
{
	int fd = open("/anycov_test.ko", O_RDONLY);

	CHECK(fd >= 0 && !syscall(SYS_finit_module, fd, "", 0), "finit_module: %s",
	      strerror(errno));
	close(fd);
}

static void reset(const char *name)
{
	int fd = open_file(name, O_WRONLY);

	CHECK(write(fd, "0\n", 2) == 2, "reset by %s: %s", name, strerror(errno));
	close(fd);
}

static void steps(void *unused)
{
	unsigned char *before, *after;
	char module[256];
	size_t n, n_after;
	int fd;

	(void)unused;
	find_module(module, sizeof(module));
	print_all("boot");
	branch("branch 5");
	/* Of the moment of open(), also when the module is gone. */
	fd = open_file(module, O_RDONLY);
	unload();
	before = contents(fd, &n);
	print_contents("used", module, before, n);
	print_all("unloaded");
	/* Nothing of a module that is not loaded changes. */
	lseek(fd, 0, SEEK_SET);
	after = contents(fd, &n_after);
	CHECK(n == n_after && !memcmp(before, after, n), "an open file changed");
	close(fd);
	load();
	branch("branch 2");
	print_all("again");
	reset(module);
	print_all("one-reset");
	reset("reset");
	print_all("reset");
}

bool report_main(void)
{
	return in_child(steps, NULL);
}
