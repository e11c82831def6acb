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

/* coverage.files is sorted by path. */
static uint32_t file_of(const struct coverage *c, const char *path)
{
	size_t low = 0, high = c->n_files;

	while (low < high) {
		size_t mid = low + (high - low) / 2;
		int order = strcmp(c->files[mid].path, path);

		if (!order)
			return (uint32_t)mid;
		if (order < 0)
			low = mid + 1;
		else
			high = mid;
	}
	return MAP_NONE;
}

/* The path by which the map knows the line, so that macros of headers go there. */
static const char *path_in_map(const struct map *map, const struct map_block *b, uint32_t line)
{
	for (uint32_t i = 0; b && i < b->lines.n; i++) {
		const struct map_line *l = &map->lines[b->lines.first + i];

		if (l->line == line)
			return map->files[l->file];
	}
	return NULL;
}

/* Comparisons and accesses lie anywhere in a block. */
static bool begins_block(unsigned kind)
{
	return kind == ANYCOV_SITE_PC || kind == ANYCOV_SITE_GUARD ||
	       kind == ANYCOV_SITE_COUNTER || kind == ANYCOV_SITE_FLAG;
}

static void add_site(struct columns *to, const struct coverage *c, const struct site *s)
{
	const struct model *m = c->model;
	struct block_start start = { .block = MAP_NONE, .state = s->hits ? COVER_RAN : COVER_NOT };
	const struct map_block *b;
	const char *path;
	struct place p;
	int column;

	if (s->jump || (m->map && s->function == MAP_NONE) || !begins_block(s->kind))
		return;
	p = image_column_of(m->img, s->ret - 1, &column);
	if (!p.file || p.line <= 0 || column <= 0)
		return;
	path = p.file;
	if (m->map) {
		b = map_block(m->map, s->function, s->block);
		path = path_in_map(m->map, b, (uint32_t)p.line);
		start.block = s->block;
		if (b)
			start.state = m->states[b - m->map->blocks];
	}
	start.file = path ? file_of(c, path) : MAP_NONE;
	if (start.file == MAP_NONE)
		return;
	start.line = (uint32_t)p.line;
	start.column = (uint32_t)column;
	GROW(to->v, to->n, to->room);
	to->v[to->n++] = start;
}

void columns_make(struct columns *to, const struct coverage *c)
{
	const struct model *m = c->model;

	memset(to, 0, sizeof(*to));
	for (size_t i = 0; i < m->n_sites; i++) {
		/* Probes of two kinds in one block. */
		if (i && m->map && m->sites[i].function == m->sites[i - 1].function &&
		    m->sites[i].block == m->sites[i - 1].block)
			continue;
		add_site(to, c, &m->sites[i]);
	}
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
