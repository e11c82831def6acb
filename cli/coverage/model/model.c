/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "coverage/model/model.h"

void counts_add_state(struct counts *t, unsigned state, unsigned reason)
{
	t->total++;
	t->covered += state_is_covered(state);
	t->hit += state == STATE_HIT;
	if (state != STATE_UNKNOWN)
		return;
	t->unknown++;
	t->by_reason[reason]++;
}

void counts_add(struct counts *sum, const struct counts *t)
{
	sum->total += t->total;
	sum->covered += t->covered;
	sum->hit += t->hit;
	sum->unknown += t->unknown;
	for (unsigned r = 0; r < UNKNOWN_REASON_COUNT; r++)
		sum->by_reason[r] += t->by_reason[r];
}

static int compare_lines(const void *a, const void *b)
{
	const struct cov_line *x = a, *y = b;

	if (x->file != y->file)
		return x->file < y->file ? -1 : 1;
	return x->line < y->line ? -1 : x->line > y->line;
}

size_t merge_lines(struct cov_line *v, size_t n)
{
	size_t kept = 0;

	sort_stable(v, n, sizeof(*v), compare_lines);
	for (size_t i = 0; i < n; i++) {
		if (!kept || compare_lines(&v[kept - 1], &v[i])) {
			v[kept++] = v[i];
			continue;
		}
		state_improve(&v[kept - 1].state, &v[kept - 1].reason, v[i].state, v[i].reason);
		if (v[i].executions > v[kept - 1].executions)
			v[kept - 1].executions = v[i].executions;
		for (unsigned state = 0; state <= STATE_HIT; state++)
			v[kept - 1].blocks[state] += v[i].blocks[state];
	}
	return kept;
}

struct counts coverage_union_lines(const struct coverage *c, const size_t *v, size_t n)
{
	struct counts sum = { 0 };
	struct cov_line *own = NULL;
	size_t lines = 0, room = 0;

	for (size_t i = 0; i < n; i++) {
		const struct cov_function *f = &c->functions[v[i]];

		for (size_t k = f->first_line; k < f->first_line + f->n_lines; k++) {
			ARRAY_GROW(own, lines, room);
			own[lines++] = c->lines[k];
		}
	}
	lines = merge_lines(own, lines);
	for (size_t i = 0; i < lines; i++)
		counts_add_state(&sum, own[i].state, own[i].reason);
	free(own);
	return sum;
}

void coverage_count_lines(struct coverage *c, struct cov_function *f)
{
	size_t index = (size_t)(f - c->functions), n;

	/* Without a map each line is that of one probe. */
	if (!f->map || !f->n_lines || f->first_line + f->n_lines != c->n_lines) {
		f->lines = coverage_union_lines(c, &index, 1);
		return;
	}
	n = merge_lines(c->lines + f->first_line, f->n_lines);
	c->n_lines = f->first_line + n;
	f->n_lines = n;
	f->lines = (struct counts){ 0 };
	for (size_t i = f->first_line; i < c->n_lines; i++)
		counts_add_state(&f->lines, c->lines[i].state, c->lines[i].reason);
}

const struct cov_line *coverage_line(const struct coverage *c, uint32_t file, uint32_t line)
{
	const struct cov_file *f = &c->files[file];
	size_t low = f->first, high = f->first + f->n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (c->lines[mid].line == line)
			return &c->lines[mid];
		if (c->lines[mid].line < line)
			low = mid + 1;
		else
			high = mid;
	}
	return NULL;
}

const struct map_line *branch_line(const struct map *map, const struct map_function *f,
				   const struct map_block *block)
{
	const struct map_line *own = NULL, *last = NULL;

	for (; block; block = map_next_part(map, block))
		for (uint32_t i = 0; i < block->lines.n; i++) {
			last = &map->lines[block->lines.first + i];
			own = last->file == f->file ? last : own;
		}
	/* As it was written it has no code of others: another file is #line, or included text. */
	return own && !f->is_source ? own : last;
}
