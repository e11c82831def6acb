/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A block of the source was covered if one of the blocks that contain a mark of it was; one that
 * no code contains was not.  A block without code has no mark, and follows from its neighbours:
 *
 *   not covered  all blocks before it were not, or all blocks after it
 *   covered      a covered block can only have gone on there, or a covered block can only have
 *                been entered from there
 *   unknown      all others
 *
 * A block that ends in a call that may not return need not have gone on anywhere.
 */
#include <stdlib.h>
#include <string.h>
#include "anycov/map.h"
#include "common/plan/digraph.h"
#include "coverage/infer/source_states.h"

static size_t block_index(const struct instrumented_image *m, uint32_t function, uint32_t number)
{
	const struct map_block *b = map_block(m->map, function, number);

	return b ? (size_t)(b - m->map->blocks) : SIZE_MAX;
}

/* Code without probes shows nothing. */
static void apply_marks(struct instrumented_image *m)
{
	for (size_t i = 0; i < m->map->n_marks; i++) {
		const struct map_mark *mark = &m->map->marks[i];
		size_t from, to;

		if (mark->source == MAP_NONE || !m->map->functions[mark->function].in_program)
			continue;
		from = block_index(m, mark->function, mark->block);
		to = block_index(m, mark->source, mark->source_block);
		if (from == SIZE_MAX || to == SIZE_MAX)
			continue;
		if (!m->map->functions[mark->function].live_sites) {
			m->states[from] = STATE_UNKNOWN;
			m->reasons[from] = UNKNOWN_CODE_WITHOUT_PROBES;
		}
		state_improve(&m->states[to], &m->reasons[to], m->states[from], m->reasons[from]);
		m->executions[to] += m->executions[from];
	}
}

/* A source function with blocks without code; blocks by position in the map. */
struct source_view {
	struct instrumented_image *m;
	const struct map_function *f;
	uint32_t n;
	struct anycov_digraph g;
	uint8_t *may;  /* it may have been executed */
	uint8_t *must; /* it was executed */
	uint32_t *stack, depth;
};

static const struct map_block *block_at(const struct source_view *v, uint32_t i)
{
	return &v->m->map->blocks[v->f->first_block + i];
}

static uint8_t *state_at(const struct source_view *v, uint32_t i)
{
	return &v->m->states[v->f->first_block + i];
}

static uint8_t *reason_at(const struct source_view *v, uint32_t i)
{
	return &v->m->reasons[v->f->first_block + i];
}

/* Returns whether a block has no mark because it contains no code. */
static bool has_no_mark(const struct map_block *b)
{
	return (b->flags & (ANYCOV_MAP_BLOCK_EMPTY | ANYCOV_MAP_BLOCK_EDGE)) ==
	       ANYCOV_MAP_BLOCK_EMPTY;
}

/* What the compiler was told that no path leads to, __builtin_unreachable(): it was not executed.
 */
static bool is_unreachable(const struct map_block *b)
{
	return !b->succs.n && !(b->flags & ANYCOV_MAP_BLOCK_EXIT);
}

static bool build(struct source_view *v)
{
	const struct map *map = v->m->map;
	const uint32_t function = (uint32_t)(v->f - map->functions);
	struct anycov_cfg_edge *list;
	size_t edges = 0, n = 0;
	bool built;

	for (uint32_t i = 0; i < v->n; i++)
		edges += block_at(v, i)->succs.n;
	if (edges >= UINT32_MAX / 2)
		return false;
	list = xmalloc((edges + 1) * sizeof(*list));
	for (uint32_t i = 0; i < v->n; i++) {
		const struct map_span succs = block_at(v, i)->succs;

		for (uint32_t k = 0; k < succs.n; k++) {
			size_t to = block_index(v->m, function, map->numbers[succs.first + k]);

			if (to != SIZE_MAX)
				list[n++] = (struct anycov_cfg_edge){
					i, (uint32_t)(to - v->f->first_block)
				};
		}
	}
	built = !anycov_digraph_build(&v->g, v->n, list, (uint32_t)n);
	free(list);
	return built;
}

static void push(struct source_view *v, uint32_t i)
{
	v->stack[v->depth++] = i;
}

/* Marks the blocks without a mark that a block leads to which may have been executed. */
static void reach(struct source_view *v)
{
	for (uint32_t i = 0; i < v->n; i++) {
		const bool is_open = has_no_mark(block_at(v, i));

		v->may[i] = is_open ? !block_at(v, i)->number && !is_unreachable(block_at(v, i))
				    : *state_at(v, i) != STATE_NOT_COVERED;
		if (v->may[i])
			push(v, i);
	}
	while (v->depth) {
		const uint32_t i = v->stack[--v->depth];

		for (uint32_t e = v->g.succ_first[i]; e < v->g.succ_first[i + 1]; e++) {
			const uint32_t to = v->g.succ[e];

			if (v->may[to] || !has_no_mark(block_at(v, to)) ||
			    is_unreachable(block_at(v, to)))
				continue;
			v->may[to] = 1;
			push(v, to);
		}
	}
}

/* Returns how many successors of a block may have been executed; *one: the last of these. */
static uint32_t possible_successors(const struct source_view *v, uint32_t i, uint32_t *one)
{
	uint32_t n = 0;

	for (uint32_t e = v->g.succ_first[i]; e < v->g.succ_first[i + 1]; e++)
		if (v->may[v->g.succ[e]] && (!n || *one != v->g.succ[e])) {
			*one = v->g.succ[e];
			n++;
		}
	return n;
}

static uint32_t possible_predecessors(const struct source_view *v, uint32_t i, uint32_t *one)
{
	uint32_t n = 0;

	for (uint32_t e = v->g.pred_first[i]; e < v->g.pred_first[i + 1]; e++)
		if (v->may[v->g.pred[e]] && (!n || *one != v->g.pred[e])) {
			*one = v->g.pred[e];
			n++;
		}
	return n;
}

/* Excludes blocks without a mark that cannot have gone on; an endless loop of them can. */
static void exclude(struct source_view *v)
{
	uint8_t *waits = xmalloc(v->n + (size_t)1);

	memset(waits, 1, v->n);
	for (uint32_t i = 0; i < v->n; i++)
		push(v, i);
	while (v->depth) {
		const uint32_t i = v->stack[--v->depth];
		const struct map_block *b = block_at(v, i);
		uint32_t one;

		waits[i] = 0;
		if (!v->may[i] || !has_no_mark(b) || (b->flags & ANYCOV_MAP_BLOCK_EXIT) ||
		    possible_successors(v, i, &one))
			continue;
		v->may[i] = 0;
		for (uint32_t e = v->g.pred_first[i]; e < v->g.pred_first[i + 1]; e++) {
			if (waits[v->g.pred[e]])
				continue;
			waits[v->g.pred[e]] = 1;
			push(v, v->g.pred[e]);
		}
	}
	free(waits);
}

/* Marks a block without a mark as executed. */
static void prove(struct source_view *v, uint32_t i)
{
	if (v->must[i] || !has_no_mark(block_at(v, i)))
		return;
	v->must[i] = 1;
	push(v, i);
}

/* Proves what follows from blocks that were executed. */
static void prove_all(struct source_view *v)
{
	for (uint32_t i = 0; i < v->n; i++) {
		v->must[i] = !has_no_mark(block_at(v, i)) && state_is_covered(*state_at(v, i));
		if (v->must[i])
			push(v, i);
	}
	while (v->depth) {
		const uint32_t i = v->stack[--v->depth];
		const struct map_block *b = block_at(v, i);
		uint32_t one;

		if (!(b->flags & (ANYCOV_MAP_BLOCK_CALLS | ANYCOV_MAP_BLOCK_EXIT |
				  ANYCOV_MAP_BLOCK_RESUMES)) &&
		    possible_successors(v, i, &one) == 1)
			prove(v, one);
		if (b->number && possible_predecessors(v, i, &one) == 1)
			prove(v, one);
	}
}

/* Returns why a block without a mark is unknown: the strongest reason of a neighbour. */
static unsigned why_unknown(const struct source_view *v, uint32_t i)
{
	unsigned reason = *reason_at(v, i);

	for (uint32_t e = v->g.pred_first[i]; e < v->g.pred_first[i + 1] && !reason; e++)
		if (*state_at(v, v->g.pred[e]) == STATE_UNKNOWN)
			reason = *reason_at(v, v->g.pred[e]);
	return reason ? reason : UNKNOWN_AMBIGUOUS_EDGE;
}

static void assign(struct source_view *v)
{
	for (uint32_t i = 0; i < v->n; i++) {
		if (!has_no_mark(block_at(v, i)))
			continue;
		*reason_at(v, i) =
			v->must[i] || !v->may[i] ? UNKNOWN_NONE : (uint8_t)why_unknown(v, i);
		*state_at(v, i) = v->must[i]  ? STATE_INFERRED
				  : v->may[i] ? STATE_UNKNOWN
					      : STATE_NOT_COVERED;
	}
}

/* Sets the states of f's blocks that have no mark because they contain no code. */
static void infer_unmarked(struct instrumented_image *m, const struct map_function *f)
{
	struct source_view v = { .m = m, .f = f, .n = (uint32_t)f->blocks };
	bool any = false;

	for (uint32_t i = 0; i < v.n && !any; i++)
		any = has_no_mark(block_at(&v, i));
	if (!any || !f->in_program || f->blocks >= UINT32_MAX / 2)
		return;
	v.may = xcalloc(v.n, 1);
	v.must = xcalloc(v.n, 1);
	v.stack = xmalloc(v.n * sizeof(*v.stack));
	if (build(&v)) {
		reach(&v);
		exclude(&v);
		prove_all(&v);
		assign(&v);
	}
	anycov_digraph_free(&v.g);
	free(v.may);
	free(v.must);
	free(v.stack);
}

void compute_source_states(struct instrumented_image *m)
{
	apply_marks(m);
	for (size_t i = 0; i < m->map->n_functions; i++)
		if (m->map->functions[i].is_source)
			infer_unmarked(m, &m->map->functions[i]);
}
