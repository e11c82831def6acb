/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "anycov/map.h"
#include "output/block_starts.h"

static int compare_starts(const void *a, const void *b)
{
	const struct block_start *x = a, *y = b;

	if (x->file != y->file)
		return x->file < y->file ? -1 : 1;
	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	if (x->column != y->column)
		return x->column < y->column ? -1 : 1;
	return x->block < y->block ? -1 : x->block > y->block;
}

static void add(struct block_starts *to, uint32_t file, uint32_t line, uint32_t column,
		uint32_t function, uint32_t block, unsigned state, unsigned reason)
{
	if (file == MAP_NONE || !line || !column)
		return;
	ARRAY_GROW(to->v, to->n, to->room);
	to->v[to->n++] = (struct block_start){ .file = file,
					       .line = line,
					       .column = column,
					       .block = block,
					       .function = function,
					       .state = (uint8_t)state,
					       .reason = (uint8_t)reason };
}

/* The map has the column where each block begins on each of its lines. */
static void from_map(struct block_starts *to, const struct coverage *c)
{
	const struct map *map = c->instrumented->map;

	for (size_t i = 0; i < map->n_blocks; i++) {
		const struct map_block *b = &map->blocks[i];

		if (!map->functions[b->function].live_sites || (b->flags & ANYCOV_MAP_BLOCK_EMPTY))
			continue;
		for (uint32_t k = 0; k < b->lines.n; k++) {
			const struct map_line *l = &map->lines[b->lines.first + k];

			add(to, c->file_of[l->file], l->line, l->column, b->function, b->number,
			    c->instrumented->states[i], c->instrumented->reasons[i]);
		}
	}
}

/* Returns whether probes of this kind are at the start of a block. */
static bool begins_block(unsigned kind)
{
	return kind == ANYCOV_SITE_PC || kind == ANYCOV_SITE_GUARD || kind == ANYCOV_SITE_COUNTER ||
	       kind == ANYCOV_SITE_FLAG;
}

/* Without a map a block begins at its probe. */
static void from_dwarf(struct block_starts *to, const struct coverage *c)
{
	const struct instrumented_image *m = c->instrumented;

	for (size_t i = 0; i < m->n_probes; i++) {
		const struct image_probe *s = &m->probes[i];
		struct source_location p;
		unsigned reason, state = probe_state(s, &c->recording, &reason);
		int column;

		if (s->is_tail_call || !begins_block(s->kind))
			continue;
		p = image_column_of(m->img, s->return_address - 1, &column);
		if (p.file && p.line > 0 && column > 0)
			add(to, coverage_file(c, p.file), (uint32_t)p.line, (uint32_t)column,
			    MAP_NONE, MAP_NONE, state, reason);
	}
}

void block_starts_make(struct block_starts *to, const struct coverage *c)
{
	memset(to, 0, sizeof(*to));
	if (c->from_map)
		from_map(to, c);
	else
		from_dwarf(to, c);
	if (to->n)
		qsort(to->v, to->n, sizeof(*to->v), compare_starts);
}

void block_starts_free(struct block_starts *s)
{
	free(s->v);
	memset(s, 0, sizeof(*s));
}

const struct block_start *block_starts_of_line(const struct block_starts *s, uint32_t file,
					       uint32_t line, size_t *n)
{
	struct block_start key = { .file = file, .line = line };
	size_t low = 0, high = s->n, end;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (compare_starts(&s->v[mid], &key) < 0)
			low = mid + 1;
		else
			high = mid;
	}
	for (end = low; end < s->n && s->v[end].file == file && s->v[end].line == line;)
		end++;
	*n = end - low;
	return s->v + low;
}
