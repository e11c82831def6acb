/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "base/base.h"
#include "dump/comparisons.h"

static uint64_t mix(uint64_t h, uint64_t v)
{
	h = (h ^ v) * 0x9e3779b97f4a7c15u;
	return h ^ h >> 29;
}

static uint64_t hash(const struct comparison *c)
{
	uint64_t h = mix(mix(c->image + 1, c->pc), c->type);

	return mix(mix(h, c->arg1), c->arg2);
}

static bool equal(const struct comparison *a, const struct comparison *b)
{
	return a->pc == b->pc && a->arg1 == b->arg1 && a->arg2 == b->arg2 && a->type == b->type &&
	       a->image == b->image;
}

static size_t slot_of(const struct comparisons *c, const struct comparison *key)
{
	size_t i = (size_t)hash(key) & (c->slots - 1);

	while (c->table[i] && !equal(&c->v[c->table[i] - 1], key))
		i = (i + 1) & (c->slots - 1);
	return i;
}

struct comparison *comparisons_at(struct comparisons *c, const struct comparison *key)
{
	size_t i;

	if (c->n >= c->slots / 2) {
		c->slots = c->slots ? c->slots * 2 : 1024;
		free(c->table);
		c->table = xcalloc(c->slots, sizeof(*c->table));
		for (size_t j = 0; j < c->n; j++)
			c->table[slot_of(c, &c->v[j])] = j + 1;
	}
	i = slot_of(c, key);
	if (!c->table[i]) {
		ARRAY_GROW(c->v, c->n, c->room);
		c->v[c->n] = *key;
		c->v[c->n].hits = 0;
		c->table[i] = ++c->n;
	}
	return &c->v[c->table[i] - 1];
}

void comparisons_count(struct comparisons *c, const struct dump_cmp *record)
{
	const struct comparison key = {
		.pc = record->pc, .type = record->type, .arg1 = record->arg1, .arg2 = record->arg2
	};

	comparisons_at(c, &key)->hits++;
}

void comparisons_free(struct comparisons *c)
{
	free(c->v);
	free(c->table);
	memset(c, 0, sizeof(*c));
}
