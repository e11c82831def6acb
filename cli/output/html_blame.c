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

static void by_age(FILE *f, const void *author)
{
	for (unsigned age = 0; age < AGE_COUNT; age++)
		html_number_cell(f, "num", ((const struct author *)author)->n[age]);
}

static void author_row(FILE *f, const struct author *a)
{
	html_print(f, "author", TEXT("name", a->name), NUMBER("all", a->all),
		   PART("by_age", by_age, a));
}

struct authors {
	const struct author *v;
	size_t n;
};

static void author_rows(FILE *f, const void *authors)
{
	const struct authors *t = authors;
	struct author all = { .name = "all" };

	for (size_t i = 0; i < t->n; i++) {
		author_row(f, &t->v[i]);
		for (unsigned age = 0; age < AGE_COUNT; age++)
			all.n[age] += t->v[i].n[age];
		all.all += t->v[i].all;
	}
	if (t->n != 1)
		author_row(f, &all);
}

void html_blame_table(FILE *f, const void *report)
{
	const struct html_report *h = report;
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
	html_print(f, "authors", PART("rows", author_rows, &((struct authors){ v, n })),
		   NUMBER("unknown", unknown), TEXT("lines", plural(unknown, "line", "lines")));
	u64_map_free(&by_name);
	free(v);
}
