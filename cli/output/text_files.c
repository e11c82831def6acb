/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The files in the text report: the tree of their directories, if it fits the screen.  Directories
 * that contain nothing but one directory are joined with it; of the entries of a directory the
 * worst is first: that with most lines that are not known to be covered.  Of more files the worst
 * are listed.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "output/text.h"

#define MAX_DEPTH 6 /* of rows; below it paths are not split */
#define MIN_RANGES 18u

struct file_table {
	FILE *f;
	const struct coverage *c;
	const struct text_style *style;
	const struct cov_file **v; /* files with lines, by path */
	size_t n;
	size_t longest; /* name, with its indentation */
	size_t rows;
	bool is_list; /* of whole paths, of which the end tells most */
	/* Widths of columns; branches 0: there are none; unknown 0: nothing is. */
	unsigned name, share, branches, missed, unknown;
};

/* A file, or a directory with the files v[first .. first + n - 1]; name: part of their paths. */
struct tree_entry {
	const char *name;
	size_t length, first, n;
	bool is_directory;
	struct counts lines, branches;
};

static bool is_answer(const struct cov_line *l, unsigned state)
{
	return l->state == state;
}

/*
 * Prints the lines with a state, as ranges "7-8 27-29", in `room` columns.  "+3": three more
 * ranges.  A range ends where a line has another state.  Returns the columns that were printed.
 */
static size_t print_ranges(const struct file_table *t, const struct cov_file *file, unsigned state,
			   size_t room)
{
	size_t printed = 0, more = 0, end = file->first + file->n;
	char text[32];
	size_t ranges = 0;

	for (size_t i = file->first; i < end; i++)
		ranges += is_answer(&t->c->lines[i], state) &&
			  (i == file->first || !is_answer(&t->c->lines[i - 1], state));
	for (size_t i = file->first; i < end && !more; i++) {
		uint32_t from = t->c->lines[i].line;
		size_t n, rest;

		if (!is_answer(&t->c->lines[i], state))
			continue;
		while (i + 1 < end && is_answer(&t->c->lines[i + 1], state))
			i++;
		n = (size_t)snprintf(text, sizeof(text), "%s%" PRIu32, printed ? " " : "", from);
		if (t->c->lines[i].line != from)
			n += (size_t)snprintf(text + n, sizeof(text) - n, "-%" PRIu32,
					      t->c->lines[i].line);
		/* Room for the number of the others is kept. */
		rest = ranges > 1 ? (size_t)snprintf(NULL, 0, " +%zu", ranges - 1) : 0;
		if (printed + n + rest > room) {
			more = ranges;
		} else {
			fputs(text, t->f);
			printed += n;
			ranges--;
		}
	}
	if (more)
		printed += (size_t)fprintf(t->f, "%s+%zu", printed ? " " : "", more);
	return printed;
}

static bool any(const struct coverage *c, const struct cov_file *file, unsigned state)
{
	for (size_t i = file->first; i < file->first + file->n; i++)
		if (is_answer(&c->lines[i], state))
			return true;
	return false;
}

static void print_row(const struct file_table *t, const struct tree_entry *e, unsigned depth)
{
	const struct cov_file *file = e->is_directory ? NULL : t->v[e->first];
	char *name = xstrndup(e->name, e->length);
	unsigned indent = 2 + 2 * depth;
	size_t used = indent;

	fprintf(t->f, "%*s", (int)indent, "");
	used += t->is_list ? text_name_end(t->f, name, t->name - 1 - indent)
			   : text_name(t->f, name, t->name - 1 - indent);
	free(name);
	fprintf(t->f, "%*s", (int)(t->name - used), "");
	text_share(t->f, &e->lines, t->share);
	if (t->branches)
		text_counts(t->f, &e->branches, t->branches);
	if (file && counts_not_covered(&e->lines) + e->lines.unknown) {
		size_t columns;
		bool unknown = t->unknown && any(t->c, file, STATE_UNKNOWN);

		fprintf(t->f, "  %s", text_colour(t->style, RED));
		columns = print_ranges(t, file, STATE_NOT_COVERED, t->missed);
		fputs(text_colour(t->style, PLAIN), t->f);
		if (unknown) {
			fprintf(t->f, "%*s  %s", (int)(t->missed - columns), "",
				text_colour(t->style, YELLOW));
			print_ranges(t, file, STATE_UNKNOWN, t->unknown);
			fputs(text_colour(t->style, PLAIN), t->f);
		}
	}
	putc('\n', t->f);
}

/* Returns the path after the first directory at `from`, or NULL: it is in none. */
static const char *after_directory(const char *path, size_t from)
{
	const char *slash = strchr(path + from + (path[from] == '/'), '/');

	return slash ? slash + 1 : NULL;
}

/* Returns the length of the directory, with its slash, that all of v[0..n-1] are in. */
static size_t common_directory(const struct cov_file **v, size_t n)
{
	const char *first = v[0]->path;
	size_t length = (size_t)(base_name(first) - first);

	/* Paths are sorted: what the first and the last one have in common, all have. */
	for (size_t same = 0, slash = 0; same <= length; same++) {
		if (same == length || v[n - 1]->path[same] != first[same])
			return same == length ? length : slash;
		if (first[same] == '/')
			slash = same + 1;
	}
	return length;
}

static int compare_worst(const void *a, const void *b)
{
	const struct tree_entry *x = a, *y = b;
	uint64_t p = (uint64_t)x->lines.covered * y->lines.total;
	uint64_t q = (uint64_t)y->lines.covered * x->lines.total;
	size_t missed = x->lines.total - x->lines.covered;
	size_t others = y->lines.total - y->lines.covered;

	if (missed != others)
		return missed > others ? -1 : 1;
	if (p != q)
		return p < q ? -1 : 1;
	return x->first < y->first ? -1 : x->first > y->first;
}

typedef void row_function(struct file_table *t, const struct tree_entry *e, unsigned depth);

/* Returns an entry with files; its name is `length` bytes of their path, after `from`. */
static struct tree_entry entry_of(const struct file_table *t, size_t first, size_t n, size_t from,
				  size_t length, bool is_directory)
{
	struct tree_entry e = { .name = t->v[first]->path + from,
				.length = length,
				.first = first,
				.n = n,
				.is_directory = is_directory };

	for (size_t i = first; i < first + n; i++) {
		counts_add(&e.lines, &t->v[i]->lines);
		counts_add(&e.branches, &t->v[i]->branches);
	}
	return e;
}

/*
 * Calls `row` for the entries of the directory path[0..from-1] with the files
 * v[first .. first + n - 1], and for what is below them.
 */
static void each_entry(struct file_table *t, size_t first, size_t n, size_t from, unsigned depth,
		       row_function *row)
{
	struct tree_entry *entries = xcalloc(n, sizeof(*entries));
	size_t found = 0;

	for (size_t i = first, next; i < first + n; i = next) {
		struct tree_entry *e = &entries[found++];
		const char *path = t->v[i]->path;
		const char *below = depth < MAX_DEPTH ? after_directory(path, from) : NULL;
		size_t length = strlen(path);

		next = i + 1;
		if (below) {
			while (next < first + n &&
			       !strncmp(t->v[next]->path, path, (size_t)(below - path)))
				next++;
			length = common_directory(t->v + i, next - i);
		}
		*e = entry_of(t, i, next - i, from, length - from, below != NULL);
	}
	qsort(entries, found, sizeof(*entries), compare_worst);
	for (size_t i = 0; i < found; i++) {
		const struct tree_entry *e = &entries[i];

		row(t, e, depth);
		if (e->is_directory)
			each_entry(t, e->first, e->n, from + e->length, depth + 1, row);
	}
	free(entries);
}

static void measure(struct file_table *t, const struct tree_entry *e, unsigned depth)
{
	char *name = xstrndup(e->name, e->length);
	size_t columns = 2 + 2 * depth + text_columns(name) + 1;

	free(name);
	t->rows++;
	if (columns > t->longest)
		t->longest = columns;
	columns = (size_t)snprintf(NULL, 0, "%zu/%zu", e->lines.covered, e->lines.total);
	if (columns > t->share)
		t->share = (unsigned)columns;
	columns = 1 + (size_t)snprintf(NULL, 0, "%zu/%zu", e->branches.covered, e->branches.total);
	if (t->branches && columns > t->branches)
		t->branches = (unsigned)columns;
}

static void any_row(struct file_table *t, const struct tree_entry *e, unsigned depth)
{
	print_row(t, e, depth);
}

/* Names get what they need and the ranges leave. */
static void set_widths(struct file_table *t)
{
	unsigned width = text_width(t->style), rest;
	unsigned numbers = t->share + TEXT_PERCENT_WIDTH + t->branches + 2;
	unsigned ranges = t->c->line_counts.unknown ? MIN_RANGES + 10 : MIN_RANGES;
	unsigned room = width > TEXT_NAME_WIDTH + numbers + ranges ? width - numbers - ranges
								   : TEXT_NAME_WIDTH;

	t->name = t->longest < TEXT_NAME_WIDTH ? TEXT_NAME_WIDTH
		  : t->longest < room          ? (unsigned)t->longest
					       : room;
	rest = width > t->name + numbers + MIN_RANGES ? width - t->name - numbers : MIN_RANGES;
	t->unknown = t->c->line_counts.unknown ? (rest - 1) / 2 : 0;
	t->missed = t->unknown ? rest - 2 - t->unknown : rest;
}

/*
 * Calls `row` for the worst files, as many as the screen has room for, and for the sum of the
 * others.
 */
static void each_worst(struct file_table *t, row_function *row)
{
	struct tree_entry *entries = xcalloc(t->n, sizeof(*entries)), others = { 0 };
	const size_t listed = t->n > t->style->rows ? t->style->rows - 1 : t->n;
	char *name = xasprintf("%zu more (--all lists them)", t->n - listed);

	for (size_t i = 0; i < t->n; i++)
		entries[i] = entry_of(t, i, 1, 0, strlen(t->v[i]->path), false);
	qsort(entries, t->n, sizeof(*entries), compare_worst);
	others.name = name;
	others.length = strlen(name);
	others.is_directory = true;
	for (size_t i = 0; i < t->n; i++) {
		if (i < listed) {
			row(t, &entries[i], 0);
			continue;
		}
		counts_add(&others.lines, &entries[i].lines);
		counts_add(&others.branches, &entries[i].branches);
	}
	if (listed < t->n)
		row(t, &others, 0);
	free(entries);
	free(name);
}

void text_files(FILE *f, const struct coverage *c, const struct text_style *style)
{
	struct file_table t = { .f = f, .c = c, .style = style, .share = TEXT_SHARE_WIDTH };

	t.v = xcalloc(c->n_files, sizeof(*t.v));
	for (size_t i = 0; i < c->n_files; i++)
		if (c->files[i].n)
			t.v[t.n++] = &c->files[i];
	t.branches = c->branch_counts.total ? TEXT_COUNTS_WIDTH : 0;
	each_entry(&t, 0, t.n, 0, 0, measure);
	t.is_list = style->rows && t.rows > style->rows;
	if (t.is_list) {
		t.longest = 0;
		each_worst(&t, measure);
	}
	set_widths(&t);
	fprintf(f, "%-*s%*s  %6s  ", (int)t.name, "Files", (int)t.share, "lines", "");
	if (t.branches)
		fprintf(f, "%*s  ", (int)t.branches - 2, "branches");
	if (t.unknown)
		fprintf(f, "%-*s  unknown\n", (int)t.missed, "not covered");
	else
		fputs("not covered\n", f);
	if (t.is_list)
		each_worst(&t, any_row);
	else
		each_entry(&t, 0, t.n, 0, 0, any_row);
	free(t.v);
}
