/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Baselines in Cobertura's XML: the lines of classes, with the shares of their conditions. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/paths.h"
#include "coverage/history/baseline_lines.h"
#include "coverage/history/xml_reader.h"

struct cobertura {
	struct xml_reader xml;
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

static bool take_line(struct cobertura *x)
{
	char *number = xml_value(&x->xml, "number"), *hits = xml_value(&x->xml, "hits");
	char *conditions = xml_value(&x->xml, "condition-coverage");
	uint64_t line, n;
	bool good = parse_number(number, UINT32_MAX, &line) && line &&
		    parse_number(hits, UINT64_MAX, &n) && x->in;

	if (good && x->in_methods) {
		x->is_method_hit |= n != 0;
	} else if (good) {
		lines_note(&x->l.v[x->in - 1].lines, line, n);
		if (conditions)
			good = note_conditions(&x->l.v[x->in - 1], line, conditions);
	}
	free(number);
	free(hits);
	free(conditions);
	return good;
}

static bool take_class(struct cobertura *x)
{
	char *name = xml_value(&x->xml, "filename");
	bool good = name && *name;

	if (good)
		x->in = (size_t)(lines_file(&x->l, name) - x->l.v) + 1;
	free(name);
	return good;
}

static bool take_start(struct cobertura *x)
{
	if (xml_is(&x->xml, "source")) {
		string_list_add_owned(&x->sources, xml_content(&x->xml));
	} else if (xml_is(&x->xml, "class")) {
		return take_class(x);
	} else if (xml_is(&x->xml, "methods")) {
		x->in_methods = true;
	} else if (xml_is(&x->xml, "method")) {
		x->is_method_hit = false;
	} else if (xml_is(&x->xml, "line")) {
		return take_line(x);
	}
	return true;
}

static void take_end(struct cobertura *x)
{
	if (xml_is(&x->xml, "class"))
		x->in = 0;
	else if (xml_is(&x->xml, "methods"))
		x->in_methods = false;
	else if (xml_is(&x->xml, "method") && x->in)
		lines_note(&x->l.v[x->in - 1].functions, ++x->methods, x->is_method_hit);
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

int baseline_read_cobertura(struct baseline *b, const char *text, size_t n,
			    struct anycov_error *err)
{
	struct cobertura x = { 0 };
	enum xml_event event;
	bool is_root = false;

	xml_read(&x.xml, text, n);
	while ((event = xml_next(&x.xml)) == XML_START || event == XML_END) {
		if (event == XML_START && x.xml.depth == 1)
			is_root = xml_is(&x.xml, "coverage");
		if (!is_root || (event == XML_START && !take_start(&x))) {
			event = XML_BAD;
			break;
		}
		if (event == XML_END)
			take_end(&x);
	}
	if (event == XML_EOF && is_root) {
		lines_take(&x.l, b);
		for (size_t i = 0; i < b->n && x.sources.n; i++)
			b->v[i].full = full_path(&x.sources, b->v[i].path);
		string_list_free(&x.sources);
		return 0;
	}
	anycov_error_set(err, "%s:%zu: not Cobertura's XML, or damaged; write it again", b->path,
			 xml_line(&x.xml));
	lines_free(&x.l);
	string_list_free(&x.sources);
	return -1;
}
