/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/paths.h"
#include "cmd/options_file.h"

#define LINE_MAX_BYTES 65536

/* Options name what is read and written: those of others are not obeyed. */
static bool is_trusted(const struct stat *st)
{
	return !st->st_uid || st->st_uid == geteuid();
}

static bool has(const char *dir, const char *name)
{
	char *path = xasprintf("%s/%s", dir, name);
	bool yes = !access(path, F_OK);

	free(path);
	return yes;
}

/*
 * Returns whether a directory has the file.  One of another user, or a link of theirs, may have
 * been put above the sources: it is ignored.
 */
static bool has_options(const char *dir)
{
	char *path = xasprintf("%s/%s", dir, OPTIONS_FILE);
	struct stat link, file;
	bool yes = !lstat(path, &link) && !stat(path, &file);

	if (yes && (!is_trusted(&link) || !is_trusted(&file))) {
		warn("%s: ignored, it belongs to another user; copy it to use its options", path);
		yes = false;
	}
	free(path);
	return yes;
}

/* Returns the directory with the file, or NULL; to be freed. */
static char *find_directory(void)
{
	char *dir = getcwd(NULL, 0);
	bool found = false;

	while (dir && !(found = has_options(dir)) && !has(dir, ".git") && path_go_up(dir))
		;
	if (found)
		return dir;
	free(dir);
	return NULL;
}

/* Removes a comment, which begins at the start of the line or after a blank. */
static void drop_comment(char *line)
{
	char quote = 0;

	for (char *s = line; *s; s++) {
		if (*s == '\\' && quote != '\'' && s[1]) {
			s++;
		} else if (quote) {
			quote = *s == quote ? 0 : quote;
		} else if (*s == '"' || *s == '\'') {
			quote = *s;
		} else if (*s == '#' && (s == line || s[-1] == ' ' || s[-1] == '\t')) {
			*s = 0;
			return;
		}
	}
}

/* Returns whether words may be values of options that are not in the table. */
static bool has_others(const struct args *a)
{
	const struct arg *o = a->options;

	while (o->kind != ARG_END && o->kind != ARG_OTHERS)
		o++;
	return o->kind == ARG_OTHERS;
}

/* Refuses an output that is not below the directory of the file. */
static int check_output(const struct options_file *f, const char *place, const struct arg *o,
			const char *path)
{
	int n = (int)strcspn(o->name, "|");

	if (!path || !strcmp(path, "-") || path_is_written_below(f->dir, path))
		return -1;
	return usage_error("%s: --%.*s %s: options in a file write only below its directory, and "
			   "not to .git; give it on the command line",
			   place, n, o->name, path);
}

/* Sources that are cloned or unpacked may contain the file: it overwrites nothing around them. */
static int check_outputs(const struct options_file *f, const char *place, const struct args *a)
{
	int status = -1;

	for (const struct arg *o = a->options; o->kind != ARG_END; o++) {
		const struct string_list *words = o->value;

		if (o->kind == ARG_OUTPUT && status < 0)
			status = check_output(f, place, o, *(const char *const *)o->value);
		for (size_t i = 0; o->kind == ARG_OUTPUTS && i < words->n && status < 0; i++) {
			const char *equals = strchr(words->v[i], '=');

			status = check_output(f, place, o, equals ? equals + 1 : NULL);
		}
	}
	return status;
}

static int parse_line(struct options_file *f, const struct args *a, char *line, unsigned number)
{
	struct string_list words = { 0 }, operands = { 0 };
	char *place = xasprintf("%s:%u", f->path, number);
	int status;

	drop_comment(line);
	status = args_parse_variable(a, place, cli_command, line, &words, &operands);
	if (status < 0 && operands.n && !has_others(a))
		status = usage_error("%s: %s is not an option; name inputs on the command line",
				     place, operands.v[0]);
	if (status < 0)
		status = check_outputs(f, place, a);
	/* The options point to the words. */
	for (size_t i = 0; i < words.n; i++)
		string_list_add_owned(&f->keep, words.v[i]);
	free(words.v);
	string_list_free(&operands);
	free(place);
	return status;
}

static int parse_lines(struct options_file *f, FILE *in, const struct args *a)
{
	char *line = NULL;
	size_t room = 0;
	unsigned number = 0;
	int status = -1;
	ssize_t n;

	while (status < 0 && (n = getline(&line, &room, in)) >= 0) {
		number++;
		if (n > LINE_MAX_BYTES || memchr(line, 0, (size_t)n))
			status = usage_error("%s:%u: not a line of options", f->path, number);
		else
			status = parse_line(f, a, line, number);
	}
	free(line);
	return status;
}

int options_file_parse(struct options_file *f, const struct args *a)
{
	struct stat st;
	int status = -1;
	FILE *in;
	int fd;

	memset(f, 0, sizeof(*f));
	f->dir = find_directory();
	if (!f->dir)
		return -1;
	f->path = xasprintf("%s/%s", f->dir, OPTIONS_FILE);
	/* A pipe does not stop it. */
	fd = open(f->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	in = fd < 0 ? NULL : fdopen(fd, "r");
	if (!in)
		return usage_error("%s: cannot read: %s; use --no-config to ignore it", f->path,
				   strerror(errno));
	if (fstat(fileno(in), &st) || !S_ISREG(st.st_mode) || !is_trusted(&st))
		status = usage_error("%s: not a file; use --no-config to ignore it", f->path);
	else
		status = parse_lines(f, in, a);
	fclose(in);
	return status;
}

bool options_file_unwanted(int argc, char **argv)
{
	for (int i = 1; i < argc && strcmp(argv[i], "--"); i++)
		if (!strcmp(argv[i], "--no-config") || !strcmp(argv[i], "--help") ||
		    !strcmp(argv[i], "-h"))
			return true;
	return false;
}

void options_file_free(struct options_file *f)
{
	string_list_free(&f->keep);
	free(f->path);
	free(f->dir);
	memset(f, 0, sizeof(*f));
}
