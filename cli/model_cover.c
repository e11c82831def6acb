/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * From hits of probes to states of blocks.  A block with a probe ran if its
 * probe was hit; one without ran if and only if one of its witnesses did, where
 * calls were recorded whole.  certain.c tells what holds where they were not.
 */
#include <stdlib.h>
#include "anycov/map.h"
#include "certain.h"
#include "model.h"
#include "common/options.h"

enum { TODO = 255, BUSY = 254 }; /* beside enum cover_state */

static size_t block_index(const struct model *m, uint32_t function, uint32_t number)
{
	const struct map_block *b = map_block(m->map, function, number);

	return b ? (size_t)(b - m->map->blocks) : SIZE_MAX;
}

static void take_hits(struct model *m)
{
	for (size_t i = 0; i < m->n_sites; i++) {
		const struct site *s = &m->sites[i];
		size_t b;

		if (!s->hits || s->function == MAP_NONE)
			continue;
		b = block_index(m, s->function, s->block);
		if (b == SIZE_MAX)
			continue;
		m->states[b] = COVER_RAN;
		/* The PC probe counts executions; comparisons may be many a block. */
		if (s->kind == ANYCOV_SITE_PC)
			m->hits[b] += s->hits;
		else if (!m->hits[b])
			m->hits[b] = 1;
	}
}

/* A stack instead of recursion: a hostile map may nest rules deeply. */
struct stack {
	size_t *v, n, room;
};

static void push(struct stack *s, size_t block)
{
	GROW(s->v, s->n, s->room);
	s->v[s->n++] = block;
}

static void decide(struct model *m, const struct map_block *b, size_t at)
{
	bool ran = false, unknown = false;
	uint64_t hits = 0;

	for (uint32_t i = 0; i < b->witnesses.n; i++) {
		size_t w = block_index(m, b->function, m->map->numbers[b->witnesses.first + i]);
		unsigned state = w == SIZE_MAX ? COVER_UNKNOWN : m->states[w];

		ran = ran || state_ran(state);
		unknown = unknown || state == COVER_UNKNOWN;
		if (w != SIZE_MAX && m->hits[w] > hits)
			hits = m->hits[w];
	}
	m->hits[at] = hits;
	if (ran)
		m->states[at] = COVER_INFERRED;
	else if (unknown || !b->witnesses.n)
		m->states[at] = COVER_UNKNOWN;
	else
		m->states[at] = COVER_NOT;
}

static void infer(struct model *m, struct stack *todo)
{
	while (todo->n) {
		size_t at = todo->v[todo->n - 1];
		const struct map_block *b = &m->map->blocks[at];
		bool wait = false;

		if (m->states[at] != TODO && m->states[at] != BUSY) {
			todo->n--;
			continue;
		}
		if (m->states[at] == TODO) {
			m->states[at] = BUSY;
			for (uint32_t i = 0; i < b->witnesses.n; i++) {
				size_t w = block_index(m, b->function,
						       m->map->numbers[b->witnesses.first + i]);

				if (w == SIZE_MAX)
					continue;
				if (m->states[w] == TODO) {
					push(todo, w);
					wait = true;
				} else if (m->states[w] == BUSY) {
					m->cycles++;
					m->states[w] = COVER_UNKNOWN;
				}
			}
			if (wait)
				continue;
		}
		decide(m, b, at);
		todo->n--;
	}
}

void model_cover(struct model *m, const struct evidence *e)
{
	struct stack todo = { 0 };

	if (!m->map)
		return;
	free(m->states);
	free(m->hits);
	m->states = xcalloc(m->map->n_blocks, 1);
	m->hits = xcalloc(m->map->n_blocks, sizeof(*m->hits));
	m->cycles = 0;
	take_hits(m);
	for (size_t i = 0; i < m->map->n_blocks; i++) {
		uint32_t flags = m->map->blocks[i].flags;

		if (m->states[i] == COVER_RAN)
			continue;
		if (flags & ANYCOV_MAP_BLOCK_PROBED)
			m->states[i] = COVER_NOT;
		else if (flags & ANYCOV_MAP_BLOCK_UNKNOWN)
			m->states[i] = COVER_UNKNOWN;
		else
			m->states[i] = TODO;
	}
	for (size_t i = 0; i < m->map->n_blocks; i++) {
		if (m->states[i] != TODO)
			continue;
		push(&todo, i);
		infer(m, &todo);
	}
	free(todo.v);
	for (size_t i = 0; i < m->map->n_functions && !e->complete; i++)
		if (m->map->functions[i].prune != ANYCOV_PRUNE_NONE)
			certain_states(m, &m->map->functions[i], e->from_start);
}
