/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The page of a source file. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/u64_map.h"
#include "coverage/model/source_text.h"
#include "output/html_source.h"

/* Parts of the picture of the whole file at the edge of the page. */
#define RULER_PARTS 300u

/* What the parts of the page are printed of. */
struct page {
	struct source_rows rows;
	const struct cov_file *file;
	char *source; /* NULL: there is none */
	size_t size;
	uint32_t lines, last; /* of the source; the last one with code */
};

/* Returns the first line with a state from index i of the file on, 0 if there is none. */
static uint32_t first_line(const struct coverage *c, const struct cov_file *file, unsigned state)
{
	for (size_t i = file->first; i < file->first + file->n; i++)
		if (c->lines[i].state == state)
			return c->lines[i].line;
	return 0;
}

/* Returns the number of lines of a text. */
static uint32_t count_lines(const char *s, size_t size)
{
	uint32_t n = 0;

	for (const char *nl; size && (nl = memchr(s, '\n', size)); n++) {
		size -= (size_t)(nl + 1 - s);
		s = nl + 1;
	}
	return n + (size != 0);
}

/* Returns how much a state of a line matters for the ruler. */
static unsigned rank(unsigned state)
{
	return state == STATE_NOT_COVERED ? 3 : state == STATE_UNKNOWN ? 2 : state != STATE_NONE;
}

/* Draws where in the file lines are not covered, or unknown: each part as its worst line. */
static void ruler_parts(FILE *f, const void *data)
{
	const struct page *p = data;
	const struct coverage *c = p->rows.h->c;
	const struct cov_file *file = p->file;
	const uint32_t lines = p->lines > p->last ? p->lines : p->last;
	static const char classes[] = { 0, 'c', 'u', 'n' };
	unsigned char parts[RULER_PARTS] = { 0 };

	for (size_t i = file->first; i < file->first + file->n; i++) {
		const struct cov_line *l = &c->lines[i];
		size_t from = (size_t)(((uint64_t)l->line - 1) * RULER_PARTS / lines);
		size_t to = (size_t)((uint64_t)l->line * RULER_PARTS / lines);

		for (size_t k = from; k < RULER_PARTS && (k < to || k == from); k++)
			if (rank(l->state) > parts[k])
				parts[k] = (unsigned char)rank(l->state);
	}
	for (unsigned i = 0, end; i < RULER_PARTS; i = end) {
		for (end = i + 1; end < RULER_PARTS && parts[end] == parts[i];)
			end++;
		if (parts[i])
			html_print(f, "ruler-part", TEXT_N("class", &classes[parts[i]], 1),
				   NUMBER("from", i), NUMBER("height", end - i));
	}
}

static void ruler(FILE *f, const void *data)
{
	html_print(f, "ruler", NUMBER("height", RULER_PARTS), PART("parts", ruler_parts, data));
}

static void legend(FILE *f, const void *data)
{
	const struct page *p = data;

	html_print(f, "legend",
		   PART("marks", p->rows.h->origin->marks ? html_mark_legend : NULL, NULL),
		   NUMBER("hits", p->rows.with_hits));
}

/* Prints the lines and names of a file's functions, for scripts as long as the table is text. */
static void function_names(FILE *f, const void *data)
{
	const struct page *p = data;
	const struct coverage *c = p->rows.h->c;

	for (size_t i = 0; i < c->n_source_functions; i++) {
		const struct cov_function *fn = &c->source_functions[i].sum;

		if (fn->file == p->rows.file)
			html_print(f, "function-name", NUMBER("line", fn->line),
				   TEXT("name", fn->display_name));
	}
}

static void functions(FILE *f, const void *data)
{
	const struct page *p = data;
	const struct html_functions of_file = { p->rows.h, p->rows.file };
	const struct counts *t = &p->rows.h->files[p->rows.file].functions;

	if (t->total)
		html_print(f, "file-functions",
			   PART("names", p->rows.lazy ? function_names : NULL, p),
			   NUMBER("covered", t->covered), NUMBER("total", t->total),
			   PART("head", html_function_head, &of_file),
			   PART("rows", html_function_rows, &of_file));
}

/* Says if the source cannot be the one that was compiled, or may not be. */
static void notices(FILE *f, const void *data)
{
	const struct page *p = data;
	const struct cov_file *file = p->file;
	bool missing;

	if (file->n_left_out)
		html_print(f, "other-builds", NUMBER("n", file->n_left_out),
			   TEXT("builds", plural(file->n_left_out, "build", "builds")));
	if (file->is_copy) {
		html_print(f, "copy", NUMBER("missing", file->source == SOURCE_MISSING));
	} else if (!p->source) {
		const char *problem = source_text_problem(file, &missing);

		html_print(f, "no-source", TEXT("problem", problem), NUMBER("missing", missing));
	} else if (file->source == SOURCE_CHANGED) {
		template_print(f, "changed", NULL);
	} else if (p->last > p->lines) {
		html_print(f, "shorter", NUMBER("last", p->last), NUMBER("lines", p->lines));
	}
}

/* Returns the changed lines of a file; NULL: it has none, or they are not marked. */
static const struct changed_file *find_changed(const struct changes *changes, uint32_t file)
{
	for (size_t i = 0; changes && i < changes->n; i++)
		if (changes->files[i].file == file)
			return &changes->files[i];
	return NULL;
}

static void rows(FILE *f, const void *data)
{
	const struct page *p = data;
	struct source_rows x = p->rows;

	x.f = f;
	html_source_rows(&x, p->source ? p->source : "", p->source ? p->size : 0);
}

static void tests(FILE *f, const void *data)
{
	const struct page *p = data;

	html_tests(f, p->rows.h, p->rows.file);
}

static void print_page(FILE *f, const struct page *p)
{
	const struct html_report *h = p->rows.h;
	const struct cov_file *file = p->file;
	const struct line_marks *marks = h->origin->marks;
	const char *path = file->path;
	const size_t name = (size_t)(base_name(path) - path);
	char id[HTML_ID_ROOM], percent[SHARE_ROOM];

	html_print(f, "source", TEXT("id", html_id(id, 'd', path, name)),
		   TEXT_N("directory", path + h->common, name > h->common ? name - h->common : 0),
		   TEXT("name", path + name), TEXT("percent", html_percent(percent, &file->lines)),
		   PART("bar", html_bar, &file->lines), NUMBER("covered", file->lines.covered),
		   NUMBER("total", file->lines.total),
		   PART("marks", marks ? html_file_marks : NULL,
			marks ? &marks->files[p->rows.file] : NULL),
		   NUMBER("missed", first_line(h->c, file, STATE_NOT_COVERED)),
		   NUMBER("unknown", first_line(h->c, file, STATE_UNKNOWN)),
		   PART("notices", notices, p), PART("functions", functions, p),
		   PART("tests", h->c->html_tests ? tests : NULL, p), PART("legend", legend, p),
		   PART("ruler", ruler, p), PART("rows", rows, p));
}

int html_write_source(const struct html_report *h, uint32_t index,
		      const struct block_starts *starts, struct anycov_error *err)
{
	const struct cov_file *file = &h->c->files[index];
	struct page p = {
		.rows = { .h = h,
			  .file = index,
			  .starts = starts,
			  .with_hits = h->r->counts.traced != 0,
			  .changed = find_changed(h->origin->changes, index),
			  .branches = h->c->branches + file->first_branch,
			  .n_branches = file->n_branches },
		.file = file,
		.last = h->c->lines[file->first + file->n - 1].line,
	};
	struct out_file out;

	if (html_open(&out, h, h->files[index].page, err))
		return -1;
	p.source = source_text_read(file, &p.size);
	p.lines = p.source ? count_lines(p.source, p.size) : 0;
	p.rows.lazy = p.lines > HTML_LAZY_LINES || file->n > HTML_LAZY_LINES;
	html_head(out.f, h, file->path, NULL);
	print_page(out.f, &p);
	html_foot(out.f);
	free(p.source);
	return out_commit(&out, err);
}
