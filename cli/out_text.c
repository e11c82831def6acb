/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <inttypes.h>
#include "out.h"

#define GREEN "\033[32m"
#define RED "\033[31m"
#define YELLOW "\033[33m"
#define PLAIN "\033[0m"

static const char *on(const struct text_style *style, const char *colour)
{
	return style->colour ? colour : "";
}

static const char *colour_of(unsigned state)
{
	return state >= COVER_INFERRED ? GREEN : state <= COVER_ASSUMED_NOT ? RED : YELLOW;
}

static void percent(FILE *f, const char *what, const struct tally *t)
{
	fprintf(f, "  %-10s %zu of %zu", what, t->ran, t->total);
	if (t->total)
		fprintf(f, " (%.1f %%)", 100.0 * (double)t->ran / (double)t->total);
	if (t->ran != t->sure)
		fprintf(f, ", %zu of them inferred", t->ran - t->sure);
	if (t->unknown)
		fprintf(f, ", %zu more are unknown", t->unknown);
	putc('\n', f);
	if (t->assumed || t->assumed_not)
		fprintf(f, "  %-10s   if every call was recorded whole: %zu of those that ran, %zu of those that did not\n",
			"", t->assumed, t->assumed_not);
}

static void print_edges(FILE *f, const struct coverage *c, const struct cov_function *fn,
			const struct text_style *style)
{
	for (size_t i = fn->first_edge; i < fn->first_edge + fn->n_edges; i++) {
		const struct cov_edge *e = &c->edges[i];
		struct place from = block_place(c->model, fn->map, e->from);
		struct place to = block_place(c->model, fn->map, e->to);

		fprintf(f, "       %s%-17s%s block %" PRIu32 " (line %d) -> %" PRIu32 " (line %d)\n",
			on(style, colour_of(e->state)), state_name(e->state), on(style, PLAIN),
			e->from, from.line, e->to, to.line);
	}
}

static void print_functions(FILE *f, const struct coverage *c, const struct text_style *style)
{
	fprintf(f, "\n%-4s %9s %9s %9s  %s\n", "ran", c->from_map ? "blocks" : "probes", "lines",
		c->from_map ? "edges" : "", "function");
	for (size_t i = 0; i < c->n_functions; i++) {
		const struct cov_function *fn = &c->functions[i];
		char blocks[48], lines[48], edges[48] = "";

		snprintf(blocks, sizeof(blocks), "%zu/%zu", fn->blocks.ran, fn->blocks.total);
		snprintf(lines, sizeof(lines), "%zu/%zu", fn->lines.ran, fn->lines.total);
		if (c->from_map)
			snprintf(edges, sizeof(edges), "%zu/%zu", fn->edges.ran, fn->edges.total);
		fprintf(f, "%s%-4s%s %9s %9s %9s  %s", on(style, fn->ran ? GREEN : RED),
			fn->ran ? "yes" : "no", on(style, PLAIN), blocks, lines, edges, fn->shown);
		if (fn->file != MAP_NONE && fn->line) {
			fputs(" (", f);
			put_safe(f, c->files[fn->file].path);
			fprintf(f, ":%u)", fn->line);
		}
		putc('\n', f);
		if (style->edges)
			print_edges(f, c, fn, style);
	}
}

/* Lines of one state as ranges; a range ends where code of another state stands. */
static void print_ranges(FILE *f, const struct coverage *c, const struct cov_file *file,
			 const char *what, unsigned low, unsigned high,
			 const struct text_style *style)
{
	size_t i = file->first, end = file->first + file->n;
	unsigned column = 0;

	while (i < end) {
		uint32_t from = c->lines[i].line, to = from;
		int n;

		if (c->lines[i].state < low || c->lines[i].state > high) {
			i++;
			continue;
		}
		while (i < end && c->lines[i].state >= low && c->lines[i].state <= high)
			to = c->lines[i++].line;
		if (column == 0 || column > 88) {
			if (column)
				fprintf(f, "\n             ");
			else
				fprintf(f, "    %s%-9s%s", on(style, colour_of(low)), what,
					on(style, PLAIN));
			column = 13;
		}
		n = from == to ? fprintf(f, " %" PRIu32, from)
			       : fprintf(f, " %" PRIu32 "-%" PRIu32, from, to);
		column += n > 0 ? (unsigned)n : 0;
	}
	if (column)
		putc('\n', f);
}

static void print_files(FILE *f, const struct coverage *c, const struct text_style *style)
{
	fprintf(f, "\nlines by file\n");
	for (size_t i = 0; i < c->n_files; i++) {
		const struct cov_file *file = &c->files[i];

		if (!file->n)
			continue;
		fputs("  ", f);
		put_safe(f, file->path);
		fprintf(f, ": %zu of %zu ran\n", file->lines.ran, file->lines.total);
		print_ranges(f, c, file, "ran", COVER_INFERRED, COVER_RAN, style);
		print_ranges(f, c, file, "assumed", COVER_ASSUMED, COVER_ASSUMED, style);
		print_ranges(f, c, file, "unknown", COVER_UNKNOWN, COVER_UNKNOWN, style);
		print_ranges(f, c, file, "not run", COVER_NOT, COVER_ASSUMED_NOT, style);
	}
}

void out_text(FILE *f, const struct coverage *c, const struct text_style *style)
{
	fprintf(f, "%s\n", c->image);
	percent(f, "functions", &c->function_tally);
	percent(f, "lines", &c->line_tally);
	percent(f, c->from_map ? "blocks" : "probes", &c->block_tally);
	if (c->from_map)
		percent(f, "edges", &c->edge_tally);
	else
		fprintf(f, "  (no map in the image: only lines that hold a probe are counted)\n");
	print_functions(f, c, style);
	if (c->n_lines)
		print_files(f, c, style);
}

/* GCC before 14 lets a function end in a jump to a hook of its own making. */
static size_t tail_calls(const struct reach *r)
{
	size_t n = 0;

	for (size_t i = 0; i < r->n_models; i++)
		for (size_t k = 0; k < r->models[i]->n_sites; k++)
			n += r->models[i]->sites[k].jump;
	return n;
}

void out_text_reach(FILE *f, const struct reach *r)
{
	fprintf(f, "\n%" PRIu64 " records in %zu dump%s, %zu different addresses, ", r->records,
		r->files, r->files == 1 ? "" : "s", r->pcs);
	if (!reach_strangers(r))
		fprintf(f, "every one at a probe\n");
	else
		fprintf(f, "%zu at no probe of a given image\n", reach_strangers(r));
	if (r->unmatched)
		fprintf(f, "  %zu inside an image, but at no probe (one is 0x%" PRIx64 ")\n",
			r->unmatched, r->unmatched_example);
	if (r->unmatched && tail_calls(r))
		fprintf(f, "  %zu hooks are jumped to instead of called, which record where their caller was called\n",
			tail_calls(r));
	for (size_t i = 0; i < r->n_foreign; i++) {
		const struct foreign *x = &r->foreign[i];

		if (x->path && !*x->path)
			fprintf(f, "  %zu in no given image (one is 0x%" PRIx64 "; a kernel module's file is given with --image, its place with --module)\n",
				x->pcs, x->example);
		else if (x->path)
			fprintf(f, "  %zu in %s (give it with --image)\n", x->pcs, x->path);
		else
			fprintf(f, "  %zu in no loaded module (one is 0x%" PRIx64 ")\n", x->pcs,
				x->example);
	}
	if (r->folded)
		fprintf(f, "  %zu edges of a 32-bit machine, which only tell how many there were\n",
			r->folded);
	if (r->lost)
		fprintf(f, "a buffer was full: what ran is a lower bound (run again with a larger ANYCOV_SIZE)\n");
}
