/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * JSON as `llvm-cov export` writes it, for the tools that read that.  Each line with code is a
 * region from its first column to its end.  Unknown lines, functions and outcomes are omitted, for
 * the format has no word for them; shares are of what is listed, rounded down.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "coverage/model/source_text.h"
#include "output/output.h"
#include "output/show.h"

#define VERSION "2.0.1" /* what llvm-cov 11 to 22 write */

struct sum {
	size_t n, covered;
};

struct summary {
	struct sum lines, functions, instances, outcomes;
};

/* The ends of the lines of a source, as far as they can be read. */
struct source {
	char *text;
	size_t size, at;
	uint32_t line; /* that begins at `at` */
};

static void add(struct sum *s, unsigned state)
{
	s->n += state != STATE_UNKNOWN;
	s->covered += state_is_covered(state);
}

static void add_sum(struct sum *to, const struct sum *s)
{
	to->n += s->n;
	to->covered += s->covered;
}

/* Writes a value and frees it. */
static void value(FILE *f, json_t *j)
{
	json_dumpf(j, f, JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(15));
	json_decref(j);
}

/* Returns the column after the end of a line; lines are asked for in order. */
static uint32_t end_column(struct source *s, uint32_t line)
{
	const char *end = NULL;

	while (s->text && s->at < s->size) {
		end = memchr(s->text + s->at, '\n', s->size - s->at);
		end = end ? end : s->text + s->size;
		if (s->line == line)
			break;
		s->at = (size_t)(end - s->text) + 1;
		s->line++;
		end = NULL;
	}
	/* A region is not empty. */
	return !end || end == s->text + s->at ? 2 : (uint32_t)(end - s->text - s->at) + 1;
}

/* A line is a segment with its count, and one that ends it. */
static json_t *segments(const struct coverage *c, const struct cov_file *file, struct sum *lines)
{
	struct source source = { .line = 1 };
	json_t *list = json_array();

	source.text = source_text_read(file, &source.size);
	for (size_t i = file->first; i < file->first + file->n; i++) {
		const struct cov_line *l = &c->lines[i];

		add(lines, l->state);
		if (l->state == STATE_UNKNOWN)
			continue;
		json_array_append_new(list, json_pack("[I,i,I,b,b,b]", (json_int_t)l->line, 1,
						      (json_int_t)cov_line_hits(l), 1, 1, 0));
		json_array_append_new(list, json_pack("[I,I,i,b,b,b]", (json_int_t)l->line,
						      (json_int_t)end_column(&source, l->line), 0,
						      0, 0, 0));
	}
	free(source.text);
	return list;
}

/* With a point that is followed by what was not covered, too, for all but lines and functions. */
static json_t *counted(const struct sum *s, bool with_rest)
{
	uint64_t parts = s->n ? (uint64_t)s->covered * 1000000 / s->n : 0;
	json_t *j = json_pack("{s:I,s:I,s:f}", "count", (json_int_t)s->n, "covered",
			      (json_int_t)s->covered, "percent", (double)parts / 10000);

	if (with_rest)
		json_object_set_new(j, "notcovered", json_integer((json_int_t)(s->n - s->covered)));
	return j;
}

static json_t *summary_json(const struct summary *s)
{
	return json_pack("{s:o,s:o,s:o,s:o,s:o}", "branches", counted(&s->outcomes, true),
			 "functions", counted(&s->functions, false), "instantiations",
			 counted(&s->instances, false), "lines", counted(&s->lines, false),
			 "regions", counted(&s->lines, true));
}

static void add_outcomes(struct sum *s, const struct coverage *c, const struct cov_file *file)
{
	for (size_t i = file->first_branch; i < file->first_branch + file->n_branches; i++)
		for (uint32_t k = 0; k < c->branches[i].n; k++)
			add(s, c->outcomes[c->branches[i].first + k].state);
}

static bool is_listed(const struct coverage *c, const struct cov_function *fn)
{
	return fn->file != MAP_NONE && c->files[fn->file].n && fn->line &&
	       fn->state != STATE_UNKNOWN;
}

/* Writes the files; v: by file, the sums of functions and of their instances.  Adds all up. */
static void write_files(FILE *f, const struct coverage *c, const struct summary *v,
			struct summary *totals)
{
	size_t written = 0;

	for (size_t i = 0; i < c->n_files; i++) {
		const struct cov_file *file = &c->files[i];
		struct summary s = v[i];
		json_t *j;

		if (!file->n)
			continue;
		progress("writing JSON", i, c->n_files);
		j = json_pack("{s:[],s:[],s:o,s:o}", "branches", "expansions", "filename",
			      json_text(file->full), "segments", segments(c, file, &s.lines));
		add_outcomes(&s.outcomes, c, file);
		json_object_set_new(j, "summary", summary_json(&s));
		add_sum(&totals->lines, &s.lines);
		add_sum(&totals->functions, &s.functions);
		add_sum(&totals->instances, &s.instances);
		add_sum(&totals->outcomes, &s.outcomes);
		fputs(written++ ? ",\n" : "\n", f);
		value(f, j);
	}
}

static void write_functions(FILE *f, const struct coverage *c)
{
	size_t written = 0;

	for (size_t i = 0; i < c->n_functions; i++) {
		const struct cov_function *fn = &c->functions[i];
		json_int_t count = (json_int_t)cov_function_hits(fn);

		if (!is_listed(c, fn))
			continue;
		fputs(written++ ? ",\n" : "\n", f);
		/* Line, column, end, count, file, expanded file, kind: code. */
		value(f, json_pack("{s:[],s:I,s:[o],s:o,s:[[I,i,I,i,I,i,i,i]]}", "branches",
				   "count", count, "filenames", json_text(c->files[fn->file].full),
				   "name", json_text(fn->name), "regions", (json_int_t)fn->line, 1,
				   (json_int_t)function_last_line(c, fn), 2, count, 0, 0, 0));
	}
}

/* Counts functions as llvm-cov does: those of the source, and their instances. */
static void count_functions(const struct coverage *c, struct summary *v)
{
	for (size_t i = 0; i < c->n_source_functions; i++) {
		const struct cov_function *fn = &c->source_functions[i].sum;

		if (is_listed(c, fn))
			add(&v[fn->file].functions, fn->state);
	}
	for (size_t i = 0; i < c->n_functions; i++)
		if (is_listed(c, &c->functions[i]))
			add(&v[c->functions[i].file].instances, c->functions[i].state);
}

void out_llvm_json(FILE *f, const struct coverage *c)
{
	struct summary *v = xcalloc(c->n_files + 1, sizeof(*v)), totals = { 0 };

	count_functions(c, v);
	fputs("{\"data\":[{\"files\":[", f);
	write_files(f, c, v, &totals);
	fputs("],\"functions\":[", f);
	write_functions(f, c);
	fputs("],\n\"totals\":", f);
	value(f, summary_json(&totals));
	fputs("}],\n\"type\":\"llvm.coverage.json.export\",\"version\":\"" VERSION "\"}\n", f);
	free(v);
}
