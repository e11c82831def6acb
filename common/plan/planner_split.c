/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The graph of call-safe plans.
 *
 * A process can end, or a thread can stop, in any call: the callee exits, jumps, throws, waits.
 * It can also stay in a loop.  gcov's answer to calls is a graph in which such a call ends a block
 * and has an edge to the exit.  A lossless plan of that graph needs no other knowledge: what was
 * executed, wherever it ended, is a set of its paths.  Loops get the same edge where they are
 * repeated, so that no rule leads from a loop to what follows it.
 */
#include <stdlib.h>
#include <string.h>
#include "common/plan/planner_internal.h"

/* Depth-first numbers: an edge is retreating if its target is an ancestor of its source, or equal
 * to it.  Each cycle has one, reducible or not. */
struct depth_first {
	struct anycov_digraph g;
	uint32_t *arrays;
	uint32_t *number, *last; /* preorder number; the greatest one below in the tree */
};

static int depth_first_build(struct depth_first *d, const struct anycov_cfg *cfg)
{
	uint32_t n = cfg->n_blocks, count, *order, *parent, *stack;

	if (anycov_digraph_build(&d->g, n, cfg->edges, cfg->n_edges))
		return -1;
	d->arrays = anycov_alloc_array(n, 5 * sizeof(*d->arrays));
	if (!d->arrays)
		return -1;
	d->number = d->arrays;
	d->last = d->number + n;
	order = d->last + n;
	parent = order + n;
	stack = parent + n;
	for (uint32_t b = 0; b < n; b++)
		d->number[b] = d->last[b] = ANYCOV_NO_NODE;
	count = anycov_digraph_preorder(&d->g, 0, false, order, d->number, parent, stack, NULL);
	for (uint32_t i = 0; i < count; i++)
		d->last[order[i]] = i;
	for (uint32_t i = count; i-- > 1;)
		if (d->last[order[parent[i]]] < d->last[order[i]])
			d->last[order[parent[i]]] = d->last[order[i]];
	return 0;
}

static void depth_first_free(struct depth_first *d)
{
	anycov_digraph_free(&d->g);
	free(d->arrays);
}

static bool is_retreating(const struct depth_first *d, const struct anycov_cfg_edge *e)
{
	uint32_t from = d->number[e->from], to = d->number[e->to];

	return from != ANYCOV_NO_NODE && to <= from && from <= d->last[e->to];
}

/* Flags of part i of block b; i is 0 for the first. */
static uint32_t part_flags(const struct anycov_cfg *cfg, const struct anycov_cuts *cuts, uint32_t b,
			   uint32_t node, bool is_last)
{
	const uint32_t ends = ANYCOV_BLOCK_EXIT | ANYCOV_BLOCK_NORETURN;
	uint32_t flags = cfg->flags[b];

	if (cuts->n_parts[b]) {
		if (!is_last)
			flags &= ~ends;
		if (cuts->is_empty[node])
			flags |= ANYCOV_BLOCK_EMPTY;
	}
	/* A call that never returns ends a path like others: what leads to it implies nothing. */
	if (!is_last || cuts->ends_in_call[b] || (flags & ANYCOV_BLOCK_NORETURN))
		flags = (flags & ~ANYCOV_BLOCK_NORETURN) | ANYCOV_BLOCK_EXIT;
	return flags;
}

static void split_blocks(const struct anycov_cfg *cfg, const struct anycov_cuts *cuts,
			 struct anycov_split_cfg *s, uint32_t *last)
{
	uint32_t part = cfg->n_blocks;

	for (uint32_t b = 0; b < cfg->n_blocks; b++) {
		uint32_t node = b;

		for (uint32_t i = 0;; i++) {
			bool is_last = i == cuts->n_parts[b];

			s->flags[node] = part_flags(cfg, cuts, b, node, is_last);
			s->weights[node] = cfg->weights ? cfg->weights[b] : 1;
			if (is_last)
				break;
			s->edges[s->cfg.n_edges++] = (struct anycov_cfg_edge){ node, part };
			node = part++;
		}
		last[b] = node;
	}
}

int anycov_split_cfg(const struct anycov_cfg *cfg, const struct anycov_cuts *cuts,
		     struct anycov_split_cfg *s, struct anycov_error *err)
{
	size_t n = (size_t)cfg->n_blocks + cuts->n_all;
	struct depth_first d = { .arrays = NULL };
	uint32_t *last;
	int rc;

	memset(s, 0, sizeof(*s));
	if (anycov_check_cfg(cfg, err))
		return -1;
	last = anycov_alloc_array(cfg->n_blocks, sizeof(*last));
	s->edges = anycov_alloc_array(cfg->n_edges + n, sizeof(*s->edges));
	s->flags = anycov_alloc_array(n, sizeof(*s->flags));
	s->weights = anycov_alloc_array(n, sizeof(*s->weights));
	rc = last && s->edges && s->flags && s->weights && n < ANYCOV_NO_NODE
		     ? depth_first_build(&d, cfg)
		     : -1;
	if (!rc) {
		split_blocks(cfg, cuts, s, last);
		for (uint32_t i = 0; i < cfg->n_edges; i++) {
			uint32_t from = last[cfg->edges[i].from];

			s->edges[s->cfg.n_edges++] =
				(struct anycov_cfg_edge){ from, cfg->edges[i].to };
			if (is_retreating(&d, &cfg->edges[i]))
				s->flags[from] |= ANYCOV_BLOCK_EXIT;
		}
		s->cfg.n_blocks = (uint32_t)n;
		s->cfg.edges = s->edges;
		s->cfg.flags = s->flags;
		s->cfg.weights = s->weights;
	}
	depth_first_free(&d);
	free(last);
	if (!rc)
		return 0;
	anycov_split_cfg_free(s);
	return anycov_error_oom(err);
}

void anycov_split_cfg_free(struct anycov_split_cfg *s)
{
	free(s->edges);
	free(s->flags);
	free(s->weights);
	memset(s, 0, sizeof(*s));
}
