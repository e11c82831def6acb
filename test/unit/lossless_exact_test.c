/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * prune=lossless against brute force on small graphs: every set of blocks that a
 * complete walk can meet is enumerated, and every set of probes is tried.
 */
#include "random_cfg.h"

#define SMALL 7

/* sets[i]: blocks that some complete walk meets, as bits. */
struct walks {
	uint32_t sets[1 << SMALL];
	unsigned n;
};

static void enumerate(const struct anycov_cfg *cfg, struct walks *w)
{
	static uint8_t seen[SMALL][1 << SMALL];
	static uint32_t stack[SMALL << SMALL];
	uint8_t ended[1 << SMALL] = { 0 };
	uint32_t depth = 0;

	memset(seen, 0, sizeof(seen));
	w->n = 0;
	seen[0][1] = 1;
	stack[depth++] = 1;
	while (depth) {
		uint32_t at = stack[--depth] >> SMALL, met = stack[depth] & ((1u << SMALL) - 1);
		bool ends = cfg->flags[at] & (ANYCOV_BLOCK_EXIT | ANYCOV_BLOCK_NORETURN);

		if (ends && !ended[met]) {
			ended[met] = 1;
			w->sets[w->n++] = met;
		}
		for (uint32_t i = 0; i < cfg->n_edges; i++) {
			uint32_t to = cfg->edges[i].to, more = met | 1u << to;

			if (cfg->edges[i].from != at || seen[to][more])
				continue;
			seen[to][more] = 1;
			stack[depth++] = to << SMALL | more;
		}
	}
}

/* The blocks whose coverage follows from the probes.  b does not follow iff some
 * walk through b meets no probe that walks around b cannot meet as well. */
static uint32_t told_by(const struct walks *w, uint32_t n, uint32_t probes)
{
	uint32_t told = probes;

	for (uint32_t b = 0; b < n; b++) {
		uint32_t around = 0;
		bool follows = true;

		for (unsigned i = 0; i < w->n; i++)
			if (!(w->sets[i] >> b & 1))
				around |= w->sets[i];
		for (unsigned i = 0; i < w->n; i++)
			if ((w->sets[i] >> b & 1) && !(w->sets[i] & probes & ~around))
				follows = false;
		if (follows)
			told |= 1u << b;
	}
	return told;
}

static uint32_t with_flag(const struct random_cfg *r, uint32_t flag)
{
	uint32_t set = 0;

	for (uint32_t b = 0; b < r->cfg.n_blocks; b++)
		if (r->flags[b] & flag)
			set |= 1u << b;
	return set;
}

static uint32_t bits(uint32_t set)
{
	return (uint32_t)__builtin_popcount(set);
}

static uint64_t weight_of(const struct random_cfg *r, uint32_t set)
{
	uint64_t sum = 0;

	for (uint32_t b = 0; b < r->cfg.n_blocks; b++)
		if (set >> b & 1)
			sum += r->weights[b];
	return sum;
}

static uint32_t plan(const struct random_cfg *r, uint32_t live, uint32_t *unknown)
{
	struct anycov_plan p;
	struct anycov_error err;
	uint32_t probes = 0;

	CHECK(!anycov_plan_blocks(&r->cfg, ANYCOV_PRUNE_LOSSLESS, &p, &err));
	*unknown = 0;
	for (uint32_t b = 0; b < r->cfg.n_blocks; b++) {
		probes |= (uint32_t)p.probe[b] << b;
		*unknown |= (uint32_t)p.unknown[b] << b;
	}
	*unknown &= live;
	anycov_plan_free(&p);
	return probes & live;
}

static uint32_t live_blocks(const struct walks *w)
{
	uint32_t live = 0;

	for (unsigned i = 0; i < w->n; i++)
		live |= w->sets[i];
	return live;
}

TEST(no_lossless_set_of_probes_is_smaller_or_cheaper)
{
	static struct walks w;
	uint64_t seed = 11;

	for (int i = 0; i < ANYCOV_GRAPHS / 10; i++) {
		struct random_cfg r;
		uint32_t live, unknown, probes;

		random_cfg_make(&r, &seed, SMALL, 0);
		enumerate(&r.cfg, &w);
		live = live_blocks(&w);
		probes = plan(&r, live, &unknown);
		CHECK(!unknown);
		CHECK_EQ(told_by(&w, r.cfg.n_blocks, probes) & live, live);
		for (uint32_t set = 0; set < 1u << r.cfg.n_blocks; set++) {
			if ((set & ~live) || (bits(set) >= bits(probes) &&
					      weight_of(&r, set) >= weight_of(&r, probes)))
				continue;
			if ((told_by(&w, r.cfg.n_blocks, set) & live) == live)
				random_cfg_print(&r);
			CHECK((told_by(&w, r.cfg.n_blocks, set) & live) != live);
		}
	}
}

TEST(blocks_that_hold_no_probe_stay_untold_only_if_nothing_can_tell)
{
	static struct walks w;
	uint64_t seed = 12;
	unsigned long untold = 0, could = 0;

	for (int i = 0; i < ANYCOV_GRAPHS / 10; i++) {
		struct random_cfg r;
		uint32_t live, unknown, can, best;

		random_cfg_make(&r, &seed, SMALL, CFG_CANNOT);
		enumerate(&r.cfg, &w);
		live = live_blocks(&w);
		plan(&r, live, &unknown);
		can = live & ~with_flag(&r, ANYCOV_BLOCK_CANNOT);
		best = told_by(&w, r.cfg.n_blocks, can);
		untold += bits(unknown);
		could += bits(unknown & best);
	}
	printf("untold blocks %lu, of which all probes together would tell %lu\n", untold, could);
	CHECK(untold > 0);
	CHECK_EQ(could, 0);
}

TEST(probes_are_fewest_also_where_blocks_hold_none)
{
	static struct walks w;
	uint64_t seed = 13;
	unsigned long have = 0, least = 0;

	for (int i = 0; i < ANYCOV_GRAPHS / 10; i++) {
		struct random_cfg r;
		uint32_t live, unknown, can, best, probes, few;

		random_cfg_make(&r, &seed, SMALL, CFG_CANNOT);
		enumerate(&r.cfg, &w);
		live = live_blocks(&w);
		probes = plan(&r, live, &unknown);
		can = live & ~with_flag(&r, ANYCOV_BLOCK_CANNOT);
		best = told_by(&w, r.cfg.n_blocks, can) & live;
		few = bits(can);
		for (uint32_t set = 0; set < 1u << r.cfg.n_blocks; set++)
			if (!(set & ~can) && bits(set) < few &&
			    (told_by(&w, r.cfg.n_blocks, set) & live) == best)
				few = bits(set);
		CHECK_EQ(told_by(&w, r.cfg.n_blocks, probes) & live, best);
		have += bits(probes);
		least += few;
	}
	printf("probes %lu, fewest %lu\n", have, least);
	CHECK_EQ(have, least);
}

TEST(blocks_without_user_code_cost_no_more_than_brute_force_plus_five_percent)
{
	static struct walks w;
	uint64_t seed = 14, have_weight = 0, least_weight = 0;

	for (int i = 0; i < ANYCOV_GRAPHS / 10; i++) {
		struct random_cfg r;
		uint32_t live, unknown, asked, probes;
		uint64_t least;

		random_cfg_make(&r, &seed, SMALL, CFG_EMPTY);
		enumerate(&r.cfg, &w);
		live = live_blocks(&w);
		probes = plan(&r, live, &unknown);
		asked = live & ~with_flag(&r, ANYCOV_BLOCK_EMPTY);
		CHECK_EQ(told_by(&w, r.cfg.n_blocks, probes) & asked, asked);
		least = weight_of(&r, live);
		for (uint32_t set = 0; set < 1u << r.cfg.n_blocks; set++)
			if (!(set & ~live) && weight_of(&r, set) < least &&
			    (told_by(&w, r.cfg.n_blocks, set) & asked) == asked)
				least = weight_of(&r, set);
		have_weight += weight_of(&r, probes);
		least_weight += least;
	}
	printf("weight %llu, least %llu\n", (unsigned long long)have_weight,
	       (unsigned long long)least_weight);
	CHECK((double)have_weight <= 1.05 * (double)least_weight);
}

/* The same states, but control may be lost in blocks flagged so. */
static void enumerate_cut(const struct anycov_cfg *cfg, struct walks *w)
{
	uint32_t flags[SMALL];
	struct anycov_cfg lossy = *cfg;

	for (uint32_t b = 0; b < cfg->n_blocks; b++)
		flags[b] =
		    cfg->flags[b] | (cfg->flags[b] & ANYCOV_BLOCK_MAYEXIT ? ANYCOV_BLOCK_EXIT : 0);
	lossy.flags = flags;
	enumerate(&lossy, w);
}

/* Blocks covered by the rules of the plan (all of which are known). */
static uint32_t tell(const struct anycov_plan *p, uint32_t met)
{
	uint32_t told = 0, before;

	for (uint32_t b = 0; b < p->n_blocks; b++)
		told |= (uint32_t)(p->probe[b] && (met >> b & 1)) << b;
	do {
		before = told;
		for (uint32_t b = 0; b < p->n_blocks; b++)
			for (uint32_t i = p->first[b]; i < p->first[b + 1]; i++)
				told |= (told >> p->witnesses[i] & 1) << b;
	} while (told != before);
	return told;
}

TEST(a_rule_is_assumed_if_and_only_if_a_lost_call_can_make_it_wrong)
{
	static struct walks w;
	uint64_t seed = 15;
	unsigned long assumed = 0;

	for (int i = 0; i < ANYCOV_GRAPHS / 10; i++) {
		struct random_cfg r;
		struct anycov_plan p;
		struct anycov_error err;
		uint32_t wrong = 0, marked = 0, live;

		random_cfg_make(&r, &seed, SMALL, CFG_MAYEXIT);
		enumerate_cut(&r.cfg, &w);
		live = live_blocks(&w);
		CHECK(!anycov_plan_blocks(&r.cfg, ANYCOV_PRUNE_LOSSLESS, &p, &err));
		for (unsigned k = 0; k < w.n; k++)
			wrong |= tell(&p, w.sets[k]) ^ w.sets[k];
		for (uint32_t b = 0; b < r.cfg.n_blocks; b++)
			marked |= (uint32_t)p.assumed[b] << b;
		assumed += bits(marked);
		if ((wrong & live) != marked)
			random_cfg_print(&r);
		CHECK_EQ(marked, wrong & live);
		anycov_plan_free(&p);
	}
	CHECK(assumed > 0);
}

RUN_TESTS(RUN(no_lossless_set_of_probes_is_smaller_or_cheaper),
	  RUN(blocks_that_hold_no_probe_stay_untold_only_if_nothing_can_tell),
	  RUN(probes_are_fewest_also_where_blocks_hold_none),
	  RUN(a_rule_is_assumed_if_and_only_if_a_lost_call_can_make_it_wrong),
	  RUN(blocks_without_user_code_cost_no_more_than_brute_force_plus_five_percent))
