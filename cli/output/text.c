/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The text report: totals; each file with its uncovered and its unknown lines; each function
 * with its counts.  At most 80 columns wide, unless a name is longer.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "anycov/flags_file.h"
#include "output/output.h"

#define GREEN "\033[32m"
#define RED "\033[31m"
#define YELLOW "\033[33m"
#define PLAIN "\033[0m"

#define WIDTH 80u
#define NAME_WIDTH 26u  /* names in tables, with their indentation */
#define RANGE_WIDTH 18u /* line numbers beside a file's name */

static const char *on(const struct text_style *style, const char *colour)
{
	return style->colour ? colour : "";
}

/* Prints a name and pads it; a long one has a line to itself. */
static void name_cell(FILE *f, unsigned indent, const char *name, const char *colour,
		      const struct text_style *style)
{
	size_t used = indent + strlen(name);

	fprintf(f, "%*s%s", (int)indent, "", on(style, colour));
	print_sanitized(f, name);
	fputs(on(style, PLAIN), f);
	if (used >= NAME_WIDTH)
		fprintf(f, "\n%*s", (int)NAME_WIDTH, "");
	else
		fprintf(f, "%*s", (int)(NAME_WIDTH - used), "");
}

/* Prints "7/12   58.3%", or "-" if there is nothing to count. */
static void share_cell(FILE *f, const struct counts *t)
{
	char share[48], percent[SHARE_ROOM];

	if (!t->total) {
		fprintf(f, "%7s  %6s", "-", "");
		return;
	}
	snprintf(share, sizeof(share), "%zu/%zu", t->covered, t->total);
	fprintf(f, "%7s  %5s%%", share, share_text(percent, t->covered, t->total));
}

static void totals_row(FILE *f, const char *what, const struct counts *t)
{
	char share[SHARE_ROOM];

	fprintf(f, "  %-*s %9zu %5s%s %13zu %9zu %7zu\n", (int)NAME_WIDTH - 9, what, t->covered,
		t->total ? share_text(share, t->covered, t->total) : "", t->total ? "%" : "-",
		counts_not_covered(t), t->unknown, t->total);
}

/* Prints a sentence in lines of WIDTH columns; those after the first are indented more. */
static void print_wrapped(FILE *f, unsigned indent, const char *sentence)
{
	size_t column = indent;

	fprintf(f, "%*s", (int)indent, "");
	while (*sentence) {
		size_t n = strcspn(sentence, " ");

		if (column + n > WIDTH) {
			fprintf(f, "\n%*s", (int)indent + 2, "");
			column = indent + 2;
		}
		fprintf(f, "%.*s", (int)n, sentence);
		column += n + 1;
		sentence += n + (sentence[n] == ' ');
		if (*sentence && column + strcspn(sentence, " ") <= WIDTH)
			putc(' ', f);
	}
	putc('\n', f);
}

/* Prints one sentence for each reason why something is unknown, and what to do. */
static void print_reasons(FILE *f, const struct coverage *c)
{
	for (unsigned r = UNKNOWN_NONE + 1; r < UNKNOWN_REASON_COUNT; r++) {
		/* A full buffer is the first line of the report. */
		char *sentence = r == UNKNOWN_BUFFER_FULL ? NULL : coverage_unknown_sentence(c, r);

		if (sentence)
			print_wrapped(f, 2, sentence);
		free(sentence);
	}
}

/* Prints how many functions of the source are not in the image, which counts them. */
static void print_left_out(FILE *f, const struct coverage *c)
{
	struct string_buffer t = { 0 };
	size_t linker = 0, compiler = 0;

	for (size_t i = 0; i < c->n_functions; i++) {
		const struct cov_function *fn = &c->functions[i];

		linker += fn->left_out && fn->map->had_code;
		compiler += fn->left_out && !fn->map->had_code;
	}
	if (linker)
		string_buffer_appendf(&t, "%zu dropped by the linker", linker);
	if (compiler)
		string_buffer_appendf(&t, "%s%zu dropped by the compiler", t.n ? ", " : "",
				      compiler);
	if (t.n)
		fprintf(f, "  functions that are not in the image, and not covered: %s\n", t.s);
	free(t.s);
}

static void print_totals(FILE *f, const struct coverage *c)
{
	print_sanitized(f, c->image);
	fprintf(f, "%s%*s%16s %13s %9s %7s\n", strlen(c->image) < NAME_WIDTH - 6 ? "" : "\n",
		strlen(c->image) < NAME_WIDTH - 6 ? (int)(NAME_WIDTH - 6 - strlen(c->image))
						  : (int)NAME_WIDTH - 6,
		"", "covered", "not covered", "unknown", "total");
	totals_row(f, "functions", &c->function_counts);
	if (c->no_debug && !c->n_lines)
		fprintf(f, "  %-*s %9s\n", (int)NAME_WIDTH - 9, "lines", "unknown");
	else
		totals_row(f, "lines", &c->line_counts);
	totals_row(f, c->from_map ? "blocks" : "probes", &c->block_counts);
	if (c->from_map)
		totals_row(f, "edges", &c->edge_counts);
	print_reasons(f, c);
	print_left_out(f, c);
}

static bool is_not_covered(unsigned state)
{
	return state == STATE_NOT_COVERED;
}

static bool is_unknown(unsigned state)
{
	return state == STATE_UNKNOWN;
}

static const char *state_colour(unsigned state)
{
	return state_is_covered(state) ? GREEN : state == STATE_UNKNOWN ? YELLOW : RED;
}

/*
 * Returns the lines for which `is` holds, as ranges "7-8 27-29"; a range ends where a
 * line has another state.  To be freed.
 */
static char *line_ranges(const struct coverage *c, const struct cov_file *file,
			 bool (*is)(unsigned state))
{
	struct string_buffer t = { 0 };

	string_buffer_append(&t, "");
	for (size_t i = file->first, end = i + file->n; i < end; i++) {
		uint32_t from = c->lines[i].line;

		if (!is(c->lines[i].state))
			continue;
		while (i + 1 < end && is(c->lines[i + 1].state))
			i++;
		string_buffer_appendf(&t, "%s%" PRIu32, t.n ? " " : "", from);
		if (c->lines[i].line != from)
			string_buffer_appendf(&t, "-%" PRIu32, c->lines[i].line);
	}
	return t.s;
}

/* Prints ranges that are too long for the table: a label, then lines of ranges. */
static void print_ranges(FILE *f, const char *label, const char *ranges, const char *colour,
			 const struct text_style *style)
{
	size_t column = WIDTH;

	if (!*ranges)
		return;
	fprintf(f, "      %s%s%s:", on(style, colour), label, on(style, PLAIN));
	column = 7 + strlen(label);
	while (*ranges) {
		size_t n = strcspn(ranges, " ");

		if (column + 1 + n > WIDTH) {
			fputs("\n       ", f);
			column = 7;
		}
		fprintf(f, " %.*s", (int)n, ranges);
		column += 1 + n;
		ranges += n + (ranges[n] == ' ');
	}
	putc('\n', f);
}

static void print_file(FILE *f, const struct coverage *c, const struct cov_file *file,
		       unsigned indent, const struct text_style *style)
{
	char *missed = line_ranges(c, file, is_not_covered);
	char *unknown = line_ranges(c, file, is_unknown);
	bool inside = strlen(missed) <= RANGE_WIDTH && strlen(unknown) <= RANGE_WIDTH;

	name_cell(f, indent, base_name(file->path), "", style);
	share_cell(f, &file->lines);
	if (inside && *unknown)
		fprintf(f, "  %s%-*s%s  %s%s%s", on(style, RED), (int)RANGE_WIDTH, missed,
			on(style, PLAIN), on(style, YELLOW), unknown, on(style, PLAIN));
	else if (inside && *missed)
		fprintf(f, "  %s%s%s", on(style, RED), missed, on(style, PLAIN));
	putc('\n', f);
	if (!inside) {
		print_ranges(f, "not covered", missed, RED, style);
		print_ranges(f, "unknown", unknown, YELLOW, style);
	}
	free(missed);
	free(unknown);
}

static size_t directory_length(const char *path)
{
	return (size_t)(base_name(path) - path);
}

static int compare_by_directory(const void *a, const void *b)
{
	const char *x = (*(const struct cov_file *const *)a)->path;
	const char *y = (*(const struct cov_file *const *)b)->path;
	size_t n = directory_length(x), m = directory_length(y);
	int order = strncmp(x, y, n < m ? n : m);

	if (order)
		return order;
	return n != m ? (n < m ? -1 : 1) : strcmp(x + n, y + m);
}

static void print_directory(FILE *f, const struct cov_file *const *v, size_t n,
			    const struct text_style *style)
{
	struct counts sum = { 0 };
	char *name = xstrndup(v[0]->path, directory_length(v[0]->path));

	for (size_t i = 0; i < n; i++)
		counts_add(&sum, &v[i]->lines);
	name_cell(f, 2, name, "", style);
	share_cell(f, &sum);
	putc('\n', f);
	free(name);
}

static void print_files(FILE *f, const struct coverage *c, const struct text_style *style)
{
	const struct cov_file **v = xcalloc(c->n_files, sizeof(*v));
	size_t n = 0;

	for (size_t i = 0; i < c->n_files; i++)
		if (c->files[i].n)
			v[n++] = &c->files[i];
	if (n)
		qsort(v, n, sizeof(*v), compare_by_directory);
	fprintf(f, "Files%*s%7s  %6s  %-*s  %s\n", (int)NAME_WIDTH - 5, "", "lines", "",
		(int)RANGE_WIDTH, "not covered", "unknown");
	for (size_t i = 0, next; i < n; i = next) {
		size_t length = directory_length(v[i]->path);

		for (next = i; next < n && directory_length(v[next]->path) == length &&
			       !strncmp(v[next]->path, v[i]->path, length);)
			next++;
		if (length)
			print_directory(f, v + i, next - i, style);
		for (size_t k = i; k < next; k++)
			print_file(f, c, v[k], length ? 4 : 2, style);
	}
	free(v);
}

static void print_block(FILE *f, uint32_t block, int line)
{
	fprintf(f, "%" PRIu32, block);
	if (line)
		fprintf(f, " (line %d)", line);
}

static void print_edges(FILE *f, const struct coverage *c, const struct cov_function *fn,
			const struct text_style *style)
{
	for (size_t i = fn->first_edge; i < fn->first_edge + fn->n_edges; i++) {
		const struct cov_edge *e = &c->edges[i];
		struct source_location from = block_location(c->instrumented, fn->map, e->from);
		struct source_location to = block_location(c->instrumented, fn->map, e->to);

		fprintf(f, "    %s%-11s%s  block ", on(style, state_colour(e->state)),
			state_name(e->state), on(style, PLAIN));
		print_block(f, e->from, from.line);
		fputs(" -> ", f);
		print_block(f, e->to, to.line);
		putc('\n', f);
	}
}

static void counts_cell(FILE *f, const struct counts *t)
{
	char share[48] = "-";

	if (t->total)
		snprintf(share, sizeof(share), "%zu/%zu", t->covered, t->total);
	fprintf(f, " %8s", share);
}

static void print_functions(FILE *f, const struct coverage *c, const struct text_style *style)
{
	const size_t used = NAME_WIDTH + 15 + (c->from_map ? 18 : 9);

	fprintf(f, "Functions%*s%7s  %6s %8s%s\n", (int)NAME_WIDTH - 9, "", "lines", "",
		c->from_map ? "blocks" : "probes", c->from_map ? "    edges" : "");
	for (size_t i = 0; i < c->n_functions; i++) {
		const struct cov_function *fn = &c->functions[i];
		char *at;

		name_cell(f, 2, fn->display_name, state_colour(fn->state), style);
		if (fn->state == STATE_UNKNOWN)
			fprintf(f, "%15s", "unknown");
		else
			share_cell(f, &fn->lines);
		counts_cell(f, &fn->blocks);
		if (c->from_map)
			counts_cell(f, &fn->edges);
		at = fn->no_debug && fn->address
			     ? image_start_text(c->instrumented->img, fn->address)
		     : fn->file != MAP_NONE && fn->line
			     ? xasprintf("%s:%" PRIu32, c->files[fn->file].path, fn->line)
			     : NULL;
		if (at) {
			size_t n = strlen(at), room = WIDTH - used - 2;

			fputs(n > room ? "  ..." : "  ", f);
			print_sanitized(f, n > room ? at + n - (room - 3) : at);
			free(at);
		}
		putc('\n', f);
		if (style->edges)
			print_edges(f, c, fn, style);
	}
}

static void print_images(FILE *f, const struct coverage *c, const struct text_style *style)
{
	fprintf(f, "Images%*s%7s  %6s %8s\n", (int)NAME_WIDTH - 6, "", "lines", "", "functions");
	for (size_t i = 0; i < c->n_parts; i++) {
		name_cell(f, 2, c->parts[i]->image, "", style);
		share_cell(f, &c->parts[i]->line_counts);
		counts_cell(f, &c->parts[i]->function_counts);
		putc('\n', f);
	}
}

void out_text(FILE *f, const struct coverage *c, const struct text_style *style)
{
	print_totals(f, c);
	if (c->n_lines)
		print_files(f, c, style);
	print_functions(f, c, style);
	if (c->parts)
		print_images(f, c, style);
}

/* Returns the number of hooks that GCC before 14 calls by a tail call of its own making. */
static size_t tail_calls(const struct match_result *r)
{
	size_t n = 0;

	for (size_t i = 0; i < r->n_images; i++)
		for (size_t k = 0; k < r->images[i]->n_probes; k++)
			n += r->images[i]->probes[k].is_tail_call;
	return n;
}

/* Returns why no file is the image of a module, or NULL. */
static const char *why_not_found(const struct match_result *r, const char *path)
{
	for (size_t i = 0; i + 1 < r->not_found.n; i += 2)
		if (!strcmp(r->not_found.v[i], path))
			return r->not_found.v[i + 1];
	return NULL;
}

static void print_unmatched_module(FILE *f, const struct match_result *r,
				   const struct unmatched_module *x)
{
	const char *why = x->path ? why_not_found(r, x->path) : NULL;

	if (x->path && !*x->path) {
		fprintf(f,
			"  %zu outside all images, for example 0x%" PRIx64
			"; for a kernel module\n    add --image and --module\n",
			x->pcs, x->example);
	} else if (x->path) {
		fprintf(f, "  %zu in ", x->pcs);
		print_sanitized(f, x->path);
		if (why) {
			fputs(": ", f);
			print_sanitized(f, why);
		}
		fputs("; add it with --image\n", f);
	} else {
		fprintf(f, "  %zu outside all loaded modules, for example 0x%" PRIx64 "\n", x->pcs,
			x->example);
	}
}

/* Prints what was built and did not run, and what is not counted of it. */
static void print_built(FILE *f, const struct match_result *r)
{
	char *text;

	if (r->n_never_ran)
		fprintf(f, "Built: %zu %s with code that never ran\n", r->n_never_ran,
			plural(r->n_never_ran, "image or object", "images or objects"));
	if (r->built_lto)
		fprintf(f, "  %zu %s for -flto: what was not linked of %s is not counted\n",
			r->built_lto, plural(r->built_lto, "object", "objects"),
			plural(r->built_lto, "it", "them"));
	if (r->skipped_built)
		fprintf(f, "  %zu built %s could not be read\n", r->skipped_built,
			plural(r->skipped_built, "file", "files"));
	if (!r->built_plain)
		return;
	text = xasprintf("Not instrumented: %zu %s (lines 'plain' of %s), such as %s",
			 r->built_plain, plural(r->built_plain, "file", "files"), r->build_list,
			 r->built_plain_example);
	print_wrapped(f, 0, text);
	free(text);
}

/* Prints how many files of flags and copies of memories were read, and of how many processes. */
static void print_flags_input(FILE *f, const struct match_result *r)
{
	struct image_records sum = { 0 };
	size_t copied = 0;

	for (size_t i = 0; i < r->n_images; i++) {
		const struct image_records *x = &r->images[i]->records;

		image_records_add(&sum, x);
		copied += (x->how & ANYCOV_FLAGS_COPIED) != 0;
	}
	if (sum.flag_files) {
		fprintf(f, "Input: %zu %s of flags, %" PRIu64 " %s", sum.flag_files,
			plural(sum.flag_files, "file", "files"), sum.started,
			plural(sum.started, "process", "processes"));
		if (sum.ended < sum.started)
			fprintf(f, ", the end of %" PRIu64 " not seen", sum.started - sum.ended);
		putc('\n', f);
	}
	if (sum.memories)
		fprintf(f, "Input: %zu %s of a memory\n", sum.memories,
			plural(sum.memories, "copy", "copies"));
	if (copied)
		fprintf(f,
			"  flags of %zu %s were copied when processes ended; those that are "
			"killed\n    lose theirs\n",
			copied, plural(copied, "image", "images"));
	if (r->skipped)
		fprintf(f, "  %zu %s could not be used\n", r->skipped,
			plural(r->skipped, "file", "files"));
	if (r->unlinked)
		fprintf(f, "  %zu %s instrumented, linked without anycov: not recorded\n",
			r->unlinked, plural(r->unlinked, "image", "images"));
	print_built(f, r);
}

void out_text_lost(FILE *f, const struct coverage *c, const struct match_result *r)
{
	char *counts, *sentence;

	if (!c && r->counts.lost)
		fputs("A buffer was full: comparisons are missing; record again with a larger "
		      "--size\n",
		      f);
	if (!c || !coverage_has_unknown(c, UNKNOWN_BUFFER_FULL))
		return;
	counts = coverage_unknown_counts(c, UNKNOWN_BUFFER_FULL);
	sentence = xasprintf("A buffer was full: %s unknown; %s", counts,
			     unknown_help(c, UNKNOWN_BUFFER_FULL));
	print_wrapped(f, 0, sentence);
	free(counts);
	free(sentence);
}

void out_text_input(FILE *f, const struct match_result *r)
{
	size_t unmatched = match_unmatched_count(r);

	print_flags_input(f, r);
	if (!r->counts.files)
		return;
	fprintf(f, "Input: %zu %s, %" PRIu64 " %s, ", r->counts.files,
		plural(r->counts.files, "dump", "dumps"), r->counts.records,
		plural(r->counts.records, "record", "records"));
	fprintf(f, "%zu distinct %s, ", r->pcs + r->edges,
		!r->edges ? plural(r->pcs, "address", "addresses")
		: r->pcs  ? "addresses and edges"
			  : plural(r->edges, "edge", "edges"));
	if (unmatched)
		fprintf(f, "%zu %s no probe\n", unmatched, plural(unmatched, "matches", "match"));
	else
		fprintf(f, "all matched to probes\n");
	if (r->unmatched)
		fprintf(f, "  %zu in an image but at no probe, for example 0x%" PRIx64 "\n",
			r->unmatched, r->unmatched_example);
	if (r->unmatched && tail_calls(r))
		fprintf(f,
			"  %zu hooks are called by tail calls, which record the return address of\n"
			"    their caller\n",
			tail_calls(r));
	for (size_t i = 0; i < r->n_unmatched_modules; i++)
		print_unmatched_module(f, r, &r->unmatched_modules[i]);
	if (r->counts.folded)
		fprintf(f, "  %zu edges of a 32-bit machine, which show only how many there were\n",
			r->counts.folded);
}
