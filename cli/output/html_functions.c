/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The pages of functions and of images. */
#include <stdlib.h>
#include <string.h>
#include "output/html.h"

/* Rows from which on a script shows the first ones, until all are asked for. */
#define LONG_TABLE 2000u

/* Prints the file, or without debug information the address. */
static void place(FILE *f, const struct coverage *c, const struct cov_function *fn)
{
	char *address;

	if (fn->file != MAP_NONE) {
		html_string(f, c->files[fn->file].path);
	} else if (fn->no_debug && fn->address) {
		address = image_start_text(c->instrumented->img, fn->address);
		html_string(f, address);
		free(address);
	}
}

static const char *state_text(const struct cov_function *fn)
{
	return fn->covered                  ? "\xe2\x9c\x94 covered"
	       : fn->state == STATE_UNKNOWN ? "? unknown"
	       : !fn->left_out              ? "\xe2\x9c\x98 not covered"
	       : fn->map->had_code          ? "\xe2\x9c\x98 not covered: dropped by the linker"
					    : "\xe2\x9c\x98 not covered: dropped by the compiler";
}

/* A row of the table. */
struct row {
	const struct html_report *h;
	const struct cov_source_function *s;
};

static void row_place(FILE *f, const void *data)
{
	const struct row *row = data;

	place(f, row->h->c, &row->s->sum);
}

static void instance_list(FILE *f, const void *data)
{
	const struct row *row = data;
	const struct coverage *c = row->h->c;

	for (size_t i = 0; i < row->s->n; i++) {
		const struct cov_function *fn = &c->functions[row->s->first + i];

		html_print(f, "instance", TEXT("name", instance_name(c, row->s, i)),
			   TEXT("state", html_state_name(fn->state)),
			   TEXT("words", state_text(fn)));
	}
}

static void function_row(FILE *f, const struct html_report *h, const struct cov_source_function *s,
			 bool with_file)
{
	const struct cov_function *fn = &s->sum;
	const bool linked = fn->file != MAP_NONE && h->files[fn->file].page;
	const struct row row = { h, s };

	html_print(f, "function", NUMBER("linked", linked),
		   TEXT("page", linked && with_file ? h->files[fn->file].page : NULL),
		   NUMBER("line", fn->line), TEXT("name", fn->display_name),
		   PART("instances", s->n > 1 ? instance_list : NULL, &row),
		   TEXT("state", html_state_name(fn->state)), NUMBER("order", fn->state),
		   TEXT("words", state_text(fn)),
		   PART("lines",
			h->c->n_functions < LONG_TABLE ? html_share_cell : html_short_share_cell,
			&fn->lines),
		   PART("blocks", html_short_share_cell, &fn->blocks),
		   PART("branches", h->c->from_map ? html_short_share_cell : NULL, &fn->branches),
		   NUMBER("with_place", with_file), PART("place", row_place, &row));
}

void html_function_head(FILE *f, const void *data)
{
	const struct html_functions *t = data;

	html_print(f, "function-head", TEXT("blocks", blocks_word(t->h->c)),
		   NUMBER("branches", t->h->c->from_map), NUMBER("file", t->file == MAP_NONE));
}

void html_function_rows(FILE *f, const void *data)
{
	const struct html_functions *t = data;
	const struct coverage *c = t->h->c;

	for (size_t i = 0; i < c->n_source_functions; i++)
		if (t->file == MAP_NONE || c->source_functions[i].sum.file == t->file)
			function_row(f, t->h, &c->source_functions[i], t->file == MAP_NONE);
}

int html_write_functions(const struct html_report *h, struct anycov_error *err)
{
	const struct html_functions all = { h, MAP_NONE };
	const struct counts *t = &h->c->function_counts;
	struct out_file out;

	if (html_open(&out, h, "functions.html", err))
		return -1;
	html_head(out.f, h, "Functions", "functions.html");
	html_print(out.f, "functions", NUMBER("long", h->c->n_functions >= LONG_TABLE),
		   NUMBER("total", t->total), NUMBER("covered", t->covered),
		   NUMBER("not_covered", counts_not_covered(t)), NUMBER("unknown", t->unknown),
		   PART("head", html_function_head, &all), PART("rows", html_function_rows, &all));
	html_foot(out.f);
	return out_commit(&out, err);
}

static void image_rows(FILE *f, const void *coverage)
{
	const struct coverage *c = coverage;
	struct string_list names = { 0 };

	image_names(c, &names);
	for (size_t i = 0; i < c->n_parts; i++)
		html_print(f, "image", TEXT("name", names.v[i]),
			   PART("lines", html_share_cell, &c->parts[i]->line_counts),
			   PART("functions", html_share_cell, &c->parts[i]->function_counts),
			   PART("blocks", html_share_cell, &c->parts[i]->block_counts));
	string_list_free(&names);
}

int html_write_images(const struct html_report *h, struct anycov_error *err)
{
	struct out_file out;

	if (html_open(&out, h, "images.html", err))
		return -1;
	html_head(out.f, h, "Images", "images.html");
	html_print(out.f, "images", PART("rows", image_rows, h->c));
	html_foot(out.f);
	return out_commit(&out, err);
}
