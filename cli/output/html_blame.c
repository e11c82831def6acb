/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Who wrote the lines that are not covered, and when (report --blame). */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "output/html.h"

#define DAY (24 * 60 * 60)

enum age { AGE_MONTH, AGE_YEAR, AGE_OLDER, AGE_COUNT };

/* Lines that are not covered. */
struct author {
	const char *name;
	size_t n[AGE_COUNT], all;
};

/* Writes the date of a time, or "" if it has none. */
static void write_date(char date[sizeof("2000-12-31")], int64_t seconds)
{
	const time_t then = (time_t)seconds;
	struct tm tm;

	*date = 0;
	if (gmtime_r(&then, &tm) && tm.tm_year >= 0 && tm.tm_year < 8100)
		strftime(date, sizeof("2000-12-31"), "%Y-%m-%d", &tm);
}

void html_blame_title(FILE *f, const struct blame *b, size_t line)
{
	const struct blame_commit *c = blame_of(b, line);
	char date[sizeof("2000-12-31")];

	if (!c)
		return;
	write_date(date, c->time);
	fputs("; by ", f);
	html_string(f, c->author);
	fprintf(f, ", %s", date);
}

static enum age age_of(int64_t then, int64_t now)
{
	return then > now - (int64_t)30 * DAY    ? AGE_MONTH
	       : then > now - (int64_t)365 * DAY ? AGE_YEAR
						 : AGE_OLDER;
}

static int compare_authors(const void *a, const void *b)
{
	const struct author *x = a, *y = b;

	return x->all != y->all ? (x->all < y->all ? 1 : -1) : strcmp(x->name, y->name);
}

static struct author *find_author(struct author *v, size_t *n, struct u64_map *by_name,
				  const char *name)
{
	uint64_t *at = u64_map_get_or_add(by_name, fnv1a_update(FNV1A_OFFSET, name, strlen(name)));

	if (!*at) {
		v[*n] = (struct author){ .name = name };
		*at = ++*n;
	}
	return &v[*at - 1];
}

static void author_row(FILE *f, const struct author *a)
{
	fputs("<tr><th scope=\"row\">", f);
	html_string(f, a->name);
	fprintf(f, "</th><td class=\"num\">%zu</td>", a->all);
	for (unsigned age = 0; age < AGE_COUNT; age++)
		html_number_cell(f, "num", a->n[age]);
	fputs("</tr>\n", f);
}

static void table(FILE *f, const struct author *v, size_t n)
{
	struct author all = { .name = "all" };

	fputs("<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"table of "
	      "authors\"><table class=\"totals\" id=\"authors\"><thead><tr><th "
	      "scope=\"col\">author</th><th scope=\"col\">not covered</th><th "
	      "scope=\"col\">last 30 days</th><th scope=\"col\">31 to 365 days</th><th "
	      "scope=\"col\">older</th></tr></thead><tbody>\n",
	      f);
	for (size_t i = 0; i < n; i++) {
		author_row(f, &v[i]);
		for (unsigned age = 0; age < AGE_COUNT; age++)
			all.n[age] += v[i].n[age];
		all.all += v[i].all;
	}
	if (n != 1)
		author_row(f, &all);
	fputs("</tbody></table></div>\n", f);
}

void html_blame_table(FILE *f, const struct html_report *h)
{
	const struct blame *b = h->origin->blame;
	struct author *v = xcalloc(b->n + 1, sizeof(*v));
	struct u64_map by_name = { 0 };
	const int64_t now = html_time();
	size_t n = 0, unknown = 0;

	for (size_t i = 0; i < h->c->n_lines; i++) {
		const struct blame_commit *c;
		struct author *a;

		if (h->c->lines[i].state != STATE_NOT_COVERED)
			continue;
		c = blame_of(b, i);
		if (!c) {
			unknown++;
			continue;
		}
		a = find_author(v, &n, &by_name, c->author);
		a->n[age_of(c->time, now)]++;
		a->all++;
	}
	if (n)
		qsort(v, n, sizeof(*v), compare_authors);
	fputs("<details class=\"numbers\" open><summary>Lines that are not covered, by author and "
	      "age</summary>\n",
	      f);
	table(f, v, n);
	if (unknown)
		fprintf(f,
			"<p>Of %zu %s the author is not known: git does not have the file, it has "
			"changed since it was compiled, or the clone is shallow.</p>\n",
			unknown, plural(unknown, "line", "lines"));
	fputs("</details>\n", f);
	u64_map_free(&by_name);
	free(v);
}
