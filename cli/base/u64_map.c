/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "base/base.h"
#include "base/u64_map.h"

#define MIX 0x9e3779b97f4a7c15u
#define AHEAD 8

/*
 * Fibonacci hashing: the high bits of the product are well mixed.  Because they are
 * the high bits, the keys of one table in slot order have increasing slots in another
 * of any size, so that merging two tables accesses memory sequentially.
 */
static inline size_t first_slot(const struct u64_map *s, uint64_t key)
{
	return (size_t)((key * MIX) >> s->shift);
}

static size_t slot_of(const struct u64_map *s, uint64_t key)
{
	size_t i = first_slot(s, key);

	while (s->slots[i].key && s->slots[i].key != key)
		i = (i + 1) & (s->room - 1);
	return i;
}

static void resize(struct u64_map *s, size_t room)
{
	struct u64_map old = *s;

	s->room = room;
	s->shift = 64;
	for (size_t n = room; n > 1; n /= 2)
		s->shift--;
	s->slots = xcalloc(s->room, sizeof(*s->slots));
	for (size_t i = 0; i < old.room; i++)
		if (old.slots[i].key)
			s->slots[slot_of(s, old.slots[i].key)] = old.slots[i];
	free(old.slots);
}

void u64_map_prefetch(const struct u64_map *s, uint64_t key)
{
	if (s->room)
		__builtin_prefetch(&s->slots[first_slot(s, key)], 1);
}

void u64_map_reserve(struct u64_map *s, size_t n)
{
	size_t room = s->room ? s->room : 64;

	while (n >= room / 4 * 3)
		room *= 2;
	if (room != s->room)
		resize(s, room);
}

uint64_t *u64_map_find(const struct u64_map *s, uint64_t key)
{
	size_t i;

	if (!key)
		return s->has_zero ? (uint64_t *)&s->zero : NULL;
	if (!s->room)
		return NULL;
	i = slot_of(s, key);
	return s->slots[i].key ? &s->slots[i].value : NULL;
}

uint64_t *u64_map_get_or_add(struct u64_map *s, uint64_t key)
{
	size_t i;

	if (!key) {
		s->has_zero = true;
		return &s->zero;
	}
	if (s->n >= s->room / 4 * 3)
		resize(s, s->room ? s->room * 2 : 64);
	i = slot_of(s, key);
	if (!s->slots[i].key) {
		s->slots[i].key = key;
		s->n++;
	}
	return &s->slots[i].value;
}

size_t u64_map_count(const struct u64_map *s)
{
	return s->n + s->has_zero;
}

bool u64_map_next(const struct u64_map *s, size_t *at, uint64_t *key, uint64_t *value)
{
	for (; *at < s->room; ++*at) {
		if (!s->slots[*at].key)
			continue;
		*key = s->slots[*at].key;
		*value = s->slots[*at].value;
		++*at;
		return true;
	}
	if (*at > s->room || !s->has_zero)
		return false;
	++*at;
	*key = 0;
	*value = s->zero;
	return true;
}

void u64_map_clear(struct u64_map *s)
{
	/* Do not clear the memory of one large input for each small one. */
	if (s->n * 16 < s->room) {
		free(s->slots);
		s->slots = NULL;
		s->room = 0;
	} else if (s->n) {
		memset(s->slots, 0, s->room * sizeof(*s->slots));
	}
	s->n = 0;
	s->has_zero = false;
	s->zero = 0;
}

static int compare_numbers(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

static void increase_all(struct u64_map *s, const uint64_t *keys, size_t n, uint64_t by)
{
	for (size_t i = 0; i < n; i++) {
		uint64_t key = keys[i];
		size_t at;

		if (key && s->room) {
			if (i + AHEAD < n)
				__builtin_prefetch(&s->slots[first_slot(s, keys[i + AHEAD])], 1);
			at = first_slot(s, key);
			if (s->slots[at].key == key) {
				s->slots[at].value += by;
				continue;
			}
		}
		*u64_map_get_or_add(s, key) += by;
	}
}

void u64_map_increment_all(struct u64_map *s, const uint64_t *keys, size_t n)
{
	increase_all(s, keys, n, 1);
}

void u64_map_add_all(struct u64_map *s, const uint64_t *keys, size_t n)
{
	increase_all(s, keys, n, 0);
}

uint64_t *u64_map_sorted(const struct u64_map *s)
{
	uint64_t *keys = xmalloc(u64_map_count(s) * sizeof(*keys));
	size_t n = 0;

	if (s->has_zero)
		keys[n++] = 0;
	for (size_t i = 0; i < s->room; i++)
		if (s->slots[i].key)
			keys[n++] = s->slots[i].key;
	qsort(keys, n, sizeof(*keys), compare_numbers);
	return keys;
}

void u64_map_free(struct u64_map *s)
{
	free(s->slots);
	memset(s, 0, sizeof(*s));
}

uint64_t fnv1a_update(uint64_t hash, const void *bytes, size_t n)
{
	const unsigned char *b = bytes;

	for (size_t i = 0; i < n; i++)
		hash = (hash ^ b[i]) * 1099511628211u;
	return hash;
}
