/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "anycov/dump.h"
#include "anycov/flags_file.h"
#include "dump/byte_source.h"
#include "dump/flags_file.h"
#include "dump/inputs.h"
#include "dump/record_directory.h"

/* Of directories below each other; a link to a directory is not followed. */
#define MAX_DEPTH 16

enum kind { KIND_OTHER, KIND_DUMP, KIND_FLAGS, KIND_UNLINKED };

static enum kind kind_of_bytes(const unsigned char *begin, size_t n)
{
	if (is_flags_file(begin, n))
		return KIND_FLAGS;
	return n >= 6 && !memcmp(begin, ANYCOV_DUMP_MAGIC, 6) ? KIND_DUMP : KIND_OTHER;
}

/* Returns the kind of what a compressed file expands to. */
static enum kind kind_of_compressed(const char *path)
{
	struct anycov_error err;
	struct byte_source s;
	unsigned char begin[8];
	ssize_t n;

	if (byte_source_open(&s, path, false, &err))
		return KIND_OTHER;
	n = byte_source_read(&s, begin, sizeof(begin), &err);
	byte_source_close(&s);
	return kind_of_bytes(begin, n > 0 ? (size_t)n : 0);
}

/* Returns the kind of a regular file by its name, else by its first bytes. */
static enum kind kind_of(const char *path)
{
	unsigned char begin[8] = { 0 };
	ssize_t n;
	int fd;

	if (flags_name_length(path))
		return KIND_FLAGS;
	if (ends_with(path, UNLINKED_END))
		return KIND_UNLINKED;
	if (ends_with(path, ".dump") || ends_with(path, ".dump" COMPRESSED_END))
		return KIND_DUMP;
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return KIND_OTHER;
	n = read(fd, begin, sizeof(begin));
	close(fd);
	n = n > 0 ? n : 0;
	return is_compressed(begin, (size_t)n) ? kind_of_compressed(path)
					       : kind_of_bytes(begin, (size_t)n);
}

bool is_recording(const char *path)
{
	return kind_of(path) != KIND_OTHER;
}

bool is_recorded_flags(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISREG(st.st_mode) ? kind_of(path) == KIND_FLAGS
						       : flags_name_length(path) != 0;
}

static void add(struct inputs *in, char *path, bool is_flags, bool named, size_t test)
{
	ARRAY_GROW(in->v, in->n, in->room);
	in->v[in->n++] = (struct input){ path, is_flags, named, test, SIZE_MAX };
}

/* Takes path.  Each image is named once, whichever directories of tests name it. */
static void add_unlinked(struct inputs *in, char *path)
{
	char *image = read_unlinked(path);

	if (!image) { /* damaged: reading it as flags says so */
		add(in, path, true, false, NO_TEST);
		return;
	}
	free(path);
	for (size_t i = 0; i < in->unlinked.n; i++) {
		if (!strcmp(in->unlinked.v[i], image)) {
			free(image);
			return;
		}
	}
	string_list_add_owned(&in->unlinked, image);
}

/* Reads up to n bytes, less only at the end. */
static size_t read_all(struct byte_source *s, unsigned char *to, size_t n, bool *failed)
{
	struct anycov_error err;
	size_t done = 0;
	ssize_t got = 1;

	while (done < n && (got = byte_source_read(s, to + done, n - done, &err)) > 0)
		done += (size_t)got;
	*failed |= got < 0;
	return done;
}

/* Returns whether two files expand to the same bytes. */
static bool expand_to_same(const char *a, const char *b)
{
	unsigned char x[2][16384];
	struct byte_source s[2];
	struct anycov_error err;
	bool failed = false;
	size_t n;

	if (byte_source_open(&s[0], a, false, &err))
		return false;
	if (byte_source_open(&s[1], b, false, &err)) {
		byte_source_close(&s[0]);
		return false;
	}
	do {
		n = read_all(&s[0], x[0], sizeof(x[0]), &failed);
		if (read_all(&s[1], x[1], sizeof(x[1]), &failed) != n || memcmp(x[0], x[1], n))
			failed = true;
	} while (n && !failed);
	byte_source_close(&s[0]);
	byte_source_close(&s[1]);
	return !failed;
}

/*
 * Returns whether a file is a compressed copy of the one beside it: zstd keeps the file that it
 * compresses.  Later runs may have added to that one; then both are recordings.
 */
static bool is_compressed_copy(const char *path)
{
	char *plain;
	struct stat st;
	bool yes;

	if (!ends_with(path, COMPRESSED_END))
		return false;
	plain = xstrndup(path, strlen(path) - strlen(COMPRESSED_END));
	yes = !stat(plain, &st) && S_ISREG(st.st_mode) && expand_to_same(plain, path);
	free(plain);
	return yes;
}

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static int read_names(const char *path, struct string_list *names, struct anycov_error *err)
{
	DIR *d = opendir(path);
	const struct dirent *e;

	if (!d)
		return anycov_error_set(err, "%s: cannot read: %s", path, strerror(errno));
	while ((e = readdir(d)))
		if (e->d_name[0] != '.' && !ends_with(e->d_name, ANYCOV_FLAGS_IMAGE_END) &&
		    !ends_with(e->d_name, ANYCOV_FLAGS_IMAGE_END COMPRESSED_END) &&
		    !ends_with(e->d_name, ANYCOV_FLAGS_TEMPORARY_END))
			string_list_add(names, e->d_name);
	closedir(d);
	if (names->n)
		qsort(names->v, names->n, sizeof(*names->v), compare_names);
	return 0;
}

/* Returns the number of the test that a directory is of, or NO_TEST. */
static size_t test_of_directory(struct inputs *in, const char *path)
{
	char *name = read_test_name(path);

	for (size_t i = 0; name && i < in->tests.n; i++) {
		/* Directories are sorted, so it is probably the last one. */
		size_t at = in->tests.n - 1 - i;

		if (!strcmp(in->tests.v[at], name)) {
			free(name);
			return at;
		}
	}
	if (!name)
		return NO_TEST;
	string_list_add_owned(&in->tests, name);
	return in->tests.n - 1;
}

static int add_directory(struct inputs *in, const char *path, unsigned depth, size_t test,
			 struct anycov_error *err)
{
	struct string_list names = { 0 };
	int status = read_names(path, &names, err);
	size_t own = test_of_directory(in, path);

	if (own != NO_TEST)
		test = own;

	for (size_t i = 0; i < names.n && !status; i++) {
		char *file = xasprintf("%s%s%s", path, ends_with(path, "/") ? "" : "/", names.v[i]);
		enum kind kind = KIND_OTHER;
		struct stat st;

		if (!lstat(file, &st) && S_ISDIR(st.st_mode) && depth < MAX_DEPTH)
			status = add_directory(in, file, depth + 1, test, err);
		else if (!stat(file, &st) && S_ISREG(st.st_mode))
			kind = kind_of(file);
		if (kind == KIND_UNLINKED)
			add_unlinked(in, file);
		else if (kind == KIND_OTHER || is_compressed_copy(file))
			free(file);
		else
			add(in, file, kind == KIND_FLAGS, false, test);
	}
	string_list_free(&names);
	return status;
}

int inputs_add(struct inputs *in, const char *path, struct anycov_error *err)
{
	size_t before = in->n;
	struct stat st;
	bool exists = !stat(path, &st);

	if (!exists || !S_ISDIR(st.st_mode)) {
		/* A pipe can be read only once. */
		add(in, xstrdup(path), exists && S_ISREG(st.st_mode) && kind_of(path) == KIND_FLAGS,
		    true, NO_TEST);
		return 0;
	}
	in->has_directory = true;
	if (add_directory(in, path, 0, NO_TEST, err))
		return -1;
	if (in->n == before && !in->unlinked.n)
		return anycov_error_set(
			err,
			"%s: contains neither files of flags nor dumps; run the program, built "
			"for reports and not for a fuzzer, with 'anycov run'",
			path);
	return 0;
}

int inputs_add_all(struct inputs *in, const struct string_list *words)
{
	struct anycov_error err;

	for (size_t i = 0; i < words->n; i++)
		if (inputs_add(in, words->v[i], &err))
			return input_error("%s", err.text);
	return EXIT_OK;
}

bool inputs_have_flags(const struct inputs *in)
{
	for (size_t i = 0; i < in->n; i++)
		if (in->v[i].is_flags)
			return true;
	return false;
}

void inputs_free(struct inputs *in)
{
	for (size_t i = 0; i < in->n; i++)
		free(in->v[i].path);
	free(in->v);
	string_list_free(&in->unlinked);
	string_list_free(&in->tests);
	memset(in, 0, sizeof(*in));
}
