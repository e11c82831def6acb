/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The lower bound for lossless plans, computed directly from its definition: for each
 * block, the blocks on paths that avoid it.  This takes O(n (n + m)) and shares only
 * the paths with planner_lossless.c; tests and benchmarks compare plans with it.
 */
#include <stdlib.h>
#include <string.h>
#include "common/plan/planner_internal.h"

#define MAX_BLOCKS 20000

struct bound_search {
	const struct anycov_cfg *cfg;
	struct anycov_paths paths;
	/* around[b] has bit x set if x is on a path that avoids b. */
	uint8_t **around;
	uint8_t *allowed, *forth, *back; /* of one search, n + 2 entries */
	uint32_t *stack;
};

static bool is_around(const struct bound_search *o, uint32_t x, uint32_t b)
{
	return o->around[b][x / 8] >> (x % 8) & 1;
}

/* Marks in seen the nodes that can be reached from node over allowed nodes. */
static void mark_reachable(const struct bound_search *o, uint32_t node, bool backwards,
			   uint8_t *seen)
{
	const struct anycov_digraph *g = &o->paths.g;
	const uint32_t *first = backwards ? g->pred_first : g->succ_first;
	const uint32_t *to = backwards ? g->pred : g->succ;
	uint32_t depth = 0;

	memset(seen, 0, g->n);
	seen[node] = 1;
	o->stack[depth++] = node;
	while (depth) {
		uint32_t at = o->stack[--depth];

		for (uint32_t e = first[at]; e < first[at + 1]; e++) {
			if (seen[to[e]] || !o->allowed[to[e]])
				continue;
			seen[to[e]] = 1;
			o->stack[depth++] = to[e];
		}
	}
}

/* Fills around[].  Returns 0, or -1 if out of memory. */
static int find_around(struct bound_search *o)
{
	for (uint32_t b = 0; b < o->paths.n; b++) {
		o->around[b] = calloc(o->paths.n / 8 + 1, 1);
		if (!o->around[b])
			return -1;
		memset(o->allowed, 1, o->paths.g.n);
		o->allowed[b] = 0;
		mark_reachable(o, o->paths.start, false, o->forth);
		mark_reachable(o, o->paths.end, true, o->back);
		for (uint32_t x = 0; x < o->paths.n; x++)
			if (x != b && o->forth[x] && o->back[x])
				o->around[b][x / 8] |= (uint8_t)(1u << (x % 8));
	}
	return 0;
}

/* Returns true if every path through x contains y, and the reverse. */
static bool imply_each_other(const struct bound_search *o, uint32_t x, uint32_t y)
{
	return !is_around(o, x, y) && !is_around(o, y, x);
}

/* Returns true if some path through the class of b consists, apart from the class, of
 * blocks that are also on paths around it. */
static bool needs_probe(struct bound_search *o, uint32_t b)
{
	memset(o->allowed, 0, o->paths.g.n);
	o->allowed[o->paths.start] = o->allowed[o->paths.end] = 1;
	for (uint32_t x = 0; x < o->paths.n; x++)
		o->allowed[x] =
			o->paths.live[x] && (is_around(o, x, b) || imply_each_other(o, x, b));
	mark_reachable(o, o->paths.start, false, o->forth);
	mark_reachable(o, o->paths.end, true, o->back);
	return o->forth[b] && o->back[b];
}

/* Adds the class whose first member is b to out. */
static void count_class(struct bound_search *o, uint32_t b, struct anycov_bound *out)
{
	bool can = false, has_code = false, forced = false;
	uint64_t least = UINT64_MAX;
	uint32_t size = 0;

	for (uint32_t x = b; x < o->paths.n; x++) {
		uint32_t flags = o->cfg->flags[x];
		uint64_t weight = o->cfg->weights ? o->cfg->weights[x] : 1;

		if (!o->paths.live[x] || !imply_each_other(o, x, b))
			continue;
		size++;
		has_code |= !(flags & ANYCOV_BLOCK_EMPTY);
		if (!anycov_can_probe(flags))
			continue;
		can = true;
		if (o->paths.forced[x]) {
			forced = true;
			out->forced++;
			out->weight += weight;
		}
		if (weight < least)
			least = weight;
	}
	if (forced || !can || !has_code || !needs_probe(o, b))
		return;
	if (size == 1)
		out->must++;
	else
		out->classes++;
	out->weight += least;
}

static void count_all(struct bound_search *o, struct anycov_bound *out)
{
	for (uint32_t b = 0; b < o->paths.n; b++) {
		uint32_t x = 0;

		if (!o->paths.live[b])
			continue;
		while (x < b && !(o->paths.live[x] && imply_each_other(o, x, b)))
			x++;
		if (x == b)
			count_class(o, b, out);
	}
}

int anycov_plan_bound(const struct anycov_cfg *cfg, struct anycov_bound *out,
		      struct anycov_error *err)
{
	struct bound_search o = { .cfg = cfg };
	uint32_t n = cfg->n_blocks;
	int rc = -1;

	memset(out, 0, sizeof(*out));
	if (anycov_check_cfg(cfg, err))
		return -1;
	if (n > MAX_BLOCKS)
		return anycov_error_set(err,
					"planner: computing the lower bound of a function of %u "
					"basic blocks would take "
					"too long; the limit is %u",
					n, MAX_BLOCKS);
	o.around = calloc(n, sizeof(*o.around));
	o.allowed = calloc((size_t)n + 2, 3);
	o.stack = anycov_alloc_array((size_t)n + 2, sizeof(*o.stack));
	if (o.around && o.allowed && o.stack && !anycov_paths_build(&o.paths, cfg)) {
		o.forth = o.allowed + n + 2;
		o.back = o.forth + n + 2;
		rc = find_around(&o);
		if (!rc)
			count_all(&o, out);
	}
	for (uint32_t b = 0; o.around && b < n; b++)
		free(o.around[b]);
	free(o.around);
	free(o.allowed);
	free(o.stack);
	anycov_paths_free(&o.paths);
	return rc ? anycov_error_oom(err) : 0;
}

/* The graph without EMPTY blocks, while it is built. */
struct code_graph {
	const struct anycov_cfg *cfg;
	const struct anycov_digraph *g;
	struct anycov_cfg_edge *edges; /* n_room of them are allocated */
	uint32_t n_edges, n_room;
	uint32_t *flags;
	uint32_t *seen; /* the last block from which this one was reached, + 1 */
	uint32_t *stack;
};

static int add_edge(struct code_graph *s, uint32_t from, uint32_t to)
{
	if (s->n_edges == s->n_room) {
		uint32_t room = s->n_room ? 2 * s->n_room : 64;
		void *bigger = realloc(s->edges, room * sizeof(*s->edges));

		if (!bigger)
			return -1;
		s->edges = bigger;
		s->n_room = room;
	}
	s->edges[s->n_edges].from = from;
	s->edges[s->n_edges++].to = to;
	return 0;
}

/* Adds the edges from one block to those that follow it, over EMPTY blocks or directly. */
static int add_edges_from(struct code_graph *s, uint32_t from)
{
	uint32_t depth = 0;

	s->stack[depth++] = from;
	while (depth) {
		uint32_t at = s->stack[--depth];

		if (at != from)
			s->flags[from] |= s->cfg->flags[at] & ANYCOV_BLOCK_EXIT;
		for (uint32_t e = s->g->succ_first[at]; e < s->g->succ_first[at + 1]; e++) {
			uint32_t to = s->g->succ[e];

			if (s->seen[to] == from + 1)
				continue;
			s->seen[to] = from + 1;
			if (to && (s->cfg->flags[to] & ANYCOV_BLOCK_EMPTY))
				s->stack[depth++] = to;
			else if (add_edge(s, from, to))
				return -1;
		}
	}
	return 0;
}

int anycov_plan_bound_of_code(const struct anycov_cfg *cfg, struct anycov_bound *out,
			      struct anycov_error *err)
{
	struct anycov_cfg code = *cfg;
	struct anycov_digraph g = { 0 };
	struct code_graph s = { .cfg = cfg, .g = &g };
	uint32_t n = cfg->n_blocks;
	int rc = -1;

	if (anycov_check_cfg(cfg, err))
		return -1;
	s.flags = anycov_alloc_array(n, sizeof(*s.flags));
	s.seen = calloc(n, sizeof(*s.seen));
	s.stack = anycov_alloc_array(n, sizeof(*s.stack));
	if (s.flags && s.seen && s.stack &&
	    !anycov_digraph_build(&g, n, cfg->edges, cfg->n_edges)) {
		memcpy(s.flags, cfg->flags, n * sizeof(*s.flags));
		rc = 0;
		for (uint32_t b = 0; b < n && !rc; b++)
			if (!b || !(cfg->flags[b] & ANYCOV_BLOCK_EMPTY))
				rc = add_edges_from(&s, b);
		code.edges = s.edges;
		code.n_edges = s.n_edges;
		code.flags = s.flags;
		rc = rc ? anycov_error_oom(err) : anycov_plan_bound(&code, out, err);
	} else {
		anycov_error_oom(err);
	}
	anycov_digraph_free(&g);
	free(s.edges);
	free(s.flags);
	free(s.seen);
	free(s.stack);
	return rc;
}
