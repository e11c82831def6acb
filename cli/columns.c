/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "anycov/map.h"
#include "columns.h"

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

static void add(struct columns *to, uint32_t file, uint32_t line, uint32_t column, uint32_t block,
		unsigned state)
{
	if (file == MAP_NONE || !line || !column)
		return;
	GROW(to->v, to->n, to->room);
	to->v[to->n++] = (struct block_start){ file, line, column, block, (uint8_t)state };
}

/* The map says where each block begins on each of its lines. */
static void from_map(struct columns *to, const struct coverage *c)
{
	const struct map *map = c->model->map;

	for (size_t i = 0; i < map->n_blocks; i++) {
		const struct map_block *b = &map->blocks[i];

		if (!map->functions[b->function].live_sites || (b->flags & ANYCOV_MAP_BLOCK_EMPTY))
			continue;
		for (uint32_t k = 0; k < b->lines.n; k++) {
			const struct map_line *l = &map->lines[b->lines.first + k];

			add(to, c->file_of[l->file], l->line, l->column, b->number,
			    c->model->states[i]);
		}
	}
}

/* Comparisons and accesses lie anywhere in a block. */
static bool begins_block(unsigned kind)
{
	return kind == ANYCOV_SITE_PC || kind == ANYCOV_SITE_GUARD ||
	       kind == ANYCOV_SITE_COUNTER || kind == ANYCOV_SITE_FLAG;
}

/* Without a map a block begins where its probe does. */
static void from_dwarf(struct columns *to, const struct coverage *c)
{
	const struct model *m = c->model;

	for (size_t i = 0; i < m->n_sites; i++) {
		const struct site *s = &m->sites[i];
		struct place p;
		int column;

		if (s->jump || !begins_block(s->kind))
			continue;
		p = image_column_of(m->img, s->ret - 1, &column);
		if (p.file && p.line > 0 && column > 0)
			add(to, coverage_file(c, p.file), (uint32_t)p.line, (uint32_t)column,
			    MAP_NONE, s->hits ? COVER_RAN : COVER_NOT);
	}
}

void columns_make(struct columns *to, const struct coverage *c)
{
	memset(to, 0, sizeof(*to));
	if (c->from_map)
		from_map(to, c);
	else
		from_dwarf(to, c);
	if (to->n)
		qsort(to->v, to->n, sizeof(*to->v), compare_starts);
}

void columns_free(struct columns *s)
{
	free(s->v);
	memset(s, 0, sizeof(*s));
}

const struct block_start *columns_of_line(const struct columns *s, uint32_t file, uint32_t line,
					  size_t *n)
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
