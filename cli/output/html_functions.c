/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The pages of functions and of images. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "output/html.h"

/* Rows from which on a script shows the first ones, until all are asked for. */
#define LONG_TABLE 2000u

/* Prints the file, or without debug information the address. */
static void place(FILE *f, const struct coverage *c, const struct cov_function *fn)
{
	char *address;

	fputs("<td class=\"place\">", f);
	if (fn->file != MAP_NONE) {
		html_string(f, c->files[fn->file].path);
	} else if (fn->no_debug && fn->address) {
		address = image_start_text(c->instrumented->img, fn->address);
		html_string(f, address);
		free(address);
	}
	fputs("</td>", f);
}

static void state_text(FILE *f, const struct cov_function *fn)
{
	fputs(fn->covered                  ? "\xe2\x9c\x94 covered"
	      : fn->state == STATE_UNKNOWN ? "? unknown"
	      : !fn->left_out              ? "\xe2\x9c\x98 not covered"
	      : fn->map->had_code          ? "\xe2\x9c\x98 not covered: dropped by the linker"
					   : "\xe2\x9c\x98 not covered: dropped by the compiler",
	      f);
}

/* In the cell of the function's name, so that sorting leaves them there. */
static void instance_list(FILE *f, const struct coverage *c, const struct cov_source_function *s)
{
	if (s->n < 2)
		return;
	fputs("<ul class=\"instances\">", f);
	for (size_t i = 0; i < s->n; i++) {
		const struct cov_function *fn = &c->functions[s->first + i];

		fputs("<li>", f);
		html_string(f, instance_name(c, s, i));
		fprintf(f, ": <span class=\"state %s\">", html_state_name(fn->state));
		state_text(f, fn);
		fputs("</span></li>", f);
	}
	fputs("</ul>", f);
}

static void function_row(FILE *f, const struct html_report *h, const struct cov_source_function *s,
			 bool with_file)
{
	const struct cov_function *fn = &s->sum;
	bool linked = fn->file != MAP_NONE && h->files[fn->file].page;

	fputs("<tr><th scope=\"row\">", f);
	if (linked) {
		fprintf(f, "<a href=\"%s", with_file ? h->files[fn->file].page : "");
		if (fn->line)
			fprintf(f, "#L%" PRIu32, fn->line);
		fputs("\">", f);
	}
	html_string(f, fn->display_name);
	fputs(linked ? "</a>" : "", f);
	instance_list(f, h->c, s);
	fprintf(f, "</th><td class=\"state %s\" data-v=\"%d\">", html_state_name(fn->state),
		fn->state);
	state_text(f, fn);
	fputs("</td>", f);
	if (h->c->n_functions < LONG_TABLE)
		html_share_cell(f, &fn->lines);
	else
		html_short_share_cell(f, &fn->lines);
	html_short_share_cell(f, &fn->blocks);
	if (h->c->from_map)
		html_short_share_cell(f, &fn->branches);
	if (with_file)
		place(f, h->c, fn);
	fputs("</tr>\n", f);
}

void html_function_head(FILE *f, const struct html_report *h, bool with_file)
{
	fprintf(f,
		"<thead><tr><th scope=\"col\">function</th><th scope=\"col\">state</th><th "
		"scope=\"col\">lines</th><th scope=\"col\">%s</th>",
		blocks_word(h->c));
	if (h->c->from_map)
		fputs("<th scope=\"col\">branches</th>", f);
	if (with_file)
		fputs("<th scope=\"col\">file</th>", f);
	fputs("</tr></thead>", f);
}

void html_function_rows(FILE *f, const struct html_report *h, uint32_t file)
{
	for (size_t i = 0; i < h->c->n_source_functions; i++)
		if (file == MAP_NONE || h->c->source_functions[i].sum.file == file)
			function_row(f, h, &h->c->source_functions[i], file == MAP_NONE);
}

int html_write_functions(const struct html_report *h, struct anycov_error *err)
{
	struct out_file out;

	if (html_open(&out, h, "functions.html", err))
		return -1;
	html_head(out.f, h, "Functions", "functions.html");
	fprintf(out.f,
		"<h1>Functions</h1>\n<div class=\"tools\" id=\"tools\" hidden></div>\n"
		"<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"table of "
		"functions\"><table class=\"list%s\" id=\"functions\"><caption>",
		h->c->n_functions < LONG_TABLE ? "" : " long");
	fprintf(out.f, "%zu functions: %zu covered, %zu not covered, %zu unknown</caption>",
		h->c->function_counts.total, h->c->function_counts.covered,
		counts_not_covered(&h->c->function_counts), h->c->function_counts.unknown);
	html_function_head(out.f, h, true);
	fputs("<tbody>\n", out.f);
	html_function_rows(out.f, h, MAP_NONE);
	fputs("</tbody></table></div>\n", out.f);
	html_foot(out.f);
	return out_commit(&out, err);
}

int html_write_images(const struct html_report *h, struct anycov_error *err)
{
	struct string_list names = { 0 };
	struct out_file out;

	if (html_open(&out, h, "images.html", err))
		return -1;
	image_names(h->c, &names);
	html_head(out.f, h, "Images", "images.html");
	fputs("<h1>Images</h1>\n<div class=\"tools\" id=\"tools\" hidden></div>\n"
	      "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"table of "
	      "images\"><table class=\"list\" id=\"images\"><caption>Programs and "
	      "libraries of which the report is made</caption><thead><tr><th "
	      "scope=\"col\">image</th><th scope=\"col\">lines</th><th "
	      "scope=\"col\">functions</th><th scope=\"col\">blocks</th></tr></thead><tbody>\n",
	      out.f);
	for (size_t i = 0; i < h->c->n_parts; i++) {
		fputs("<tr><th scope=\"row\">", out.f);
		html_string(out.f, names.v[i]);
		fputs("</th>", out.f);
		html_share_cell(out.f, &h->c->parts[i]->line_counts);
		html_share_cell(out.f, &h->c->parts[i]->function_counts);
		html_share_cell(out.f, &h->c->parts[i]->block_counts);
		fputs("</tr>\n", out.f);
	}
	string_list_free(&names);
	fputs("</tbody></table></div>\n", out.f);
	html_foot(out.f);
	return out_commit(&out, err);
}
