/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "base/base.h"

#define ELEMENT_MAX 256
/* Moves an element, before the runs are looked at. */
#define MOVES_PER_ELEMENT 4

struct sorting {
	unsigned char *v;
	size_t n, size;
	int (*compare)(const void *a, const void *b);
};

static unsigned char *at(const struct sorting *s, size_t i)
{
	return s->v + i * s->size;
}

/* Moves elements to their places as long as these are near.  Returns whether all are sorted. */
static bool insert_near(const struct sorting *s)
{
	unsigned char element[ELEMENT_MAX];
	size_t moves = 0;

	for (size_t i = 1; i < s->n; i++) {
		size_t to = i;

		while (to && s->compare(at(s, to - 1), at(s, i)) > 0 &&
		       moves <= MOVES_PER_ELEMENT * s->n) {
			to--;
			moves++;
		}
		if (moves > MOVES_PER_ELEMENT * s->n)
			return false;
		if (to == i)
			continue;
		memcpy(element, at(s, i), s->size);
		memmove(at(s, to + 1), at(s, to), (i - to) * s->size);
		memcpy(at(s, to), element, s->size);
	}
	return true;
}

/* Elements that are sorted. */
struct run {
	size_t first, n;
};

static int compare_runs(const void *a, const void *b, void *sorting)
{
	const struct run *x = a, *y = b;
	int order =
		((struct sorting *)sorting)->compare(at(sorting, x->first), at(sorting, y->first));

	return order ? order : x->first < y->first ? -1 : x->first > y->first;
}

/* Sorts runs, none of which has elements that belong into another.  Returns whether there were no
 * others. */
static bool sort_runs(struct sorting *s)
{
	struct run *runs = NULL;
	size_t n = 0, room = 0, done = 0;
	unsigned char *sorted;
	bool apart = true;

	for (size_t i = 0, next; i < s->n; i = next) {
		for (next = i + 1; next < s->n && s->compare(at(s, next - 1), at(s, next)) <= 0;)
			next++;
		ARRAY_GROW(runs, n, room);
		runs[n++] = (struct run){ i, next - i };
	}
	qsort_r(runs, n, sizeof(*runs), compare_runs, s);
	for (size_t i = 1; i < n && apart; i++)
		apart = s->compare(at(s, runs[i - 1].first + runs[i - 1].n - 1),
				   at(s, runs[i].first)) < 0;
	if (apart) {
		sorted = xmalloc(s->n * s->size);
		for (size_t i = 0; i < n; done += runs[i++].n)
			memcpy(sorted + done * s->size, at(s, runs[i].first), runs[i].n * s->size);
		memcpy(s->v, sorted, s->n * s->size);
		free(sorted);
	}
	free(runs);
	return apart;
}

void sort_stable(void *v, size_t n, size_t size, int (*compare)(const void *a, const void *b))
{
	struct sorting s = { v, n, size, compare };

	/* qsort() is a merge sort, as the elements fit into memory. */
	if (n > 1 && (size > ELEMENT_MAX || (!insert_near(&s) && !sort_runs(&s))))
		qsort(v, n, size, compare);
}
