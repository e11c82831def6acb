/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "build/build_list.h"
#include "build/kept_sources.h"
#include "base/paths.h"

/* Of the processes above one: a recursive make has two a level. */
#define ANCESTORS_MAX 64
#define LIST_BYTES_MAX (256u << 20)
#define BUILT "built "
#define PLAIN "plain "

static bool exists_in(const char *dir, const char *name)
{
	char *path = xasprintf("%s/%s", dir, name);
	struct stat st;
	bool yes = !lstat(path, &st);

	free(path);
	return yes;
}

/*
 * Returns whether trees of several projects are below the directory, so that a list in it is
 * not theirs.
 */
static bool is_shared(const char *dir)
{
	const char *home = getenv("HOME");
	struct stat st;

	return !strcmp(dir, "/") || !strcmp(dir, "") || (home && !strcmp(dir, home)) ||
	       (!stat(dir, &st) && (st.st_mode & S_ISVTX));
}

char *build_list_above(const char *directory)
{
	char *dir = xstrdup(directory), *found = NULL;

	do {
		if (exists_in(dir, BUILD_LIST_NAME))
			found = xasprintf("%s/" BUILD_LIST_NAME, dir);
	} while (!found && !exists_in(dir, ".git") && path_go_up(dir) && !is_shared(dir));
	free(dir);
	return found;
}

/* Returns the length of a path up to a component of build systems' own tests of the compiler. */
static size_t length_before_probe(const char *path)
{
	static const char *const probes[] = { "conftest",
					      "CMakeScratch",
					      "CMakeTmp",
					      "CompilerId",
					      "CMakeDetermineCompilerABI",
					      "meson-private" };
	const char *p = path;

	while ((p = strchr(p, '/'))) {
		p++;
		for (size_t i = 0; i < sizeof(probes) / sizeof(*probes); i++)
			if (starts_with(p, probes[i]))
				return (size_t)(p - 1 - path);
	}
	return strlen(path);
}

/* Cuts off the directories in which build systems test the compiler. */
static void leave_probe(char *dir)
{
	size_t n = length_before_probe(dir);

	if (!dir[n])
		return;
	dir[n] = 0;
	/* CMakeFiles/CMakeScratch, CMakeFiles/3.25.1/CompilerIdC */
	for (char *p = strstr(dir, "/CMakeFiles"); p; p = NULL)
		*p = 0;
}

static bool is_below(const char *path, const char *dir)
{
	size_t n = strlen(dir);

	return !strncmp(path, dir, n) && path[n] == '/';
}

static char *directory_of(const char *path)
{
	char *dir = xstrdup(path);

	path_go_up(dir);
	return dir;
}

/* Returns what a link in /proc of a process names, or NULL; to be freed. */
static char *process_link(long pid, const char *name)
{
	char *link = xasprintf("/proc/%ld/%s", pid, name), text[PATH_MAX];
	ssize_t n = readlink(link, text, sizeof(text) - 1);

	free(link);
	return n > 0 ? xstrndup(text, (size_t)n) : NULL;
}

static long parent_of(long pid)
{
	char *path = xasprintf("/proc/%ld/stat", pid), text[512], *end;
	FILE *f = fopen(path, "re");
	size_t n = f ? fread(text, 1, sizeof(text) - 1, f) : 0;
	long parent = 0;

	text[n] = 0;
	end = strrchr(text, ')'); /* after the name, which may contain anything */
	if (end && strlen(end) > 4)
		parent = strtol(end + 4, NULL, 10);
	if (f)
		fclose(f);
	free(path);
	return parent;
}

static bool is_build_tool(const char *program)
{
	static const char *const known[] = { "make", "gmake", "ninja", "samu", NULL };

	for (size_t i = 0; known[i]; i++)
		if (!strcmp(base_name(program), known[i]))
			return true;
	return false;
}

/*
 * Makes dir the directory of the outermost make that runs this process in or above dir.  What a
 * test builds is no part of the build that runs the tests.
 */
static char *go_to_make(char *dir)
{
	long pid = getppid();

	for (int i = 0; i < ANCESTORS_MAX && pid > 1; i++, pid = pid ? parent_of(pid) : 0) {
		char *program = process_link(pid, "exe"), *cwd = process_link(pid, "cwd");

		if (program && !strcmp(base_name(program), "ctest"))
			pid = 0;
		else if (program && cwd && is_build_tool(program) && is_below(dir, cwd) &&
			 !is_shared(cwd)) {
			free(dir);
			dir = xstrdup(cwd);
		}
		free(program);
		free(cwd);
	}
	return dir;
}

/* Returns whether what is at a path belongs to another user who is not root. */
static bool is_foreign(const char *path)
{
	struct stat st;

	return !lstat(path, &st) && st.st_uid && st.st_uid != geteuid();
}

/* Returns the list of the tree that a directory is in, unless it is another user's. */
static char *own_list_above(const char *directory)
{
	char *list = build_list_above(directory);

	if (list && is_foreign(list)) {
		free(list);
		list = NULL;
	}
	return list;
}

/*
 * Returns the list for a file that is made while cwd is the current directory, or NULL.  A new
 * one is made where the outermost make runs, or in the current directory, where configure
 * scripts test the compiler, but not for what tests build in temporary directories.
 */
static char *list_for(const char *output, const char *cwd)
{
	const char *run = getenv("ANYCOV_RUN");
	char *dir = directory_of(output), *top = xstrdup(cwd), *list = NULL;

	leave_probe(dir);
	leave_probe(top);
	if (!is_below(output, cwd))
		list = own_list_above(dir);
	if (!list)
		list = own_list_above(top);
	if (!list && run && *run) {
		free(top);
		top = directory_of(run);
		if (!is_below(cwd, top) && strcmp(cwd, top))
			*top = 0;
	}
	if (!list && *top) {
		top = go_to_make(top);
		list = xasprintf("%s/" BUILD_LIST_NAME, top);
	}
	free(dir);
	free(top);
	return list;
}

static void append_escaped(struct string_buffer *t, const char *s)
{
	for (; *s; s++) {
		if ((unsigned char)*s <= ' ' || *s == '%' || *s == 127)
			string_buffer_appendf(t, "%%%02X", (unsigned char)*s);
		else
			string_buffer_append_n(t, s, 1);
	}
}

/* Returns the line of a file; reasons contain no newline. */
static char *line_of(const char *output, const char *reason, const char *list)
{
	struct string_buffer t = { 0 };
	char *dir = directory_of(list);

	string_buffer_append(&t, reason ? PLAIN : BUILT);
	append_escaped(&t, is_below(output, dir) ? output + strlen(dir) + 1 : output);
	if (reason) {
		string_buffer_append(&t, " ");
		for (; *reason; reason++)
			string_buffer_append_n(&t, *reason == '\n' ? " " : reason, 1);
	}
	string_buffer_append(&t, "\n");
	free(dir);
	return t.s;
}

/* Returns whether the last line about the file is this one: builds are repeated. */
static bool has_line(const char *text, size_t size, const char *line)
{
	const char *path = strchr(line, ' ') + 1, *last = NULL, *at;
	size_t n = strcspn(path, " \n");

	for (at = text; (at = memmem(at, size - (size_t)(at - text), path, n)); at++)
		if (at >= text + strlen(BUILT) && at + n < text + size &&
		    (at[n] == '\n' || at[n] == ' ') && at[-1] == ' ' &&
		    (at - strlen(BUILT) == text || at[-(ptrdiff_t)strlen(BUILT) - 1] == '\n'))
			last = at - strlen(BUILT);
	n = strlen(line);
	return last && n <= (size_t)(text + size - last) && !memcmp(last, line, n);
}

/* Adds a line that the list has not.  Returns whether no line of the list has its reason. */
static bool add_line(int fd, const char *line)
{
	const char *reason = strchr(strchr(line, ' ') + 1, ' ');
	bool is_first = reason;
	char *text = NULL;
	ssize_t n = 0;
	struct stat st;

	/* Not mapped: a list that is cut meanwhile is no reason for SIGBUS. */
	if (!fstat(fd, &st) && st.st_size && (size_t)st.st_size <= LIST_BYTES_MAX) {
		text = xmalloc((size_t)st.st_size);
		n = pread(fd, text, (size_t)st.st_size, 0);
	}
	if (n > 0)
		is_first = is_first && !memmem(text, (size_t)n, reason, strlen(reason));
	/* One write: parallel builds add whole lines. */
	if ((n <= 0 || !has_line(text, (size_t)n, line)) && write(fd, line, strlen(line)) < 0)
		errno = 0;
	free(text);
	return is_first;
}

/* A list that begins anew takes the copies of sources of an earlier one away. */
static void begin_anew(const char *list, const struct stat *st)
{
	char *directory = kept_sources_beside(list);

	kept_sources_trim(directory, &st->st_mtim, UINT64_MAX);
	free(directory);
}

bool build_list_add(const char *output, const char *reason)
{
	char *cwd = getcwd(NULL, 0), *full = cwd ? path_normalize(cwd, output) : NULL;
	char *list = full && full[0] == '/' ? list_for(full, cwd) : NULL, *line;
	bool is_first = false;
	struct stat st;
	int fd = -1;

	/* Another user's file or a link is not written to. */
	if (list && !is_below(full, "/dev"))
		fd = open(list, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK,
			  0666);
	if (fd >= 0 && !fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_uid == geteuid() &&
	    !full[length_before_probe(full)]) {
		if (!st.st_size)
			begin_anew(list, &st);
		line = line_of(full, reason, list);
		is_first = add_line(fd, line);
		free(line);
	}
	if (fd >= 0)
		close(fd);
	free(list);
	free(full);
	free(cwd);
	return is_first;
}

char *build_list_sources(const char *output)
{
	char *cwd = getcwd(NULL, 0), *full = cwd ? path_normalize(cwd, output) : NULL;
	char *list = NULL, *dir, *sources = NULL;
	const char *run = getenv("ANYCOV_RUN");
	struct stat st;

	if (full && full[0] == '/' && !is_below(full, "/dev") && !full[length_before_probe(full)])
		list = list_for(full, cwd);
	if (!list && run && *run == '/' && full && !full[length_before_probe(full)]) {
		dir = directory_of(run);
		list = own_list_above(dir);
		free(dir);
	}
	if (list && !lstat(list, &st) && S_ISREG(st.st_mode) && st.st_uid == geteuid())
		sources = kept_sources_beside(list);
	if (sources && !kept_sources_make(sources)) {
		free(sources);
		sources = NULL;
	}
	free(list);
	free(full);
	free(cwd);
	return sources;
}

static int digit(char c)
{
	const char *digits = "0123456789ABCDEF", *p = c ? strchr(digits, c) : NULL;

	return p ? (int)(p - digits) : -1;
}

/* Replaces %XX.  Returns false if there is no such byte. */
static bool unescape(char *s)
{
	char *to = s;

	for (; *s; s++) {
		if (*s == '%') {
			if (digit(s[1]) < 0 || digit(s[2]) < 0)
				return false;
			*to = (char)(digit(s[1]) * 16 + digit(s[2]));
			if (!*to++)
				return false;
			s += 2;
		} else {
			*to++ = *s;
		}
	}
	*to = 0;
	return true;
}

static bool take_line(struct build_list *b, char *line, const char *dir)
{
	bool plain = starts_with(line, PLAIN);
	char *path = line + strlen(BUILT), *reason = NULL;

	if (!plain && !starts_with(line, BUILT))
		return false;
	if (plain) {
		reason = strchr(path, ' ');
		if (!reason)
			return false;
		*reason++ = 0;
	}
	if (!*path || !unescape(path))
		return false;
	ARRAY_GROW(b->files, b->n_files, b->room);
	b->files[b->n_files++] =
		(struct built_file){ path_normalize(dir, path), reason ? xstrdup(reason) : NULL };
	return true;
}

/* Removes the files from number n on. */
static void drop_files(struct build_list *b, size_t n)
{
	while (b->n_files > n) {
		b->n_files--;
		free(b->files[b->n_files].path);
		free(b->files[b->n_files].reason);
	}
}

int build_list_read(struct build_list *b, const char *path, bool named, struct anycov_error *err)
{
	const size_t first = b->n_files;
	char *line = NULL, *dir;
	size_t room = 0, number = 0;
	struct stat st;
	int fd, status = 0;
	ssize_t n;
	FILE *f;

	if (!named && is_foreign(path)) {
		anycov_error_set(err, "%s: belongs to another user; --build uses it", path);
		return 1;
	}
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	f = fd < 0 ? NULL : fdopen(fd, "r");
	if (!f) {
		status = !named && errno == EACCES ? 1 : -1; /* root's */
		anycov_error_set(err, "%s: cannot read: %s", path, strerror(errno));
		return status;
	}
	if (fstat(fd, &st) || !S_ISREG(st.st_mode))
		status = anycov_error_set(err, "%s: not a file", path);
	dir = directory_of(path);
	while (!status && (n = getline(&line, &room, f)) > 0) {
		number++;
		if (line[n - 1] == '\n')
			line[n - 1] = 0;
		if (memchr(line, 0, (size_t)n - 1) || !take_line(b, line, dir))
			status = anycov_error_set(
				err, "%s:%zu: not a line of a list of 'anycov cc'; remove it", path,
				number);
	}
	free(line);
	free(dir);
	fclose(f);
	if (!status)
		string_list_add(&b->lists, path);
	else
		drop_files(b, first);
	return status;
}

static int compare_paths(const void *a, const void *b)
{
	const struct built_file *const *x = a, *const *y = b;
	int order = strcmp((*x)->path, (*y)->path);

	/* In memory they are in the order of their lines. */
	return order ? order : *x < *y ? -1 : *x > *y;
}

void build_list_finish(struct build_list *b)
{
	struct built_file **v = xcalloc(b->n_files, sizeof(*v)), *files;
	size_t n = 0;

	for (size_t i = 0; i < b->n_files; i++)
		v[i] = &b->files[i];
	if (b->n_files)
		qsort(v, b->n_files, sizeof(*v), compare_paths);
	files = xcalloc(b->n_files, sizeof(*files));
	for (size_t i = 0; i < b->n_files; i++) {
		if (i + 1 < b->n_files && !strcmp(v[i]->path, v[i + 1]->path)) {
			free(v[i]->path);
			free(v[i]->reason);
		} else {
			files[n++] = *v[i];
		}
	}
	free(b->files);
	free(v);
	b->files = files;
	b->n_files = b->room = n;
}

void build_list_free(struct build_list *b)
{
	drop_files(b, 0);
	free(b->files);
	string_list_free(&b->lists);
	memset(b, 0, sizeof(*b));
}
