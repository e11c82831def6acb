/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "coverage/model/markers.h"

#define MIDDLE "_EXCL_"

static const char *const prefixes[] = { "LCOV", "GCOV", "GCOVR", "ANYCOV" };
#define N_PREFIXES (sizeof(prefixes) / sizeof(*prefixes))

enum word { WORD_NONE, WORD_LINE, WORD_START, WORD_STOP };

struct scan {
	struct markers *m;
	uint32_t open[N_PREFIXES][2]; /* line of a START without its STOP yet, 0: none */
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

static enum word word_at(const char *s)
{
	static const char *const words[] = { NULL, "LINE", "START", "STOP" };

	for (unsigned i = WORD_LINE; i <= WORD_STOP; i++)
		if (starts_with(s, words[i]) && !is_name(s[strlen(words[i])]))
			return (enum word)i;
	return WORD_NONE;
}

static void add(struct markers *m, uint32_t first, uint32_t last, bool edges)
{
	struct marked_ranges *r = edges ? &m->edges : &m->lines;

	if (last < first)
		return;
	ARRAY_GROW(r->v, r->n, r->room);
	r->v[r->n++] = (struct marked_lines){ first, last };
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
static void problem(struct markers *m, uint32_t line, size_t prefix, bool br, const char *word,
		    const char *other)
{
	if (!m->problem)
		m->problem =
			xasprintf("%u: %s" MIDDLE "%s%s without %s; the marker was ignored",
				  (unsigned)line, prefixes[prefix], br ? "BR_" : "", word, other);
}

static void take(struct scan *s, size_t prefix, bool br, enum word word, uint32_t line)
{
	uint32_t *open = &s->open[prefix][br];

	if (word == WORD_LINE) {
		add(s->m, line, line, br);
	} else if (word == WORD_START) {
		if (*open)
			problem(s->m, *open, prefix, br, "START", "STOP");
		*open = line;
	} else if (*open) {
		add(s->m, *open, line - 1, br);
		*open = 0;
	} else {
		problem(s->m, line, prefix, br, "STOP", "START");
	}
}

void markers_read(struct markers *m, const char *text, size_t n)
{
	const char *end = text + n, *counted = text, *at;
	struct scan s = { .m = m };
	uint32_t line = 1;

	memset(m, 0, sizeof(*m));
	for (at = text; (at = memmem(at, (size_t)(end - at), MIDDLE, strlen(MIDDLE)));) {
		size_t prefix = prefix_before(text, at);
		const char *nl, *word;
		bool br;

		while ((nl = memchr(counted, '\n', (size_t)(at - counted)))) {
			counted = nl + 1;
			line++;
		}
		at += strlen(MIDDLE);
		br = starts_with(at, "BR_");
		word = br ? at + strlen("BR_") : at;
		if (prefix < N_PREFIXES && word_at(word) != WORD_NONE)
			take(&s, prefix, br, word_at(word), line);
	}
	for (size_t i = 0; i < N_PREFIXES; i++)
		for (unsigned br = 0; br < 2; br++)
			if (s.open[i][br])
				problem(m, s.open[i][br], i, br, "START", "STOP");
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

void markers_free(struct markers *m)
{
	free(m->lines.v);
	free(m->edges.v);
	free(m->problem);
	memset(m, 0, sizeof(*m));
}
