/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Cobertura's XML format (coverage-04.dtd).  Directories are packages, files are
 * classes, functions are methods.  The format has no "unknown", so unknown lines, functions and
 * outcomes, and whether calls throw, are omitted, and rates are of what is listed, rounded down.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "output/listed.h"
#include "output/output.h"
#include "output/xml.h"

#define DTD "http://cobertura.sourceforge.net/xml/coverage-04.dtd"

struct class
{
	const struct cov_file *file;
	const char *name; /* path below the source directory, or absolute; part of file */
	size_t directory; /* length of its directory, without the slash */
	struct listed listed;
};

struct report {
	const struct coverage *c;
	struct xml_writer *w;
	struct class *v; /* by directory and name */
	size_t n;
	/* Indices of functions by file; those of file f: by_file[first[f]] to first[f + 1] */
	size_t *first, *by_file;
};

static void number(const struct report *r, const char *name, uint64_t value)
{
	xml_attributef(r->w, name, "%" PRIu64, value);
}

/* Of nothing everything is covered, as other writers have it. */
static void rate(const struct report *r, const char *name, size_t part, size_t all)
{
	uint64_t parts = all ? (uint64_t)part * 10000 / all : 10000;

	xml_attributef(r->w, name, "%u.%04u", (unsigned)(parts / 10000), (unsigned)(parts % 10000));
}

static void rates(const struct report *r, const struct listed *t)
{
	rate(r, "line-rate", t->lines_hit, t->lines);
	rate(r, "branch-rate", t->taken, t->outcomes);
}

static void count_class(const struct coverage *c, struct class *k)
{
	size_t branch = k->file->first_branch;

	for (size_t i = k->file->first; i < k->file->first + k->file->n; i++) {
		const struct cov_line *l = &c->lines[i];
		struct listed of_line = listed_outcomes(c, k->file, l->line, &branch);

		if (l->state == STATE_UNKNOWN)
			continue;
		k->listed.lines++;
		k->listed.lines_hit += state_is_covered(l->state);
		k->listed.outcomes += of_line.outcomes;
		k->listed.taken += of_line.taken;
	}
}

static void write_line(const struct report *r, const struct cov_file *file,
		       const struct cov_line *l, size_t *branch)
{
	struct listed t = listed_outcomes(r->c, file, l->line, branch);
	unsigned percent = t.outcomes ? (unsigned)(t.taken * 100 / t.outcomes) : 0;

	if (l->state == STATE_UNKNOWN)
		return;
	xml_start(r->w, "line");
	number(r, "number", l->line);
	number(r, "hits", cov_line_hits(l));
	xml_attribute(r->w, "branch", t.outcomes ? "true" : "false");
	if (t.outcomes) {
		xml_attributef(r->w, "condition-coverage", "%u%% (%zu/%zu)", percent, t.taken,
			       t.outcomes);
		xml_start(r->w, "conditions");
		xml_start(r->w, "condition");
		number(r, "number", 0);
		xml_attribute(r->w, "type", "jump");
		xml_attributef(r->w, "coverage", "%u%%", percent);
		xml_end(r->w);
		xml_end(r->w);
	}
	xml_end(r->w);
}

/* A method has the line that it begins at; its other lines are those of the class. */
static void write_method(const struct report *r, const struct cov_function *f)
{
	const struct listed lines = {
		.lines = f->lines.total - f->lines.unknown,
		.lines_hit = f->lines.covered,
		.outcomes = f->branches.total - f->branches.unknown - f->throws.total +
			    f->throws.unknown,
		.taken = f->branches.covered - f->throws.covered,
	};
	size_t n = strcspn(f->display_name, "(");
	char *name = xstrndup(f->display_name, n ? n : strlen(f->display_name));

	xml_start(r->w, "method");
	xml_attribute(r->w, "name", name);
	xml_attribute(r->w, "signature", n ? f->display_name + n : "");
	rates(r, &lines);
	xml_attribute(r->w, "complexity", "0");
	xml_start(r->w, "lines");
	xml_start(r->w, "line");
	number(r, "number", f->line);
	number(r, "hits", cov_function_hits(f));
	xml_attribute(r->w, "branch", "false");
	xml_end(r->w);
	xml_end(r->w);
	xml_end(r->w);
	free(name);
}

static void write_class(const struct report *r, const struct class *k)
{
	size_t file = (size_t)(k->file - r->c->files), branch = k->file->first_branch;
	char *name = xstrdup(base_name(k->name));

	for (char *s = name; *s; s++)
		if (*s == '.')
			*s = '_';
	xml_start(r->w, "class");
	xml_attribute(r->w, "name", name);
	xml_attribute(r->w, "filename", k->name);
	rates(r, &k->listed);
	xml_attribute(r->w, "complexity", "0");
	xml_start(r->w, "methods");
	for (size_t i = r->first[file]; i < r->first[file + 1]; i++) {
		const struct cov_function *f = &r->c->source_functions[r->by_file[i]].sum;

		if (f->line && f->state != STATE_UNKNOWN)
			write_method(r, f);
	}
	xml_end(r->w);
	xml_start(r->w, "lines");
	for (size_t i = k->file->first; i < k->file->first + k->file->n; i++)
		write_line(r, k->file, &r->c->lines[i], &branch);
	xml_end(r->w);
	xml_end(r->w);
	free(name);
}

/* Writes the classes v[0..n-1] of one directory. */
static void write_package(const struct report *r, const struct class *v, size_t n)
{
	char *name = xstrndup(v->name, v->directory);
	struct listed sum = { 0 };

	for (size_t i = 0; i < n; i++)
		listed_add(&sum, &v[i].listed);
	for (char *s = name; *s; s++)
		if (*s == '/')
			*s = '.';
	xml_start(r->w, "package");
	xml_attribute(r->w, "name", name);
	rates(r, &sum);
	xml_attribute(r->w, "complexity", "0");
	xml_start(r->w, "classes");
	for (size_t i = 0; i < n; i++)
		write_class(r, &v[i]);
	xml_end(r->w);
	xml_end(r->w);
	free(name);
}

/* Returns the time of the report in seconds; SOURCE_DATE_EPOCH makes it reproducible. */
static uint64_t timestamp(void)
{
	const char *epoch = getenv("SOURCE_DATE_EPOCH");
	uint64_t n;

	return epoch && parse_u64(epoch, &n) ? n : (uint64_t)time(NULL);
}

static int compare_classes(const void *a, const void *b)
{
	const struct class *x = a, *y = b;
	size_t n = x->directory < y->directory ? x->directory : y->directory;
	int order = strncmp(x->name, y->name, n);

	if (!order && x->directory != y->directory)
		order = x->directory < y->directory ? -1 : 1;
	return order ? order : strcmp(x->name, y->name);
}

static void make_classes(struct report *r, const char *source)
{
	r->v = xcalloc(r->c->n_files, sizeof(*r->v));
	for (size_t i = 0; i < r->c->n_files; i++) {
		struct class k = { .file = &r->c->files[i],
				   .name = listed_path(&r->c->files[i], source) };

		if (!k.file->n)
			continue;
		k.directory = (size_t)(base_name(k.name) - k.name);
		k.directory -= k.directory != 0;
		count_class(r->c, &k);
		r->v[r->n++] = k;
	}
	if (r->n)
		qsort(r->v, r->n, sizeof(*r->v), compare_classes);
}

static void sort_functions(struct report *r)
{
	const struct coverage *c = r->c;
	size_t sum = 0, *at = xcalloc(c->n_files + 1, sizeof(*at));

	r->first = xcalloc(c->n_files + 1, sizeof(*r->first));
	r->by_file = xcalloc(c->n_source_functions, sizeof(*r->by_file));
	for (size_t i = 0; i < c->n_source_functions; i++)
		if (c->source_functions[i].sum.file != MAP_NONE)
			at[c->source_functions[i].sum.file]++;
	for (size_t i = 0; i <= c->n_files; i++) {
		r->first[i] = sum;
		sum += at[i];
		at[i] = r->first[i];
	}
	for (size_t i = 0; i < c->n_source_functions; i++)
		if (c->source_functions[i].sum.file != MAP_NONE)
			r->by_file[at[c->source_functions[i].sum.file]++] = i;
	free(at);
}

static void write_report(const struct report *r, const char *source)
{
	struct listed sum = { 0 };

	for (size_t i = 0; i < r->n; i++)
		listed_add(&sum, &r->v[i].listed);
	xml_start(r->w, "coverage");
	rates(r, &sum);
	number(r, "lines-covered", sum.lines_hit);
	number(r, "lines-valid", sum.lines);
	number(r, "branches-covered", sum.taken);
	number(r, "branches-valid", sum.outcomes);
	xml_attribute(r->w, "complexity", "0");
	xml_attribute(r->w, "version", "anycov");
	number(r, "timestamp", timestamp());
	xml_start(r->w, "sources");
	if (source) {
		xml_start(r->w, "source");
		xml_text(r->w, source);
		xml_end(r->w);
	}
	xml_end(r->w);
	xml_start(r->w, "packages");
	for (size_t i = 0, next; i < r->n; i = next) {
		for (next = i + 1; next < r->n && r->v[next].directory == r->v[i].directory &&
				   !strncmp(r->v[next].name, r->v[i].name, r->v[i].directory);)
			next++;
		progress("writing XML", i, r->n);
		write_package(r, r->v + i, next - i);
	}
	xml_end(r->w);
	xml_end(r->w);
}

void out_cobertura(FILE *f, const struct coverage *c)
{
	struct xml_writer w;
	struct report r = { .c = c, .w = &w };
	char *source = getcwd(NULL, 0);

	xml_begin(&w, f, "coverage", DTD);
	make_classes(&r, source);
	sort_functions(&r);
	write_report(&r, source);
	free(r.v);
	free(r.first);
	free(r.by_file);
	free(source);
}
