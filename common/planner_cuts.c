/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Which inferences rest on calls that come back.
 *
 * Call a block w leaky if between w (with it) and its immediate post-dominator
 * (without it) control may be lost.  w is leaky if it may lose control itself,
 * or if for some edge w -> v one of the blocks from v up the post-dominator tree
 * to just below w's parent is leaky: these are the blocks that w decides about.
 * The number of leaky blocks on the way from a block to the tree's root then
 * answers every question by one subtraction.
 */
#include <stdlib.h>
#include "common/planner_graph.h"

/* Passes over the graph before giving up (each loop in a loop may need one). */
#define MAX_PASSES 10

/* A Fenwick tree over the preorder of the post-dominator tree: adding to a
 * subtree and asking for one node take O(log n). */
struct sums {
	uint32_t n;
	uint32_t *at;
};

static void add_from(struct sums *s, uint32_t i, uint32_t what)
{
	for (i++; i <= s->n; i += i & -i)
		s->at[i] += what;
}

static uint32_t ask(const struct sums *s, uint32_t i)
{
	uint32_t sum = 0;

	for (i++; i; i -= i & -i)
		sum += s->at[i];
	return sum;
}

struct leaks {
	const struct anycov_walks *w;
	const uint32_t *ipdom;
	const struct anycov_domtree *post;
	struct sums sums;
	uint8_t *leaky;
};

static void set_leaky(struct leaks *l, uint32_t b)
{
	l->leaky[b] = 1;
	add_from(&l->sums, l->post->in[b], 1);
	add_from(&l->sums, l->post->out[b], (uint32_t)-1);
}

static bool decides_about_leak(const struct leaks *l, uint32_t b)
{
	const struct anycov_graph *g = &l->w->g;
	uint32_t top = l->ipdom[b];

	for (uint32_t e = g->succ_first[b]; e < g->succ_first[b + 1]; e++)
		if (g->succ[e] != top &&
		    ask(&l->sums, l->post->in[g->succ[e]]) != ask(&l->sums, l->post->in[top]))
			return true;
	return false;
}

/* Successors come before a block except along loops, so that one pass does for
 * a function without loops. */
static bool spread(struct leaks *l, const uint32_t *order, uint32_t count)
{
	bool changed = false;

	for (uint32_t i = 0; i < count; i++) {
		uint32_t b = order[i];

		if (b >= l->w->n || l->leaky[b])
			continue;
		if (decides_about_leak(l, b)) {
			set_leaky(l, b);
			changed = true;
		}
	}
	return changed;
}

static void find_leaks(struct leaks *l, const uint32_t *order, uint32_t count)
{
	int pass = 0;

	for (uint32_t i = 0; i < count; i++)
		if (order[i] < l->w->n && l->w->mayexit[order[i]])
			set_leaky(l, order[i]);
	while (spread(l, order, count))
		if (++pass == MAX_PASSES)
			break;
	/* Not settled: take all for leaky rather than any for tight. */
	for (uint32_t i = 0; pass == MAX_PASSES && i < count; i++)
		if (order[i] < l->w->n && !l->leaky[order[i]])
			set_leaky(l, order[i]);
}

int anycov_count_cuts(const struct anycov_walks *w, const uint32_t *ipdom,
		      const struct anycov_domtree *post, uint32_t *cut)
{
	uint32_t n = w->g.n, count;
	uint32_t *arrays = anycov_array(n, 5 * sizeof(*arrays));
	struct leaks l = { .w = w, .ipdom = ipdom, .post = post };
	int rc = -1;

	l.leaky = calloc(n, 1);
	l.sums.n = n + 1;
	l.sums.at = calloc((size_t)n + 2, sizeof(*l.sums.at));
	if (arrays && l.leaky && l.sums.at) {
		uint32_t *order = arrays, *number = arrays + n;
		uint32_t *parent = number + n, *stack = parent + n, *postorder = stack + n;

		for (uint32_t i = 0; i < n; i++)
			number[i] = ANYCOV_NONE;
		count = anycov_preorder(&w->g, w->start, false, order, number, parent, stack,
					postorder);
		find_leaks(&l, postorder, count);
		for (uint32_t b = 0; b < n; b++)
			cut[b] = post->in[b] == ANYCOV_NONE ? 0 : ask(&l.sums, post->in[b]);
		rc = 0;
	}
	free(arrays);
	free(l.leaky);
	free(l.sums.at);
	return rc;
}
