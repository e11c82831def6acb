/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "cli.h"
#include "numset.h"

static size_t slot_of(const struct numset *s, uint64_t key)
{
	/* Fibonacci hashing: the high bits of the product are well mixed. */
	size_t i = (size_t)((key * 0x9e3779b97f4a7c15u) >> 20) & (s->room - 1);

	while (s->keys[i] && s->keys[i] != key)
		i = (i + 1) & (s->room - 1);
	return i;
}

static void grow(struct numset *s)
{
	struct numset old = *s;

	s->room = old.room ? old.room * 2 : 64;
	s->keys = xcalloc(s->room, sizeof(*s->keys));
	s->values = xcalloc(s->room, sizeof(*s->values));
	for (size_t i = 0; i < old.room; i++) {
		if (old.keys[i]) {
			size_t j = slot_of(s, old.keys[i]);

			s->keys[j] = old.keys[i];
			s->values[j] = old.values[i];
		}
	}
	free(old.keys);
	free(old.values);
}

uint64_t *numset_find(const struct numset *s, uint64_t key)
{
	size_t i;

	if (!key)
		return s->has_zero ? (uint64_t *)&s->zero : NULL;
	if (!s->room)
		return NULL;
	i = slot_of(s, key);
	return s->keys[i] ? &s->values[i] : NULL;
}

uint64_t *numset_at(struct numset *s, uint64_t key)
{
	size_t i;

	if (!key) {
		s->has_zero = true;
		return &s->zero;
	}
	if (s->n >= s->room / 2)
		grow(s);
	i = slot_of(s, key);
	if (!s->keys[i]) {
		s->keys[i] = key;
		s->n++;
	}
	return &s->values[i];
}

size_t numset_count(const struct numset *s)
{
	return s->n + s->has_zero;
}

static int compare_numbers(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

uint64_t *numset_sorted(const struct numset *s)
{
	uint64_t *keys = xmalloc(numset_count(s) * sizeof(*keys));
	size_t n = 0;

	if (s->has_zero)
		keys[n++] = 0;
	for (size_t i = 0; i < s->room; i++)
		if (s->keys[i])
			keys[n++] = s->keys[i];
	qsort(keys, n, sizeof(*keys), compare_numbers);
	return keys;
}

void numset_free(struct numset *s)
{
	free(s->keys);
	free(s->values);
	memset(s, 0, sizeof(*s));
}
