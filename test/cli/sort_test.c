/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* sort_stable() does what an insertion sort does, also to lists that are sorted in part. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/base.h"

#define ELEMENTS 400
#define LISTS 4000

struct element {
	unsigned key, found;
	char more[44]; /* as large as a line of a report */
};

static int compare(const void *a, const void *b)
{
	const struct element *x = a, *y = b;

	return x->key < y->key ? -1 : x->key > y->key;
}

static void sort_by_insertion(struct element *v, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		const struct element e = v[i];
		size_t to = i;

		for (; to && v[to - 1].key > e.key; to--)
			v[to] = v[to - 1];
		v[to] = e;
	}
}

/* Makes n elements; each 1 of `disorder` is not after the one before. */
static void make(struct element *v, size_t n, unsigned disorder, unsigned keys)
{
	unsigned key = 0;

	memset(v, 0, n * sizeof(*v));
	for (size_t i = 0; i < n; i++) {
		key = rand() % disorder ? key + (unsigned)rand() % 2 : (unsigned)rand() % keys;
		v[i] = (struct element){ .key = key, .found = (unsigned)i };
		memset(v[i].more, (int)i, sizeof(v[i].more));
	}
}

int main(void)
{
	static struct element v[ELEMENTS], w[ELEMENTS];

	srand(1);
	for (unsigned i = 0; i < LISTS; i++) {
		/* Of each length up to three runs, then longer ones. */
		const size_t n = i < 64 ? i : (size_t)rand() % (ELEMENTS + 1);

		make(v, n, 1 + (unsigned)rand() % 40, 1 + (unsigned)rand() % 500);
		memcpy(w, v, sizeof(w));
		sort_stable(v, n, sizeof(*v), compare);
		sort_by_insertion(w, n);
		if (memcmp(v, w, n * sizeof(*v))) {
			fprintf(stderr, "list %u of %zu elements: wrong order\n", i, n);
			return 1;
		}
	}
	return 0;
}
