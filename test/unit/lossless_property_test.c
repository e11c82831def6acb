/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Properties of prune=lossless, checked with random graphs.  ANYCOV_GRAPHS in the
 * environment sets their number for each test.
 */
#include "random_cfg.h"

#define EVERYTHING                                                                                 \
	(CFG_NORETURN | CFG_FORBIDDEN | CFG_EMPTY | CFG_UNREACHABLE | CFG_ENDLESS | CFG_REQUIRED)

static unsigned long graphs(void)
{
	const char *text = getenv("ANYCOV_GRAPHS");

	return (text ? strtoul(text, NULL, 10) : ANYCOV_GRAPHS);
}

static void plan(const struct random_cfg *r, struct anycov_plan *p)
{
	struct anycov_error err;

	CHECK_MSG(!anycov_plan_blocks(&r->cfg, ANYCOV_PRUNE_LOSSLESS, p, &err), "%s", err.text);
}

/* Returns the coverage of b according to the plan: 1, 0, 2 for unknown, or 9 if the
 * rules have a cycle. */
static int infer(const struct anycov_plan *p, const uint8_t *covered, uint32_t b, uint8_t *memo)
{
	int result = 0;

	if (p->probe[b])
		return covered[b];
	if (p->unknown[b])
		return 2;
	if (memo[b] == 9)
		return 9;
	if (memo[b] != 3)
		return memo[b];
	memo[b] = 9;
	for (uint32_t i = p->first[b]; i < p->first[b + 1]; i++) {
		int w = infer(p, covered, p->implied_by[i], memo);

		if (w == 9 || w == 2)
			return w;
		result |= w;
	}
	memo[b] = (uint8_t)result;
	return result;
}

static void explain(const struct random_cfg *r, const struct anycov_plan *p, const uint8_t *covered,
		    uint32_t b)
{
	random_cfg_print(r);
	for (uint32_t i = 0; i < p->n_blocks; i++) {
		fprintf(stderr, "%u covered %u probe %u unknown %u:", i, covered[i], p->probe[i],
			p->unknown[i]);
		for (uint32_t k = p->first[i]; k < p->first[i + 1]; k++)
			fprintf(stderr, " %u", p->implied_by[k]);
		fputc('\n', stderr);
	}
	fprintf(stderr, "wrong result for block %u\n", b);
}

/* Compares what was covered with what the plan shows. */
static void check_inferred(const struct random_cfg *r, const struct anycov_plan *p,
			   const uint8_t *covered)
{
	uint8_t memo[4 * CFG_MAX];

	memset(memo, 3, sizeof(memo));
	for (uint32_t b = 0; b < p->n_blocks; b++) {
		int t = infer(p, covered, b, memo);
		bool right = t == covered[b] || t == 2;

		if (!right)
			explain(r, p, covered, b);
		CHECK(right);
	}
}

/* Executes the function a few times and compares its coverage with the plan's. */
static void check_runs(const struct random_cfg *r, const struct anycov_plan *p, uint64_t *seed)
{
	uint8_t covered[CFG_MAX] = { 0 };

	for (uint32_t runs = unit_below(seed, 4); runs; runs--)
		random_cfg_execute(&r->cfg, seed, covered);
	check_inferred(r, p, covered);
}

/* Returns the number of probes in reachable blocks; weight is set to their weight. */
static uint32_t live_probes(const struct random_cfg *r, const struct anycov_plan *p,
			    uint64_t *weight)
{
	uint8_t live[CFG_MAX] = { 1 };
	uint32_t n = 0;

	for (uint32_t round = 0; round < r->cfg.n_blocks; round++)
		for (uint32_t i = 0; i < r->cfg.n_edges; i++)
			if (live[r->edges[i].from] &&
			    !(r->flags[r->edges[i].to] & ANYCOV_BLOCK_UNREACHABLE))
				live[r->edges[i].to] = 1;
	*weight = 0;
	for (uint32_t b = 0; b < r->cfg.n_blocks; b++) {
		if (!p->probe[b] || !live[b])
			continue;
		n++;
		*weight += r->weights[b];
	}
	return n;
}

TEST(complete_calls_determine_every_block)
{
	uint64_t seed = 1;

	for (unsigned long i = graphs(); i--;) {
		struct random_cfg r;
		struct anycov_plan p;

		random_cfg_make(&r, &seed, 40, CFG_NORETURN | CFG_REQUIRED | CFG_UNREACHABLE);
		plan(&r, &p);
		for (uint32_t b = 0; b < p.n_blocks; b++)
			CHECK(!p.unknown[b] || (r.flags[b] & ANYCOV_BLOCK_UNREACHABLE));
		for (int k = 0; k < 4; k++)
			check_runs(&r, &p, &seed);
		anycov_plan_free(&p);
	}
}

/* Whatever call does not return, in whatever loop a process ends: the plan shows what was executed.
 */
TEST(call_safe_plans_are_right_wherever_a_process_ends)
{
	uint64_t seed = 2;

	for (unsigned long i = graphs(); i--;) {
		struct random_cfg r;
		struct random_cuts cuts;
		struct anycov_split_cfg split;
		struct anycov_plan p;
		struct anycov_error err;

		random_cfg_make(&r, &seed, 40, EVERYTHING);
		random_cuts_make(&cuts, &seed, &r.cfg);
		CHECK(!anycov_split_cfg(&r.cfg, &cuts.cuts, &split, &err));
		CHECK_EQ(split.cfg.n_blocks, r.cfg.n_blocks + cuts.cuts.n_all);
		CHECK(!anycov_plan_blocks(&split.cfg, ANYCOV_PRUNE_LOSSLESS, &p, &err));
		for (uint32_t b = 0; b < p.n_blocks; b++)
			CHECK(!p.unknown[b] ||
			      (split.flags[b] & (ANYCOV_BLOCK_EMPTY | ANYCOV_BLOCK_UNREACHABLE |
						 ANYCOV_BLOCK_PROBE_FORBIDDEN)));
		for (int k = 0; k < 4; k++) {
			uint8_t covered[4 * CFG_MAX] = { 0 };

			for (uint32_t runs = unit_below(&seed, 4); runs; runs--)
				random_cuts_execute(&r.cfg, &cuts, &seed, covered);
			check_inferred(&r, &p, covered);
		}
		anycov_plan_free(&p);
		anycov_split_cfg_free(&split);
	}
}

TEST(noreturn_and_required_blocks_are_probed_and_forbidden_ones_are_not)
{
	uint64_t seed = 4;

	for (unsigned long i = graphs() / 10; i--;) {
		struct random_cfg r;
		struct anycov_plan p;

		random_cfg_make(&r, &seed, 40, EVERYTHING);
		plan(&r, &p);
		for (uint32_t b = 0; b < p.n_blocks; b++) {
			bool can = !(r.flags[b] &
				     (ANYCOV_BLOCK_PROBE_FORBIDDEN | ANYCOV_BLOCK_UNREACHABLE));

			if (!can)
				CHECK(!p.probe[b]);
			else if (r.flags[b] & ANYCOV_BLOCK_PROBE_REQUIRED)
				CHECK(p.probe[b]);
			else if ((r.flags[b] & ANYCOV_BLOCK_NORETURN) &&
				 !(r.flags[b] & ANYCOV_BLOCK_EMPTY))
				CHECK(p.probe[b]);
		}
		anycov_plan_free(&p);
	}
}

TEST(probes_and_weight_equal_the_lower_bound)
{
	uint64_t seed = 5;

	for (unsigned long i = graphs(); i--;) {
		struct random_cfg r;
		struct anycov_plan p;
		struct anycov_bound bound;
		struct anycov_error err;
		uint64_t weight;
		uint32_t n;

		random_cfg_make(&r, &seed, 40,
				CFG_NORETURN | CFG_UNREACHABLE | CFG_ENDLESS | CFG_REQUIRED);
		plan(&r, &p);
		n = live_probes(&r, &p, &weight);
		CHECK(!anycov_plan_bound(&r.cfg, &bound, &err));
		if (n != bound.must + bound.classes + bound.forced || weight != bound.weight)
			random_cfg_print(&r);
		CHECK_EQ(n, bound.must + bound.classes + bound.forced);
		CHECK_EQ(weight, bound.weight);
		anycov_plan_free(&p);
	}
}

TEST(probes_are_near_the_lower_bound_if_blocks_cannot_be_probed)
{
	uint64_t seed = 6, have = 0, least = 0;

	for (unsigned long i = graphs(); i--;) {
		struct random_cfg r;
		struct anycov_plan p;
		struct anycov_bound bound;
		struct anycov_error err;
		uint64_t weight;

		random_cfg_make(&r, &seed, 40, EVERYTHING);
		plan(&r, &p);
		CHECK(!anycov_plan_bound(&r.cfg, &bound, &err));
		have += live_probes(&r, &p, &weight);
		least += bound.must + bound.classes + bound.forced;
		anycov_plan_free(&p);
	}
	printf("probes %llu, lower bound %llu, ratio %.4f\n", (unsigned long long)have,
	       (unsigned long long)least, (double)have / (double)least);
	CHECK(have >= least);
	CHECK((double)have <= 1.05 * (double)least);
}

/* Blocks without code are inserted into every third edge. */
TEST(blocks_without_code_do_not_change_the_bound_of_the_code)
{
	static struct anycov_cfg_edge edges[8 * CFG_MAX];
	static uint32_t flags[5 * CFG_MAX];
	uint64_t seed = 7;

	for (unsigned long i = graphs() / 10; i--;) {
		struct anycov_bound plain, code;
		struct anycov_error err;
		struct random_cfg r;
		struct anycov_cfg split;

		random_cfg_make(&r, &seed, 40, CFG_NORETURN | CFG_REQUIRED);
		split = r.cfg;
		split.edges = edges;
		split.flags = flags;
		split.weights = NULL;
		split.n_edges = 0;
		memcpy(flags, r.cfg.flags, r.cfg.n_blocks * sizeof(*flags));
		for (uint32_t e = 0; e < r.cfg.n_edges; e++) {
			struct anycov_cfg_edge *to = &edges[split.n_edges++];

			*to = r.cfg.edges[e];
			if (e % 3)
				continue;
			flags[split.n_blocks] = ANYCOV_BLOCK_EMPTY;
			edges[split.n_edges].from = split.n_blocks;
			edges[split.n_edges++].to = to->to;
			to->to = split.n_blocks++;
		}
		CHECK(!anycov_plan_bound(&r.cfg, &plain, &err));
		CHECK(!anycov_plan_bound_of_code(&split, &code, &err));
		CHECK_EQ(code.must + code.classes + code.forced,
			 plain.must + plain.classes + plain.forced);
	}
}

RUN_TESTS(RUN(complete_calls_determine_every_block),
	  RUN(call_safe_plans_are_right_wherever_a_process_ends),
	  RUN(noreturn_and_required_blocks_are_probed_and_forbidden_ones_are_not),
	  RUN(probes_and_weight_equal_the_lower_bound),
	  RUN(probes_are_near_the_lower_bound_if_blocks_cannot_be_probed),
	  RUN(blocks_without_code_do_not_change_the_bound_of_the_code))
