/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A function of 100,000 blocks is planned in less than a second of processor time,
 * whatever its shape.
 */
#include <time.h>
#include "common/plan/planner.h"
#include "unit.h"

#define BLOCKS 100000u

struct big {
	struct anycov_cfg cfg;
	struct anycov_cfg_edge *edges;
	uint32_t *flags;
	uint64_t *weights;
	uint32_t *n_parts; /* of calls, in every third block */
	uint32_t room, n_all;
};

static void add(struct big *b, uint32_t from, uint32_t to)
{
	CHECK(b->cfg.n_edges < b->room);
	b->edges[b->cfg.n_edges].from = from;
	b->edges[b->cfg.n_edges++].to = to;
}

static void begin(struct big *b)
{
	uint64_t seed = 31;

	memset(b, 0, sizeof(*b));
	b->room = 6 * BLOCKS;
	b->edges = malloc(b->room * sizeof(*b->edges));
	b->flags = calloc(BLOCKS, sizeof(*b->flags));
	b->weights = malloc(BLOCKS * sizeof(*b->weights));
	b->n_parts = malloc(BLOCKS * sizeof(*b->n_parts));
	CHECK(b->edges && b->flags && b->weights && b->n_parts);
	for (uint32_t i = 0; i < BLOCKS; i++) {
		b->weights[i] = unit_below(&seed, 1000);
		b->n_parts[i] = unit_below(&seed, 3) ? 0 : 2;
		b->n_all += b->n_parts[i];
		if (!unit_below(&seed, 50))
			b->flags[i] |= ANYCOV_BLOCK_PROBE_FORBIDDEN;
	}
	b->cfg.n_blocks = BLOCKS;
	b->cfg.edges = b->edges;
	b->cfg.flags = b->flags;
	b->cfg.weights = b->weights;
}

static double seconds(clock_t since)
{
	return (double)(clock() - since) / CLOCKS_PER_SEC;
}

/* Plans the graph cut at its calls. */
static void plan_split(struct big *b, const char *shape)
{
	uint8_t *none = calloc(BLOCKS + (size_t)b->n_all, 1);
	const struct anycov_cuts cuts = { b->n_parts, none, none, b->n_all };
	struct anycov_split_cfg split;
	struct anycov_plan plan;
	struct anycov_error err;
	clock_t start = clock();

	CHECK(none);
	CHECK(!anycov_split_cfg(&b->cfg, &cuts, &split, &err));
	CHECK(!anycov_plan_blocks(&split.cfg, ANYCOV_PRUNE_LOSSLESS, &plan, &err));
	printf("%-28s call-safe: %6u probes, %.3f s\n", shape, plan.n_probes, seconds(start));
	CHECK(plan.n_probes > 0);
	CHECK_MSG(seconds(start) < ANYCOV_SECONDS, "%s took %.3f s", shape, seconds(start));
	anycov_plan_free(&plan);
	anycov_split_cfg_free(&split);
	free(none);
}

/* Plans the graph with each value of prune= and frees it. */
static void finish(struct big *b, const char *shape)
{
	uint8_t *back = malloc(b->cfg.n_edges + 1);

	CHECK(back);
	for (int prune = ANYCOV_PRUNE_NONE; prune <= ANYCOV_PRUNE_LOSSLESS; prune++) {
		struct anycov_plan plan;
		struct anycov_error err;
		clock_t start = clock();

		CHECK(!anycov_plan_blocks(&b->cfg, (enum anycov_prune)prune, &plan, &err));
		printf("%-28s prune %d: %6u probes, %.3f s\n", shape, prune, plan.n_probes,
		       seconds(start));
		CHECK(plan.n_probes > 0);
		CHECK_MSG(seconds(start) < ANYCOV_SECONDS, "%s took %.3f s", shape, seconds(start));
		anycov_plan_free(&plan);
	}
	{
		struct anycov_error err;
		clock_t start = clock();

		CHECK(!anycov_back_edges(&b->cfg, back, &err));
		CHECK(seconds(start) < ANYCOV_SECONDS);
	}
	plan_split(b, shape);
	free(back);
	free(b->n_parts);
	free(b->edges);
	free(b->flags);
	free(b->weights);
}

TEST(a_chain)
{
	struct big b;

	begin(&b);
	for (uint32_t i = 0; i + 1 < BLOCKS; i++)
		add(&b, i, i + 1);
	b.flags[BLOCKS - 1] |= ANYCOV_BLOCK_EXIT;
	finish(&b, "chain");
}

TEST(a_chain_with_an_edge_from_every_block_to_one_exit)
{
	struct big b;

	begin(&b);
	for (uint32_t i = 0; i + 1 < BLOCKS; i++) {
		add(&b, i, i + 1);
		add(&b, i, BLOCKS - 1);
	}
	b.flags[BLOCKS - 1] |= ANYCOV_BLOCK_EXIT;
	finish(&b, "early exits");
}

TEST(a_ladder_of_diamonds)
{
	struct big b;

	begin(&b);
	for (uint32_t i = 0; i + 3 < BLOCKS; i += 3) {
		add(&b, i, i + 1);
		add(&b, i, i + 2);
		add(&b, i + 1, i + 3);
		add(&b, i + 2, i + 3);
	}
	b.flags[BLOCKS - 1] |= ANYCOV_BLOCK_EXIT;
	finish(&b, "diamonds");
}

TEST(a_ladder_with_rungs_in_both_directions)
{
	struct big b;
	uint32_t half = BLOCKS / 2;

	begin(&b);
	for (uint32_t i = 0; i + 1 < half; i++) {
		add(&b, i, i + 1);
		add(&b, half + i, half + i + 1);
		add(&b, i, half + i);
		add(&b, half + i, i);
	}
	b.flags[half - 1] |= ANYCOV_BLOCK_EXIT;
	b.flags[BLOCKS - 1] |= ANYCOV_BLOCK_EXIT;
	finish(&b, "irreducible ladder");
}

TEST(one_switch)
{
	struct big b;

	begin(&b);
	for (uint32_t i = 1; i + 1 < BLOCKS; i++) {
		add(&b, 0, i);
		add(&b, i, BLOCKS - 1);
	}
	b.flags[BLOCKS - 1] |= ANYCOV_BLOCK_EXIT;
	finish(&b, "switch");
}

TEST(one_switch_with_fallthrough)
{
	struct big b;

	begin(&b);
	for (uint32_t i = 1; i + 1 < BLOCKS; i++) {
		add(&b, 0, i);
		add(&b, i, i + 1);
	}
	b.flags[BLOCKS - 1] |= ANYCOV_BLOCK_EXIT;
	finish(&b, "switch, falling through");
}

TEST(nested_loops)
{
	struct big b;
	uint32_t half = BLOCKS / 2;

	begin(&b);
	for (uint32_t i = 0; i + 1 < BLOCKS; i++)
		add(&b, i, i + 1);
	for (uint32_t i = 0; i < half - 1; i++)
		add(&b, BLOCKS - 2 - i, i + 1);
	b.flags[BLOCKS - 1] |= ANYCOV_BLOCK_EXIT;
	finish(&b, "nested loops");
}

TEST(a_loop_with_one_header_and_many_latches)
{
	struct big b;

	begin(&b);
	for (uint32_t i = 0; i + 1 < BLOCKS; i++) {
		add(&b, i, i + 1);
		add(&b, i, 0);
	}
	b.flags[BLOCKS - 1] |= ANYCOV_BLOCK_EXIT;
	finish(&b, "many latches");
}

TEST(nested_conditions)
{
	struct big b;
	uint32_t half = BLOCKS / 2;

	/* if (a) { if (b) { ... } } : block i skips to its mirror image */
	begin(&b);
	for (uint32_t i = 0; i + 1 < BLOCKS; i++) {
		add(&b, i, i + 1);
		if (i < half)
			add(&b, i, BLOCKS - 1 - i);
	}
	b.flags[BLOCKS - 1] |= ANYCOV_BLOCK_EXIT;
	finish(&b, "nested conditions");
}

TEST(endless_loops_only)
{
	struct big b;

	begin(&b);
	for (uint32_t i = 0; i + 2 < BLOCKS; i += 2) {
		add(&b, i, i + 1);
		add(&b, i, i + 2);
		add(&b, i + 1, i + 1);
	}
	add(&b, BLOCKS - 2, BLOCKS - 2);
	finish(&b, "endless loops");
}

TEST(blocks_that_cannot_be_probed)
{
	struct big b;

	begin(&b);
	for (uint32_t i = 0; i + 3 < BLOCKS; i += 3) {
		add(&b, i, i + 1);
		add(&b, i, i + 2);
		add(&b, i + 1, i + 3);
		add(&b, i + 2, i + 3);
		b.flags[i + 1] |= ANYCOV_BLOCK_PROBE_FORBIDDEN;
	}
	b.flags[BLOCKS - 1] |= ANYCOV_BLOCK_EXIT;
	finish(&b, "no probes in every third");
}

TEST(any_edges)
{
	uint64_t seed = 32;
	struct big b;

	begin(&b);
	for (uint32_t i = 0; i < 2 * BLOCKS; i++)
		add(&b, unit_below(&seed, BLOCKS), unit_below(&seed, BLOCKS));
	finish(&b, "random");
}

RUN_TESTS(RUN(a_chain), RUN(a_chain_with_an_edge_from_every_block_to_one_exit),
	  RUN(a_ladder_of_diamonds), RUN(a_ladder_with_rungs_in_both_directions), RUN(one_switch),
	  RUN(one_switch_with_fallthrough), RUN(nested_loops),
	  RUN(a_loop_with_one_header_and_many_latches), RUN(nested_conditions),
	  RUN(endless_loops_only), RUN(blocks_that_cannot_be_probed), RUN(any_edges))
