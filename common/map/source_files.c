/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "common/alloc.h"
#include "common/map/source_files.h"

uint64_t anycov_source_hash(uint64_t hash, const void *bytes, size_t n)
{
	const unsigned char *p = bytes;

	for (size_t i = 0; i < n; i++)
		hash = (hash ^ p[i]) * 0x100000001b3u;
	return hash;
}

bool anycov_source_read(const char *path, struct anycov_contents *contents)
{
	char buffer[65536];
	struct stat st;
	ssize_t n = -1;
	int fd;

	contents->size = 0;
	contents->hash = ANYCOV_SOURCE_HASH_START;
	/* What writes into a pipe would take this for its reader, and be killed when it closes. */
	if (stat(path, &st) || !S_ISREG(st.st_mode))
		return false;
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return false;
	if (!fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_size <= (off_t)ANYCOV_SOURCE_MAX)
		while (contents->size <= ANYCOV_SOURCE_MAX &&
		       (n = read(fd, buffer, sizeof(buffer))) > 0) {
			contents->size += (uint64_t)n;
			contents->hash = anycov_source_hash(contents->hash, buffer, (size_t)n);
		}
	close(fd);
	return n == 0;
}

static bool is_same_directory(const char *a, const char *b)
{
	struct stat x, y;

	return !stat(a, &x) && !stat(b, &y) && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

static char *join(const char *dir, size_t n, const char *name)
{
	char *path = anycov_need_array(n + strlen(name) + 2, 1);

	memcpy(path, dir, n);
	path[n] = '/';
	strcpy(path + n + 1, name);
	return path;
}

/* Returns the length of the last component with its slash; 0: there is none. */
static size_t last_component(const char *path, size_t n)
{
	size_t at = n;

	while (at && path[at - 1] != '/')
		at--;
	return at ? n - at + 1 : 0;
}

/*
 * Replaces a prefix as it was before the compiler did: of the current directory, which is known,
 * and what became of it, what precedes equal ends are the prefixes.
 */
static char *undo_prefix(const char *name, const char *dir, const char *current)
{
	size_t new = strlen(dir), old = strlen(current), n;

	while ((n = last_component(dir, new)) && n < old &&
	       !memcmp(dir + new - n, current + old - n, n)) {
		new -= n;
		old -= n;
	}
	if (strncmp(name, dir, new) || name[new] != '/')
		return anycov_need_text(name);
	return join(current, old, name + new + 1);
}

char *anycov_source_path(const char *name, const char *dir, const char *read_as,
			 bool is_compiled_here)
{
	char *current = NULL, *path;
	bool is_here;

	if (read_as && *read_as == '/')
		return anycov_need_text(read_as);
	if (!dir || !*dir)
		return NULL;
	is_here =
		is_compiled_here || *dir != '/' || access(dir, F_OK) || is_same_directory(dir, ".");
	if (!is_here)
		return *name == '/' ? anycov_need_text(name) : join(dir, strlen(dir), name);
	/* clang 14 gives a name that a prefix was replaced in the current directory. */
	if (read_as && !access(read_as, F_OK))
		return anycov_need_text(read_as);
	current = getcwd(NULL, 0);
	path = current ? undo_prefix(name, dir, current) : NULL;
	free(current);
	return path;
}

char *anycov_source_from(const char *dir, const char *name)
{
	const size_t room = 3 * strlen(dir) + strlen(name) + 4;
	char *path = anycov_need_array(room, 1);

	while (*dir) {
		size_t n = strcspn(dir, "/");

		if (n == 2 && !strncmp(dir, "..", 2)) {
			free(path);
			return NULL;
		}
		if (n > 1 || (n == 1 && *dir != '.'))
			strcat(path, "../");
		dir += n + (dir[n] == '/');
	}
	while (!strncmp(name, "./", 2))
		name += 2;
	return strcat(path, name);
}
