/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What prune=lossless promises, on random graphs.  ANYCOV_GRAPHS in the
 * environment sets how many for each test.
 */
#include "random_cfg.h"

#define EVERYTHING                                                                                 \
	(CFG_NORETURN | CFG_MAYEXIT | CFG_CANNOT | CFG_EMPTY | CFG_UNREACHABLE | CFG_ENDLESS |     \
	 CFG_MUST)

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

/* Coverage by the plan: 1, 0, or 2 for unknown.  Fails if rules go in circles. */
static int told(const struct anycov_plan *p, const uint8_t *met, uint32_t b, uint8_t *memo)
{
	int result = 0;

	if (p->probe[b])
		return met[b];
	if (p->unknown[b])
		return 2;
	if (memo[b] == 9)
		return 9;
	if (memo[b] != 3)
		return memo[b];
	memo[b] = 9;
	for (uint32_t i = p->first[b]; i < p->first[b + 1]; i++) {
		int w = told(p, met, p->witnesses[i], memo);

		if (w == 9 || w == 2)
			return w;
		result |= w;
	}
	memo[b] = (uint8_t)result;
	return result;
}

static void explain(const struct random_cfg *r, const struct anycov_plan *p, const uint8_t *met,
		    uint32_t b)
{
	random_cfg_print(r);
	for (uint32_t i = 0; i < p->n_blocks; i++) {
		fprintf(stderr, "%u met %u probe %u unknown %u assumed %u:", i, met[i], p->probe[i],
			p->unknown[i], p->assumed[i]);
		for (uint32_t k = p->first[i]; k < p->first[i + 1]; k++)
			fprintf(stderr, " %u", p->witnesses[k]);
		fputc('\n', stderr);
	}
	fprintf(stderr, "block %u is told wrongly\n", b);
}

/* Runs a few activations and compares. */
static void check_runs(const struct random_cfg *r, const struct anycov_plan *p, uint64_t *seed,
		       bool cuts)
{
	uint8_t met[CFG_MAX] = { 0 }, memo[CFG_MAX];
	uint32_t runs = unit_below(seed, 4);
	bool complete = true;

	while (runs--)
		complete &= random_cfg_walk(&r->cfg, seed, cuts, met);
	memset(memo, 3, sizeof(memo));
	for (uint32_t b = 0; b < p->n_blocks; b++) {
		int t = told(p, met, b, memo);
		bool right = t == met[b] || t == 2 || (!complete && p->assumed[b]);

		if (!right || t == 9)
			explain(r, p, met, b);
		CHECK(right && t != 9);
	}
}

/* Probes of blocks that can run, and their weight. */
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

TEST(complete_activations_tell_every_block)
{
	uint64_t seed = 1;

	for (unsigned long i = graphs(); i--;) {
		struct random_cfg r;
		struct anycov_plan p;

		random_cfg_make(&r, &seed, 40,
				CFG_NORETURN | CFG_MAYEXIT | CFG_MUST | CFG_UNREACHABLE);
		plan(&r, &p);
		for (uint32_t b = 0; b < p.n_blocks; b++)
			CHECK(!p.unknown[b] || (r.flags[b] & ANYCOV_BLOCK_UNREACHABLE));
		for (int k = 0; k < 4; k++)
			check_runs(&r, &p, &seed, false);
		anycov_plan_free(&p);
	}
}

TEST(cut_activations_mislead_only_where_assumed)
{
	uint64_t seed = 2;

	for (unsigned long i = graphs(); i--;) {
		struct random_cfg r;
		struct anycov_plan p;

		random_cfg_make(&r, &seed, 40, EVERYTHING);
		plan(&r, &p);
		for (int k = 0; k < 4; k++)
			check_runs(&r, &p, &seed, true);
		anycov_plan_free(&p);
	}
}

TEST(nothing_is_assumed_where_every_call_returns)
{
	uint64_t seed = 3;

	for (unsigned long i = graphs() / 10; i--;) {
		struct random_cfg r;
		struct anycov_plan p;

		random_cfg_make(&r, &seed, 40, EVERYTHING & ~(CFG_MAYEXIT | CFG_ENDLESS));
		plan(&r, &p);
		for (uint32_t b = 0; b < p.n_blocks; b++)
			CHECK(!p.assumed[b]);
		anycov_plan_free(&p);
	}
}

TEST(noreturn_and_must_blocks_are_probed_and_impossible_ones_are_not)
{
	uint64_t seed = 4;

	for (unsigned long i = graphs() / 10; i--;) {
		struct random_cfg r;
		struct anycov_plan p;

		random_cfg_make(&r, &seed, 40, EVERYTHING);
		plan(&r, &p);
		for (uint32_t b = 0; b < p.n_blocks; b++) {
			bool can = !(r.flags[b] & (ANYCOV_BLOCK_CANNOT | ANYCOV_BLOCK_UNREACHABLE));

			if (!can)
				CHECK(!p.probe[b]);
			else if (r.flags[b] & ANYCOV_BLOCK_MUST)
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
				CFG_NORETURN | CFG_MAYEXIT | CFG_UNREACHABLE | CFG_ENDLESS |
				    CFG_MUST);
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

TEST(probes_stay_near_the_lower_bound_where_blocks_hold_no_probe)
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

/* Edges that run through a block without code are edges of the code all the same. */
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

		random_cfg_make(&r, &seed, 40, CFG_NORETURN | CFG_MAYEXIT | CFG_MUST);
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

RUN_TESTS(RUN(complete_activations_tell_every_block),
	  RUN(cut_activations_mislead_only_where_assumed),
	  RUN(nothing_is_assumed_where_every_call_returns),
	  RUN(noreturn_and_must_blocks_are_probed_and_impossible_ones_are_not),
	  RUN(probes_and_weight_equal_the_lower_bound),
	  RUN(probes_stay_near_the_lower_bound_where_blocks_hold_no_probe),
	  RUN(blocks_without_code_do_not_change_the_bound_of_the_code))
