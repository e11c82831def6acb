/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "output/output.h"
#include "output/trend.h"

/* More names than that are left out. */
#define NAMES_MAX 5

char *trend_points(char *to, const struct counts *now, const struct counts *then)
{
	/* A share of nothing is 0. */
	uint64_t now_total = now->total ? now->total : 1,
		 then_total = then->total ? then->total : 1;
	uint64_t a = now->covered * then_total, b = then->covered * now_total;
	uint64_t all = now_total * then_total, change = a > b ? a - b : b - a, tenths;

	/* Counts have 32 bits; of large ones the low bits are less than a tenth. */
	if (all > UINT64_MAX / 1000) {
		all >>= 10;
		change >>= 10;
	}
	/*
	 * What is not equal is not shown as if it were: as shares, no change is rounded up.  In
	 * whole numbers: in binary fractions 50 points may be a little less.
	 */
	tenths = change * 1000 / all;
	snprintf(to, TREND_ROOM, "%c%u.%u", a < b ? '-' : '+', (unsigned)(tenths / 10),
		 (unsigned)(tenths % 10));
	return to;
}

char *trend_number(char *to, size_t now, size_t then)
{
	snprintf(to, TREND_ROOM, "%c%zu", now < then ? '-' : '+',
		 now < then ? then - now : now - then);
	return to;
}

static void add_totals(struct string_buffer *t, const char *what, const struct counts *now,
		       const struct counts *then)
{
	char points[TREND_ROOM], covered[TREND_ROOM], total[TREND_ROOM];

	if (!now->total && !then->total)
		return;
	string_buffer_appendf(t, "%s%s ", t->n ? ", " : "", what);
	if (now->covered == then->covered && now->total == then->total)
		string_buffer_append(t, "unchanged");
	else if (!now->total || !then->total)
		string_buffer_appendf(t, "%s covered (%s in total)",
				      trend_number(covered, now->covered, then->covered),
				      trend_number(total, now->total, then->total));
	else
		string_buffer_appendf(t, "%s points (%s covered, %s in total)",
				      trend_points(points, now, then),
				      trend_number(covered, now->covered, then->covered),
				      trend_number(total, now->total, then->total));
}

char *trend_totals(const struct coverage *c)
{
	const struct baseline *b = c->baseline;
	struct string_buffer t = { 0 };

	add_totals(&t, "lines", &c->line_counts, &b->lines);
	add_totals(&t, "functions", &c->function_counts, &b->functions);
	add_totals(&t, "branches", &c->branch_counts, &b->branches);
	return t.s ? t.s : xstrdup("nothing to compare");
}

static void add_name(struct string_buffer *t, size_t i, size_t n, const char *path)
{
	if (i < NAMES_MAX) {
		size_t from = t->n;

		string_buffer_appendf(t, "%s%s", i ? ", " : " (", path);
		for (; from < t->n; from++)
			if ((unsigned char)t->s[from] < ' ' || t->s[from] == 127)
				t->s[from] = '?';
	}
	if (i + 1 == n)
		string_buffer_append(t, n > NAMES_MAX ? ", ...)" : ")");
}

char *trend_files(const struct coverage *c)
{
	const struct baseline *b = c->baseline;
	struct string_buffer t = { 0 };
	size_t n = 0;

	if (b->n_new)
		string_buffer_appendf(&t, "%zu %s new", b->n_new,
				      plural(b->n_new, "file is", "files are"));
	for (size_t i = 0; i < c->n_files && b->n_new; i++)
		if (c->files[i].n && !baseline_file(b, c->files[i].path))
			add_name(&t, n++, b->n_new, c->files[i].path);
	if (b->n_vanished)
		string_buffer_appendf(&t, "%s%zu %s vanished", b->n_new ? "; " : "", b->n_vanished,
				      plural(b->n_vanished, "file", "files"));
	n = 0;
	for (size_t i = 0; i < b->n; i++)
		if (!b->v[i].present)
			add_name(&t, n++, b->n_vanished, b->v[i].path);
	return t.s;
}

static json_t *change(const struct counts *now, const struct counts *then)
{
	return json_pack("{s:f,s:I,s:I,s:I,s:I}", "points", baseline_points(now, then), "covered",
			 (json_int_t)now->covered - (json_int_t)then->covered, "not_covered",
			 (json_int_t)counts_not_covered(now) - (json_int_t)counts_not_covered(then),
			 "unknown", (json_int_t)now->unknown - (json_int_t)then->unknown, "total",
			 (json_int_t)now->total - (json_int_t)then->total);
}

static bool differ(const struct counts *a, const struct counts *b)
{
	return a->total != b->total || a->covered != b->covered || a->unknown != b->unknown;
}

json_t *trend_json(const struct coverage *c)
{
	const struct baseline *b = c->baseline;
	json_t *files = json_array(), *added = json_array(), *vanished = json_array();

	for (size_t i = 0; i < c->n_files; i++) {
		const struct cov_file *now = &c->files[i];
		const struct baseline_file *then = now->n ? baseline_file(b, now->path) : NULL;

		if (now->n && !then)
			json_array_append_new(added, json_text(now->path));
		else if (then && differ(&now->lines, &then->lines))
			json_array_append_new(files, json_pack("{s:o,s:o}", "path",
							       json_text(now->path), "lines",
							       change(&now->lines, &then->lines)));
	}
	for (size_t i = 0; i < b->n; i++)
		if (!b->v[i].present)
			json_array_append_new(vanished, json_text(b->v[i].path));
	return json_pack("{s:o,s:o,s:o,s:o,s:o,s:o,s:o}", "path", json_text(b->path), "lines",
			 change(&c->line_counts, &b->lines), "functions",
			 change(&c->function_counts, &b->functions), "branches",
			 change(&c->branch_counts, &b->branches), "files", files, "new_files",
			 added, "vanished_files", vanished);
}
