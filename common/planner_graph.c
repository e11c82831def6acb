/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "common/planner_graph.h"

void *anycov_array(size_t n, size_t size)
{
	if (n > SIZE_MAX / size)
		return NULL;
	return malloc(n ? n * size : 1);
}

int anycov_no_memory(struct anycov_error *err)
{
	return anycov_fail(err, "out of memory while planning probes; compile the function with "
				"prune=none");
}

int anycov_check_cfg(const struct anycov_cfg *cfg, struct anycov_error *err)
{
	if (!cfg->n_blocks || cfg->n_blocks >= ANYCOV_NONE - 1 || cfg->n_edges >= ANYCOV_NONE / 2)
		return anycov_fail(err,
				   "planner: a function of %u blocks and %u edges cannot be "
				   "planned; this is a bug in anycov, please report it",
				   cfg->n_blocks, cfg->n_edges);
	for (uint32_t i = 0; i < cfg->n_edges; i++)
		if (cfg->edges[i].from >= cfg->n_blocks || cfg->edges[i].to >= cfg->n_blocks)
			return anycov_fail(err,
					   "planner: edge %u runs from block %u to block %u of %u; "
					   "this is a bug in anycov, please report it",
					   i, cfg->edges[i].from, cfg->edges[i].to, cfg->n_blocks);
	return 0;
}

void anycov_graph_free(struct anycov_graph *g)
{
	free(g->succ_first);
	free(g->succ);
	free(g->pred_first);
	free(g->pred);
	memset(g, 0, sizeof(*g));
}

/* Turns counts per node into first indices. */
static void sum_up(uint32_t *first, uint32_t n)
{
	uint32_t sum = 0;

	for (uint32_t i = 0; i <= n; i++) {
		uint32_t count = first[i];

		first[i] = sum;
		sum += count;
	}
}

/* After filling, first[b] has moved to the end of b: move all back by one. */
static void shift_back(uint32_t *first, uint32_t n)
{
	memmove(first + 1, first, n * sizeof(*first));
	first[0] = 0;
}

int anycov_graph_build(struct anycov_graph *g, const struct anycov_cfg *cfg, uint32_t n,
		       const uint32_t *extra, uint32_t n_extra, uint32_t sink)
{
	size_t m = (size_t)cfg->n_edges + n_extra;

	g->n = n;
	g->succ_first = calloc((size_t)n + 1, sizeof(uint32_t));
	g->pred_first = calloc((size_t)n + 1, sizeof(uint32_t));
	g->succ = anycov_array(m, sizeof(uint32_t));
	g->pred = anycov_array(m, sizeof(uint32_t));
	if (!g->succ_first || !g->pred_first || !g->succ || !g->pred) {
		anycov_graph_free(g);
		return -1;
	}
	for (uint32_t i = 0; i < cfg->n_edges; i++) {
		g->succ_first[cfg->edges[i].from]++;
		g->pred_first[cfg->edges[i].to]++;
	}
	for (uint32_t i = 0; i < n_extra; i++) {
		g->succ_first[extra[i]]++;
		g->pred_first[sink]++;
	}
	sum_up(g->succ_first, n);
	sum_up(g->pred_first, n);
	for (uint32_t i = 0; i < cfg->n_edges; i++) {
		g->succ[g->succ_first[cfg->edges[i].from]++] = cfg->edges[i].to;
		g->pred[g->pred_first[cfg->edges[i].to]++] = cfg->edges[i].from;
	}
	for (uint32_t i = 0; i < n_extra; i++) {
		g->succ[g->succ_first[extra[i]]++] = sink;
		g->pred[g->pred_first[sink]++] = extra[i];
	}
	shift_back(g->succ_first, n);
	shift_back(g->pred_first, n);
	return 0;
}

uint32_t anycov_preorder(const struct anycov_graph *g, uint32_t root, bool backwards,
			 uint32_t *order, uint32_t *number, uint32_t *parent, uint32_t *stack,
			 uint32_t *post)
{
	const uint32_t *first = backwards ? g->pred_first : g->succ_first;
	const uint32_t *to = backwards ? g->pred : g->succ;
	uint32_t count = 0, depth = 0, at = root;

	/* parent[] walks back up, so that the only stack is one cursor a node. */
	number[root] = 0;
	parent[0] = ANYCOV_NONE;
	order[count++] = root;
	stack[depth++] = first[root];
	while (depth) {
		uint32_t next = ANYCOV_NONE;

		while (stack[depth - 1] < first[at + 1]) {
			next = to[stack[depth - 1]++];
			if (number[next] == ANYCOV_NONE)
				break;
			next = ANYCOV_NONE;
		}
		if (next == ANYCOV_NONE) {
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
