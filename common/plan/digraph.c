/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Dominator trees use Lengauer and Tarjan's algorithm (the simple one, with path
 * compression: O(m log n)).  Iteration to a fixed point would be shorter, but takes
 * quadratic time for a function with thousands of blocks that all branch to one exit.
 */
#include <stdlib.h>
#include <string.h>
#include "common/alloc.h"
#include "common/plan/digraph.h"

void anycov_digraph_free(struct anycov_digraph *g)
{
	free(g->succ_first);
	free(g->succ);
	free(g->pred_first);
	free(g->pred);
	memset(g, 0, sizeof(*g));
}

/* Turns the number of edges of each node into the index of its first edge. */
static void sum_up(uint32_t *first, uint32_t n)
{
	uint32_t sum = 0;

	for (uint32_t i = 0; i <= n; i++) {
		uint32_t count = first[i];

		first[i] = sum;
		sum += count;
	}
}

/* Restores first[], in which filling has moved each index to that of the next node. */
static void shift_back(uint32_t *first, uint32_t n)
{
	memmove(first + 1, first, n * sizeof(*first));
	first[0] = 0;
}

int anycov_digraph_build(struct anycov_digraph *g, uint32_t n, const struct anycov_cfg_edge *edges,
			 uint32_t n_edges)
{
	g->n = n;
	g->succ_first = calloc((size_t)n + 1, sizeof(uint32_t));
	g->pred_first = calloc((size_t)n + 1, sizeof(uint32_t));
	g->succ = anycov_alloc_array(n_edges, sizeof(uint32_t));
	g->pred = anycov_alloc_array(n_edges, sizeof(uint32_t));
	if (!g->succ_first || !g->pred_first || !g->succ || !g->pred) {
		anycov_digraph_free(g);
		return -1;
	}
	for (uint32_t i = 0; i < n_edges; i++) {
		g->succ_first[edges[i].from]++;
		g->pred_first[edges[i].to]++;
	}
	sum_up(g->succ_first, n);
	sum_up(g->pred_first, n);
	for (uint32_t i = 0; i < n_edges; i++) {
		g->succ[g->succ_first[edges[i].from]++] = edges[i].to;
		g->pred[g->pred_first[edges[i].to]++] = edges[i].from;
	}
	shift_back(g->succ_first, n);
	shift_back(g->pred_first, n);
	return 0;
}

uint32_t anycov_digraph_preorder(const struct anycov_digraph *g, uint32_t root, bool backwards,
				 uint32_t *order, uint32_t *number, uint32_t *parent,
				 uint32_t *stack, uint32_t *post)
{
	const uint32_t *first = backwards ? g->pred_first : g->succ_first;
	const uint32_t *to = backwards ? g->pred : g->succ;
	uint32_t count = 0, depth = 0, at = root;

	/* parent[] leads back up, so the stack holds only one edge index per node. */
	number[root] = 0;
	parent[0] = ANYCOV_NO_NODE;
	order[count++] = root;
	stack[depth++] = first[root];
	while (depth) {
		uint32_t next = ANYCOV_NO_NODE;

		while (stack[depth - 1] < first[at + 1]) {
			next = to[stack[depth - 1]++];
			if (number[next] == ANYCOV_NO_NODE)
				break;
			next = ANYCOV_NO_NODE;
		}
		if (next == ANYCOV_NO_NODE) {
			if (post)
				*post++ = at;
			if (--depth)
				at = order[parent[number[at]]];
			continue;
		}
		parent[count] = number[at];
		number[next] = count;
		order[count++] = next;
		stack[depth++] = first[next];
		at = next;
	}
	return count;
}

/* Working memory; all arrays are indexed by preorder number. */
struct dominator_work {
	uint32_t *order, *number, *parent, *stack;
	uint32_t *semi, *label, *ancestor, *dom;
	uint32_t *bucket, *chain; /* heads and links of lists */
};

static void work_free(struct dominator_work *w)
{
	free(w->order); /* all arrays are one allocation */
}

static int work_alloc(struct dominator_work *w, uint32_t n)
{
	uint32_t **parts[] = { &w->order, &w->number,   &w->parent, &w->stack,  &w->semi,
			       &w->label, &w->ancestor, &w->dom,    &w->bucket, &w->chain };
	size_t count = sizeof(parts) / sizeof(*parts);
	uint32_t *all = anycov_alloc_array(n, count * sizeof(*all));

	if (!all)
		return -1;
	for (size_t i = 0; i < count; i++)
		*parts[i] = all + i * n;
	return 0;
}

/* Returns the node with the least semidominator on the path from v up to, but
 * without, the root of its tree in the forest. */
static uint32_t eval(struct dominator_work *w, uint32_t v)
{
	uint32_t depth = 0;

	if (w->ancestor[v] == ANYCOV_NO_NODE)
		return v;
	while (w->ancestor[w->ancestor[v]] != ANYCOV_NO_NODE) {
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

static void find_semidominator(struct dominator_work *w, const struct anycov_digraph *g,
			       bool backwards, uint32_t i)
{
	const uint32_t *first = backwards ? g->succ_first : g->pred_first;
	const uint32_t *from = backwards ? g->succ : g->pred;
	uint32_t b = w->order[i];

	for (uint32_t e = first[b]; e < first[b + 1]; e++) {
		uint32_t v = w->number[from[e]];

		if (v != ANYCOV_NO_NODE) {
			uint32_t s = w->semi[eval(w, v)];

			if (s < w->semi[i])
				w->semi[i] = s;
		}
	}
}

static void lengauer_tarjan(struct dominator_work *w, const struct anycov_digraph *g,
			    bool backwards, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		w->semi[i] = w->label[i] = i;
		w->ancestor[i] = w->bucket[i] = ANYCOV_NO_NODE;
	}
	for (uint32_t i = count; i-- > 1;) {
		uint32_t p = w->parent[i];

		find_semidominator(w, g, backwards, i);
		w->chain[i] = w->bucket[w->semi[i]];
		w->bucket[w->semi[i]] = i;
		w->ancestor[i] = p;
		for (uint32_t v = w->bucket[p]; v != ANYCOV_NO_NODE; v = w->chain[v]) {
			uint32_t u = eval(w, v);

			w->dom[v] = w->semi[u] < w->semi[v] ? u : p;
		}
		w->bucket[p] = ANYCOV_NO_NODE;
	}
	for (uint32_t i = 1; i < count; i++)
		if (w->dom[i] != w->semi[i])
			w->dom[i] = w->dom[w->dom[i]];
}

int anycov_digraph_idom(const struct anycov_digraph *g, uint32_t root, bool backwards,
			uint32_t *idom)
{
	struct dominator_work w;
	uint32_t count;

	if (work_alloc(&w, g->n))
		return -1;
	for (uint32_t b = 0; b < g->n; b++)
		w.number[b] = idom[b] = ANYCOV_NO_NODE;
	count = anycov_digraph_preorder(g, root, backwards, w.order, w.number, w.parent, w.stack,
					NULL);
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
	uint32_t *child = anycov_alloc_array(n, 2 * sizeof(*child));
	uint32_t *sibling = child ? child + n : NULL;
	uint32_t clock = 0, at = root;

	t->n = n;
	t->in = anycov_alloc_array(n, 2 * sizeof(*t->in));
	t->out = t->in ? t->in + n : NULL;
	if (!child || !t->in) {
		free(child);
		anycov_domtree_free(t);
		return -1;
	}
	for (uint32_t b = 0; b < n; b++)
		child[b] = t->in[b] = t->out[b] = ANYCOV_NO_NODE;
	for (uint32_t b = n; b-- > 0;) {
		if (idom[b] == ANYCOV_NO_NODE)
			continue;
		sibling[b] = child[idom[b]];
		child[idom[b]] = b;
	}
	t->in[at] = clock++;
	for (;;) {
		uint32_t next = child[at];

		if (next != ANYCOV_NO_NODE) {
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
