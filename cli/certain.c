/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What hits prove.  The map's rules hold for calls that were entered and left
 * while recording.  A call may end early without any instruction that says so: a
 * fault, a signal handler that never returns, a loop in which the process is
 * killed.  Whatever happened,
 *
 *   a block ran if every way to a probe that was hit leads through it;
 *   a block did not run if every way to it leads through a probe that was not.
 *
 * Ways begin at the function's entry.  Where recording may have begun in
 * mid-function they also begin behind each call, for the second rule: the first
 * holds all the same, because the block ran before.  No more than this can be
 * concluded from which probes were hit alone.
 */
#include <stdlib.h>
#include <string.h>
#include "anycov/map.h"
#include "certain.h"
#include "common/planner_graph.h"

/* Blocks by position in the map; node n stands for what calls the function. */
struct view {
	struct model *m;
	const struct map_function *f;
	uint32_t n;
	struct anycov_graph g;
	uint8_t *proved;  /* lies on every way to a probe that was hit */
	uint8_t *reached; /* may have run */
	uint32_t *stack;
};

static const struct map_block *block_at(const struct view *v, uint32_t i)
{
	return &v->m->map->blocks[v->f->first_block + i];
}

static uint8_t *state_at(const struct view *v, uint32_t i)
{
	return &v->m->states[v->f->first_block + i];
}

/* The position of a block; n: the map lacks it. */
static uint32_t position(const struct view *v, uint32_t number)
{
	const struct map_block *b =
	    map_block(v->m->map, (uint32_t)(v->f - v->m->map->functions), number);

	return b ? (uint32_t)(b - v->m->map->blocks - v->f->first_block) : v->n;
}

static bool build(struct view *v)
{
	size_t edges = 1, n = 0;
	struct anycov_cfg cfg = { .n_blocks = v->n + 1 };
	struct anycov_cfg_edge *list;
	int rc;

	for (uint32_t i = 0; i < v->n; i++)
		edges += block_at(v, i)->succs.n;
	if (edges >= UINT32_MAX / 2)
		return false;
	list = xmalloc(edges * sizeof(*list));
	list[n++] = (struct anycov_cfg_edge){ v->n, position(v, 0) };
	for (uint32_t i = 0; i < v->n; i++) {
		const struct map_block *b = block_at(v, i);

		for (uint32_t k = 0; k < b->succs.n; k++) {
			uint32_t to = position(v, v->m->map->numbers[b->succs.first + k]);

			if (to < v->n)
				list[n++] = (struct anycov_cfg_edge){ i, to };
		}
	}
	cfg.edges = list;
	cfg.n_edges = (uint32_t)n;
	rc = list[0].to == v->n ? -1
				: anycov_graph_build(&v->g, &cfg, v->n + 1, NULL, 0, 0);
	free(list);
	return !rc;
}

/* Marks the dominators of every block whose probe was hit. */
static bool prove(struct view *v)
{
	uint32_t *idom = xmalloc((v->n + (size_t)1) * sizeof(*idom));
	int rc = anycov_idom(&v->g, v->n, false, idom);

	for (uint32_t i = 0; !rc && i < v->n; i++)
		for (uint32_t b = i; *state_at(v, i) == COVER_RAN && b < v->n && !v->proved[b];
		     b = idom[b])
			v->proved[b] = 1;
	free(idom);
	return !rc;
}

/* Can a call have come here without any record of it? */
static bool is_silent(const struct view *v, uint32_t i)
{
	return !(block_at(v, i)->flags & ANYCOV_MAP_BLOCK_PROBED) || *state_at(v, i) == COVER_RAN;
}

static void enter(struct view *v, uint32_t i, uint32_t *depth)
{
	if (i >= v->n || v->reached[i] || !is_silent(v, i))
		return;
	v->reached[i] = 1;
	v->stack[(*depth)++] = i;
}

static void enter_behind(struct view *v, uint32_t i, uint32_t *depth)
{
	for (uint32_t e = v->g.succ_first[i]; e < v->g.succ_first[i + 1]; e++)
		enter(v, v->g.succ[e], depth);
}

static void reach_on(struct view *v, uint32_t depth)
{
	while (depth)
		enter_behind(v, v->stack[--depth], &depth);
}

/* Marks the blocks that no probe shows not to have run. */
static void spread(struct view *v, bool from_start)
{
	uint32_t depth = 0;

	enter_behind(v, v->n, &depth);
	for (uint32_t i = 0; i < v->n && !from_start; i++)
		if (block_at(v, i)->flags & ANYCOV_MAP_BLOCK_CALLS)
			enter_behind(v, i, &depth);
	reach_on(v, depth);
	/* A probe that was hit although no way leads there: the graph lacks one. */
	for (uint32_t i = 0; i < v->n; i++) {
		depth = 0;
		if (*state_at(v, i) == COVER_RAN)
			enter(v, i, &depth);
		reach_on(v, depth);
	}
}

static void conclude(struct view *v)
{
	for (uint32_t i = 0; i < v->n; i++) {
		uint8_t *state = state_at(v, i);

		if (*state == COVER_RAN || (block_at(v, i)->flags & ANYCOV_MAP_BLOCK_PROBED))
			continue;
		if (v->proved[i])
			*state = COVER_INFERRED;
		else if (!v->reached[i])
			*state = COVER_NOT;
		else if (*state == COVER_INFERRED)
			*state = COVER_ASSUMED;
		else if (*state == COVER_NOT)
			*state = COVER_ASSUMED_NOT;
	}
}

void certain_states(struct model *m, const struct map_function *f, bool from_start)
{
	struct view v = { .m = m, .f = f, .n = (uint32_t)f->blocks };

	if (!f->blocks || f->blocks >= UINT32_MAX / 2)
		return;
	v.proved = xcalloc(v.n, 1);
	v.reached = xcalloc(v.n, 1);
	v.stack = xmalloc(v.n * sizeof(*v.stack));
	if (build(&v) && prove(&v))
		spread(&v, from_start);
	else /* a damaged map proves nothing, and excludes nothing */
		memset(v.reached, 1, v.n);
	conclude(&v);
	anycov_graph_free(&v.g);
	free(v.proved);
	free(v.reached);
	free(v.stack);
}
