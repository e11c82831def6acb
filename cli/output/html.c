/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * HTML pages without external resources: they open from a disk, an archive or a server
 * that forbids inline scripts and style.  Without scripts they are plain tables.  A sign
 * and a pattern show the state of a line as well as its colour.
 */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/u64_map.h"
#include "output/html.h"

char *html_page_name(const char *path)
{
	struct string_buffer t = { 0 };
	const char *base = base_name(path);

	string_buffer_append(&t, "f-");
	for (size_t i = 0; i < 60 && base[i]; i++)
		string_buffer_append_n(
			&t,
			isalnum((unsigned char)base[i]) || strchr("._-", base[i]) ? base + i : "_",
			1);
	string_buffer_appendf(&t, "-%012" PRIx64 ".html",
			      fnv1a_update(FNV1A_OFFSET, path, strlen(path)) & 0xffffffffffff);
	return t.s;
}

const char *html_id(char to[HTML_ID_ROOM], char kind, const char *s, size_t n)
{
	snprintf(to, HTML_ID_ROOM, "%c%012" PRIx64, kind,
		 fnv1a_update(FNV1A_OFFSET, s, n) & 0xffffffffffff);
	return to;
}

static const struct coverage *sorted_files; /* of compare_paths(), for qsort() */

/* The order of a tree: directories before files, each by name. */
static int compare_paths(const void *a, const void *b)
{
	const char *x = sorted_files->files[*(const uint32_t *)a].path;
	const char *y = sorted_files->files[*(const uint32_t *)b].path;
	bool x_in_directory, y_in_directory;

	while (*x && *x == *y) {
		x++;
		y++;
	}
	/* Back to the start of the component that differs. */
	while (x > sorted_files->files[*(const uint32_t *)a].path && x[-1] != '/') {
		x--;
		y--;
	}
	x_in_directory = strchr(x, '/') != NULL;
	y_in_directory = strchr(y, '/') != NULL;
	if (x_in_directory != y_in_directory)
		return x_in_directory ? -1 : 1;
	for (; *x && *x == *y; x++)
		y++;
	/* "lib/x" before "lib-2/x" */
	return (*x == '/' ? 1 : (unsigned char)*x) - (*y == '/' ? 1 : (unsigned char)*y);
}

static size_t directory_length(const char *path)
{
	return (size_t)(base_name(path) - path);
}

/* Sorts the files that have lines, and finds the directory that all of them are in. */
static void order_files(struct html_report *h)
{
	const struct coverage *c = h->c;

	h->order = xcalloc(c->n_files, sizeof(*h->order));
	for (size_t i = 0; i < c->n_files; i++) {
		const char *path = c->files[i].path;
		size_t n = directory_length(path), same = 0;

		if (!c->files[i].n)
			continue;
		h->files[i].page = html_page_name(path);
		if (!h->n_order)
			h->common = n;
		while (same < n && same < h->common &&
		       path[same] == c->files[h->order[0]].path[same])
			same++;
		if (h->n_order)
			h->common = same;
		h->order[h->n_order++] = (uint32_t)i;
		while (h->common && c->files[h->order[0]].path[h->common - 1] != '/')
			h->common--;
	}
	sorted_files = c;
	if (h->n_order)
		qsort(h->order, h->n_order, sizeof(*h->order), compare_paths);
}

/* Counts the functions of each file. */
static void count_in_files(struct html_report *h)
{
	const struct coverage *c = h->c;

	for (size_t i = 0; i < c->n_source_functions; i++) {
		const struct cov_function *fn = &c->source_functions[i].sum;

		if (fn->file != MAP_NONE)
			counts_add_state(&h->files[fn->file].functions, fn->state, fn->reason);
	}
}

/* Finds the functions of the map. */
static void index_functions(struct html_report *h)
{
	const struct coverage *c = h->c;
	const struct map *map = c->instrumented->map;

	if (!c->from_map)
		return;
	h->functions = xcalloc(map->n_functions + 1, sizeof(*h->functions));
	for (size_t i = 0; i < map->n_functions; i++)
		h->functions[i] = MAP_NONE;
	for (size_t i = 0; i < c->n_functions; i++)
		if (c->functions[i].map)
			h->functions[c->functions[i].map - map->functions] = (uint32_t)i;
}

static int write_asset(const struct html_report *h, const char *name, const char *text,
		       struct anycov_error *err)
{
	struct out_file out;

	if (html_open(&out, h, name, err))
		return -1;
	fputs(text, out.f);
	return out_commit(&out, err);
}

/*
 * Where the rows of long sources are elements, their text is not shown again.  A file of its own:
 * with :has(noscript > table) Chromium takes a minute to sort a table of 30,000 rows.
 */
static const char without_scripts[] = ".lazy .plain, .later .plain { display: none; }\n";

static int write_pages(const struct html_report *h, struct anycov_error *err)
{
	struct block_starts starts;
	int status = write_asset(h, "anycov.css", html_style, err);

	if (!status)
		status = write_asset(h, "anycov.js", html_script, err);
	if (!status)
		status = write_asset(h, "noscript.css", without_scripts, err);
	block_starts_make(&starts, h->c);
	for (size_t i = 0; i < h->n_order && !status; i++) {
		progress("writing pages", i, h->n_order);
		status = html_write_source(h, h->order[i], &starts, err);
	}
	block_starts_free(&starts);
	if (!status)
		status = html_write_functions(h, err);
	if (!status && h->c->parts)
		status = html_write_images(h, err);
	/* Last: if it exists, all pages do. */
	return status ? status : html_write_index(h, err);
}

int out_html(const char *dir, const struct coverage *c, const struct match_result *r,
	     const struct html_origin *origin, struct anycov_error *err)
{
	struct html_report h = { .dir = dir, .c = c, .r = r, .origin = origin };
	int status;

	if (mkdir(dir, 0777) && errno != EEXIST)
		return anycov_error_set(err, "%s: cannot be created: %s", dir, strerror(errno));
	template_read(html_templates);
	h.files = xcalloc(c->n_files, sizeof(*h.files));
	order_files(&h);
	count_in_files(&h);
	index_functions(&h);
	status = write_pages(&h, err);
	for (size_t i = 0; i < c->n_files; i++)
		free(h.files[i].page);
	free(h.files);
	free(h.order);
	free(h.functions);
	return status;
}
