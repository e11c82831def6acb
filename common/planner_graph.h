/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Inside the planner: adjacency as arrays, dominator trees, memory. */
#ifndef ANYCOV_PLANNER_GRAPH_H
#define ANYCOV_PLANNER_GRAPH_H

#include <stddef.h>
#include "common/planner.h"

#define ANYCOV_NONE UINT32_MAX

/* The successors of b are to[first[b] .. first[b + 1] - 1]; so for predecessors. */
struct anycov_graph {
	uint32_t n;
	uint32_t *succ_first, *succ;
	uint32_t *pred_first, *pred;
};

/* n nodes, the edges of cfg, and an edge from each of extra[] to node sink.
 * Returns 0, or -1 without memory. */
int anycov_graph_build(struct anycov_graph *g, const struct anycov_cfg *cfg, uint32_t n,
		       const uint32_t *extra, uint32_t n_extra, uint32_t sink);
void anycov_graph_free(struct anycov_graph *g);

/* Nodes reached from root over succ (backwards: over pred), in depth-first
 * preorder; number[b] is its index there or ANYCOV_NONE, parent[i] the index of
 * the parent.  post (or NULL) gets the same nodes in postorder.  Arrays hold
 * g->n entries; the caller sets number to ANYCOV_NONE.  Returns how many. */
uint32_t anycov_preorder(const struct anycov_graph *g, uint32_t root, bool backwards,
			 uint32_t *order, uint32_t *number, uint32_t *parent, uint32_t *stack,
			 uint32_t *post);

/* Immediate dominators from root; idom[b] = ANYCOV_NONE for root and nodes that
 * it does not reach. */
int anycov_idom(const struct anycov_graph *g, uint32_t root, bool backwards, uint32_t *idom);

/* Dominance queries in constant time: a dominates b iff in[a] <= in[b] and
 * in[b] < out[a]; nodes outside the tree have in = out = ANYCOV_NONE. */
struct anycov_domtree {
	uint32_t n;
	uint32_t *in, *out;
};
int anycov_domtree_build(struct anycov_domtree *t, const uint32_t *idom, uint32_t n, uint32_t root);
void anycov_domtree_free(struct anycov_domtree *t);

static inline bool anycov_in_tree(const struct anycov_domtree *t, uint32_t b)
{
	return t->in[b] != ANYCOV_NONE;
}

static inline bool anycov_dominates(const struct anycov_domtree *t, uint32_t a, uint32_t b)
{
	return t->in[a] <= t->in[b] && t->in[b] < t->out[a];
}

/* Where the function ends: blocks without successors, blocks flagged as exits,
 * and for each endless loop one block, chosen as LLVM chooses it.  exits holds
 * n_blocks entries.  Returns how many, or -1 without memory. */
int64_t anycov_find_exits(const struct anycov_cfg *cfg, const struct anycov_graph *g,
			  uint32_t *exits);

/*
 * What prune=lossless and its lower bound mean by a walk: a path from node start
 * to node end.  start leads to the entry, and every block where control may
 * leave leads to end.  Of an endless loop each round counts as a walk of its own:
 * one block of it leads to end, and start leads to that block's successors.
 */
struct anycov_walks {
	struct anycov_graph g; /* n + 2 nodes */
	uint32_t n, start, end;
	uint8_t *live;	  /* the block lies on a walk */
	uint8_t *forced;  /* probed whatever follows from others */
	uint8_t *mayexit; /* control may enter and never leave */
};
int anycov_walks_build(struct anycov_walks *w, const struct anycov_cfg *cfg);
void anycov_walks_free(struct anycov_walks *w);

/*
 * cut[b] > cut[p] for a block b and a post-dominator p of b says that on some
 * way from b (with it) to p (without it) lies a block that control may enter
 * and never leave.  cut holds w->g.n entries.
 */
int anycov_count_cuts(const struct anycov_walks *w, const uint32_t *ipdom,
		      const struct anycov_domtree *post, uint32_t *cut);

/* malloc of n objects, never of nothing; fails on overflow. */
void *anycov_array(size_t n, size_t size);

int anycov_check_cfg(const struct anycov_cfg *cfg, struct anycov_error *err);
int anycov_no_memory(struct anycov_error *err);

/* The rules of prune=dom and prune=lossless; plan->probe is zero on entry. */
int anycov_plan_dom(const struct anycov_cfg *cfg, struct anycov_plan *plan);
int anycov_plan_lossless(const struct anycov_cfg *cfg, struct anycov_plan *plan);

/* Can this block hold a probe that somebody wants? */
static inline bool anycov_can_probe(uint32_t flags)
{
	return !(flags & (ANYCOV_BLOCK_CANNOT | ANYCOV_BLOCK_UNREACHABLE));
}

#endif
