/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The exits of a function, for post-dominators.  LLVM's PostDominatorTree chooses the
 * same blocks of endless loops, so that prune=dom omits the probes that clang omits.
 */
#include <stdlib.h>
#include <string.h>
#include "common/plan/planner_internal.h"

struct exit_search {
	const struct anycov_digraph *g;
	uint32_t *stack, *visited;
	uint8_t *seen;
	uint64_t budget; /* blocks that last_visited() may still visit, over all calls */
};

static int ascending(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

/*
 * Returns the block that a depth-first search from b visits last; it visits the
 * successor with the highest index first.  In a function that consists of endless
 * loops this could take quadratic time, hence the budget: after that any block of
 * the loop is accepted.
 */
static uint32_t last_visited(struct exit_search *s, uint32_t b)
{
	uint32_t depth = 0, count = 0;

	s->stack[depth++] = b;
	while (depth) {
		uint32_t at = s->stack[--depth], base = depth;

		if (s->seen[at] || (count && !s->budget))
			continue;
		s->budget -= s->budget > 0;
		s->seen[at] = 1;
		s->visited[count++] = at;
		for (uint32_t e = s->g->succ_first[at]; e < s->g->succ_first[at + 1]; e++)
			if (!s->seen[s->g->succ[e]])
				s->stack[depth++] = s->g->succ[e];
		qsort(s->stack + base, depth - base, sizeof(*s->stack), ascending);
	}
	for (uint32_t i = 0; i < count; i++)
		s->seen[s->visited[i]] = 0;
	return s->visited[count - 1];
}

/* Marks b and every block from which b can be reached. */
static void mark_backwards(struct exit_search *s, uint32_t b)
{
	const struct anycov_digraph *g = s->g;
	uint32_t depth = 0;

	if (s->seen[b])
		return;
	s->seen[b] = 1;
	s->stack[depth++] = b;
	while (depth) {
		uint32_t at = s->stack[--depth];

		for (uint32_t e = g->pred_first[at]; e < g->pred_first[at + 1]; e++) {
			if (s->seen[g->pred[e]])
				continue;
			s->seen[g->pred[e]] = 1;
			s->stack[depth++] = g->pred[e];
		}
	}
}

/* Adds one block of each endless loop to exits; returns the new number of exits. */
static uint32_t add_endless(struct exit_search *s, uint32_t *exits, uint32_t n_exits)
{
	uint32_t first = n_exits, kept;

	for (uint32_t b = 0; b < s->g->n; b++) {
		if (s->seen[b])
			continue;
		exits[n_exits] = last_visited(s, b);
		mark_backwards(s, exits[n_exits++]);
	}
	/* Drop a block from which a later one in the list can be reached.  No earlier
	 * one can be: the block would have been marked when that one was added. */
	memset(s->seen, 0, s->g->n);
	kept = n_exits;
	for (uint32_t i = n_exits; i-- > first;) {
		if (s->seen[exits[i]])
			continue;
		mark_backwards(s, exits[i]);
		exits[--kept] = exits[i];
	}
	memmove(exits + first, exits + kept, (n_exits - kept) * sizeof(*exits));
	return first + n_exits - kept;
}

int64_t anycov_find_exits(const struct anycov_cfg *cfg, const struct anycov_digraph *g,
			  uint32_t *exits)
{
	uint32_t n = cfg->n_blocks, n_exits = 0;
	struct exit_search s = { .g = g };
	int64_t result = -1;

	s.stack = anycov_alloc_array((size_t)cfg->n_edges + 1, sizeof(*s.stack));
	s.visited = anycov_alloc_array(n, sizeof(*s.visited));
	s.seen = calloc((size_t)n + 1, 1);
	s.budget = 32 * ((uint64_t)n + cfg->n_edges);
	if (s.stack && s.visited && s.seen) {
		for (uint32_t b = 0; b < n; b++)
			if (g->succ_first[b] == g->succ_first[b + 1] ||
			    (cfg->flags[b] & ANYCOV_BLOCK_EXIT))
				exits[n_exits++] = b;
		for (uint32_t i = 0; i < n_exits; i++)
			mark_backwards(&s, exits[i]);
		result = add_endless(&s, exits, n_exits);
	}
	free(s.stack);
	free(s.visited);
	free(s.seen);
	return result;
}
