/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "coverage/model/markers.h"

static const char *const prefixes[] = { "LCOV", "GCOV", "GCOVR", "ANYCOV" };
#define N_PREFIXES (sizeof(prefixes) / sizeof(*prefixes))

/* What a marker is about, and how it is spelt after the prefix. */
enum about { ABOUT_LINES, ABOUT_EDGES, ABOUT_UNREACHABLE, N_ABOUT };
static const char *const abouts[] = { "_EXCL_", "_EXCL_BR_", "_UNREACHABLE_" };

enum word { WORD_NONE, WORD_LINE, WORD_START, WORD_STOP, WORD_FUNCTION };
static const char *const words[] = { NULL, "LINE", "START", "STOP", "FUNCTION" };

/* Markers of lcov 2 and gcovr 8 that do nothing here. */
static const char *const unsupported[] = { "_EXCL_EXCEPTION_BR_LINE", "_EXCL_EXCEPTION_BR_START",
					   "_EXCL_EXCEPTION_BR_STOP", "_EXCL_BR_WITHOUT_HIT",
					   "_EXCL_BR_SOURCE" };

struct scan {
	struct markers *m;
	uint32_t open[N_PREFIXES][N_ABOUT]; /* line of a START without its STOP yet, 0: none */
};

static bool is_name(char c)
{
	return c == '_' || isalnum((unsigned char)c);
}

/* Returns the index of the prefix that ends at `at`, or N_PREFIXES. */
static size_t prefix_before(const char *text, const char *at)
{
	size_t i, n;

	for (i = 0; i < N_PREFIXES; i++) {
		n = strlen(prefixes[i]);
		if ((size_t)(at - text) >= n && !memcmp(at - n, prefixes[i], n) &&
		    (at - n == text || !is_name(at[-(ptrdiff_t)n - 1])))
			break;
	}
	return i;
}

static bool word_is(const char *s, const char *word)
{
	return starts_with(s, word) && !is_name(s[strlen(word)]);
}

static enum word word_at(const char *s)
{
	for (unsigned i = WORD_LINE; i <= WORD_FUNCTION; i++)
		if (word_is(s, words[i]))
			return (enum word)i;
	return WORD_NONE;
}

static void add(struct marked_ranges *r, uint32_t first, uint32_t last)
{
	if (last < first)
		return;
	ARRAY_GROW(r->v, r->n, r->room);
	r->v[r->n++] = (struct marked_lines){ first, last };
}

static void exclude(struct markers *m, enum about about, uint32_t first, uint32_t last)
{
	add(about == ABOUT_EDGES ? &m->edges : &m->lines, first, last);
	if (about == ABOUT_UNREACHABLE)
		add(&m->unreachable, first, last);
}

static int compare_ranges(const void *a, const void *b)
{
	const struct marked_lines *x = a, *y = b;

	return x->first < y->first ? -1 : x->first > y->first;
}

/* Sorts the ranges and merges those that overlap. */
static void merge_ranges(struct marked_ranges *r)
{
	size_t kept = 0;

	if (r->n)
		qsort(r->v, r->n, sizeof(*r->v), compare_ranges);
	for (size_t i = 0; i < r->n; i++) {
		if (!kept || r->v[i].first > r->v[kept - 1].last)
			r->v[kept++] = r->v[i];
		else if (r->v[i].last > r->v[kept - 1].last)
			r->v[kept - 1].last = r->v[i].last;
	}
	r->n = kept;
}

/* Keeps the first problem, as the others often follow from it. */
static void problem(struct markers *m, uint32_t line, size_t prefix, enum about about,
		    const char *word, const char *other)
{
	if (!m->problem)
		m->problem =
			xasprintf("%u: %s%s%s without %s; the marker was ignored", (unsigned)line,
				  prefixes[prefix], abouts[about], word, other);
}

static void take(struct scan *s, size_t prefix, enum about about, enum word word, uint32_t line)
{
	uint32_t *open = &s->open[prefix][about];

	if (word == WORD_FUNCTION) {
		if (about == ABOUT_LINES)
			add(&s->m->functions, line, line);
	} else if (word == WORD_LINE) {
		exclude(s->m, about, line, line);
	} else if (word == WORD_START) {
		if (*open)
			problem(s->m, *open, prefix, about, "START", "STOP");
		*open = line;
	} else if (*open) {
		exclude(s->m, about, *open, line - 1);
		*open = 0;
	} else {
		problem(s->m, line, prefix, about, "STOP", "START");
	}
}

/* at: after a prefix. */
static void take_at(struct scan *s, size_t prefix, const char *at, uint32_t line)
{
	for (unsigned i = 0; i < sizeof(unsupported) / sizeof(*unsupported); i++)
		if (word_is(at, unsupported[i]) && !s->m->unsupported)
			s->m->unsupported =
				xasprintf("%u: %s%s is not supported; the marker was "
					  "ignored",
					  (unsigned)line, prefixes[prefix], unsupported[i]);
	for (unsigned about = 0; about < N_ABOUT; about++) {
		const char *word = at + strlen(abouts[about]);

		if (starts_with(at, abouts[about]) && word_at(word) != WORD_NONE)
			take(s, prefix, (enum about)about, word_at(word), line);
	}
}

void markers_read(struct markers *m, const char *text, size_t n)
{
	const char *end = text + n, *counted = text, *nl;
	struct scan s = { .m = m };
	uint32_t line = 1;

	memset(m, 0, sizeof(*m));
	/* All prefixes end in this. */
	for (const char *at = text; (at = memmem(at, (size_t)(end - at), "COV", 3));) {
		size_t prefix;

		while ((nl = memchr(counted, '\n', (size_t)(at - counted)))) {
			counted = nl + 1;
			line++;
		}
		at += strlen("COV") + (at[3] == 'R');
		prefix = *at == '_' ? prefix_before(text, at) : N_PREFIXES;
		if (prefix < N_PREFIXES)
			take_at(&s, prefix, at, line);
	}
	for (size_t i = 0; i < N_PREFIXES; i++)
		for (unsigned about = 0; about < N_ABOUT; about++)
			if (s.open[i][about])
				problem(m, s.open[i][about], i, (enum about)about, "START", "STOP");
	merge_ranges(&m->lines);
	merge_ranges(&m->edges);
	merge_ranges(&m->functions);
	merge_ranges(&m->unreachable);
}

void markers_add_matches(struct markers *m, const char *text, const regex_t *regexes, size_t n,
			 bool edges)
{
	uint32_t line = 1;

	for (const char *end; n && *text; text = end + (*end == '\n'), line++) {
		bool found = false;
		char *copy;

		end = text + strcspn(text, "\n");
		copy = xstrndup(text, (size_t)(end - text));
		for (size_t i = 0; i < n && !found; i++) {
			regmatch_t at;

			found = !regexec(&regexes[i], copy, 1, &at, 0) && !at.rm_so;
		}
		if (found)
			exclude(m, edges ? ABOUT_EDGES : ABOUT_LINES, line, line);
		free(copy);
	}
	merge_ranges(&m->lines);
	merge_ranges(&m->edges);
}

static bool has_line(const struct marked_ranges *r, uint32_t line)
{
	size_t low = 0, high = r->n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (r->v[mid].last < line)
			low = mid + 1;
		else
			high = mid;
	}
	return low < r->n && r->v[low].first <= line;
}

bool markers_exclude_line(const struct markers *m, uint32_t line)
{
	return has_line(&m->lines, line);
}

bool markers_exclude_edges(const struct markers *m, uint32_t line)
{
	return has_line(&m->edges, line) || has_line(&m->lines, line);
}

bool markers_exclude_function(const struct markers *m, uint32_t line)
{
	return has_line(&m->functions, line);
}

bool markers_unreachable(const struct markers *m, uint32_t line)
{
	return has_line(&m->unreachable, line);
}

void markers_free(struct markers *m)
{
	free(m->lines.v);
	free(m->edges.v);
	free(m->functions.v);
	free(m->unreachable.v);
	free(m->problem);
	free(m->unsupported);
	memset(m, 0, sizeof(*m));
}
