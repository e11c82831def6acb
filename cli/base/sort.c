/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "base/base.h"

void sort_stable(void *v, size_t n, size_t size, int (*compare)(const void *a, const void *b))
{
	size_t i = 1;

	/* Most lists are sorted as they are read. */
	while (i < n && compare((char *)v + (i - 1) * size, (char *)v + i * size) <= 0)
		i++;
	/* qsort() is a merge sort, as the elements fit into memory. */
	if (i < n)
		qsort(v, n, size, compare);
}

/* Sorts by the byte at `shift`, from v to `to`.  Returns false if all have the same one. */
static bool sort_by_byte(const struct sort_key *v, struct sort_key *to, size_t n, unsigned shift)
{
	size_t at[256] = { 0 }, sum = 0;

	for (size_t i = 0; i < n; i++)
		at[v[i].key >> shift & 255]++;
	if (at[v[0].key >> shift & 255] == n)
		return false;
	for (unsigned b = 0; b < 256; b++) {
		size_t count = at[b];

		at[b] = sum;
		sum += count;
	}
	for (size_t i = 0; i < n; i++)
		to[at[v[i].key >> shift & 255]++] = v[i];
	return true;
}

/* Few are sorted by insertion. */
static void insert_keys(struct sort_key *v, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		const struct sort_key k = v[i];
		size_t at = i;

		for (; at && v[at - 1].key > k.key; at--)
			v[at] = v[at - 1];
		v[at] = k;
	}
}

void sort_keys(struct sort_key *v, size_t n)
{
	struct sort_key *other, *from = v, *to;

	if (n <= 64) {
		insert_keys(v, n);
		return;
	}
	to = other = xmalloc(n * sizeof(*other));
	for (unsigned shift = 0; shift < 64; shift += 8) {
		if (!sort_by_byte(from, to, n, shift))
			continue;
		to = from;
		from = from == v ? other : v;
	}
	if (from != v)
		memcpy(v, from, n * sizeof(*v));
	free(other);
}
