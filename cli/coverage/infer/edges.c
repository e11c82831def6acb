/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * States of the edges between blocks, from the states of the blocks and from recorded
 * pairs of probes (unique edge mode):
 *
 *   hit          a pair was recorded
 *   inferred     both ends are covered, and every other edge into the target is not; or
 *                every other edge out of the source is not, and it does not end in a call that may
 *                not return.  If calls of the function may be incomplete: the target is covered
 *                and has no other incoming edge
 *   not covered  an end is not covered
 *   unknown      all others: an end is unknown, or both ends are covered
 */
#include <stdlib.h>
#include <string.h>
#include "anycov/map.h"
#include "coverage/model/coverage.h"
#include "coverage/infer/proven_states.h"

struct graph {
	const struct instrumented_image *m;
	const struct map_function *f;
	struct cov_edge *v;
	size_t n;
};

static int compare_edges(const void *a, const void *b)
{
	const struct cov_edge *x = a, *y = b;

	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	return x->to < y->to ? -1 : x->to > y->to;
}

/* Adds the edges from a block; several cases of a switch with one target are one edge. */
static void add_edges(struct coverage *c, const struct map *map, const struct map_block *b)
{
	const bool throws = b->flags & ANYCOV_MAP_BLOCK_THROWS;
	const size_t first = c->n_edges;
	size_t kept = first;

	for (uint32_t k = 0; k < b->succs.n; k++) {
		ARRAY_GROW(c->edges, c->n_edges, c->edges_room);
		c->edges[c->n_edges++] = (struct cov_edge){ .from = b->number,
							    .to = map->numbers[b->succs.first + k],
							    .state = STATE_NONE,
							    .reason = UNKNOWN_NONE,
							    .is_throw = throws && k };
	}
	if (b->succs.n < 2)
		return;
	sort_stable(c->edges + first, b->succs.n, sizeof(*c->edges), compare_edges);
	for (size_t i = first; i < c->n_edges; i++)
		if (kept == first || compare_edges(&c->edges[kept - 1], &c->edges[i]))
			c->edges[kept++] = c->edges[i];
	c->n_edges = kept;
}

/* Collects the edges.  Returns the first one; they are sorted, as blocks are. */
static size_t collect(const struct instrumented_image *m, const struct map_function *f,
		      struct coverage *c)
{
	const size_t first = c->n_edges;

	for (size_t i = f->first_block; i < f->first_block + f->blocks; i++)
		add_edges(c, m->map, &m->map->blocks[i]);
	return first;
}

static unsigned block_state(const struct graph *g, uint32_t number, unsigned *reason)
{
	const struct map_block *b =
		map_block(g->m->map, (uint32_t)(g->f - g->m->map->functions), number);

	*reason = b ? g->m->reasons[b - g->m->map->blocks] : UNKNOWN_DAMAGED_MAP;
	return b ? g->m->states[b - g->m->map->blocks] : STATE_UNKNOWN;
}

static void set_unknown(struct cov_edge *e, unsigned reason)
{
	e->state = STATE_UNKNOWN;
	e->reason = (uint8_t)reason;
}

static void set_state(struct cov_edge *e, unsigned state)
{
	e->state = (uint8_t)state;
	e->reason = UNKNOWN_NONE;
}

/* Sets the state of an edge to what those of its ends show. */
static void decide(const struct graph *g, struct cov_edge *e)
{
	unsigned why_from, why_to;
	unsigned from = block_state(g, e->from, &why_from), to = block_state(g, e->to, &why_to);

	if (from == STATE_NOT_COVERED || to == STATE_NOT_COVERED)
		set_state(e, STATE_NOT_COVERED);
	else if (why_from && why_to)
		set_unknown(e, why_from < why_to ? why_from : why_to);
	else
		set_unknown(e, why_from ? why_from : why_to ? why_to : UNKNOWN_AMBIGUOUS_EDGE);
}

static bool is_not_covered(const struct cov_edge *e)
{
	return e->state == STATE_NOT_COVERED;
}

/* Returns whether both ends are covered and nothing else is known of the edge. */
static bool is_ambiguous(const struct cov_edge *e)
{
	return e->state == STATE_UNKNOWN && e->reason == UNKNOWN_AMBIGUOUS_EDGE;
}

/* The edges at one end of an edge. */
struct end {
	uint32_t edges, possible;
	size_t candidate; /* the last edge that may be covered */
	size_t only;      /* the last edge */
};

static void summarize_ends(const struct graph *g, struct end *in, struct end *out, uint32_t n)
{
	memset(in, 0, n * sizeof(*in));
	memset(out, 0, n * sizeof(*out));
	for (size_t i = 0; i < g->n; i++) {
		struct end *ends[2] = { &in[g->v[i].to], &out[g->v[i].from] };

		for (int k = 0; k < 2; k++) {
			ends[k]->edges++;
			ends[k]->only = i;
			if (is_not_covered(&g->v[i]))
				continue;
			ends[k]->possible++;
			ends[k]->candidate = i;
		}
	}
}

/* may_differ: the block may have been entered or left otherwise than by its edges. */
static void infer_at_end(struct graph *g, const struct end *end, unsigned block, bool may_differ,
			 unsigned reason)
{
	struct cov_edge *e;

	if (end->possible != 1 || !state_is_covered(block))
		return;
	e = &g->v[end->candidate];
	if (!may_differ) {
		if (e->state == STATE_UNKNOWN)
			set_state(e, STATE_INFERRED);
	} else if (is_ambiguous(e)) {
		set_unknown(e, reason);
	}
}

/* Returns whether a block may have been left in a call: calls of pruned functions whose rules are
 * not exact all returned. */
static bool may_not_go_on(const struct graph *g, const struct map_block *b)
{
	return (g->f->rules_are_exact || !g->f->prune) &&
	       (b->flags & (ANYCOV_MAP_BLOCK_CALLS | ANYCOV_MAP_BLOCK_RESUMES));
}

static void infer(struct graph *g, const struct end *in, const struct end *out, bool incomplete)
{
	const unsigned reason = incomplete ? UNKNOWN_INCOMPLETE_CALL : UNKNOWN_AMBIGUOUS_EDGE;

	for (size_t i = g->f->first_block; i < g->f->first_block + g->f->blocks; i++) {
		const struct map_block *b = &g->m->map->blocks[i];
		unsigned state = g->m->states[i];

		/* The entry has callers as predecessors, an exit has them as successors. */
		if (b->number)
			infer_at_end(g, &in[b->number], state,
				     incomplete && in[b->number].edges > 1, reason);
		if (!(b->flags & ANYCOV_MAP_BLOCK_EXIT))
			infer_at_end(g, &out[b->number], state, incomplete || may_not_go_on(g, b),
				     reason);
	}
}

/* The edges of a block's last part are those of the block; those between its parts are none. */
static void join_parts(struct graph *g)
{
	const uint32_t function = (uint32_t)(g->f - g->m->map->functions);

	for (size_t i = 0; i < g->n && g->f->has_parts; i++) {
		const struct map_block *from = map_block(g->m->map, function, g->v[i].from);
		const struct map_block *to = map_block(g->m->map, function, g->v[i].to);

		if (to && (to->flags & MAP_BLOCK_PART))
			g->v[i].state = STATE_NONE;
		if (from && (from->flags & MAP_BLOCK_PART))
			g->v[i].from = from->part_of;
	}
}

/*
 * Blocks that split critical edges contain no code of the user: each becomes one edge
 * with its two edges, which has the state of the block.
 */
static void contract(struct graph *g, struct end *in, struct end *out)
{
	for (size_t i = g->f->first_block; i < g->f->first_block + g->f->blocks; i++) {
		const struct map_block *b = &g->m->map->blocks[i];
		struct cov_edge *to, *from;

		if (!(b->flags & ANYCOV_MAP_BLOCK_EMPTY) || !b->number ||
		    (b->flags & (ANYCOV_MAP_BLOCK_EXIT | ANYCOV_MAP_BLOCK_DISPATCHER)) ||
		    in[b->number].edges != 1 || out[b->number].edges != 1)
			continue;
		to = &g->v[in[b->number].only];
		from = &g->v[out[b->number].only];
		if (to == from)
			continue; /* an unreachable loop */
		to->to = from->to;
		if (g->m->states[i] != STATE_UNKNOWN) {
			set_state(to, g->m->states[i]);
		} else if (to->state == STATE_UNKNOWN || is_not_covered(from)) {
			to->state = from->state;
			to->reason = from->reason;
		}
		from->state = STATE_NONE;
		if (in[from->to].only == (size_t)(from - g->v))
			in[from->to].only = (size_t)(to - g->v);
	}
}

/* Sorts again and merges edges that became equal; the better state is kept. */
static size_t sort_unique(struct cov_edge *v, size_t n)
{
	size_t kept = 0;

	sort_stable(v, n, sizeof(*v), compare_edges);
	for (size_t i = 0; i < n; i++) {
		if (v[i].state == STATE_NONE)
			continue;
		if (!kept || compare_edges(&v[kept - 1], &v[i]))
			v[kept++] = v[i];
		else
			state_improve(&v[kept - 1].state, &v[kept - 1].reason, v[i].state,
				      v[i].reason);
	}
	return kept;
}

/*
 * Applies recorded pairs of probes to the edges between their blocks.  With pruned
 * probes there may be another path between the two.
 */
static void apply_pairs(struct graph *g)
{
	for (size_t i = 0; i < g->n && g->m->n_pairs && !g->f->prune; i++) {
		struct probe_pair key = { (uint32_t)(g->f - g->m->map->functions), g->v[i].from,
					  g->v[i].to };

		if (bsearch(&key, g->m->pairs, g->m->n_pairs, sizeof(key), probe_pair_compare))
			set_state(&g->v[i], STATE_HIT);
	}
}

void edges_of_function(struct coverage *c, const struct instrumented_image *m,
		       const struct map_function *mf, struct cov_function *f,
		       const struct recording *e)
{
	/* Without pruning the states of blocks do not depend on calls. */
	const bool incomplete = (mf->prune || !e->from_start) &&
				has_incomplete_calls(m, (uint32_t)(mf - m->map->functions), e);
	uint32_t n = mf->n_blocks;
	struct graph g = { .m = m, .f = mf };
	struct end *in, *out;

	f->first_edge = collect(m, mf, c);
	g.v = c->edges ? c->edges + f->first_edge : NULL; /* no edges yet */
	g.n = c->n_edges - f->first_edge;
	/* A damaged map may claim more blocks than any function has. */
	if (n / 16 > mf->blocks + 64) {
		c->n_edges = f->first_edge;
		return;
	}
	in = xmalloc(n * sizeof(*in));
	out = xmalloc(n * sizeof(*out));
	for (size_t i = 0; i < g.n; i++)
		decide(&g, &g.v[i]);
	summarize_ends(&g, in, out, n);
	infer(&g, in, out, incomplete);
	contract(&g, in, out);
	join_parts(&g);
	f->n_edges = sort_unique(g.v, g.n);
	c->n_edges = f->first_edge + f->n_edges;
	g.n = f->n_edges;
	apply_pairs(&g);
	free(in);
	free(out);
}
