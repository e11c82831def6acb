/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Builds the graph in which lossless plans and their lower bound look for paths (struct
 * anycov_paths), and classifies its blocks.
 */
#include <stdlib.h>
#include <string.h>
#include "common/plan/planner_internal.h"

/* A function's graph while start and end are being added. */
struct path_build {
	struct anycov_cfg cfg; /* n nodes; n + 2 after add_ends() */
	struct anycov_cfg_edge *edges;
	uint32_t *flags;
	struct anycov_digraph g; /* without start and end */
	uint32_t *exits;
	uint32_t n_exits;
	uint32_t *stack;
};

static void add_edge(struct path_build *b, uint32_t from, uint32_t to)
{
	b->edges[b->cfg.n_edges].from = from;
	b->edges[b->cfg.n_edges].to = to;
	b->cfg.n_edges++;
}

/* Marks in seen the nodes that can be reached from those on the stack. */
static void flood(const struct anycov_digraph *g, bool backwards, uint32_t *stack, uint32_t depth,
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

/* Copies the graph without the blocks flagged UNREACHABLE and finds its exits.  A
 * call that never returns ends a path as a return does. */
static int copy_graph(struct path_build *b, const struct anycov_cfg *cfg)
{
	uint32_t n = cfg->n_blocks;
	int64_t n_exits;

	/* add_ends() adds at most one edge from start for each edge, and one to end
	 * for each block. */
	b->edges = anycov_alloc_array(2 * (size_t)cfg->n_edges + n + 1, sizeof(*b->edges));
	b->flags = anycov_alloc_array(n, sizeof(*b->flags));
	b->exits = anycov_alloc_array(n, sizeof(*b->exits));
	b->stack = anycov_alloc_array((size_t)n + 2, sizeof(*b->stack));
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
	if (anycov_digraph_build(&b->g, n, b->edges, b->cfg.n_edges))
		return -1;
	/* anycov_paths_build() frees what b has. */
	/* NOLINTNEXTLINE(clang-analyzer-unix.Malloc) */
	n_exits = anycov_find_exits(&b->cfg, &b->g, b->exits);
	b->n_exits = n_exits < 0 ? 0 : (uint32_t)n_exits;
	return n_exits < 0 ? -1 : 0;
}

/* Returns true if this exit was chosen for an endless loop. */
static bool is_endless(const struct path_build *b, uint32_t block)
{
	return b->g.succ_first[block] != b->g.succ_first[block + 1] &&
	       !(b->flags[block] & ANYCOV_BLOCK_EXIT);
}

static void add_ends(struct path_build *b, struct anycov_paths *p, const struct anycov_cfg *cfg)
{
	if (!(cfg->flags[0] & ANYCOV_BLOCK_UNREACHABLE))
		add_edge(b, p->start, 0);
	for (uint32_t i = 0; i < b->n_exits; i++) {
		uint32_t at = b->exits[i];

		if (!p->live[at])
			continue;
		add_edge(b, at, p->end);
		if (is_endless(b, at))
			for (uint32_t e = b->g.succ_first[at]; e < b->g.succ_first[at + 1]; e++)
				add_edge(b, p->start, b->g.succ[e]);
	}
	b->cfg.n_blocks = p->n + 2;
}

/*
 * Marks in seen the blocks from which a normal exit can be reached: one where control leaves the
 * function normally, or that of an endless loop.
 */
static void mark_reaching(struct path_build *b, const struct anycov_paths *p,
			  const struct anycov_cfg *cfg, uint8_t *seen)
{
	uint32_t depth = 0;

	memset(seen, 0, p->n);
	for (uint32_t i = 0; i < b->n_exits; i++) {
		uint32_t at = b->exits[i];
		/* A block without successors and without the flag EXIT counts as a
		 * call that never returns. */
		bool wanted = is_endless(b, at) || (cfg->flags[at] & ANYCOV_BLOCK_EXIT);

		if (wanted && !seen[at]) {
			seen[at] = 1;
			b->stack[depth++] = at;
		}
	}
	flood(&b->g, true, b->stack, depth, seen);
}

/* Sets p->forced (probed whatever other blocks imply) of each block.  seen: scratch, a byte for
 * each block. */
static void classify(struct path_build *b, struct anycov_paths *p, const struct anycov_cfg *cfg,
		     uint8_t *seen)
{
	mark_reaching(b, p, cfg, seen);
	for (uint32_t i = 0; i < p->n; i++)
		p->forced[i] =
			p->live[i] &&
			(!seen[i] ||
			 (cfg->flags[i] & (ANYCOV_BLOCK_NORETURN | ANYCOV_BLOCK_PROBE_REQUIRED)));
}

int anycov_paths_build(struct anycov_paths *p, const struct anycov_cfg *cfg)
{
	struct path_build b = { 0 };
	uint32_t n = cfg->n_blocks;
	uint8_t *seen = calloc(n, 1);
	int rc = -1;

	memset(p, 0, sizeof(*p));
	p->n = n;
	p->start = n;
	p->end = n + 1;
	p->live = calloc(n, 1);
	p->forced = calloc(n, 1);
	if (seen && p->live && p->forced && !copy_graph(&b, cfg)) {
		if (!(cfg->flags[0] & ANYCOV_BLOCK_UNREACHABLE)) {
			p->live[0] = 1;
			b.stack[0] = 0;
			flood(&b.g, false, b.stack, 1, p->live);
		}
		classify(&b, p, cfg, seen);
		add_ends(&b, p, cfg);
		rc = anycov_digraph_build(&p->g, n + 2, b.edges, b.cfg.n_edges);
	}
	anycov_digraph_free(&b.g);
	free(b.edges);
	free(b.flags);
	free(b.exits);
	free(b.stack);
	free(seen);
	if (rc)
		anycov_paths_free(p);
	return rc;
}

void anycov_paths_free(struct anycov_paths *p)
{
	anycov_digraph_free(&p->g);
	free(p->live);
	free(p->forced);
	memset(p, 0, sizeof(*p));
}
