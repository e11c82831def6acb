/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/paths.h"

bool path_is_same_file(const char *a, const char *b)
{
	struct stat x, y;

	return !stat(a, &x) && !stat(b, &y) && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

/* Removes the last name of t, unless there is none or it is "..". */
static bool drop_last(struct string_buffer *t, size_t root)
{
	size_t at = t->n;

	while (at > root && t->s[at - 1] != '/')
		at--;
	if (t->n == root || !strcmp(t->s + at, ".."))
		return root && t->n == root; /* "/.." is "/" */
	t->n = at > root ? at - 1 : root;
	t->s[t->n] = 0;
	return true;
}

static void add_names(struct string_buffer *t, size_t root, const char *path)
{
	while (*path) {
		size_t n = strcspn(path, "/");

		if ((n == 2 && !strncmp(path, "..", 2) && drop_last(t, root)) || !n ||
		    (n == 1 && *path == '.')) {
			path += n + (path[n] == '/');
			continue;
		}
		if (t->n > root)
			string_buffer_append(t, "/");
		string_buffer_append_n(t, path, n);
		path += n + (path[n] == '/');
	}
}

char *path_normalize(const char *dir, const char *path)
{
	bool joined = path[0] != '/' && dir && *dir;
	struct string_buffer t = { 0 };
	size_t root;

	string_buffer_append(&t, (joined ? dir : path)[0] == '/' ? "/" : "");
	root = t.n;
	if (joined)
		add_names(&t, root, dir);
	add_names(&t, root, path);
	return t.s;
}

const char *path_below(const char *dir, const char *path)
{
	size_t n = dir ? strlen(dir) : 0;

	return n > 1 && !strncmp(path, dir, n) && path[n] == '/' && path[n + 1] ? path + n + 1
										: NULL;
}

int source_map_check(const struct string_list *rules)
{
	for (size_t i = 0; i < rules->n; i++) {
		const char *equals = strchr(rules->v[i], '=');

		if (!equals || equals == rules->v[i] || !equals[1])
			return usage_error("--source-map %s: use OLD=NEW, two directories",
					   rules->v[i]);
	}
	return -1;
}

/* Returns the length of the prefix of path that OLD matches, or SIZE_MAX. */
static size_t taken(const char *old, size_t n, const char *path)
{
	while (n > 1 && old[n - 1] == '/')
		n--;
	if (n == 1 && *old == '.')
		return path[0] == '/' ? SIZE_MAX : 0;
	if (strncmp(path, old, n))
		return SIZE_MAX;
	return old[n - 1] == '/' || path[n] == '/' || !path[n] ? n : SIZE_MAX;
}

char *source_map_apply(const struct string_list *rules, const char *path)
{
	const char *best = NULL;
	size_t most = 0;

	for (size_t i = 0; i < rules->n; i++) {
		const char *equals = strchr(rules->v[i], '=');
		size_t n = taken(rules->v[i], (size_t)(equals - rules->v[i]), path);

		if (n == SIZE_MAX || (best && n <= most))
			continue;
		best = equals + 1;
		most = n;
	}
	if (!best)
		return NULL;
	path += most;
	while (*path == '/')
		path++;
	return path_normalize(best, path);
}
