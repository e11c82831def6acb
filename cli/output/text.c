/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The text report: totals; each file with its uncovered and its unknown lines; with --functions
 * each function with its counts.  It fits the terminal: paths are shortened, and of many files the
 * worst are listed; numbers and names of functions are whole.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/paths.h"
#include "coverage/mcdc/mcdc.h"
#include "output/text.h"
#include "output/trend.h"

#define PLACE_WIDTH 10u /* at least */
#define LONG_REPORT 50u /* rows of files, functions and images that fill a screen */
/* Of lines and functions of an image: 12345/123456  100.0%  1234/12345 */
#define IMAGE_NUMBERS_WIDTH 33u

/* Prints a whole name and pads it to `width`; a long one has a line to itself. */
static void name_cell(FILE *f, unsigned width, const char *name, const char *colour,
		      const struct text_style *style)
{
	size_t used;

	fprintf(f, "  %s", text_colour(style, colour));
	used = 2 + text_name(f, name, SIZE_MAX);
	fputs(text_colour(style, PLAIN), f);
	if (used >= width)
		fprintf(f, "\n%*s", (int)width, "");
	else
		fprintf(f, "%*s", (int)(width - used), "");
}

static void totals_row(FILE *f, const char *what, const struct counts *t)
{
	char share[SHARE_ROOM];

	fprintf(f, "  %-*s %9zu %5s%s %13zu %9zu %7zu\n", (int)TEXT_NAME_WIDTH - 9, what,
		t->covered, t->total ? share_text(share, t->covered, t->total) : "",
		t->total ? "%" : "-", counts_not_covered(t), t->unknown, t->total);
}

/* Prints a sentence in lines of `width` columns; those after the first are indented more. */
static void print_wrapped(FILE *f, unsigned width, unsigned indent, const char *sentence)
{
	size_t column = indent;

	fprintf(f, "%*s", (int)indent, "");
	while (*sentence) {
		size_t n = strcspn(sentence, " ");

		if (column + n > width) {
			fprintf(f, "\n%*s", (int)indent + 2, "");
			column = indent + 2;
		}
		fprintf(f, "%.*s", (int)n, sentence);
		column += n + 1;
		sentence += n + (sentence[n] == ' ');
		if (*sentence && column + strcspn(sentence, " ") <= width)
			putc(' ', f);
	}
	putc('\n', f);
}

/* Without lines functions are all that there is to list. */
static bool lists_functions(const struct coverage *c, const struct text_style *style)
{
	return style->functions || style->edges || !c->n_lines;
}

/* Prints one sentence for each reason why something is unknown, and what to do. */
static void print_reasons(FILE *f, const struct coverage *c, const struct text_style *style)
{
	for (unsigned r = UNKNOWN_NONE + 1; r < UNKNOWN_REASON_COUNT; r++) {
		/* A full buffer is the first line of the report. */
		const bool is_shown = lists_functions(c, style) || coverage_reason_is_first(c, r);
		char *sentence = r == UNKNOWN_BUFFER_FULL || !is_shown
					 ? NULL
					 : coverage_unknown_sentence(c, r);

		if (sentence)
			print_wrapped(f, text_width(style), 2, sentence);
		free(sentence);
	}
}

/* Prints how many functions of the source are not in the image, which counts them. */
static void print_left_out(FILE *f, const struct coverage *c)
{
	struct string_buffer t = { 0 };
	size_t linker = 0, compiler = 0;

	for (size_t i = 0; i < c->n_source_functions; i++) {
		const struct cov_function *fn = &c->source_functions[i].sum;

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

static void print_totals(FILE *f, const struct coverage *c, const struct text_style *style)
{
	const unsigned name = TEXT_NAME_WIDTH - 6;
	char *image = image_name(c->image);
	size_t used = text_name(f, image, text_width(style));

	free(image);
	fprintf(f, "%s%*s%16s %13s %9s %7s\n", used < name ? "" : "\n",
		(int)(used < name ? name - used : name), "", "covered", "not covered", "unknown",
		"total");
	if (c->no_debug && !c->n_lines)
		fprintf(f, "  %-*s %9s\n", (int)TEXT_NAME_WIDTH - 9, "lines", "unknown");
	else
		totals_row(f, "lines", &c->line_counts);
	if (c->from_map)
		totals_row(f, "branches", &c->branch_counts);
	if (mcdc_is_enabled() && mcdc_is_known(c))
		totals_row(f, "conditions", &c->condition_counts);
	else if (mcdc_is_enabled())
		fprintf(f, "  %-*s %9s\n", (int)TEXT_NAME_WIDTH - 9, "conditions", "unknown");
	totals_row(f, "functions", &c->function_counts);
	if (!c->from_map)
		totals_row(f, blocks_word(c), &c->block_counts);
	if (c->from_map && lists_functions(c, style)) {
		totals_row(f, blocks_word(c), &c->block_counts);
		totals_row(f, "edges", &c->edge_counts);
	}
	print_reasons(f, c, style);
	print_left_out(f, c);
}

/* Prints what changed since the baseline. */
static void print_trend(FILE *f, const struct coverage *c, const struct text_style *style)
{
	char *totals, *files, *sentence;

	if (!c->baseline)
		return;
	totals = trend_totals(c);
	files = trend_files(c);
	sentence = xasprintf("since the baseline: %s%s%s", totals, files ? "; " : "",
			     files ? files : "");
	print_wrapped(f, text_width(style), 2, sentence);
	free(sentence);
	free(files);
	free(totals);
}

static const char *state_colour(unsigned state)
{
	return state_is_covered(state) ? GREEN : state == STATE_UNKNOWN ? YELLOW : RED;
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

		fprintf(f, "    %s%-11s%s  block ", text_colour(style, state_colour(e->state)),
			state_name(e->state), text_colour(style, PLAIN));
		print_block(f, e->from, from.line);
		fputs(" -> ", f);
		print_block(f, e->to, to.line);
		putc('\n', f);
	}
}

/* Prints where a function is, in `room` columns: the end of a long path, which has the name. */
static void place_cell(FILE *f, const struct coverage *c, const struct cov_function *fn,
		       size_t room)
{
	char *at = fn->no_debug && fn->address ? image_start_text(c->instrumented->img, fn->address)
		   : fn->file != MAP_NONE && fn->line
			   ? xasprintf("%s:%" PRIu32, c->files[fn->file].path, fn->line)
			   : NULL;

	if (!at)
		return;
	fputs("  ", f);
	text_name_end(f, at, room);
	free(at);
}

/* How the table of functions is laid out. */
struct function_table {
	FILE *f;
	const struct coverage *c;
	const struct text_style *style;
	unsigned width, name; /* of lines, and of names with their indentation */
};

/* label: NULL, or the name of an instance that is below its function. */
static void function_row(const struct function_table *t, const struct cov_function *fn,
			 const char *label)
{
	size_t used = t->name + 2;
	char *indented = label ? xasprintf("  %s", label) : NULL;

	name_cell(t->f, t->name, indented ? indented : fn->display_name, state_colour(fn->state),
		  t->style);
	if (fn->state == STATE_UNKNOWN)
		used += (size_t)fprintf(t->f, "%15s", "unknown");
	else
		used += text_share(t->f, &fn->lines, TEXT_SHARE_WIDTH);
	used += text_counts(t->f, &fn->blocks, TEXT_COUNTS_WIDTH);
	if (t->c->from_map)
		used += text_counts(t->f, &fn->edges, TEXT_COUNTS_WIDTH);
	if (!label)
		place_cell(t->f, t->c, fn,
			   t->width > used + PLACE_WIDTH ? t->width - used : PLACE_WIDTH);
	putc('\n', t->f);
	if (t->style->edges)
		print_edges(t->f, t->c, fn, t->style);
	free(indented);
}

static void print_functions(FILE *f, const struct coverage *c, const struct text_style *style)
{
	struct function_table t = { f, c, style, text_width(style), TEXT_NAME_WIDTH };
	unsigned most = TEXT_NAME_WIDTH;

	/* A wider terminal has wider names and places. */
	if (t.width > TEXT_WIDTH)
		most += (t.width - TEXT_WIDTH) / 2;
	for (size_t i = 0; i < c->n_functions && t.name < most; i++) {
		size_t n = 2 + text_columns(c->functions[i].display_name) + 1;

		if (n > t.name && n <= most)
			t.name = (unsigned)n;
	}
	fprintf(f, "Functions%*s%7s  %6s %8s%s\n", (int)t.name - 9, "", "lines", "", blocks_word(c),
		c->from_map ? "    edges" : "");
	for (size_t i = 0; i < c->n_source_functions; i++) {
		const struct cov_source_function *s = &c->source_functions[i];

		function_row(&t, &s->sum, NULL);
		for (size_t k = 0; s->n > 1 && k < s->n; k++)
			function_row(&t, &c->functions[s->first + k], instance_name(c, s, k));
	}
}

/* What was built and never ran is one line at the end, unless all is listed. */
static bool lists_image(const struct coverage *part, const struct text_style *style)
{
	return !style->rows || !part->instrumented->records.never_ran;
}

static size_t count_images(const struct coverage *c, const struct text_style *style)
{
	size_t n = 0;

	for (size_t i = 0; i < c->n_parts; i++)
		n += lists_image(c->parts[i], style);
	return n;
}

/* Of many there is the number: the files have the screen. */
static bool images_are_listed(const struct coverage *c, const struct text_style *style)
{
	return !style->rows || count_images(c, style) <= style->rows / 3;
}

static void print_images(FILE *f, const struct coverage *c, const struct text_style *style)
{
	const unsigned most = text_width(style) - IMAGE_NUMBERS_WIDTH;
	unsigned name = TEXT_NAME_WIDTH;
	struct string_list names = { 0 };

	if (!images_are_listed(c, style)) {
		fprintf(f, "Images: %zu; --all lists them\n", count_images(c, style));
		return;
	}
	image_names(c, &names);
	for (size_t i = 0; i < c->n_parts; i++) {
		size_t n = 2 + text_columns(names.v[i]) + 1;

		if (n > name && n <= most && lists_image(c->parts[i], style))
			name = (unsigned)n;
	}
	fprintf(f, "Images%*s%7s  %6s %8s\n", (int)name - 6, "", "lines", "", "functions");
	for (size_t i = 0; i < c->n_parts; i++) {
		if (!lists_image(c->parts[i], style))
			continue;
		name_cell(f, name, names.v[i], "", style);
		text_share(f, &c->parts[i]->line_counts, TEXT_SHARE_WIDTH);
		text_counts(f, &c->parts[i]->function_counts, TEXT_COUNTS_WIDTH);
		putc('\n', f);
	}
	string_list_free(&names);
}

void out_text(FILE *f, const struct coverage *c, const struct text_style *style)
{
	print_totals(f, c, style);
	print_trend(f, c, style);
	if (c->n_lines)
		text_files(f, c, style);
	if (lists_functions(c, style))
		print_functions(f, c, style);
	if (c->parts)
		print_images(f, c, style);
}

void out_text_total(FILE *f, const struct coverage *c, const struct text_style *style)
{
	const size_t functions = lists_functions(c, style) ? c->n_functions : 0;
	const size_t files = style->rows && c->n_files > style->rows ? style->rows : c->n_files;
	const size_t images = images_are_listed(c, style) ? count_images(c, style) : 1;
	char *text, *sentence;

	if (files + functions + images < LONG_REPORT)
		return;
	text = summary_text(c);
	sentence = xasprintf("Total: %s", text);
	print_wrapped(f, text_width(style), 0, sentence);
	free(sentence);
	free(text);
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

/* A list above the current directory may have other projects, too. */
static void print_list_elsewhere(FILE *f, const char *list)
{
	char *cwd = getcwd(NULL, 0);

	if (list && cwd && !path_below(cwd, list)) {
		fputs(" (list: ", f);
		print_sanitized(f, list);
		putc(')', f);
	}
	free(cwd);
}

/* Prints what was built and did not run, and what is not counted of it. */
static void print_built(FILE *f, const struct match_result *r)
{
	char *text;

	if (r->n_never_ran) {
		fprintf(f, "Built: %zu %s with code that never ran", r->n_never_ran,
			plural(r->n_never_ran, "image or object", "images or objects"));
		print_list_elsewhere(f, r->build_list);
		putc('\n', f);
	}
	if (r->rebuilt)
		fprintf(f, "  %zu %s recorded before the last build: run %s again\n", r->rebuilt,
			plural(r->rebuilt, "image was", "images were"),
			plural(r->rebuilt, "it", "them"));
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
	print_wrapped(f, TEXT_WIDTH, 0, text);
	free(text);
}

/*
 * Returns whether a process may be in the counts of several images, a program and its shared
 * libraries: files of flags do not show which of their processes are the same.
 */
static bool counts_processes_twice(const struct match_result *r)
{
	size_t images = 0;
	bool any_library = false;

	for (size_t i = 0; i < r->n_images; i++) {
		const char *so = strstr(base_name(r->images[i]->name), ".so");

		if (!r->images[i]->records.flag_files)
			continue;
		images++;
		any_library |= so && (!so[3] || so[3] == '.');
	}
	return any_library && images > 1;
}

char *out_flags_recorded(const struct match_result *r, const struct image_records *sum)
{
	const uint64_t processes = sum->started - sum->of_kernels;
	struct string_buffer t = { 0 };

	if (r->n_tests)
		string_buffer_appendf(&t, "%zu %s, ", r->n_tests,
				      plural(r->n_tests, "test", "tests"));
	if (processes || !sum->of_kernels)
		string_buffer_appendf(&t, "%" PRIu64 " %s%s%s", processes,
				      plural(processes, "process", "processes"),
				      counts_processes_twice(r) ? " (counted for each image)" : "",
				      sum->of_kernels ? ", " : "");
	if (sum->kernels)
		string_buffer_appendf(&t, "%" PRIu64 " %s", sum->kernels,
				      plural(sum->kernels, "kernel", "kernels"));
	else if (sum->of_kernels)
		string_buffer_append(&t, "modules of a kernel");
	return t.s;
}

/* Prints of how many tests and processes flags were read, and of how many memories. */
static void print_flags_input(FILE *f, const struct match_result *r)
{
	struct image_records sum = { 0 };
	size_t copied = 0;

	for (size_t i = 0; i < r->n_images; i++) {
		const struct image_records *x = &r->images[i]->records;

		image_records_add(&sum, x);
		copied += x->copied;
	}
	if (sum.flag_files) {
		char *text = out_flags_recorded(r, &sum);

		fprintf(f, "Input: %s\n", text);
		free(text);
	}
	if (sum.memories)
		fprintf(f, "Input: %zu %s of a memory\n", sum.memories,
			plural(sum.memories, "copy", "copies"));
	if (sum.logs)
		fprintf(f,
			"Input: %zu %s of execution; lines of machine code, without "
			"instrumentation\n",
			sum.logs, plural(sum.logs, "log", "logs"));
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
	print_wrapped(f, TEXT_WIDTH, 0, sentence);
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
