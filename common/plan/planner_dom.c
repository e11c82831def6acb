/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Dominators of a function, back edges, and the rule of prune=dom. */
#include <stdlib.h>
#include <string.h>
#include "common/plan/planner_internal.h"

/* Builds the graph of cfg with node n_blocks as the only exit. */
static int build_with_exit(const struct anycov_cfg *cfg, struct anycov_digraph *g)
{
	uint32_t n = cfg->n_blocks, *exits = anycov_alloc_array(n, sizeof(*exits));
	struct anycov_cfg_edge *edges = NULL;
	int64_t n_exits = -1;
	int rc = -1;

	if (exits && !anycov_digraph_build(g, n, cfg->edges, cfg->n_edges)) {
		n_exits = anycov_find_exits(cfg, g, exits);
		anycov_digraph_free(g);
	}
	if (n_exits >= 0 && n_exits <= (int64_t)UINT32_MAX - cfg->n_edges)
		edges = anycov_alloc_array((size_t)cfg->n_edges + (size_t)n_exits, sizeof(*edges));
	if (edges) {
		if (cfg->n_edges)
			memcpy(edges, cfg->edges, cfg->n_edges * sizeof(*edges));
		for (uint32_t i = 0; i < n_exits; i++)
			edges[cfg->n_edges + i] = (struct anycov_cfg_edge){ exits[i], n };
		rc = anycov_digraph_build(g, n + 1, edges, cfg->n_edges + (uint32_t)n_exits);
	}
	free(edges);
	free(exits);
	return rc;
}

int anycov_dominators(const struct anycov_cfg *cfg, bool post, uint32_t *idom,
		      struct anycov_error *err)
{
	uint32_t n = cfg->n_blocks;
	struct anycov_digraph g = { 0 };
	int rc;

	if (anycov_check_cfg(cfg, err))
		return -1;
	rc = post ? build_with_exit(cfg, &g)
		  : anycov_digraph_build(&g, n, cfg->edges, cfg->n_edges);
	if (!rc)
		rc = anycov_digraph_idom(&g, post ? n : 0, post, idom);
	if (!post)
		idom[n] = ANYCOV_NO_NODE;
	anycov_digraph_free(&g);
	return rc ? anycov_error_oom(err) : 0;
}

int anycov_back_edges(const struct anycov_cfg *cfg, uint8_t *back, struct anycov_error *err)
{
	uint32_t n = cfg->n_blocks;
	struct anycov_domtree t = { 0 };
	uint32_t *idom, *only;
	int rc = -1;

	if (anycov_check_cfg(cfg, err))
		return -1;
	idom = anycov_alloc_array((size_t)n + 1, sizeof(*idom));
	only = anycov_alloc_array(n, sizeof(*only));
	if (idom && only && !anycov_dominators(cfg, false, idom, err))
		rc = anycov_domtree_build(&t, idom, n, 0);
	if (!rc) {
		/* The only successor; n: none yet, ANYCOV_NO_NODE: several. */
		for (uint32_t b = 0; b < n; b++)
			only[b] = n;
		for (uint32_t i = 0; i < cfg->n_edges; i++) {
			uint32_t from = cfg->edges[i].from, to = cfg->edges[i].to;

			only[from] = only[from] == n || only[from] == to ? to : ANYCOV_NO_NODE;
		}
		for (uint32_t i = 0; i < cfg->n_edges; i++) {
			uint32_t from = cfg->edges[i].from, to = cfg->edges[i].to;

			back[i] = anycov_domtree_contains(&t, from) &&
				  (anycov_domtree_dominates(&t, to, from) ||
				   (only[to] < n && anycov_domtree_dominates(&t, only[to], from)));
		}
	}
	anycov_domtree_free(&t);
	free(idom);
	free(only);
	return rc ? anycov_error_oom(err) : 0;
}

/* Returns true if n > 0 and b dominates, in t, each of the blocks list[0..n) that t
 * contains.  The others are unreachable and ignored, even if all are. */
static bool dominates_all(const struct anycov_domtree *t, uint32_t b, const uint32_t *list,
			  uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (anycov_domtree_contains(t, list[i]) && !anycov_domtree_dominates(t, b, list[i]))
			return false;
	return n > 0;
}

int anycov_plan_dom(const struct anycov_cfg *cfg, struct anycov_plan *plan)
{
	uint32_t n = cfg->n_blocks;
	uint32_t *idom = anycov_alloc_array((size_t)n + 1, sizeof(*idom));
	struct anycov_domtree dom = { 0 }, post = { 0 };
	struct anycov_digraph g = { 0 };
	struct anycov_error err;
	int rc = -1;

	if (idom && !anycov_digraph_build(&g, n, cfg->edges, cfg->n_edges) &&
	    !anycov_dominators(cfg, false, idom, &err) && !anycov_domtree_build(&dom, idom, n, 0) &&
	    !anycov_dominators(cfg, true, idom, &err))
		rc = anycov_domtree_build(&post, idom, n + 1, n);
	for (uint32_t b = 0; !rc && b < n; b++) {
		uint32_t s = g.succ_first[b], p = g.pred_first[b];
		uint32_t n_preds = g.pred_first[b + 1] - p;

		if (!anycov_can_probe(cfg->flags[b]))
			continue;
		if (b == 0 || (cfg->flags[b] & ANYCOV_BLOCK_PROBE_REQUIRED))
			plan->probe[b] = 1;
		else if (!(cfg->flags[b] & ANYCOV_BLOCK_EMPTY))
			plan->probe[b] =
				!dominates_all(&dom, b, g.succ + s, g.succ_first[b + 1] - s) &&
				!(n_preds > 1 && dominates_all(&post, b, g.pred + p, n_preds));
	}
	anycov_domtree_free(&dom);
	anycov_domtree_free(&post);
	anycov_digraph_free(&g);
	free(idom);
	return rc;
}
