/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Dominator trees by Lengauer and Tarjan's algorithm (the simple one, with path
 * compression: O(m log n)), and the rule of prune=dom.  Iterating to a fixed
 * point would be shorter, but it needs quadratic time for a function whose
 * thousands of blocks all leave to one exit.
 */
#include <stdlib.h>
#include <string.h>
#include "common/planner_graph.h"

/* All arrays are indexed by preorder number. */
struct work {
	uint32_t *order, *number, *parent, *stack;
	uint32_t *semi, *label, *ancestor, *dom;
	uint32_t *bucket, *chain; /* heads and links of lists */
};

static void work_free(struct work *w)
{
	free(w->order); /* one allocation for all */
}

static int work_alloc(struct work *w, uint32_t n)
{
	uint32_t **parts[] = { &w->order, &w->number,	&w->parent, &w->stack,	&w->semi,
			       &w->label, &w->ancestor, &w->dom,    &w->bucket, &w->chain };
	size_t count = sizeof(parts) / sizeof(*parts);
	uint32_t *all = anycov_array(n, count * sizeof(*all));

	if (!all)
		return -1;
	for (size_t i = 0; i < count; i++)
		*parts[i] = all + i * n;
	return 0;
}

/* Of the nodes on v's path in the forest below its root, the one whose
 * semidominator is least. */
static uint32_t eval(struct work *w, uint32_t v)
{
	uint32_t depth = 0;

	if (w->ancestor[v] == ANYCOV_NONE)
		return v;
	while (w->ancestor[w->ancestor[v]] != ANYCOV_NONE) {
		w->stack[depth++] = v;
		v = w->ancestor[v];
	}
	while (depth) {
		uint32_t up = v;

		v = w->stack[--depth];
		if (w->semi[w->label[up]] < w->semi[w->label[v]])
			w->label[v] = w->label[up];
		w->ancestor[v] = w->ancestor[up];
	}
	return w->label[v];
}

static void find_semidominator(struct work *w, const struct anycov_graph *g, bool backwards,
			       uint32_t i)
{
	const uint32_t *first = backwards ? g->succ_first : g->pred_first;
	const uint32_t *from = backwards ? g->succ : g->pred;
	uint32_t b = w->order[i];

	for (uint32_t e = first[b]; e < first[b + 1]; e++) {
		uint32_t v = w->number[from[e]];

		if (v != ANYCOV_NONE) {
			uint32_t s = w->semi[eval(w, v)];

			if (s < w->semi[i])
				w->semi[i] = s;
		}
	}
}

static void lengauer_tarjan(struct work *w, const struct anycov_graph *g, bool backwards,
			    uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		w->semi[i] = w->label[i] = i;
		w->ancestor[i] = w->bucket[i] = ANYCOV_NONE;
	}
	for (uint32_t i = count; i-- > 1;) {
		uint32_t p = w->parent[i];

		find_semidominator(w, g, backwards, i);
		w->chain[i] = w->bucket[w->semi[i]];
		w->bucket[w->semi[i]] = i;
		w->ancestor[i] = p;
		for (uint32_t v = w->bucket[p]; v != ANYCOV_NONE; v = w->chain[v]) {
			uint32_t u = eval(w, v);

			w->dom[v] = w->semi[u] < w->semi[v] ? u : p;
		}
		w->bucket[p] = ANYCOV_NONE;
	}
	for (uint32_t i = 1; i < count; i++)
		if (w->dom[i] != w->semi[i])
			w->dom[i] = w->dom[w->dom[i]];
}

int anycov_idom(const struct anycov_graph *g, uint32_t root, bool backwards, uint32_t *idom)
{
	struct work w;
	uint32_t count;

	if (work_alloc(&w, g->n))
		return -1;
	for (uint32_t b = 0; b < g->n; b++)
		w.number[b] = idom[b] = ANYCOV_NONE;
	count = anycov_preorder(g, root, backwards, w.order, w.number, w.parent, w.stack, NULL);
	lengauer_tarjan(&w, g, backwards, count);
	for (uint32_t i = 1; i < count; i++)
		idom[w.order[i]] = w.order[w.dom[i]];
	work_free(&w);
	return 0;
}

void anycov_domtree_free(struct anycov_domtree *t)
{
	free(t->in);
	t->in = t->out = NULL;
}

int anycov_domtree_build(struct anycov_domtree *t, const uint32_t *idom, uint32_t n, uint32_t root)
{
	uint32_t *child = anycov_array(n, 2 * sizeof(*child));
	uint32_t *sibling = child ? child + n : NULL;
	uint32_t clock = 0, at = root;

	t->n = n;
	t->in = anycov_array(n, 2 * sizeof(*t->in));
	t->out = t->in ? t->in + n : NULL;
	if (!child || !t->in) {
		free(child);
		anycov_domtree_free(t);
		return -1;
	}
	for (uint32_t b = 0; b < n; b++)
		child[b] = t->in[b] = t->out[b] = ANYCOV_NONE;
	for (uint32_t b = n; b-- > 0;) {
		if (idom[b] == ANYCOV_NONE)
			continue;
		sibling[b] = child[idom[b]];
		child[idom[b]] = b;
	}
	t->in[at] = clock++;
	for (;;) {
		uint32_t next = child[at];

		if (next != ANYCOV_NONE) {
			child[at] = sibling[next];
			t->in[at = next] = clock++;
			continue;
		}
		t->out[at] = clock;
		if (at == root)
			break;
		at = idom[at];
	}
	free(child);
	return 0;
}

int anycov_dominators(const struct anycov_cfg *cfg, bool post, uint32_t *idom,
		      struct anycov_error *err)
{
	uint32_t n = cfg->n_blocks, *exits;
	struct anycov_graph g = { 0 };
	int64_t n_exits = 0;
	int rc;

	if (anycov_check_cfg(cfg, err))
		return -1;
	exits = anycov_array(n, sizeof(*exits));
	rc = exits ? anycov_graph_build(&g, cfg, n, NULL, 0, 0) : -1;
	if (!rc && post) {
		n_exits = anycov_find_exits(cfg, &g, exits);
		anycov_graph_free(&g);
		rc = n_exits < 0 ? -1
				 : anycov_graph_build(&g, cfg, n + 1, exits, (uint32_t)n_exits, n);
	}
	if (!rc)
		rc = anycov_idom(&g, post ? n : 0, post, idom);
	if (!post)
		idom[n] = ANYCOV_NONE;
	anycov_graph_free(&g);
	free(exits);
	return rc ? anycov_no_memory(err) : 0;
}

/* Is a an ancestor of b or b itself?  stop: an ancestor of a, where the search
 * may end. */
static bool is_ancestor(const uint32_t *idom, uint32_t a, uint32_t b, uint32_t stop)
{
	while (b != a && b != stop && b != ANYCOV_NONE)
		b = idom[b];
	return b == a;
}

bool anycov_is_back_edge(const struct anycov_cfg *cfg, const uint32_t *idom, uint32_t from,
			 uint32_t to)
{
	uint32_t only = ANYCOV_NONE;

	/* The immediate dominator of an edge's target dominates its source too:
	 * once the walk has come there, it has missed the target. */
	if (is_ancestor(idom, to, from, idom[to]))
		return true;
	for (uint32_t i = 0; i < cfg->n_edges; i++) {
		if (cfg->edges[i].from != to)
			continue;
		if (only != ANYCOV_NONE && only != cfg->edges[i].to)
			return false;
		only = cfg->edges[i].to;
	}
	return only != ANYCOV_NONE && is_ancestor(idom, only, from, idom[only]);
}

int anycov_back_edges(const struct anycov_cfg *cfg, uint8_t *back, struct anycov_error *err)
{
	uint32_t n = cfg->n_blocks;
	struct anycov_domtree t = { 0 };
	uint32_t *idom, *only;
	int rc = -1;

	if (anycov_check_cfg(cfg, err))
		return -1;
	idom = anycov_array((size_t)n + 1, sizeof(*idom));
	only = anycov_array(n, sizeof(*only));
	if (idom && only && !anycov_dominators(cfg, false, idom, err))
		rc = anycov_domtree_build(&t, idom, n, 0);
	if (!rc) {
		/* n stands for "none yet", ANYCOV_NONE for "several". */
		for (uint32_t b = 0; b < n; b++)
			only[b] = n;
		for (uint32_t i = 0; i < cfg->n_edges; i++) {
			uint32_t from = cfg->edges[i].from, to = cfg->edges[i].to;

			only[from] = only[from] == n || only[from] == to ? to : ANYCOV_NONE;
		}
		for (uint32_t i = 0; i < cfg->n_edges; i++) {
			uint32_t from = cfg->edges[i].from, to = cfg->edges[i].to;

			back[i] = anycov_in_tree(&t, from) &&
				  (anycov_dominates(&t, to, from) ||
				   (only[to] < n && anycov_dominates(&t, only[to], from)));
		}
	}
	anycov_domtree_free(&t);
	free(idom);
	free(only);
	return rc ? anycov_no_memory(err) : 0;
}

/* Does b dominate (in t) every one of the blocks list[0..n)?  Blocks outside the
 * tree never run and are dominated by anything. */
static bool dominates_all(const struct anycov_domtree *t, uint32_t b, const uint32_t *list,
			  uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (anycov_in_tree(t, list[i]) && !anycov_dominates(t, b, list[i]))
			return false;
	return n > 0;
}

int anycov_plan_dom(const struct anycov_cfg *cfg, struct anycov_plan *plan)
{
	uint32_t n = cfg->n_blocks;
	uint32_t *idom = anycov_array((size_t)n + 1, sizeof(*idom));
	struct anycov_domtree dom = { 0 }, post = { 0 };
	struct anycov_graph g = { 0 };
	struct anycov_error err;
	int rc = -1;

	if (idom && !anycov_graph_build(&g, cfg, n, NULL, 0, 0) &&
	    !anycov_dominators(cfg, false, idom, &err) && !anycov_domtree_build(&dom, idom, n, 0) &&
	    !anycov_dominators(cfg, true, idom, &err))
		rc = anycov_domtree_build(&post, idom, n + 1, n);
	for (uint32_t b = 0; !rc && b < n; b++) {
		uint32_t s = g.succ_first[b], p = g.pred_first[b];
		uint32_t n_preds = g.pred_first[b + 1] - p;

		if (!anycov_can_probe(cfg->flags[b]))
			continue;
		if (b == 0 || (cfg->flags[b] & ANYCOV_BLOCK_MUST))
			plan->probe[b] = 1;
		else if (!(cfg->flags[b] & ANYCOV_BLOCK_EMPTY))
			plan->probe[b] =
			    !dominates_all(&dom, b, g.succ + s, g.succ_first[b + 1] - s) &&
			    !(n_preds > 1 && dominates_all(&post, b, g.pred + p, n_preds));
	}
	anycov_domtree_free(&dom);
	anycov_domtree_free(&post);
	anycov_graph_free(&g);
	free(idom);
	return rc;
}
