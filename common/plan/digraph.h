/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Directed graphs as arrays: adjacency, depth-first order, dominators.  Used by the
 * planner and by the command.
 */
#ifndef ANYCOV_DIGRAPH_H
#define ANYCOV_DIGRAPH_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ANYCOV_NO_NODE UINT32_MAX

struct anycov_cfg_edge {
	uint32_t from, to;
};

/* The successors of b are succ[succ_first[b] .. succ_first[b + 1] - 1]; the
 * predecessors likewise. */
struct anycov_digraph {
	uint32_t n;
	uint32_t *succ_first, *succ;
	uint32_t *pred_first, *pred;
};

/* Builds the graph of n nodes and the given edges, whose ends are below n.
 * Parallel edges and self loops are kept.  Returns 0, or -1 if out of memory. */
int anycov_digraph_build(struct anycov_digraph *g, uint32_t n, const struct anycov_cfg_edge *edges,
			 uint32_t n_edges);
void anycov_digraph_free(struct anycov_digraph *g);

/*
 * Lists the nodes reachable from root over succ (backwards: over pred) in
 * depth-first preorder.  number[b] is set to the index of b in order, parent[i] to
 * the index of the parent of order[i].  post (or NULL) gets the same nodes in
 * postorder.  stack is scratch space.  Each array has g->n entries; the caller sets
 * all of number to ANYCOV_NO_NODE.  Returns the number of nodes.
 */
uint32_t anycov_digraph_preorder(const struct anycov_digraph *g, uint32_t root, bool backwards,
				 uint32_t *order, uint32_t *number, uint32_t *parent,
				 uint32_t *stack, uint32_t *post);

/*
 * Computes immediate dominators from root (backwards: immediate post-dominators).
 * idom has g->n entries; it is ANYCOV_NO_NODE for root and for nodes that cannot be
 * reached from it.  Returns 0, or -1 if out of memory.
 */
int anycov_digraph_idom(const struct anycov_digraph *g, uint32_t root, bool backwards,
			uint32_t *idom);

/* A dominator tree as preorder intervals: a dominates b if in[a] <= in[b] and
 * in[b] < out[a].  Nodes outside the tree have in = out = ANYCOV_NO_NODE. */
struct anycov_domtree {
	uint32_t n;
	uint32_t *in, *out;
};

/* Builds the tree of n nodes from idom.  Returns 0, or -1 if out of memory. */
int anycov_domtree_build(struct anycov_domtree *t, const uint32_t *idom, uint32_t n, uint32_t root);
void anycov_domtree_free(struct anycov_domtree *t);

static inline bool anycov_domtree_contains(const struct anycov_domtree *t, uint32_t b)
{
	return t->in[b] != ANYCOV_NO_NODE;
}

/* Returns true if a dominates b; every node dominates itself. */
static inline bool anycov_domtree_dominates(const struct anycov_domtree *t, uint32_t a, uint32_t b)
{
	return t->in[a] <= t->in[b] && t->in[b] < t->out[a];
}

#ifdef __cplusplus
}
#endif
#endif
