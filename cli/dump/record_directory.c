/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "anycov/dump.h"
#include "anycov/flags_file.h"
#include "dump/byte_source.h"
#include "dump/flags_file.h"
#include "dump/packed_image.h"
#include "dump/record_directory.h"
#include "base/u64_map.h"

#define MAX_DEPTH 16
/* A file name has 16 digits if its image has no build ID; a build ID has 8 bytes or more. */
#define ID_DIGITS_MIN 16
#define MARKER_BYTES_MAX 4096
#define HASH_END 17u /* "%" and the digits of a hash */

/* Returns whether the first n characters of a name end in "-" and digits of a build ID. */
static bool has_id(const char *name, size_t n)
{
	size_t digits = 0;

	while (digits < n && strchr("0123456789abcdef", name[n - 1 - digits]))
		digits++;
	return digits >= ID_DIGITS_MIN && digits < n && name[n - 1 - digits] == '-';
}

static bool is_recorded_file(const char *name)
{
	static const char *const ends[] = { ANYCOV_FLAGS_FILE_END COMPRESSED_END,
					    ANYCOV_FLAGS_FILE_END,
					    ANYCOV_FLAGS_IMAGE_END COMPRESSED_END,
					    ANYCOV_FLAGS_IMAGE_END, UNLINKED_END };

	if (starts_with(name, TRACE_BEGIN) && isdigit((unsigned char)name[strlen(TRACE_BEGIN)]))
		return strstr(name, ".dump") != NULL;
	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
		const char *end = strstr(name, ends[i]);

		for (; end; end = strstr(end + 1, ends[i])) {
			const char *rest = end + strlen(ends[i]);

			if (has_id(name, (size_t)(end - name)) &&
			    (!*rest ||
			     (*rest == '.' && ends_with(rest, ANYCOV_FLAGS_TEMPORARY_END))))
				return true;
		}
	}
	return false;
}

static bool has_marker(int dir)
{
	struct stat st;

	return !fstatat(dir, ANYCOV_FLAGS_DIR_MARKER, &st, AT_SYMLINK_NOFOLLOW) &&
	       S_ISREG(st.st_mode);
}

static int open_below(int dir, const char *name)
{
	return openat(dir, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

static bool is_user_directory(const char *name)
{
	return starts_with(name, ANYCOV_FLAGS_USER_BEGIN) &&
	       isdigit((unsigned char)name[strlen(ANYCOV_FLAGS_USER_BEGIN)]);
}

static int cannot_remove(const char *path, const char *name, struct anycov_error *err)
{
	const char *what = strerror(errno);

	if (errno == EACCES || errno == EPERM)
		what = "another user recorded there; remove it as that user, or choose another "
		       "directory with -o";
	return anycov_error_set(err, "%s/%s: cannot remove: %s", path, name, what);
}

static int empty(int dir, const char *path, unsigned depth, bool *is_empty,
		 struct anycov_error *err);

/* Removes a directory below if nothing else is in it. */
static int remove_below(int dir, const char *path, const char *name, unsigned depth, bool *gone,
			struct anycov_error *err)
{
	int below = open_below(dir, name), status = 0;
	char *full = xasprintf("%s/%s", path, name);

	*gone = false;
	if (below < 0 && is_user_directory(name))
		status = cannot_remove(path, name, err);
	if (below >= 0 && has_marker(below)) {
		status = empty(below, full, depth + 1, gone, err);
		if (!status && *gone)
			*gone = !unlinkat(below, ANYCOV_FLAGS_DIR_MARKER, 0) &&
				!unlinkat(dir, name, AT_REMOVEDIR);
	}
	if (below >= 0)
		close(below);
	free(full);
	return status;
}

/* Removes what was recorded.  Returns whether nothing else is in the directory. */
static int empty(int dir, const char *path, unsigned depth, bool *is_empty,
		 struct anycov_error *err)
{
	DIR *d = fdopendir(dup(dir));
	const struct dirent *e;
	int status = 0;

	*is_empty = true;
	if (!d)
		return anycov_error_set(err, "%s: cannot read: %s", path, strerror(errno));
	while (!status && (e = readdir(d))) {
		const char *name = e->d_name;
		struct stat st;
		bool gone = false;

		if (!strcmp(name, ".") || !strcmp(name, "..") ||
		    !strcmp(name, ANYCOV_FLAGS_DIR_MARKER) ||
		    fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW))
			continue;
		if (S_ISREG(st.st_mode) && is_recorded_file(name)) {
			if (unlinkat(dir, name, 0) && errno != ENOENT)
				status = cannot_remove(path, name, err);
			continue;
		}
		if (S_ISDIR(st.st_mode) && depth < MAX_DEPTH)
			status = remove_below(dir, path, name, depth, &gone, err);
		*is_empty = *is_empty && gone;
	}
	closedir(d);
	return status;
}

static bool has_entries(int dir)
{
	DIR *d = fdopendir(dup(dir));
	const struct dirent *e;
	bool found = false;

	while (d && (e = readdir(d)))
		found |= strcmp(e->d_name, ".") && strcmp(e->d_name, "..");
	if (d) {
		rewinddir(d);
		closedir(d);
	}
	return found;
}

/*
 * The test's name as the name of a directory: other characters become %XX, and of a long name a
 * hash is the end.  The marker has the whole name.  NULL if it is empty.
 */
static char *directory_of_test(const char *name)
{
	struct string_buffer t = { 0 };

	for (const char *p = name; *p; p++) {
		unsigned char c = (unsigned char)*p;

		if (c == '%' || c == '/' || c <= ' ' || c > 126 || (c == '.' && p == name))
			string_buffer_appendf(&t, "%%%02X", c);
		else
			string_buffer_append_n(&t, p, 1);
	}
	if (t.s && strlen(t.s) > NAME_MAX)
		snprintf(t.s + NAME_MAX - HASH_END, HASH_END + 1, "%%%016llx",
			 (unsigned long long)fnv1a_update(FNV1A_OFFSET, name, strlen(name)));
	return t.s;
}

static int take_test(struct record_directory *d, int dir, const char *name,
		     struct anycov_error *err)
{
	char *base = strlen(name) < MARKER_BYTES_MAX ? directory_of_test(name) : NULL;
	int below, marker;

	if (!base)
		return anycov_error_set(
			err,
			"--test: the name of a test has 1 to %d bytes; give another "
			"one",
			MARKER_BYTES_MAX - 1);
	d->test = xasprintf("%s/%s", d->path, base);
	if (mkdirat(dir, base, 0777) && errno != EEXIST) {
		free(base);
		return anycov_error_set(err, "%s: cannot create: %s", d->test, strerror(errno));
	}
	below = open_below(dir, base);
	free(base);
	if (below < 0)
		return anycov_error_set(err, "%s: cannot open: %s", d->test, strerror(errno));
	marker = openat(below, ANYCOV_FLAGS_DIR_MARKER, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
			0666);
	if (marker >= 0) {
		dprintf(marker, "%s\n", name);
		close(marker);
	}
	close(below);
	return 0;
}

static int open_directory(const char *path, struct anycov_error *err)
{
	int dir;

	if (mkdir(path, 0777) && errno != EEXIST)
		return anycov_error_set(err, "%s: cannot create: %s", path, strerror(errno));
	dir = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (dir < 0)
		return anycov_error_set(err, "%s: cannot open: %s; choose another with -o", path,
					strerror(errno));
	if (!has_marker(dir) && has_entries(dir)) {
		close(dir);
		return anycov_error_set(err,
					"%s: is not empty and was not made by 'anycov run'; choose "
					"another directory with -o",
					path);
	}
	if (faccessat(dir, ".", W_OK | X_OK, AT_EACCESS)) {
		close(dir);
		return anycov_error_set(err, "%s: cannot write: %s; choose another with -o", path,
					strerror(errno));
	}
	return dir;
}

/* Only one who empties the directory excludes others. */
static int take_lock(int dir, const char *path, bool adds, struct anycov_error *err)
{
	int lock = openat(dir, ANYCOV_FLAGS_DIR_MARKER, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC,
			  0666);

	if (lock < 0)
		lock = openat(dir, ANYCOV_FLAGS_DIR_MARKER, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	if (lock < 0)
		return anycov_error_set(err, "%s: cannot write: %s; choose another with -o", path,
					strerror(errno));
	if (!adds && flock(lock, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK) {
		close(lock);
		return anycov_error_set(err,
					"%s: another 'anycov run' records there; wait for it, use "
					"--append, or choose another directory with -o",
					path);
	}
	return lock;
}

/* Programs write files there by their whole names, whatever their directory is; full: NULL if it is
 * too long by itself. */
static int check_length(const char *full, const char *test, const char *path,
			struct anycov_error *err)
{
	/* A name and what precedes it, of each directory and of the file. */
	const size_t below = (NAME_MAX + (size_t)1) * (test ? 2 : 1);

	if (full && strlen(full) + below < PATH_MAX)
		return 0;
	return anycov_error_set(err,
				"%s: its name with all directories is too long; choose another "
				"directory with -o",
				path);
}

int record_directory_begin(struct record_directory *d, const char *path, bool adds,
			   const char *test, struct anycov_error *err)
{
	bool is_new = access(path, F_OK), is_empty;
	int dir = open_directory(path, err), status = 0;

	memset(d, 0, sizeof(*d));
	d->lock = -1;
	if (dir < 0)
		return -1;
	d->path = realpath(path, NULL);
	if (!d->path && errno != ENAMETOOLONG)
		status = anycov_error_set(err, "%s: cannot find: %s", path, strerror(errno));
	if (!status)
		status = check_length(d->path, test, path, err);
	if (status && is_new)
		rmdir(path);
	if (!status) {
		d->lock = take_lock(dir, path, adds, err);
		status = d->lock < 0 ? -1 : 0;
	}
	if (!status && !adds)
		status = empty(dir, d->path, 0, &is_empty, err);
	if (!status)
		flock(d->lock, LOCK_SH);
	if (!status && test)
		status = take_test(d, dir, test, err);
	close(dir);
	if (status)
		record_directory_end(d);
	return status;
}

/* Returns whether two files have the same contents. */
static bool same_contents(int a, int b, const struct stat *a_stat, const struct stat *b_stat)
{
	const size_t n = (size_t)a_stat->st_size;
	void *x, *y;
	bool same;

	if (a_stat->st_size != b_stat->st_size || !n)
		return false;
	x = mmap(NULL, n, PROT_READ, MAP_PRIVATE, a, 0);
	y = mmap(NULL, n, PROT_READ, MAP_PRIVATE, b, 0);
	same = x != MAP_FAILED && y != MAP_FAILED && !memcmp(x, y, n);
	if (x != MAP_FAILED)
		munmap(x, n);
	if (y != MAP_FAILED)
		munmap(y, n);
	return same;
}

/* Replaces a test's file by a link to the one of all; failures leave it as it is. */
static void share_image(int all, int test, const char *name)
{
	char *temporary = xasprintf("%s.%ld" ANYCOV_FLAGS_TEMPORARY_END, name, (long)getpid());
	int one = openat(all, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	int own = openat(test, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	struct stat one_stat, own_stat;

	if (one < 0 && own >= 0 && !linkat(test, name, all, name, 0)) {
		/* This test's file is the one of all now. */
	} else if (one >= 0 && own >= 0 && !fstat(one, &one_stat) && !fstat(own, &own_stat) &&
		   S_ISREG(one_stat.st_mode) && S_ISREG(own_stat.st_mode) &&
		   one_stat.st_ino != own_stat.st_ino &&
		   same_contents(one, own, &one_stat, &own_stat) &&
		   !linkat(all, name, test, temporary, 0) &&
		   renameat(test, temporary, test, name)) {
		unlinkat(test, temporary, 0);
	}
	if (one >= 0)
		close(one);
	if (own >= 0)
		close(own);
	free(temporary);
}

/* Takes test, an open directory of a user. */
static void share_images_of(int all, int test)
{
	DIR *d = fdopendir(test);
	const struct dirent *e;

	while (d && (e = readdir(d)))
		if (ends_with(e->d_name, ANYCOV_FLAGS_IMAGE_END))
			share_image(all, dirfd(d), e->d_name);
	if (d)
		closedir(d);
	else
		close(test);
}

static void mark(int dir)
{
	int marker =
		openat(dir, ANYCOV_FLAGS_DIR_MARKER, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);

	if (marker >= 0)
		close(marker);
}

/* Opens the directory of a user; makes that of this one: a user trusts no directory of others. */
static int open_user(int all, const char *name)
{
	char own[sizeof(ANYCOV_FLAGS_USER_BEGIN) + 20];
	int dir = open_below(all, name);

	snprintf(own, sizeof(own), ANYCOV_FLAGS_USER_BEGIN "%lu", (unsigned long)geteuid());
	if (dir >= 0 || strcmp(name, own) || mkdirat(all, name, 0755))
		return dir;
	dir = open_below(all, name);
	if (dir >= 0)
		mark(dir);
	return dir;
}

/* Takes test, an open directory. */
static void share_users(int all, int test)
{
	DIR *d = fdopendir(test);
	const struct dirent *e;

	while (d && (e = readdir(d))) {
		int from = is_user_directory(e->d_name) ? open_below(dirfd(d), e->d_name) : -1;
		int to = from >= 0 ? open_user(all, e->d_name) : -1;

		if (to >= 0)
			share_images_of(to, from);
		else if (from >= 0)
			close(from);
		if (to >= 0)
			close(to);
	}
	if (d)
		closedir(d);
	else
		close(test);
}

void record_directory_share_images(const struct record_directory *d)
{
	DIR *all = opendir(d->path);
	const struct dirent *e;
	int test;

	if (all && d->test) {
		test = open_below(dirfd(all), base_name(d->test));
		if (test >= 0)
			share_users(dirfd(all), test);
	}
	while (all && !d->test && (e = readdir(all))) {
		if (e->d_name[0] == '.' || is_user_directory(e->d_name))
			continue;
		test = open_below(dirfd(all), e->d_name);
		if (test >= 0 && has_marker(test))
			share_users(dirfd(all), test);
		else if (test >= 0)
			close(test);
	}
	if (all)
		closedir(all);
}

void record_directory_pack_images(const struct record_directory *d)
{
	char own[sizeof(ANYCOV_FLAGS_USER_BEGIN) + 20];
	char *path;
	int dir;

	if (flock(d->lock, LOCK_EX | LOCK_NB))
		return;
	snprintf(own, sizeof(own), ANYCOV_FLAGS_USER_BEGIN "%lu", (unsigned long)geteuid());
	path = xasprintf("%s/%s", d->path, own);
	dir = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (dir >= 0) {
		pack_images(dir);
		close(dir);
	}
	free(path);
	flock(d->lock, LOCK_SH);
}

void record_directory_end(struct record_directory *d)
{
	if (d->lock >= 0)
		close(d->lock);
	free(d->path);
	free(d->test);
	memset(d, 0, sizeof(*d));
	d->lock = -1;
}

static void count_file(struct recorded *r, const char *path, const char *name)
{
	struct flags_file f;
	struct anycov_error err;

	if (flags_name_length(name)) {
		if (flags_file_read_head(path, &f, &err))
			return;
		r->processes += f.started;
		string_list_add(&r->images, f.image);
		flags_file_free(&f);
	} else if (starts_with(name, TRACE_BEGIN) && strstr(name, ".dump") &&
		   !strstr(name, ANYCOV_FLAGS_TEMPORARY_END)) {
		r->dumps++;
	}
}

static void count_below(struct recorded *r, const char *path, unsigned depth)
{
	DIR *d = opendir(path);
	const struct dirent *e;

	while (d && (e = readdir(d))) {
		char *full;
		struct stat st;

		if (e->d_name[0] == '.')
			continue;
		full = xasprintf("%s/%s", path, e->d_name);
		if (!lstat(full, &st) && S_ISDIR(st.st_mode) && depth < MAX_DEPTH)
			count_below(r, full, depth + 1);
		else
			count_file(r, full, e->d_name);
		free(full);
	}
	if (d)
		closedir(d);
}

void recorded_count(struct recorded *r, const char *path)
{
	memset(r, 0, sizeof(*r));
	count_below(r, path, 0);
}

void recorded_free(struct recorded *r)
{
	string_list_free(&r->images);
}

void record_unlinked(const char *directory, const char *image)
{
	uint64_t hash = fnv1a_update(FNV1A_OFFSET, image, strlen(image));
	char *path = xasprintf("%s/%.100s-%016llx" UNLINKED_END, directory, base_name(image),
			       (unsigned long long)hash);
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);

	if (fd >= 0) {
		dprintf(fd, "%s\n", image);
		close(fd);
	}
	free(path);
}

/* Returns a small file's text before the last newline, or NULL if there is none; to be freed. */
static char *read_marker(int fd)
{
	char text[MARKER_BYTES_MAX + 2];
	ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof(text) - 1);

	if (fd >= 0)
		close(fd);
	if (n < 2 || text[n - 1] != '\n' || memchr(text, 0, (size_t)n))
		return NULL;
	return xstrndup(text, (size_t)n - 1);
}

char *read_unlinked(const char *path)
{
	char *image = read_marker(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK));

	if (image && strchr(image, '\n')) {
		free(image);
		return NULL;
	}
	return image;
}

char *read_test_name(const char *directory)
{
	char *path = xasprintf("%s/" ANYCOV_FLAGS_DIR_MARKER, directory);
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);

	free(path);
	return read_marker(fd);
}
