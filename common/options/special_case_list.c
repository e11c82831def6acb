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
#include "common/options/glob.h"
#include "common/options/list_regex.h"
#include "common/options/special_case_list.h"

enum entry_kind { ENTRY_SOURCE, ENTRY_FUNCTION, ENTRY_OTHER };

struct pattern {
	bool is_regex;
	bool strips_dot_slash;
	bool matched;
	char first;  /* character of the pattern */
	char *entry; /* of anycov_list_entry(), or NULL */
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
	bool is_optional;    /* entries may match nothing */
	bool section_counts; /* the glob of the current section matches "coverage" */
};

static void pattern_free(struct pattern *p)
{
	free(p->entry);
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

/* Returns "FILE:LINE: ENTRY", or NULL without memory. */
static char *entry_text(const struct parser *ps, const char *line, size_t n)
{
	/* Without its directory, which is the builder's and differs between units. */
	const char *slash = strrchr(ps->name, '/'), *name = slash ? slash + 1 : ps->name;
	size_t room = strlen(name) + n + 32;
	char *text = malloc(room);

	if (text)
		snprintf(text, room, "%s:%lu: %.*s", name, ps->line, (int)n, line);
	return text;
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
	p.first = *text;
	if (add_pattern(ps, &p)) {
		pattern_free(&p);
		return -1;
	}
	if (!ps->is_optional)
		ps->list->patterns[ps->list->n - 1].entry = entry_text(ps, line, n);
	return 0;
}

/* A line that says that unmatched entries are no mistakes. */
#define OPTIONAL_LINE "# anycov: entries may match nothing"

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
	if (is_word(line, n, OPTIONAL_LINE))
		ps->is_optional = true;
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

/* Tries an entry of a list, and notes that it matched. */
static bool try_pattern(struct pattern *p, const char *text)
{
	const bool strip = p->strips_dot_slash && p->kind == ENTRY_SOURCE;
	const bool matches = pattern_matches(p, strip ? without_dot_slash(text) : text);

	p->matched = p->matched || matches;
	return matches;
}

/* Removes empty and "." parts of a path, and each ".." with the part before it. */
static void simplify(char *path)
{
	const char *from = path, *end = path + strlen(path);
	char *root = path + (*path == '/'), *to = root;

	while (from < end) {
		const size_t n = strcspn(from, "/");
		const bool is_up = n == 2 && !memcmp(from, "..", 2);

		if (is_up && to > root && (to - root < 3 || memcmp(to - 3, "../", 3) != 0)) {
			for (to--; to > root && to[-1] != '/'; to--)
				;
		} else if (n && !(n == 1 && *from == '.') && !(is_up && root > path)) {
			memmove(to, from, n);
			to += n;
			if (from + n < end)
				*to++ = '/';
		}
		from += n + 1;
	}
	if (to > root && to[-1] == '/')
		to--;
	*to = '\0';
}

/* Returns the simplified absolute name, or NULL without memory or if it is unknown; to be freed. */
static char *absolute_name(const struct anycov_source_names *names)
{
	const char *dir = *names->given == '/' ? "" : names->dir;
	size_t n = dir ? strlen(dir) + strlen(names->given) + 2 : 0;
	char *path = n ? malloc(n) : NULL;

	if (!path)
		return NULL;
	snprintf(path, n, "%s%s%s", dir, *dir ? "/" : "", names->given);
	simplify(path);
	return path;
}

/* Returns the number of characters that the directories have in common with the path. */
static size_t common_length(const char *path, const char *dir)
{
	size_t n = 0;

	while (path[n] && path[n] == dir[n])
		n++;
	if (!dir[n] && path[n] == '/')
		return n + 1;
	while (n && path[n - 1] != '/')
		n--;
	return n;
}

/* Tries the names of the file from directories above its own. */
static bool try_relative(struct pattern *p, const char *path, size_t n)
{
	bool matches = false;

	for (size_t i = 0; i < n; i++)
		if (path[i] == '/' && path[i + 1])
			matches = try_pattern(p, path + i + 1) || matches;
	return matches;
}

static bool try_names(struct pattern *p, const struct anycov_source_names *names,
		      const char *absolute, size_t common)
{
	bool matches = try_pattern(p, names->given);

	if (names->shown && strcmp(names->shown, names->given) != 0)
		matches = try_pattern(p, names->shown) || matches;
	if (!absolute || p->is_regex || strchr("*?[{\\", p->first))
		return matches;
	if (p->first == '/')
		return try_pattern(p, absolute) || matches;
	return try_relative(p, absolute, common) || matches;
}

bool anycov_list_has_source(const struct anycov_list *list, const struct anycov_source_names *names)
{
	char *absolute = list ? absolute_name(names) : NULL;
	size_t common = absolute && names->dir ? common_length(absolute, names->dir) : 0;
	bool found = false;

	/* All entries are tried, so that those that match nothing are known. */
	for (size_t i = 0; list && i < list->n; i++)
		if (list->patterns[i].kind == ENTRY_SOURCE)
			found = try_names(&list->patterns[i], names, absolute, common) || found;
	free(absolute);
	return found;
}

bool anycov_list_has_function(const struct anycov_list *list, const char *name)
{
	bool found = false;

	for (size_t i = 0; list && i < list->n; i++)
		if (list->patterns[i].kind == ENTRY_FUNCTION)
			found = try_pattern(&list->patterns[i], name) || found;
	return found;
}

const char *anycov_list_entry(const struct anycov_list *list, size_t i, bool *matched)
{
	for (size_t k = 0; list && k < list->n; k++) {
		if (!list->patterns[k].entry || i--)
			continue;
		*matched = list->patterns[k].matched;
		return list->patterns[k].entry;
	}
	return NULL;
}
