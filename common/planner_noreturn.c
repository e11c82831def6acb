/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Finds the inferences that are valid only if calls return.
 *
 * A block w is marked if control may enter w and not get to the immediate
 * post-dominator of w.  This is so if w itself may not return, or if for some edge
 * w -> v one of the blocks from v up the post-dominator tree to just below the parent
 * of w is marked: these are the blocks that depend on the branch in w.  The number of
 * marked blocks between a block and the root of the tree, counted for every block,
 * then shows by one comparison whether there is a marked block between any two.
 */
#include <stdlib.h>
#include "common/planner_internal.h"

/* Limit for passes over the graph; each nested loop may need one. */
#define MAX_PASSES 10

/* A Fenwick tree over the preorder of the post-dominator tree: adding to a subtree
 * and reading the value of one node take O(log n). */
struct sums {
	uint32_t n;
	uint32_t *at;
};

/* Adds delta to the values of all nodes from index i on. */
static void add_from(struct sums *s, uint32_t i, uint32_t delta)
{
	for (i++; i <= s->n; i += i & -i)
		s->at[i] += delta;
}

static uint32_t value_at(const struct sums *s, uint32_t i)
{
	uint32_t sum = 0;

	for (i++; i; i -= i & -i)
		sum += s->at[i];
	return sum;
}

/* State of the search; marked as in the comment at the top. */
struct noreturn_search {
	const struct anycov_paths *paths;
	const uint32_t *ipdom;
	const struct anycov_domtree *post;
	struct sums sums;
	uint8_t *marked;
};

static void mark(struct noreturn_search *s, uint32_t b)
{
	s->marked[b] = 1;
	add_from(&s->sums, s->post->in[b], 1);
	add_from(&s->sums, s->post->out[b], (uint32_t)-1);
}

/* Returns true if a block that depends on the branch in b is marked. */
static bool branches_to_marked(const struct noreturn_search *s, uint32_t b)
{
	const struct anycov_digraph *g = &s->paths->g;
	uint32_t top = s->ipdom[b];

	for (uint32_t e = g->succ_first[b]; e < g->succ_first[b + 1]; e++)
		if (g->succ[e] != top && value_at(&s->sums, s->post->in[g->succ[e]]) !=
						 value_at(&s->sums, s->post->in[top]))
			return true;
	return false;
}

/* Makes one pass; returns true if it marked a block.  In postorder the successors of
 * a block precede it except in loops, so one pass suffices for a function without. */
static bool mark_pass(struct noreturn_search *s, const uint32_t *order, uint32_t count)
{
	bool changed = false;

	for (uint32_t i = 0; i < count; i++) {
		uint32_t b = order[i];

		if (b >= s->paths->n || s->marked[b])
			continue;
		if (branches_to_marked(s, b)) {
			mark(s, b);
			changed = true;
		}
	}
	return changed;
}

static void mark_all(struct noreturn_search *s, const uint32_t *order, uint32_t count)
{
	int pass = 0;

	for (uint32_t i = 0; i < count; i++)
		if (order[i] < s->paths->n && s->paths->may_not_return[order[i]])
			mark(s, order[i]);
	while (mark_pass(s, order, count))
		if (++pass == MAX_PASSES)
			break;
	/* No fixed point yet: mark every block, which is the safe answer. */
	for (uint32_t i = 0; pass == MAX_PASSES && i < count; i++)
		if (order[i] < s->paths->n && !s->marked[order[i]])
			mark(s, order[i]);
}

int anycov_count_noreturn(const struct anycov_paths *paths, const uint32_t *ipdom,
			  const struct anycov_domtree *post, uint32_t *counts)
{
	uint32_t n = paths->g.n, n_order;
	uint32_t *arrays = anycov_alloc_array(n, 5 * sizeof(*arrays));
	struct noreturn_search s = { .paths = paths, .ipdom = ipdom, .post = post };
	int rc = -1;

	s.marked = calloc((size_t)n + 1, 1);
	s.sums.n = n + 1;
	s.sums.at = calloc((size_t)n + 2, sizeof(*s.sums.at));
	if (arrays && s.marked && s.sums.at) {
		uint32_t *order = arrays, *number = arrays + n;
		uint32_t *parent = number + n, *stack = parent + n, *postorder = stack + n;

		for (uint32_t i = 0; i < n; i++)
			number[i] = ANYCOV_NO_NODE;
		n_order = anycov_digraph_preorder(&paths->g, paths->start, false, order, number,
						  parent, stack, postorder);
		mark_all(&s, postorder, n_order);
		for (uint32_t b = 0; b < n; b++)
			counts[b] =
				post->in[b] == ANYCOV_NO_NODE ? 0 : value_at(&s.sums, post->in[b]);
		rc = 0;
	}
	free(arrays);
	free(s.marked);
	free(s.sums.at);
	return rc;
}
