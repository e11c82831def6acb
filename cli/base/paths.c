/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/paths.h"

bool path_is_same_file(const char *a, const char *b)
{
	struct stat x, y;

	return !stat(a, &x) && !stat(b, &y) && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

bool path_go_up(char *path)
{
	char *slash = strrchr(path, '/');

	if (!slash || slash == path)
		return false;
	*slash = 0;
	return true;
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

char *path_behind_links(const char *path)
{
	char *p = xstrdup(path);
	char target[4096];

	for (int hops = 0; hops < 40; hops++) {
		const char *slash = strrchr(p, '/');
		ssize_t n = readlink(p, target, sizeof(target) - 1);
		char *next;

		if (n < 0 || (size_t)n == sizeof(target) - 1)
			break;
		target[n] = 0;
		next = *target == '/' || !slash ? xstrdup(target)
						: xasprintf("%.*s/%s", (int)(slash - p), p, target);
		free(p);
		p = next;
	}
	return p;
}

/* Returns the path without symbolic links, whose last names may not exist yet, or NULL. */
static char *real_path(const char *path)
{
	char *p = path_behind_links(path), *rest = xstrdup(""), *real;

	while (!(real = realpath(p, NULL)) && errno == ENOENT) {
		char *slash = strrchr(p, '/'), *longer;
		const char *name = slash ? slash + 1 : p;

		if (!strcmp(name, "..") || !strcmp(p, ".") || !strcmp(p, "/"))
			break;
		longer = xasprintf("/%s%s", name, rest);
		free(rest);
		rest = longer;
		if (slash && slash > p) {
			*slash = 0;
		} else {
			free(p);
			p = xstrdup(slash ? "/" : ".");
		}
	}
	free(p);
	p = real ? xasprintf("%s%s", strcmp(real, "/") ? real : "", rest) : NULL;
	free(real);
	free(rest);
	return p;
}

bool path_is_written_below(const char *dir, const char *path)
{
	char *top = realpath(dir, NULL), *real = real_path(path);
	size_t n = top && strcmp(top, "/") ? strlen(top) : 0;
	bool below = top && real && !strncmp(real, top, n) && (!real[n] || real[n] == '/');

	for (const char *s = below ? real + n : ""; *s && below; s += strcspn(s, "/")) {
		s++;
		below = strcspn(s, "/") != 4 || strncmp(s, ".git", 4) != 0;
	}
	free(top);
	free(real);
	return below;
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
