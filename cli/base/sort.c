/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A stable sort for lists that are nearly sorted as they are read: of a function, of an image.  It
 * finds the runs that are sorted already, sorts short ones by insertion, and merges neighbours.
 */
#include <stdlib.h>
#include <string.h>
#include "base/base.h"

/* Runs have at least so many elements, but for the last one. */
#define RUN_MIN 16u
/* Short lists of elements of at most so many bytes need no memory. */
#define SMALL_BYTES 256u

typedef int (*compare_function)(const void *a, const void *b);

struct sorting {
	char *v, *other; /* the elements, and room for as many */
	size_t size;
	compare_function compare;
	size_t *ends; /* of runs; elements */
	size_t n_runs, runs_room;
};

static bool is_after(const struct sorting *s, size_t i, size_t k)
{
	return s->compare(s->v + i * s->size, s->v + k * s->size) > 0;
}

/* Moves element i to its place among those from `first` on, which are sorted. */
static void insert(struct sorting *s, size_t first, size_t i)
{
	size_t to = i;

	while (to > first && is_after(s, to - 1, i))
		to--;
	if (to == i)
		return;
	memcpy(s->other, s->v + i * s->size, s->size);
	memmove(s->v + (to + 1) * s->size, s->v + to * s->size, (i - to) * s->size);
	memcpy(s->v + to * s->size, s->other, s->size);
}

/* Returns the end of the sorted run that begins at `first`. */
static size_t run_end(const struct sorting *s, size_t first, size_t n)
{
	size_t end = first + 1;

	while (end < n && !is_after(s, end - 1, end))
		end++;
	return end;
}

static void find_runs(struct sorting *s, size_t end, size_t n)
{
	size_t first = 0;

	for (;;) {
		for (; end < n && end - first < RUN_MIN; end++)
			insert(s, first, end);
		ARRAY_GROW(s->ends, s->n_runs, s->runs_room);
		s->ends[s->n_runs++] = end;
		if (end == n)
			return;
		first = end;
		end = run_end(s, first, n);
	}
}

/* Merges two runs of s->v, which meet at mid, into s->other. */
static void merge(struct sorting *s, size_t first, size_t mid, size_t end)
{
	char *to = s->other + first * s->size;
	size_t a = first, b = mid;

	while (a < mid && b < end) {
		const size_t from_a = a, from_b = b;

		/* Of equal ones those of the first run precede. */
		while (a < mid && !is_after(s, a, b))
			a++;
		memcpy(to, s->v + from_a * s->size, (a - from_a) * s->size);
		to += (a - from_a) * s->size;
		while (a < mid && b < end && is_after(s, a, b))
			b++;
		memcpy(to, s->v + from_b * s->size, (b - from_b) * s->size);
		to += (b - from_b) * s->size;
	}
	memcpy(to, s->v + a * s->size, (mid - a) * s->size);
	to += (mid - a) * s->size;
	memcpy(to, s->v + b * s->size, (end - b) * s->size);
}

/* Merges each run with the one that follows, so that half as many remain in s->v. */
static void merge_all(struct sorting *s)
{
	char *merged = s->other;
	size_t first = 0, kept = 0;

	for (size_t i = 0; i < s->n_runs; i += 2) {
		const size_t mid = s->ends[i], end = i + 1 < s->n_runs ? s->ends[i + 1] : mid;

		merge(s, first, mid, end);
		s->ends[kept++] = first = end;
	}
	s->n_runs = kept;
	s->other = s->v;
	s->v = merged;
}

void sort_stable(void *v, size_t n, size_t size, int (*compare)(const void *a, const void *b))
{
	struct sorting s = { .v = v, .size = size, .compare = compare };
	size_t end = n ? run_end(&s, 0, n) : 0;
	char one[SMALL_BYTES], *room;

	if (end == n)
		return;
	if (n <= RUN_MIN && size <= SMALL_BYTES) {
		for (s.other = one; end < n; end++)
			insert(&s, 0, end);
		return;
	}
	s.other = room = xmalloc(n * size);
	find_runs(&s, end, n);
	while (s.n_runs > 1)
		merge_all(&s);
	if (s.v != v)
		memcpy(v, s.v, n * size);
	free(room);
	free(s.ends);
}
