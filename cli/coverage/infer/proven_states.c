/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What hits prove, if the map's rules are valid only for calls that were entered and left
 * while recording, and a call may have ended anywhere.  In all cases,
 *
 *   a block was covered if every path to a hit probe contains it;
 *   a block was not covered if every path to it contains a probe that was not hit.
 *
 * Paths begin at the function's entry.  If recording may have begun inside the
 * function, paths also begin after each call, for the second rule.  The first one is still
 * valid, because the block was executed before.  The set of hit probes does not imply more than
 * this.
 */
#include <stdlib.h>
#include <string.h>
#include "anycov/map.h"
#include "coverage/infer/proven_states.h"
#include "coverage/infer/task_exit.h"
#include "common/plan/digraph.h"

/* Blocks by position in the map; node n represents the callers of the function. */
struct view {
	struct instrumented_image *m;
	const struct map_function *f;
	uint32_t n;
	struct anycov_digraph g;
	uint8_t *proved;    /* on every path to a hit probe */
	uint8_t *reachable; /* may have been executed */
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

static uint8_t *reason_at(const struct view *v, uint32_t i)
{
	return &v->m->reasons[v->f->first_block + i];
}

/* Returns the position of a block, or n if it is not in the map. */
static uint32_t position(const struct view *v, uint32_t number)
{
	const struct map_block *b =
		map_block(v->m->map, (uint32_t)(v->f - v->m->map->functions), number);

	return b ? (uint32_t)(b - v->m->map->blocks - v->f->first_block) : v->n;
}

static bool build(struct view *v)
{
	size_t edges = 1, n = 0;
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
	rc = list[0].to == v->n ? -1 : anycov_digraph_build(&v->g, v->n + 1, list, (uint32_t)n);
	free(list);
	return !rc;
}

/* Marks the dominators of every block whose probe was hit. */
static bool prove(struct view *v)
{
	uint32_t *idom = xmalloc((v->n + (size_t)1) * sizeof(*idom));
	int rc = anycov_digraph_idom(&v->g, v->n, false, idom);

	for (uint32_t i = 0; !rc && i < v->n; i++)
		for (uint32_t b = i; *state_at(v, i) == STATE_HIT && b < v->n && !v->proved[b];
		     b = idom[b])
			v->proved[b] = 1;
	free(idom);
	return !rc;
}

/* Returns whether the block can be executed without a new record. */
static bool is_silent(const struct view *v, uint32_t i)
{
	return !(block_at(v, i)->flags & ANYCOV_MAP_BLOCK_PROBED) || *state_at(v, i) == STATE_HIT ||
	       (*state_at(v, i) == STATE_UNKNOWN && *reason_at(v, i) == UNKNOWN_SAME_ADDRESS);
}

static void visit(struct view *v, uint32_t i, uint32_t *depth)
{
	if (i >= v->n || v->reachable[i] || !is_silent(v, i))
		return;
	v->reachable[i] = 1;
	v->stack[(*depth)++] = i;
}

static void visit_successors(struct view *v, uint32_t i, uint32_t *depth)
{
	for (uint32_t e = v->g.succ_first[i]; e < v->g.succ_first[i + 1]; e++)
		visit(v, v->g.succ[e], depth);
}

static void visit_stack(struct view *v, uint32_t depth)
{
	while (depth)
		visit_successors(v, v->stack[--depth], &depth);
}

/* Marks the blocks that may have been executed. */
static void mark_reachable(struct view *v, const struct recording *e)
{
	uint32_t depth = 0;

	visit_successors(v, v->n, &depth);
	for (uint32_t i = 0; i < v->n; i++)
		if (!e->from_start && (block_at(v, i)->flags & ANYCOV_MAP_BLOCK_CALLS))
			visit_successors(v, i, &depth);
	visit_stack(v, depth);
	/* Also from hit probes that are not reachable: the graph may lack an edge. */
	for (uint32_t i = 0; i < v->n; i++) {
		depth = 0;
		if (*state_at(v, i) == STATE_HIT)
			visit(v, i, &depth);
		visit_stack(v, depth);
	}
}

/* Returns whether the state of a block is certain before any proof. */
static bool is_decided(const struct view *v, uint32_t i)
{
	return *state_at(v, i) == STATE_HIT || (block_at(v, i)->flags & ANYCOV_MAP_BLOCK_PROBED);
}

static void assign_states(struct view *v, const struct recording *e)
{
	for (uint32_t i = 0; i < v->n; i++) {
		uint8_t *state = state_at(v, i), *reason = reason_at(v, i);

		if (is_decided(v, i))
			continue;
		if (v->proved[i] || !v->reachable[i]) {
			*state = v->proved[i] ? STATE_INFERRED : STATE_NOT_COVERED;
			*reason = UNKNOWN_NONE;
		} else if (*state != STATE_UNKNOWN) {
			*reason = *state == STATE_NOT_COVERED && e->missing
					  ? e->missing
					  : UNKNOWN_INCOMPLETE_CALL;
			*state = STATE_UNKNOWN;
		}
	}
}

/* Gives each part of a block without a probe of its own the state of the block. */
static void count_parts_as_blocks(struct instrumented_image *m, const struct map_function *f)
{
	for (size_t i = f->first_block; i < f->first_block + f->blocks; i++) {
		const struct map_block *b = &m->map->blocks[i], *block;

		if (!(b->flags & MAP_BLOCK_PART) || (b->flags & ANYCOV_MAP_BLOCK_PROBED))
			continue;
		block = map_block(m->map, b->function, b->part_of);
		if (!block)
			continue;
		m->states[i] = m->states[block - m->map->blocks];
		m->reasons[i] = m->reasons[block - m->map->blocks];
	}
}

bool has_incomplete_calls(const struct instrumented_image *m, uint32_t function,
			  const struct recording *e)
{
	if (m->merged)
		return m->incomplete[function];
	if (m->map->functions[function].rules_are_exact)
		return false;
	return !e->complete || task_exit_cuts_call(m, function, e);
}

void keep_proven_states(struct instrumented_image *m, const struct map_function *f,
			const struct recording *e)
{
	struct view v = { .m = m, .f = f, .n = (uint32_t)f->blocks };
	bool any = false;

	for (uint32_t i = 0; i < v.n && !any; i++)
		any = !is_decided(&v, i);
	if (!any || f->blocks >= UINT32_MAX / 2)
		return;
	v.proved = xcalloc(v.n, 1);
	v.reachable = xcalloc(v.n, 1);
	v.stack = xmalloc(v.n * sizeof(*v.stack));
	if (build(&v) && prove(&v))
		mark_reachable(&v, e);
	else /* a damaged map proves nothing */
		memset(v.reachable, 1, v.n);
	assign_states(&v, e);
	if (e->is_trace)
		count_parts_as_blocks(m, f);
	anycov_digraph_free(&v.g);
	free(v.proved);
	free(v.reachable);
	free(v.stack);
}
