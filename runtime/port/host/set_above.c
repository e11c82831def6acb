/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The directory of the 'anycov run' above this process where the environment was taken away on
 * the way (env -i, test runners): that of the nearest process above that still has one, from
 * /proc/PID/environ (proc(5)), which the kernel shows to processes of the same user only.
 */
#include <errno.h>
#include <sys/resource.h>
#include "anycov/flags_file.h"
#include "set.h"
#include "set_sys.h"

/* Processes that are looked at. */
#define LEVELS 32

static int is_below_run(void)
{
	struct {
		uint64_t soft, hard;
	} limit;

	return !SET_SYS4(SYS_prlimit64, 0, RLIMIT_LOCKS, NULL, &limit) &&
	       limit.soft == ANYCOV_FLAGS_RUN_LIMIT;
}

/* Opens a file of a process. */
static int open_of_process(unsigned pid, const char *name)
{
	char path[48], digits[12];
	size_t n = sizeof(digits), at = 0;

	do {
		digits[--n] = (char)('0' + pid % 10);
		pid /= 10;
	} while (pid);
	for (const char *p = "/proc/"; *p; p++)
		path[at++] = *p;
	while (n < sizeof(digits))
		path[at++] = digits[n++];
	for (; *name; name++)
		path[at++] = *name;
	path[at] = 0;
	return set_open(AT_FDCWD, path, O_RDONLY, 0);
}

static long read_some(int fd, char *to, size_t n)
{
	long r;

	do
		r = SET_SYS3(SYS_read, fd, to, n);
	while (r == -EINTR);
	return r;
}

/* Returns the parent of a process; 0: there is none, or it is not known. */
static unsigned parent_of(unsigned pid)
{
	int fd = open_of_process(pid, "/stat");
	char text[512]; /* "PID (NAME) S PPID ...": a name has at most 64 bytes */
	unsigned parent = 0;
	long n, at;

	if (fd < 0)
		return 0;
	n = read_some(fd, text, sizeof(text));
	set_close(fd);
	for (at = n - 1; at >= 0 && text[at] != ')'; at--)
		;
	if (at < 0)
		return 0;
	for (at += 4; at < n && text[at] >= '0' && text[at] <= '9'; at++)
		parent = parent * 10 + (unsigned)(text[at] - '0');
	return parent;
}

/* Returns whether another process is below 'anycov run'; all users may read its limits. */
static int is_other_below_run(unsigned pid)
{
	static const char name[] = "Max file locks";
	int fd = open_of_process(pid, "/limits");
	uint64_t soft = 0;
	char text[2048];
	long n, at, matched = 0;

	if (fd < 0)
		return 0;
	n = read_some(fd, text, sizeof(text));
	set_close(fd);
	for (at = 0; at < n && name[matched]; at++)
		matched = text[at] == name[matched] ? matched + 1 : text[at] == name[0];
	while (at < n && text[at] == ' ')
		at++;
	for (; at < n && text[at] >= '0' && text[at] <= '9'; at++)
		soft = soft * 10 + (uint64_t)(text[at] - '0');
	return soft == ANYCOV_FLAGS_RUN_LIMIT;
}

/* Copies the value of a variable from the environment that a process began with, if it fits.
 * Returns whether there is one; is_hidden: set if it may not be read, of
 * a process below 'anycov run'. */
static int copy_variable(unsigned pid, const char *name, char *to, size_t size, int *is_hidden)
{
	int fd = open_of_process(pid, "/environ");
	size_t matched = 0, length = 0; /* of the name; of the value */
	int is_name = 1, is_value = 0;
	char text[1024];
	long n, i;

	if (fd == -EACCES || fd == -EPERM)
		*is_hidden |= is_other_below_run(pid);
	if (fd < 0)
		return 0;
	while ((n = read_some(fd, text, sizeof(text))) > 0 && is_value >= 0)
		for (i = 0; i < n; i++) {
			if (is_value && length < size)
				to[length++] = text[i];
			if (!text[i] && is_value) {
				is_value = -1; /* all of it was read */
				break;
			}
			if (!text[i]) {
				matched = 0;
				is_name = 1;
			} else if (is_name && !name[matched] && text[i] == '=') {
				is_value = 1;
				is_name = 0;
			} else if (is_name) {
				is_name = name[matched] == text[i];
				matched++;
			}
		}
	set_close(fd);
	return is_value < 0 && !to[length - 1];
}

const char *set_directory_above(int *is_hidden)
{
	static char directory[SET_PATH_MAX];
	unsigned pid, level;

	if (!is_below_run())
		return NULL;
	pid = (unsigned)SET_SYS1(SYS_getppid, 0);
	for (level = 0; pid && level < LEVELS; level++, pid = parent_of(pid))
		if (copy_variable(pid, "ANYCOV_DIR", directory, sizeof(directory), is_hidden)) {
			*is_hidden = 0;
			return *directory ? directory : NULL;
		}
	return NULL;
}
