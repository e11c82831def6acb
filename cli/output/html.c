/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * HTML pages without external resources: they open from a disk, an archive or a
 * mail.  A sign, a word and a pattern show the state of a line as well as its colour.
 */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "anycov/flags_file.h"
#include "coverage/source_text.h"
#include "output/html.h"

static void text(FILE *f, const char *s)
{
	html_text(f, s, strlen(s));
}

static void head(FILE *f, const char *title)
{
	fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
	      "<meta name=\"viewport\" content=\"width=device-width\">\n<title>",
	      f);
	text(f, title);
	fputs("</title>\n<style>\n", f);
	fputs(html_style, f);
	fputs("</style></head>\n<body>\n<h1>", f);
	text(f, title);
	fputs("</h1>\n", f);
}

/* Prints a cell "12/34 35.3 %" with a bar, which sorts by the percentage. */
static void share_cell(FILE *f, const struct counts *t)
{
	double share = t->total ? (double)t->covered / (double)t->total : 0;

	if (!t->total) {
		fputs("<td class=\"num\" data-v=\"-1\">none</td>", f);
		return;
	}
	fprintf(f,
		"<td class=\"num\" data-v=\"%.6f\"><meter min=\"0\" max=\"1\" value=\"%.4f\">"
		"</meter> <span class=\"of\">%zu/%zu</span> <span "
		"class=\"pc\">%5.1f&nbsp;%%</span></td>",
		share, share, t->covered, t->total, 100 * share);
}

static void totals_row(FILE *f, const char *what, const struct counts *t)
{
	fprintf(f, "<tr><th scope=\"row\">%s</th>", what);
	share_cell(f, t);
	fprintf(f,
		"<td class=\"num\">%zu</td><td class=\"num\">%zu</td><td class=\"num\">%zu</td>"
		"<td class=\"num\">%zu</td></tr>\n",
		t->covered - t->hit, counts_not_covered(t), t->unknown, t->total);
}

/* Prints why something is unknown and what to do, one sentence a reason. */
static void reasons(FILE *f, const struct coverage *c)
{
	bool any = false;

	for (unsigned r = UNKNOWN_NONE + 1; r < UNKNOWN_REASON_COUNT; r++) {
		char *sentence = r == UNKNOWN_BUFFER_FULL ? NULL : coverage_unknown_sentence(c, r);

		if (!sentence)
			continue;
		fputs(any ? "<li>" : "<ul class=\"reasons\">\n<li>", f);
		text(f, sentence);
		fputs(".</li>\n", f);
		free(sentence);
		any = true;
	}
	fputs(any ? "</ul>\n" : "", f);
}

/* Prints what a full buffer left unknown, before all numbers. */
static void lost(FILE *f, const struct coverage *c)
{
	char *counts;

	if (!coverage_has_unknown(c, UNKNOWN_BUFFER_FULL))
		return;
	counts = coverage_unknown_counts(c, UNKNOWN_BUFFER_FULL);
	fprintf(f, "<p><strong>A buffer was full: %s unknown</strong>; ", counts);
	text(f, unknown_help(c, UNKNOWN_BUFFER_FULL));
	fputs(".</p>\n", f);
	free(counts);
}

static void totals(FILE *f, const struct coverage *c)
{
	char *left_out = unselected_text(&c->unselected);

	fputs("<table class=\"totals\"><thead><tr><th></th><th>covered</th>"
	      "<th>of these inferred</th><th>not covered</th><th>unknown</th><th>total</th></tr>"
	      "</thead><tbody>\n",
	      f);
	totals_row(f, "functions", &c->function_counts);
	if (c->no_debug && !c->n_lines)
		fputs("<tr><th scope=\"row\">lines</th><td colspan=\"5\">unknown</td></tr>\n", f);
	else
		totals_row(f, "lines", &c->line_counts);
	totals_row(f, c->from_map ? "blocks" : "probes", &c->block_counts);
	if (c->from_map)
		totals_row(f, "edges", &c->edge_counts);
	fputs("</tbody></table>\n", f);
	reasons(f, c);
	if (left_out)
		fprintf(f, "<p>Left out: %s.</p>\n", left_out);
	free(left_out);
}

static void header_cell(FILE *f, const char *what)
{
	fprintf(f, "<th scope=\"col\" aria-sort=\"none\"><button type=\"button\">%s</button></th>",
		what);
}

/* Returns the name of a page, of characters that every file system and URL takes. */
char *html_page_name(size_t image, size_t file, const char *path)
{
	struct string_buffer t = { 0 };
	const char *base = base_name(path);

	string_buffer_appendf(&t, "f%zu-%zu-", image, file);
	for (size_t i = 0; i < 60 && base[i]; i++)
		string_buffer_append_n(
			&t,
			isalnum((unsigned char)base[i]) || strchr("._-", base[i]) ? base + i : "_",
			1);
	string_buffer_append(&t, ".html");
	return t.s;
}

static void link_to(FILE *f, const struct coverage *c, size_t image, uint32_t file, uint32_t line)
{
	char *page = html_page_name(image, file, c->files[file].path);

	fprintf(f, "<a href=\"%s%s", page, line ? "#L" : "");
	if (line)
		fprintf(f, "%" PRIu32, line);
	fputs("\">", f);
	free(page);
}

static void files_table(FILE *f, const struct coverage *c, size_t image)
{
	if (!c->n_lines)
		return;
	fprintf(f, "<h3>Files</h3>\n<table class=\"sortable\" id=\"files%zu\"><thead><tr>", image);
	header_cell(f, "file");
	header_cell(f, "lines");
	fputs("</tr></thead><tbody>\n", f);
	for (size_t i = 0; i < c->n_files; i++) {
		if (!c->files[i].n)
			continue;
		fputs("<tr><td>", f);
		link_to(f, c, image, (uint32_t)i, 0);
		text(f, c->files[i].path);
		fputs("</a></td>", f);
		share_cell(f, &c->files[i].lines);
		fputs("</tr>\n", f);
	}
	fputs("</tbody></table>\n", f);
}

/* Prints the name of the file, or without debug information the address. */
static void function_place(FILE *f, const struct coverage *c, const struct cov_function *fn)
{
	char *address;

	if (fn->file != MAP_NONE) {
		text(f, base_name(c->files[fn->file].path));
	} else if (fn->no_debug && fn->address) {
		address = image_start_text(c->instrumented->img, fn->address);
		text(f, address);
		free(address);
	}
}

static void functions_table(FILE *f, const struct coverage *c, size_t image)
{
	fprintf(f, "<h3>Functions</h3>\n<table class=\"sortable\" id=\"functions%zu\"><thead><tr>",
		image);
	header_cell(f, "function");
	header_cell(f, "covered");
	header_cell(f, "file");
	header_cell(f, c->from_map ? "blocks" : "probes");
	header_cell(f, "lines");
	if (c->from_map)
		header_cell(f, "edges");
	fputs("</tr></thead><tbody>\n", f);
	for (size_t i = 0; i < c->n_functions; i++) {
		const struct cov_function *fn = &c->functions[i];
		bool linked = fn->file != MAP_NONE && c->files[fn->file].n;

		fputs("<tr><td>", f);
		if (linked)
			link_to(f, c, image, fn->file, fn->line);
		text(f, fn->display_name);
		fprintf(f, "%s</td><td class=\"%s\" data-v=\"%d\">%s</td><td>",
			linked ? "</a>" : "", html_state_name(fn->state), fn->state,
			fn->covered                  ? "\xe2\x9c\x94 yes"
			: fn->state == STATE_UNKNOWN ? "? unknown"
			: !fn->left_out              ? "\xe2\x9c\x98 no"
			: fn->map->had_code          ? "\xe2\x9c\x98 no: dropped by the linker"
						     : "\xe2\x9c\x98 no: dropped by the compiler");
		function_place(f, c, fn);
		fputs("</td>", f);
		share_cell(f, &fn->blocks);
		share_cell(f, &fn->lines);
		if (c->from_map)
			share_cell(f, &fn->edges);
		fputs("</tr>\n", f);
	}
	fputs("</tbody></table>\n", f);
}

static void images_table(FILE *f, const struct coverage *c, size_t image)
{
	fprintf(f, "<h3>Images</h3>\n<table class=\"sortable\" id=\"images%zu\"><thead><tr>",
		image);
	header_cell(f, "image");
	header_cell(f, "lines");
	header_cell(f, "functions");
	fputs("</tr></thead><tbody>\n", f);
	for (size_t i = 0; i < c->n_parts; i++) {
		fputs("<tr><td>", f);
		text(f, c->parts[i]->image);
		fputs("</td>", f);
		share_cell(f, &c->parts[i]->line_counts);
		share_cell(f, &c->parts[i]->function_counts);
		fputs("</tr>\n", f);
	}
	fputs("</tbody></table>\n", f);
}

static void html_flags(FILE *f, const struct match_result *r)
{
	struct image_records sum = { 0 };

	for (size_t i = 0; i < r->n_images; i++)
		image_records_add(&sum, &r->images[i]->records);
	if (sum.flag_files)
		fprintf(f, "<p>Input: %zu %s of flags, %" PRIu64 " %s.</p>\n", sum.flag_files,
			plural(sum.flag_files, "file", "files"), sum.started,
			plural(sum.started, "process", "processes"));
	if (sum.memories)
		fprintf(f, "<p>Input: %zu %s of a memory.</p>\n", sum.memories,
			plural(sum.memories, "copy", "copies"));
	if (sum.how & ANYCOV_FLAGS_COPIED)
		fputs("<p>Some flags were copied when processes ended; those that are killed lose "
		      "theirs.</p>\n",
		      f);
	if (r->skipped)
		fprintf(f, "<p><strong>%zu input %s could not be used.</strong></p>\n", r->skipped,
			plural(r->skipped, "file", "files"));
	if (r->unlinked)
		fprintf(f,
			"<p><strong>%zu %s instrumented, linked without anycov: not "
			"recorded.</strong></p>\n",
			r->unlinked, plural(r->unlinked, "image", "images"));
}

static void html_unmatched(FILE *f, const struct match_result *r)
{
	size_t unmatched = match_unmatched_count(r);

	html_flags(f, r);
	if (!r->counts.files)
		return;
	fprintf(f, "<p>Input: %zu %s, %" PRIu64 " %s, %zu distinct %s", r->counts.files,
		plural(r->counts.files, "dump", "dumps"), r->counts.records,
		plural(r->counts.records, "record", "records"), r->pcs + r->edges,
		!r->edges ? plural(r->pcs, "address", "addresses")
		: r->pcs  ? "addresses and edges"
			  : plural(r->edges, "edge", "edges"));
	if (unmatched)
		fprintf(f, ", <strong>%zu %s no probe</strong>", unmatched,
			plural(unmatched, "matches", "match"));
	fputs(".</p>\n", f);
}

static int write_index(const char *dir, struct coverage *const *coverage, size_t n,
		       const struct match_result *r, struct anycov_error *err)
{
	char *path = xasprintf("%s/index.html", dir);
	struct out_file out;
	int status = out_open(&out, path, err);

	free(path);
	if (status)
		return -1;
	head(out.f, "Coverage");
	for (size_t i = 0; i < n; i++)
		lost(out.f, coverage[i]);
	html_unmatched(out.f, r);
	for (size_t i = 0; i < n; i++) {
		fputs("<h2>", out.f);
		text(out.f, coverage[i]->image);
		fputs("</h2>\n", out.f);
		totals(out.f, coverage[i]);
		files_table(out.f, coverage[i], i);
		functions_table(out.f, coverage[i], i);
		if (coverage[i]->parts)
			images_table(out.f, coverage[i], i);
	}
	fprintf(out.f, "<script>\n%s</script>\n</body></html>\n", html_script);
	return out_commit(&out, err);
}

static int write_page(const char *dir, const struct coverage *c, size_t image, size_t index,
		      const struct block_starts *columns, struct anycov_error *err)
{
	const struct cov_file *file = &c->files[index];
	char *name = html_page_name(image, index, file->path);
	char *path = xasprintf("%s/%s", dir, name), *source;
	struct out_file out;
	size_t size;
	int status = out_open(&out, path, err);

	free(path);
	free(name);
	if (status)
		return -1;
	source = source_text_read(file, &size);
	head(out.f, file->path);
	fputs("<p><a href=\"index.html\">All files and functions</a></p>\n<table class=\"totals\">"
	      "<tbody><tr><th scope=\"row\">lines</th>",
	      out.f);
	share_cell(out.f, &file->lines);
	fputs("</tr></tbody></table>\n", out.f);
	html_legend(out.f);
	if (!source)
		fputs("<p><strong>The source was not found: only lines with code are "
		      "shown.</strong> "
		      "If it has moved, use --source-map OLD=NEW.</p>\n",
		      out.f);
	fputs("<table class=\"source\"><thead><tr><th>line</th><th>state</th><th>records</th>"
	      "<th>blocks</th><th>source</th></tr></thead><tbody>\n",
	      out.f);
	html_source_rows(out.f, c, (uint32_t)index, columns, source ? source : "",
			 source ? size : 0);
	fputs("</tbody></table>\n</body></html>\n", out.f);
	free(source);
	return out_commit(&out, err);
}

int out_html(const char *dir, struct coverage *const *coverage, size_t n,
	     const struct match_result *r, struct anycov_error *err)
{
	int status = 0;

	if (mkdir(dir, 0777) && errno != EEXIST)
		return anycov_error_set(err, "%s: cannot be created: %s", dir, strerror(errno));
	for (size_t i = 0; i < n && !status; i++) {
		struct block_starts columns;

		block_starts_make(&columns, coverage[i]);
		for (size_t k = 0; k < coverage[i]->n_files && !status; k++) {
			progress("writing pages", k, coverage[i]->n_files);
			if (coverage[i]->files[k].n)
				status = write_page(dir, coverage[i], i, k, &columns, err);
		}
		block_starts_free(&columns);
	}
	/* Last: if it exists, all pages do. */
	return status ? status : write_index(dir, coverage, n, r, err);
}
