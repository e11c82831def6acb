/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "anycov/flags_file.h"
#include "compiler/record_to.h"

/* The room in the object (runtime/flags/directory.c). */
#define ROOM 4096u
#define OBJECT_MAX 65536u

/* Returns the directory of the startup object among the arguments, or NULL; to be freed. */
static char *flags_directory(const struct string_list *arguments)
{
	for (size_t i = 0; i < arguments->n; i++) {
		const char *base = base_name(arguments->v[i]);

		if (!strcmp(base, "anycov-flags-start.o"))
			return xstrndup(arguments->v[i], (size_t)(base - arguments->v[i]));
	}
	return NULL;
}

/* Replaces the text in the object by the directory. */
static int put_directory(char *object, size_t n, const char *directory)
{
	char *at = memmem(object, n, ANYCOV_FLAGS_DIR_TEXT, sizeof(ANYCOV_FLAGS_DIR_TEXT));

	if (!at || (size_t)(object + n - at) < ROOM)
		return -1;
	memset(at, 0, ROOM);
	memcpy(at, directory, strlen(directory));
	return 0;
}

/* Adds the object before others: its definitions replace theirs. */
static void add_first(struct string_list *to, char *object)
{
	struct string_list old = *to;

	memset(to, 0, sizeof(*to));
	string_list_add_owned(to, object);
	for (size_t i = 0; i < old.n; i++)
		string_list_add(to, old.v[i]);
	string_list_free(&old);
}

static int make_object(const char *path, const char *directory, struct string_list *out,
		       struct anycov_error *err)
{
	static char object[OBJECT_MAX];
	FILE *from = fopen(path, "r"), *to;
	size_t n = from ? fread(object, 1, sizeof(object), from) : 0;
	int fd;

	if (!from)
		return anycov_error_set(err, "%s: cannot open: %s", path, strerror(errno));
	fclose(from);
	if (put_directory(object, n, directory))
		return anycov_error_set(
			err, "%s: has no room for a directory; install anycov again", path);
	to = tmpfile();
	if (!to || fwrite(object, 1, n, to) != n || fflush(to))
		return anycov_error_set(err, "--record-to: cannot write a temporary file: %s",
					strerror(errno));
	/* Of two descriptors one stays open in the compiler. */
	fd = dup(fileno(to));
	fclose(to);
	if (fd < 0)
		return anycov_error_set(err, "--record-to: %s", strerror(errno));
	add_first(out, xasprintf("/proc/self/fd/%d", fd));
	return 0;
}

int record_to(struct string_list *out, const char *directory, struct anycov_error *err)
{
	char *flags = flags_directory(out), *cwd = NULL, *full, *object;
	int status;

	if (!flags)
		return 0;
	if (directory[0] != '/')
		cwd = getcwd(NULL, 0);
	full = cwd ? xasprintf("%s/%s", cwd, directory) : xstrdup(directory);
	object = xasprintf("%sanycov-flags-directory.o", flags);
	if (strlen(full) >= ROOM || full[0] != '/')
		status = anycov_error_set(err, "--record-to %s: use a shorter, absolute name",
					  directory);
	else
		status = make_object(object, full, out, err);
	free(flags);
	free(cwd);
	free(full);
	free(object);
	return status;
}
