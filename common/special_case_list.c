/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Lists are read as clang 22 reads them.  If the first line is
 * "#!special-case-list-v1", all patterns are POSIX extended regular expressions in which
 * '*' means ".*"; otherwise they are globs.  From version 3 on, a leading "./" of source
 * file names is ignored.  An entry with a category ("fun:x=init") is for other
 * sanitizers and matches nothing here.
 */
#include <errno.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "common/glob.h"
#include "common/list_regex.h"
#include "common/special_case_list.h"

enum entry_kind { ENTRY_SOURCE, ENTRY_FUNCTION, ENTRY_OTHER };

struct pattern {
	bool is_regex;
	bool strips_dot_slash;
	enum entry_kind kind;
	struct anycov_glob glob;
	regex_t regex;
};

struct anycov_list {
	struct pattern *patterns;
	size_t n, room;
};

/* The state of one file's parsing. */
struct parser {
	struct anycov_list *list;
	struct anycov_error *err;
	const char *name;
	unsigned long line;
	unsigned long version;
	bool section_counts; /* the glob of the current section matches "coverage" */
};

static void pattern_free(struct pattern *p)
{
	if (p->is_regex)
		regfree(&p->regex);
	else
		anycov_glob_free(&p->glob);
}

static bool pattern_matches(const struct pattern *p, const char *text)
{
	if (p->is_regex)
		return !regexec(&p->regex, text, 0, NULL, 0);
	return anycov_glob_matches(&p->glob, text);
}

static int compile_regex(struct parser *ps, struct pattern *p, const char *text, size_t n)
{
	char buf[128];
	const char *wrong;
	char *re;
	int rc;

	wrong = anycov_list_regex(text, n, &re);
	if (!wrong) {
		rc = regcomp(&p->regex, re, REG_EXTENDED | REG_NOSUB);
		free(re);
		if (!rc)
			return 0;
		regerror(rc, &p->regex, buf, sizeof(buf));
		wrong = buf;
	}
	return anycov_error_set(
		ps->err,
		"%s:%lu: invalid regular expression '%.*s': %s; correct it, or "
		"remove line 1 (#!special-case-list-v1), so that patterns are globs",
		ps->name, ps->line, (int)(n > 200 ? 200 : n), text, wrong);
}

static int compile_pattern(struct parser *ps, struct pattern *p, const char *text, size_t n)
{
	const char *wrong;

	p->is_regex = ps->version == 1;
	if (p->is_regex)
		return compile_regex(ps, p, text, n);
	wrong = anycov_glob_compile(&p->glob, text, n);
	if (!wrong)
		return 0;
	return anycov_error_set(ps->err,
				"%s:%lu: invalid glob '%.*s': %s; correct it, or put a '\\' "
				"before characters that are meant literally",
				ps->name, ps->line, (int)(n > 200 ? 200 : n), text, wrong);
}

static int parse_section(struct parser *ps, const char *line, size_t n)
{
	struct pattern p = { 0 };

	if (line[n - 1] != ']')
		return anycov_error_set(ps->err,
					"%s:%lu: missing ']' after section '%.*s'; "
					"write [coverage] or [*]",
					ps->name, ps->line, (int)(n > 200 ? 200 : n), line);
	if (n == 2)
		return anycov_error_set(ps->err,
					"%s:%lu: empty section name []; write [coverage] or [*]",
					ps->name, ps->line);
	if (compile_pattern(ps, &p, line + 1, n - 2))
		return -1;
	ps->section_counts = pattern_matches(&p, "coverage");
	pattern_free(&p);
	return 0;
}

static bool is_word(const char *text, size_t n, const char *word)
{
	return n == strlen(word) && !memcmp(text, word, n);
}

/* Returns the kind of an entry ("src:..."), or -1 if clang's lists have no such kind. */
static int entry_kind(const char *text, size_t n)
{
	static const char *const others[] = { "mainfile", "global", "type", "enum", "vtable" };

	if (is_word(text, n, "src"))
		return ENTRY_SOURCE;
	if (is_word(text, n, "fun"))
		return ENTRY_FUNCTION;
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		if (is_word(text, n, others[i]))
			return ENTRY_OTHER;
	return -1;
}

static int add_pattern(struct parser *ps, const struct pattern *p)
{
	struct anycov_list *list = ps->list;

	if (list->n == list->room) {
		size_t room = list->room ? 2 * list->room : 16;
		struct pattern *bigger = realloc(list->patterns, room * sizeof(*bigger));

		if (!bigger)
			return anycov_error_set(ps->err, "%s:%lu: out of memory", ps->name,
						ps->line);
		list->patterns = bigger;
		list->room = room;
	}
	list->patterns[list->n++] = *p;
	return 0;
}

static int parse_entry(struct parser *ps, const char *line, size_t n)
{
	const char *colon = memchr(line, ':', n);
	size_t prefix = colon ? (size_t)(colon - line) : n;
	const char *text = line + prefix + 1, *equals;
	struct pattern p = { 0 };
	size_t length;
	int kind;

	if (!colon || prefix + 1 == n)
		return anycov_error_set(ps->err,
					"%s:%lu: invalid entry '%.*s'; write src:GLOB, fun:GLOB, "
					"[section] or # and a comment",
					ps->name, ps->line, (int)(n > 200 ? 200 : n), line);
	length = n - prefix - 1;
	equals = memchr(text, '=', length);
	if (compile_pattern(ps, &p, text, equals ? (size_t)(equals - text) : length))
		return -1;
	kind = entry_kind(line, prefix);
	/* Report misspelled types instead of ignoring them, but only in sections for
	 * coverage: other sections may have other types. */
	if (kind < 0 && ps->section_counts) {
		pattern_free(&p);
		return anycov_error_set(
			ps->err,
			"%s:%lu: unknown entry type '%.*s'; valid are src and fun (and, "
			"without effect on coverage, mainfile, global, type, enum, vtable)",
			ps->name, ps->line, (int)(prefix > 200 ? 200 : prefix), line);
	}
	if (!ps->section_counts || kind < 0 || kind == ENTRY_OTHER ||
	    (equals && equals + 1 != text + length)) {
		pattern_free(&p);
		return 0;
	}
	p.kind = (enum entry_kind)kind;
	p.strips_dot_slash = ps->version > 2;
	if (add_pattern(ps, &p)) {
		pattern_free(&p);
		return -1;
	}
	return 0;
}

static bool is_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static int parse_line(struct parser *ps, const char *line, size_t n)
{
	while (n && is_blank(*line)) {
		line++;
		n--;
	}
	while (n && is_blank(line[n - 1]))
		n--;
	if (!n || *line == '#')
		return 0;
	if (*line == '[')
		return parse_section(ps, line, n);
	return parse_entry(ps, line, n);
}

static unsigned long version_of(const char *text, size_t length)
{
	static const char head[] = "#!special-case-list-v";
	unsigned long version = 0;
	size_t i = sizeof(head) - 1;

	if (length <= i || memcmp(text, head, i) || text[i] < '0' || text[i] > '9')
		return 2;
	for (; i < length && text[i] >= '0' && text[i] <= '9'; i++)
		if (version < 1000)
			version = 10 * version + (unsigned long)(text[i] - '0');
	/* Version 0 does not exist; clang treats it as version 1. */
	return version ? version : 1;
}

int anycov_list_parse(struct anycov_list **list, const char *name, const char *text, size_t length,
		      struct anycov_error *err)
{
	struct parser ps = { .err = err, .name = name, .section_counts = true };

	if (!*list) {
		*list = calloc(1, sizeof(**list));
		if (!*list)
			return anycov_error_set(err, "%s: out of memory", name);
	}
	ps.list = *list;
	ps.version = version_of(text, length);
	while (length) {
		const char *end = memchr(text, '\n', length);
		size_t n = end ? (size_t)(end - text) : length;
		size_t step = end ? n + 1 : n;

		ps.line++;
		if (parse_line(&ps, text, n))
			return -1;
		text += step;
		length -= step;
	}
	return 0;
}

static int read_file(FILE *f, char **text, size_t *length)
{
	size_t room = 0, n = 0;
	char *buf = NULL;

	for (;;) {
		if (n == room) {
			char *bigger = realloc(buf, room = room ? 2 * room : 4096);

			if (!bigger)
				break;
			buf = bigger;
		}
		n += fread(buf + n, 1, room - n, f);
		if (ferror(f))
			break;
		if (feof(f)) {
			*text = buf;
			*length = n;
			return 0;
		}
	}
	free(buf);
	return -1;
}

int anycov_list_load(struct anycov_list **list, const char *path, struct anycov_error *err)
{
	FILE *f = fopen(path, "rb");
	size_t length;
	char *text;
	int rc;

	if (!f)
		return anycov_error_set(err,
					"%s: cannot be read (%s); give the path of a list file",
					path, strerror(errno));
	rc = read_file(f, &text, &length);
	if (rc)
		anycov_error_set(err, "%s: cannot be read (%s); give the path of a list file", path,
				 strerror(errno));
	fclose(f);
	if (rc)
		return -1;
	rc = anycov_list_parse(list, path, text, length, err);
	free(text);
	return rc;
}

void anycov_list_free(struct anycov_list *list)
{
	if (!list)
		return;
	for (size_t i = 0; i < list->n; i++)
		pattern_free(&list->patterns[i]);
	free(list->patterns);
	free(list);
}

/* Skips every leading "./" with the slashes that follow it. */
static const char *without_dot_slash(const char *path)
{
	while (path[0] == '.' && path[1] == '/') {
		path += 2;
		while (*path == '/')
			path++;
	}
	return path;
}

static bool has(const struct anycov_list *list, enum entry_kind kind, const char *text)
{
	if (!list)
		return false;
	for (size_t i = 0; i < list->n; i++) {
		const struct pattern *p = &list->patterns[i];
		bool strip = p->strips_dot_slash && kind == ENTRY_SOURCE;

		if (p->kind == kind && pattern_matches(p, strip ? without_dot_slash(text) : text))
			return true;
	}
	return false;
}

bool anycov_list_has_source(const struct anycov_list *list, const char *path)
{
	return has(list, ENTRY_SOURCE, path);
}

bool anycov_list_has_function(const struct anycov_list *list, const char *name)
{
	return has(list, ENTRY_FUNCTION, name);
}
