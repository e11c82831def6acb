/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Where a function ends, for post-dominators.  LLVM's PostDominatorTree makes
 * the same choice for endless loops, so that prune=dom leaves out what clang
 * leaves out.
 */
#include <stdlib.h>
#include <string.h>
#include "common/planner_graph.h"

struct walk {
	const struct anycov_graph *g;
	uint32_t *stack, *met;
	uint8_t *seen;
	uint64_t budget; /* steps that furthest() may still take in all */
};

static int ascending(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

/* The last block that a depth-first walk from b meets; of several successors it
 * takes the one that stands last in the function first.  A function made of
 * endless loops only could make this quadratic, hence the budget: beyond it any
 * block of the loop will do. */
static uint32_t furthest(struct walk *w, uint32_t b)
{
	uint32_t depth = 0, count = 0;

	w->stack[depth++] = b;
	while (depth) {
		uint32_t at = w->stack[--depth], base = depth;

		if (w->seen[at] || (count && !w->budget))
			continue;
		w->budget -= w->budget > 0;
		w->seen[at] = 1;
		w->met[count++] = at;
		for (uint32_t e = w->g->succ_first[at]; e < w->g->succ_first[at + 1]; e++)
			if (!w->seen[w->g->succ[e]])
				w->stack[depth++] = w->g->succ[e];
		qsort(w->stack + base, depth - base, sizeof(*w->stack), ascending);
	}
	for (uint32_t i = 0; i < count; i++)
		w->seen[w->met[i]] = 0;
	return w->met[count - 1];
}

/* Marks every block from which b can be reached. */
static void mark_backwards(struct walk *w, uint32_t b)
{
	const struct anycov_graph *g = w->g;
	uint32_t depth = 0;

	if (w->seen[b])
		return;
	w->seen[b] = 1;
	w->stack[depth++] = b;
	while (depth) {
		uint32_t at = w->stack[--depth];

		for (uint32_t e = g->pred_first[at]; e < g->pred_first[at + 1]; e++) {
			if (w->seen[g->pred[e]])
				continue;
			w->seen[g->pred[e]] = 1;
			w->stack[depth++] = g->pred[e];
		}
	}
}

/* Adds one block for each endless loop. */
static uint32_t add_endless(struct walk *w, uint32_t *exits, uint32_t n_exits)
{
	uint32_t first = n_exits, kept;

	for (uint32_t b = 0; b < w->g->n; b++) {
		if (w->seen[b])
			continue;
		exits[n_exits] = furthest(w, b);
		mark_backwards(w, exits[n_exits++]);
	}
	/* A block from which a later one can be reached is no end.  An earlier
	 * one it cannot reach, or it would have been marked then. */
	memset(w->seen, 0, w->g->n);
	kept = n_exits;
	for (uint32_t i = n_exits; i-- > first;) {
		if (w->seen[exits[i]])
			continue;
		mark_backwards(w, exits[i]);
		exits[--kept] = exits[i];
	}
	memmove(exits + first, exits + kept, (n_exits - kept) * sizeof(*exits));
	return first + n_exits - kept;
}

int64_t anycov_find_exits(const struct anycov_cfg *cfg, const struct anycov_graph *g,
			  uint32_t *exits)
{
	uint32_t n = cfg->n_blocks, n_exits = 0;
	struct walk w = { .g = g };
	int64_t result = -1;

	w.stack = anycov_array((size_t)cfg->n_edges + 1, sizeof(*w.stack));
	w.met = anycov_array(n, sizeof(*w.met));
	w.seen = calloc(n, 1);
	w.budget = 32 * ((uint64_t)n + cfg->n_edges);
	if (w.stack && w.met && w.seen) {
		for (uint32_t b = 0; b < n; b++)
			if (g->succ_first[b] == g->succ_first[b + 1] ||
			    (cfg->flags[b] & ANYCOV_BLOCK_EXIT))
				exits[n_exits++] = b;
		for (uint32_t i = 0; i < n_exits; i++)
			mark_backwards(&w, exits[i]);
		result = add_endless(&w, exits, n_exits);
	}
	free(w.stack);
	free(w.met);
	free(w.seen);
	return result;
}
