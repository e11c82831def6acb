/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "coverage/branches.h"

static int compare_branches(const void *a, const void *b)
{
	const struct source_branch *x = a, *y = b;

	if (x->file != y->file)
		return x->file < y->file ? -1 : 1;
	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	return x->first < y->first ? -1 : x->first > y->first;
}

/* Sets the last line of a block, where its condition is. */
static void place(struct source_branch *b, const struct coverage *c, const struct cov_function *f)
{
	const struct map *map = c->instrumented->map;
	const struct map_block *block =
		map_block(map, (uint32_t)(f->map - map->functions), b->block);
	const struct map_line *l;

	b->file = MAP_NONE;
	b->line = 0;
	if (!block || !block->lines.n)
		return;
	l = &map->lines[block->lines.first + block->lines.n - 1];
	b->file = c->file_of[l->file];
	b->line = l->line;
}

static void add_function(struct branches *to, const struct coverage *c,
			 const struct cov_function *f)
{
	size_t end = f->first_edge + f->n_edges;

	for (size_t i = f->first_edge, next; i < end; i = next) {
		struct source_branch b = { .block = c->edges[i].from, .first = i };

		for (next = i + 1; next < end && c->edges[next].from == b.block;)
			next++;
		b.n = next - i;
		if (b.n < 2)
			continue;
		place(&b, c, f);
		for (size_t k = i; k < next; k++)
			counts_add_state(&to->counts, c->edges[k].state, c->edges[k].reason);
		ARRAY_GROW(to->v, to->n, to->room);
		to->v[to->n++] = b;
	}
}

void branches_make(struct branches *to, const struct coverage *c)
{
	memset(to, 0, sizeof(*to));
	for (size_t i = 0; i < c->n_functions; i++)
		if (c->functions[i].map)
			add_function(to, c, &c->functions[i]);
	if (to->n)
		qsort(to->v, to->n, sizeof(*to->v), compare_branches);
}

const struct source_branch *branches_of_file(const struct branches *b, uint32_t file, size_t *n)
{
	size_t low = 0, high = b->n, end;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (b->v[mid].file < file)
			low = mid + 1;
		else
			high = mid;
	}
	for (end = low; end < b->n && b->v[end].file == file;)
		end++;
	*n = end - low;
	return b->v + low;
}

void branches_free(struct branches *b)
{
	free(b->v);
	memset(b, 0, sizeof(*b));
}
