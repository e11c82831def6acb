/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Baselines in Cobertura's XML: the lines of classes, with the shares of their conditions. */
#include <ctype.h>
#include <errno.h>
#include <expat.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/paths.h"
#include "coverage/history/baseline_lines.h"

struct cobertura {
	XML_Parser parser;
	unsigned depth; /* of elements in each other */
	bool is_bad;    /* it is XML, and no such report */
	bool is_source; /* in an element of that name, whose text is source */
	struct string_buffer source;
	struct lines_of_files l;
	size_t in;        /* the class's file, as index + 1; 0: none */
	uint64_t methods; /* number of those that were read */
	bool in_methods;  /* lines are those of the class once more */
	bool is_method_hit;
	struct string_list sources; /* directories that names may start from */
};

static bool parse_number(const char *s, uint64_t max, uint64_t *n)
{
	char *end;

	errno = 0;
	*n = s ? strtoull(s, &end, 10) : 0;
	return s && isdigit((unsigned char)*s) && !errno && !*end && *n <= max;
}

/* Parses "50% (1/2)". */
static bool parse_conditions(const char *s, uint32_t *taken, uint32_t *all)
{
	const char *at = strchr(s, '(');
	unsigned long x, y;
	char *end;

	if (!at || !isdigit((unsigned char)at[1]))
		return false;
	errno = 0;
	x = strtoul(at + 1, &end, 10);
	if (*end != '/' || !isdigit((unsigned char)end[1]))
		return false;
	y = strtoul(end + 1, &end, 10);
	*taken = (uint32_t)x;
	*all = (uint32_t)y;
	return !errno && *end == ')' && x <= y && y <= UINT32_MAX;
}

/* The class has the conditions of a line; the one with most is the line's. */
static bool note_conditions(struct file_lines *f, uint64_t line, const char *text)
{
	uint32_t taken, all;
	uint64_t *at, value;

	if (!parse_conditions(text, &taken, &all))
		return false;
	at = u64_map_get_or_add(&f->branches, line);
	value = (uint64_t)all << 32 | taken;
	if (*at < value)
		*at = value;
	return true;
}

/* Returns the value of an attribute, or NULL. */
static const char *value_of(const char **attributes, const char *name)
{
	for (; *attributes; attributes += 2)
		if (!strcmp(attributes[0], name))
			return attributes[1];
	return NULL;
}

static bool take_line(struct cobertura *x, const char **attributes)
{
	const char *conditions = value_of(attributes, "condition-coverage");
	uint64_t line, n;

	if (!parse_number(value_of(attributes, "number"), UINT32_MAX, &line) || !line ||
	    !parse_number(value_of(attributes, "hits"), UINT64_MAX, &n) || !x->in)
		return false;
	if (x->in_methods) {
		x->is_method_hit |= n != 0;
		return true;
	}
	lines_note(&x->l.v[x->in - 1].lines, line, n);
	return !conditions || note_conditions(&x->l.v[x->in - 1], line, conditions);
}

static bool take_class(struct cobertura *x, const char *name)
{
	if (!name || !*name)
		return false;
	x->in = (size_t)(lines_file(&x->l, name) - x->l.v) + 1;
	return true;
}

static bool take_start(struct cobertura *x, const char *name, const char **attributes)
{
	if (!x->depth++)
		return !strcmp(name, "coverage");
	if (!strcmp(name, "source"))
		x->is_source = true;
	else if (!strcmp(name, "class"))
		return take_class(x, value_of(attributes, "filename"));
	else if (!strcmp(name, "methods"))
		x->in_methods = true;
	else if (!strcmp(name, "method"))
		x->is_method_hit = false;
	else if (!strcmp(name, "line"))
		return take_line(x, attributes);
	return true;
}

static void stop(struct cobertura *x)
{
	x->is_bad = true;
	XML_StopParser(x->parser, XML_FALSE);
}

/* The parser calls its handlers once more or twice after it is stopped. */
static void on_start(void *context, const char *name, const char **attributes)
{
	struct cobertura *x = context;

	if (!x->is_bad && !take_start(x, name, attributes))
		stop(x);
}

static void on_end(void *context, const char *name)
{
	struct cobertura *x = context;

	x->depth--;
	if (!strcmp(name, "source")) {
		string_list_add(&x->sources, x->source.s ? x->source.s : "");
		free(x->source.s);
		x->source = (struct string_buffer){ 0 };
		x->is_source = false;
	} else if (!strcmp(name, "class")) {
		x->in = 0;
	} else if (!strcmp(name, "methods")) {
		x->in_methods = false;
	} else if (!strcmp(name, "method") && x->in) {
		lines_note(&x->l.v[x->in - 1].functions, ++x->methods, x->is_method_hit);
	}
}

static void on_text(void *context, const char *text, int n)
{
	struct cobertura *x = context;

	if (x->is_source)
		string_buffer_append_n(&x->source, text, (size_t)n);
}

/* Cobertura defines no entity: no text gets longer than it is written. */
static void on_entity(void *context, const char *name, int is_parameter, const char *value, int n,
		      const char *base, const char *system_id, const char *public_id,
		      const char *notation)
{
	(void)name, (void)is_parameter, (void)value, (void)n;
	(void)base, (void)system_id, (void)public_id, (void)notation;
	stop(context);
}

/* Returns the path below the first directory in which the file is; none: below the first one. */
static char *full_path(const struct string_list *sources, const char *name)
{
	char *first = NULL;

	for (size_t i = 0; i < sources->n; i++) {
		char *path = path_normalize(sources->v[i], name);

		if (!access(path, F_OK)) {
			free(first);
			return path;
		}
		if (first)
			free(path);
		else
			first = path;
	}
	return first;
}

/* Reads the text.  Returns whether it is such a report; line: where reading ended. */
static bool parse(struct cobertura *x, const char *text, size_t n, unsigned long *line)
{
	static const XML_Memory_Handling_Suite memory = { xmalloc, xrealloc, free };
	bool good;

	x->parser = XML_ParserCreate_MM(NULL, &memory, NULL);
	XML_SetUserData(x->parser, x);
	XML_SetElementHandler(x->parser, on_start, on_end);
	XML_SetCharacterDataHandler(x->parser, on_text);
	XML_SetEntityDeclHandler(x->parser, on_entity);
	good = n <= INT_MAX && XML_Parse(x->parser, text, (int)n, XML_TRUE) == XML_STATUS_OK &&
	       !x->is_bad;
	*line = XML_GetCurrentLineNumber(x->parser);
	XML_ParserFree(x->parser);
	return good;
}

int baseline_read_cobertura(struct baseline *b, const char *text, size_t n,
			    struct anycov_error *err)
{
	struct cobertura x = { 0 };
	unsigned long line;
	const bool good = parse(&x, text, n, &line);

	if (good) {
		lines_take(&x.l, b);
		for (size_t i = 0; i < b->n && x.sources.n; i++)
			b->v[i].full = full_path(&x.sources, b->v[i].path);
	} else {
		anycov_error_set(err, "%s:%lu: not Cobertura's XML, or damaged; write it again",
				 b->path, line);
		lines_free(&x.l);
	}
	string_list_free(&x.sources);
	free(x.source.s);
	return good ? 0 : -1;
}
