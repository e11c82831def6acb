/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * HTML pages that need nothing beside themselves: no script, font or image is
 * fetched, so they open from a disk, an archive or a mail.  States of lines are
 * told by a sign, a word and a pattern as well as by colour.
 */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "out_html.h"

/* A byte of a sequence that is no UTF-8 becomes U+FFFD. */
static size_t utf8_length(const unsigned char *s, size_t n)
{
	size_t length = s[0] < 0x80 ? 1 : s[0] >= 0xc2 && s[0] < 0xe0 ? 2
			: s[0] >= 0xe0 && s[0] < 0xf0 ? 3 : s[0] >= 0xf0 && s[0] < 0xf5 ? 4 : 0;

	if (!length || length > n)
		return 0;
	for (size_t i = 1; i < length; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
	    (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
		return 0;
	return length;
}

void html_text(FILE *f, const char *s, size_t n)
{
	while (n) {
		const unsigned char *u = (const unsigned char *)s;
		size_t length = utf8_length(u, n);

		if (!length || (*u < ' ' && *u != '\t') || *u == 127)
			fputs("\xef\xbf\xbd", f);
		else if (*s == '&')
			fputs("&amp;", f);
		else if (*s == '<')
			fputs("&lt;", f);
		else if (*s == '>')
			fputs("&gt;", f);
		else if (*s == '"')
			fputs("&quot;", f);
		else if (*s == '\'')
			fputs("&#39;", f);
		else
			fwrite(s, 1, length, f);
		s += length ? length : 1;
		n -= length ? length : 1;
	}
}

static void text(FILE *f, const char *s)
{
	html_text(f, s, strlen(s));
}

static void head(FILE *f, const char *title)
{
	fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
	      "<meta name=\"viewport\" content=\"width=device-width\">\n<title>", f);
	text(f, title);
	fputs("</title>\n<style>\n", f);
	fputs(html_style, f);
	fputs("</style></head>\n<body>\n<h1>", f);
	text(f, title);
	fputs("</h1>\n", f);
}

/* A cell that sorts by its share and reads "12/34" with a bar. */
static void share_cell(FILE *f, const struct tally *t)
{
	double share = t->total ? (double)t->ran / (double)t->total : 0;

	if (!t->total) {
		fputs("<td class=\"num\" data-v=\"-1\">none</td>", f);
		return;
	}
	fprintf(f, "<td class=\"num\" data-v=\"%.6f\"><meter min=\"0\" max=\"1\" value=\"%.4f\">"
		"</meter> %zu/%zu <span class=\"pc\">%5.1f&nbsp;%%</span></td>",
		share, share, t->ran, t->total, 100 * share);
}

static void totals_row(FILE *f, const char *what, const struct tally *t)
{
	fprintf(f, "<tr><th scope=\"row\">%s</th>", what);
	share_cell(f, t);
	fprintf(f, "<td class=\"num\">%zu</td><td class=\"num\">%zu</td><td class=\"num\">%zu</td>"
		"<td class=\"num\">%zu</td></tr>\n",
		t->sure, t->ran - t->sure, t->assumed + t->assumed_not, t->unknown);
}

static void totals(FILE *f, const struct coverage *c)
{
	fputs("<table class=\"totals\"><thead><tr><th></th><th>ran</th><th>by a probe</th>"
	      "<th>inferred</th><th>of all: if every call was recorded whole</th><th>unknown</th></tr>"
	      "</thead><tbody>\n", f);
	totals_row(f, "functions", &c->function_tally);
	totals_row(f, "lines", &c->line_tally);
	totals_row(f, c->from_map ? "blocks" : "probes", &c->block_tally);
	if (c->from_map)
		totals_row(f, "edges", &c->edge_tally);
	fputs("</tbody></table>\n", f);
	if (!c->from_map)
		fputs("<p>No map in the image: only lines that hold a probe are counted.</p>\n", f);
}

static void header_cell(FILE *f, const char *what)
{
	fprintf(f, "<th scope=\"col\" aria-sort=\"none\"><button type=\"button\">%s</button></th>",
		what);
}

/* Names of pages: letters that every file system and URL takes. */
char *html_page_name(size_t image, size_t file, const char *path)
{
	struct text t = { 0 };
	const char *base = base_name(path);

	text_addf(&t, "f%zu-%zu-", image, file);
	for (size_t i = 0; base[i] && i < 60; i++)
		text_addn(&t, isalnum((unsigned char)base[i]) || strchr("._-", base[i]) ? base + i
											: "_", 1);
	text_add(&t, ".html");
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

static void functions_table(FILE *f, const struct coverage *c, size_t image)
{
	fprintf(f, "<h3>Functions</h3>\n<table class=\"sortable\" id=\"functions%zu\"><thead><tr>",
		image);
	header_cell(f, "function");
	header_cell(f, "ran");
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
		text(f, fn->shown);
		fprintf(f, "%s</td><td class=\"%s\" data-v=\"%d\">%s</td><td>", linked ? "</a>" : "",
			fn->ran ? "ran" : "not", fn->ran,
			fn->ran ? "\xe2\x9c\x94 yes" : "\xe2\x9c\x98 no");
		if (fn->file != MAP_NONE)
			text(f, base_name(c->files[fn->file].path));
		fputs("</td>", f);
		share_cell(f, &fn->blocks);
		share_cell(f, &fn->lines);
		if (c->from_map)
			share_cell(f, &fn->edges);
		fputs("</tr>\n", f);
	}
	fputs("</tbody></table>\n", f);
}

static void strangers(FILE *f, const struct reach *r)
{
	fprintf(f, "<p>%" PRIu64 " records in %zu dump%s, %zu different addresses", r->records,
		r->files, r->files == 1 ? "" : "s", r->pcs);
	if (reach_strangers(r))
		fprintf(f, ", <strong>%zu at no probe of a given image</strong>",
			reach_strangers(r));
	fputs(".</p>\n", f);
	if (r->lost)
		fputs("<p><strong>A buffer was full: what ran is a lower bound.</strong></p>\n", f);
}

static int write_index(const char *dir, struct coverage *const *coverage, size_t n,
		       const struct reach *r, struct anycov_error *err)
{
	char *path = xasprintf("%s/index.html", dir);
	struct out_file out;
	int status = out_open(&out, path, err);

	free(path);
	if (status)
		return -1;
	head(out.f, "Coverage");
	strangers(out.f, r);
	for (size_t i = 0; i < n; i++) {
		fputs("<h2>", out.f);
		text(out.f, coverage[i]->image);
		fputs("</h2>\n", out.f);
		totals(out.f, coverage[i]);
		files_table(out.f, coverage[i], i);
		functions_table(out.f, coverage[i], i);
	}
	fprintf(out.f, "<script>\n%s</script>\n</body></html>\n", html_script);
	return out_commit(&out, err);
}

static int write_page(const char *dir, const struct coverage *c, size_t image, size_t index,
		      const struct columns *columns, struct anycov_error *err)
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
	source = html_read_source(file, &size);
	head(out.f, file->path);
	fputs("<p><a href=\"index.html\">All files and functions</a></p>\n<table class=\"totals\">"
	      "<tbody><tr><th scope=\"row\">lines</th>", out.f);
	share_cell(out.f, &file->lines);
	fputs("</tr></tbody></table>\n", out.f);
	html_legend(out.f);
	if (!source)
		fputs("<p><strong>The source is not here: only lines with code are shown.</strong> "
		      "If it has moved, --source-map OLD=NEW tells where to.</p>\n", out.f);
	fputs("<table class=\"source\"><thead><tr><th>line</th><th>ran</th><th>records</th>"
	      "<th>blocks</th><th>source</th></tr></thead><tbody>\n", out.f);
	html_source_rows(out.f, c, (uint32_t)index, columns, source ? source : "", source ? size : 0);
	fputs("</tbody></table>\n</body></html>\n", out.f);
	free(source);
	return out_commit(&out, err);
}

int out_html(const char *dir, struct coverage *const *coverage, size_t n, const struct reach *r,
	     struct anycov_error *err)
{
	int status = 0;

	if (mkdir(dir, 0777) && errno != EEXIST)
		return anycov_fail(err, "%s: cannot be made: %s", dir, strerror(errno));
	for (size_t i = 0; i < n && !status; i++) {
		struct columns columns;

		columns_make(&columns, coverage[i]);
		for (size_t k = 0; k < coverage[i]->n_files && !status; k++) {
			progress("writing pages", k, coverage[i]->n_files);
			if (coverage[i]->files[k].n)
				status = write_page(dir, coverage[i], i, k, &columns, err);
		}
		columns_free(&columns);
	}
	/* Last: who sees it has all pages. */
	return status ? status : write_index(dir, coverage, n, r, err);
}
