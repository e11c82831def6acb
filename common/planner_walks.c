/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "common/planner_graph.h"

/* A function's graph while it is being extended. */
struct build {
	struct anycov_cfg cfg; /* n + 2 nodes at last */
	struct anycov_cfg_edge *edges;
	uint32_t *flags;
	struct anycov_graph g; /* without start and end */
	uint32_t *exits;
	uint32_t n_exits;
	uint32_t *stack;
};

static void add_edge(struct build *b, uint32_t from, uint32_t to)
{
	b->edges[b->cfg.n_edges].from = from;
	b->edges[b->cfg.n_edges].to = to;
	b->cfg.n_edges++;
}

/* Marks what is reached from the blocks on the stack. */
static void flood(const struct anycov_graph *g, bool backwards, uint32_t *stack, uint32_t depth,
		  uint8_t *seen)
{
	const uint32_t *first = backwards ? g->pred_first : g->succ_first;
	const uint32_t *to = backwards ? g->pred : g->succ;

	while (depth) {
		uint32_t at = stack[--depth];

		for (uint32_t e = first[at]; e < first[at + 1]; e++) {
			if (seen[to[e]])
				continue;
			seen[to[e]] = 1;
			stack[depth++] = to[e];
		}
	}
}

/* The graph without blocks that are only unreachable; calls that never return
 * end a walk as a return does. */
static int copy_graph(struct build *b, const struct anycov_cfg *cfg)
{
	uint32_t n = cfg->n_blocks;
	int64_t n_exits;

	/* Room for what add_ends adds: at most an edge from start for each edge,
	 * and one to end for each block. */
	b->edges = anycov_array(2 * (size_t)cfg->n_edges + n + 1, sizeof(*b->edges));
	b->flags = anycov_array(n, sizeof(*b->flags));
	b->exits = anycov_array(n, sizeof(*b->exits));
	b->stack = anycov_array((size_t)n + 2, sizeof(*b->stack));
	if (!b->edges || !b->flags || !b->exits || !b->stack)
		return -1;
	b->cfg.n_blocks = n;
	b->cfg.n_edges = 0;
	b->cfg.edges = b->edges;
	b->cfg.flags = b->flags;
	for (uint32_t i = 0; i < cfg->n_edges; i++)
		if (!(cfg->flags[cfg->edges[i].from] & ANYCOV_BLOCK_UNREACHABLE) &&
		    !(cfg->flags[cfg->edges[i].to] & ANYCOV_BLOCK_UNREACHABLE))
			add_edge(b, cfg->edges[i].from, cfg->edges[i].to);
	for (uint32_t i = 0; i < n; i++)
		b->flags[i] = cfg->flags[i] & (ANYCOV_BLOCK_EXIT | ANYCOV_BLOCK_NORETURN)
				  ? ANYCOV_BLOCK_EXIT
				  : 0;
	if (anycov_graph_build(&b->g, &b->cfg, n, NULL, 0, 0))
		return -1;
	n_exits = anycov_find_exits(&b->cfg, &b->g, b->exits);
	b->n_exits = n_exits < 0 ? 0 : (uint32_t)n_exits;
	return n_exits < 0 ? -1 : 0;
}

/* Was this exit added for an endless loop? */
static bool is_endless(const struct build *b, uint32_t block)
{
	return b->g.succ_first[block] != b->g.succ_first[block + 1] &&
	       !(b->flags[block] & ANYCOV_BLOCK_EXIT);
}

static void add_ends(struct build *b, struct anycov_walks *w, const struct anycov_cfg *cfg)
{
	if (!(cfg->flags[0] & ANYCOV_BLOCK_UNREACHABLE))
		add_edge(b, w->start, 0);
	for (uint32_t i = 0; i < b->n_exits; i++) {
		uint32_t at = b->exits[i];

		if (!w->live[at])
			continue;
		add_edge(b, at, w->end);
		if (is_endless(b, at))
			for (uint32_t e = b->g.succ_first[at]; e < b->g.succ_first[at + 1]; e++)
				add_edge(b, w->start, b->g.succ[e]);
	}
	b->cfg.n_blocks = w->n + 2;
}

/* Marks in seen the blocks from which an exit of the given kind can be reached. */
static void mark_reaching(struct build *b, const struct anycov_walks *w,
			  const struct anycov_cfg *cfg, bool normal, uint8_t *seen)
{
	uint32_t depth = 0;

	memset(seen, 0, w->n);
	for (uint32_t i = 0; i < b->n_exits; i++) {
		uint32_t at = b->exits[i];
		bool endless = is_endless(b, at);
		/* A block that just ends is taken for a call that never returns. */
		bool wanted = normal ? endless || (cfg->flags[at] & ANYCOV_BLOCK_EXIT) : !endless;

		if (wanted && !seen[at]) {
			seen[at] = 1;
			b->stack[depth++] = at;
		}
	}
	flood(&b->g, true, b->stack, depth, seen);
}

static void classify(struct build *b, struct anycov_walks *w, const struct anycov_cfg *cfg,
		     uint8_t *seen)
{
	mark_reaching(b, w, cfg, true, seen);
	for (uint32_t i = 0; i < w->n; i++)
		w->forced[i] =
		    w->live[i] &&
		    (!seen[i] || (cfg->flags[i] & (ANYCOV_BLOCK_NORETURN | ANYCOV_BLOCK_MUST)));
	/* Nobody waits for the end of an endless loop: what would follow from a
	 * whole round holds only if that round was completed. */
	mark_reaching(b, w, cfg, false, seen);
	for (uint32_t i = 0; i < w->n; i++)
		w->mayexit[i] = !seen[i] || (cfg->flags[i] & ANYCOV_BLOCK_MAYEXIT);
}

int anycov_walks_build(struct anycov_walks *w, const struct anycov_cfg *cfg)
{
	struct build b = { 0 };
	uint32_t n = cfg->n_blocks;
	uint8_t *seen = calloc(n, 1);
	int rc = -1;

	memset(w, 0, sizeof(*w));
	w->n = n;
	w->start = n;
	w->end = n + 1;
	w->live = calloc(n, 1);
	w->forced = calloc(n, 1);
	w->mayexit = calloc(n, 1);
	if (seen && w->live && w->forced && w->mayexit && !copy_graph(&b, cfg)) {
		if (!(cfg->flags[0] & ANYCOV_BLOCK_UNREACHABLE)) {
			w->live[0] = 1;
			b.stack[0] = 0;
			flood(&b.g, false, b.stack, 1, w->live);
		}
		classify(&b, w, cfg, seen);
		add_ends(&b, w, cfg);
		rc = anycov_graph_build(&w->g, &b.cfg, n + 2, NULL, 0, 0);
	}
	anycov_graph_free(&b.g);
	free(b.edges);
	free(b.flags);
	free(b.exits);
	free(b.stack);
	free(seen);
	if (rc)
		anycov_walks_free(w);
	return rc;
}

void anycov_walks_free(struct anycov_walks *w)
{
	anycov_graph_free(&w->g);
	free(w->live);
	free(w->forced);
	free(w->mayexit);
	memset(w, 0, sizeof(*w));
}
