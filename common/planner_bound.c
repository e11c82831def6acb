/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The lower bound, by its definition alone: blocks reached while avoiding a
 * block, once for every block.  It shares nothing with planner_lossless.c but
 * the walks, takes O(n (n + m)), and serves tests and benches.
 */
#include <stdlib.h>
#include <string.h>
#include "common/planner_graph.h"

#define MAX_BLOCKS 20000

struct bound {
	const struct anycov_cfg *cfg;
	struct anycov_walks w;
	/* around[b][x], in bits: x lies on a walk that avoids b */
	uint8_t **around;
	uint8_t *allowed, *forth, *back; /* of one question, n + 2 entries */
	uint32_t *stack;
};

static bool is_around(const struct bound *o, uint32_t x, uint32_t b)
{
	return o->around[b][x / 8] >> (x % 8) & 1;
}

/* Marks what is reached from node over allowed nodes. */
static void reach(const struct bound *o, uint32_t node, bool backwards, uint8_t *seen)
{
	const struct anycov_graph *g = &o->w.g;
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

static int find_around(struct bound *o)
{
	for (uint32_t b = 0; b < o->w.n; b++) {
		o->around[b] = calloc(o->w.n / 8 + 1, 1);
		if (!o->around[b])
			return -1;
		memset(o->allowed, 1, o->w.g.n);
		o->allowed[b] = 0;
		reach(o, o->w.start, false, o->forth);
		reach(o, o->w.end, true, o->back);
		for (uint32_t x = 0; x < o->w.n; x++)
			if (x != b && o->forth[x] && o->back[x])
				o->around[b][x / 8] |= (uint8_t)(1u << (x % 8));
	}
	return 0;
}

/* Does every walk through x pass y, and the other way round? */
static bool imply_each_other(const struct bound *o, uint32_t x, uint32_t y)
{
	return !is_around(o, x, y) && !is_around(o, y, x);
}

/* Does some walk through the class of b meet, besides the class, only blocks
 * that also lie on walks around it? */
static bool needs_probe(struct bound *o, uint32_t b)
{
	memset(o->allowed, 0, o->w.g.n);
	o->allowed[o->w.start] = o->allowed[o->w.end] = 1;
	for (uint32_t x = 0; x < o->w.n; x++)
		o->allowed[x] = o->w.live[x] && (is_around(o, x, b) || imply_each_other(o, x, b));
	reach(o, o->w.start, false, o->forth);
	reach(o, o->w.end, true, o->back);
	return o->forth[b] && o->back[b];
}

/* Adds up the class whose first member is b. */
static void count_class(struct bound *o, uint32_t b, struct anycov_bound *out)
{
	bool can = false, asked = false, forced = false;
	uint64_t least = UINT64_MAX;
	uint32_t size = 0;

	for (uint32_t x = b; x < o->w.n; x++) {
		uint32_t flags = o->cfg->flags[x];
		uint64_t weight = o->cfg->weights ? o->cfg->weights[x] : 1;

		if (!o->w.live[x] || !imply_each_other(o, x, b))
			continue;
		size++;
		asked |= !(flags & ANYCOV_BLOCK_EMPTY);
		if (!anycov_can_probe(flags))
			continue;
		can = true;
		if (o->w.forced[x]) {
			forced = true;
			out->forced++;
			out->weight += weight;
		}
		if (weight < least)
			least = weight;
	}
	if (forced || !can || !asked || !needs_probe(o, b))
		return;
	if (size == 1)
		out->must++;
	else
		out->classes++;
	out->weight += least;
}

static void count_all(struct bound *o, struct anycov_bound *out)
{
	for (uint32_t b = 0; b < o->w.n; b++) {
		uint32_t x = 0;

		if (!o->w.live[b])
			continue;
		while (x < b && !(o->w.live[x] && imply_each_other(o, x, b)))
			x++;
		if (x == b)
			count_class(o, b, out);
	}
}

int anycov_plan_bound(const struct anycov_cfg *cfg, struct anycov_bound *out,
		      struct anycov_error *err)
{
	struct bound o = { .cfg = cfg };
	uint32_t n = cfg->n_blocks;
	int rc = -1;

	memset(out, 0, sizeof(*out));
	if (anycov_check_cfg(cfg, err))
		return -1;
	if (n > MAX_BLOCKS)
		return anycov_fail(err,
				   "planner: the lower bound of a function of %u blocks would take "
				   "too long; ask for at most %u blocks",
				   n, MAX_BLOCKS);
	o.around = calloc(n, sizeof(*o.around));
	o.allowed = calloc((size_t)n + 2, 3);
	o.stack = anycov_array((size_t)n + 2, sizeof(*o.stack));
	if (o.around && o.allowed && o.stack && !anycov_walks_build(&o.w, cfg)) {
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
	anycov_walks_free(&o.w);
	return rc ? anycov_no_memory(err) : 0;
}

/* Blocks that hold code and follow from over blocks that hold none. */
struct skip {
	const struct anycov_cfg *cfg;
	const struct anycov_graph *g;
	struct anycov_cfg_edge *edges; /* as many as there is room for: n_room */
	uint32_t n_edges, n_room;
	uint32_t *flags;
	uint32_t *seen; /* the last block from which this one was met, + 1 */
	uint32_t *stack;
};

static int add_edge(struct skip *s, uint32_t from, uint32_t to)
{
	if (s->n_edges == s->n_room) {
		uint32_t room = s->n_room ? 2 * s->n_room : 64;
		void *more = realloc(s->edges, room * sizeof(*s->edges));

		if (!more)
			return -1;
		s->edges = more;
		s->n_room = room;
	}
	s->edges[s->n_edges].from = from;
	s->edges[s->n_edges++].to = to;
	return 0;
}

static int skip_from(struct skip *s, uint32_t from)
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
	struct anycov_graph g = { 0 };
	struct skip s = { .cfg = cfg, .g = &g };
	uint32_t n = cfg->n_blocks;
	int rc = -1;

	if (anycov_check_cfg(cfg, err))
		return -1;
	s.flags = anycov_array(n, sizeof(*s.flags));
	s.seen = calloc(n, sizeof(*s.seen));
	s.stack = anycov_array(n, sizeof(*s.stack));
	if (s.flags && s.seen && s.stack && !anycov_graph_build(&g, cfg, n, NULL, 0, 0)) {
		memcpy(s.flags, cfg->flags, n * sizeof(*s.flags));
		rc = 0;
		for (uint32_t b = 0; b < n && !rc; b++)
			if (!b || !(cfg->flags[b] & ANYCOV_BLOCK_EMPTY))
				rc = skip_from(&s, b);
		code.edges = s.edges;
		code.n_edges = s.n_edges;
		code.flags = s.flags;
		rc = rc ? anycov_no_memory(err) : anycov_plan_bound(&code, out, err);
	} else {
		anycov_no_memory(err);
	}
	anycov_graph_free(&g);
	free(s.edges);
	free(s.flags);
	free(s.seen);
	free(s.stack);
	return rc;
}
