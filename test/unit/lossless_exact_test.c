/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Compares prune=lossless with brute force on small graphs: all sets of blocks that a
 * path can contain, and all sets of probes.
 */
#include "random_cfg.h"

#define SMALL 7

/* sets[i]: the blocks of some path, as bits. */
struct path_sets {
	uint32_t sets[1 << SMALL];
	unsigned n;
};

static void enumerate(const struct anycov_cfg *cfg, struct path_sets *w)
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
		uint32_t at = stack[--depth] >> SMALL, blocks = stack[depth] & ((1u << SMALL) - 1);
		bool ends = cfg->flags[at] & (ANYCOV_BLOCK_EXIT | ANYCOV_BLOCK_NORETURN);

		if (ends && !ended[blocks]) {
			ended[blocks] = 1;
			w->sets[w->n++] = blocks;
		}
		for (uint32_t i = 0; i < cfg->n_edges; i++) {
			uint32_t to = cfg->edges[i].to, longer = blocks | 1u << to;

			if (cfg->edges[i].from != at || seen[to][longer])
				continue;
			seen[to][longer] = 1;
			stack[depth++] = to << SMALL | longer;
		}
	}
}

/* Returns the blocks that the probes determine.  They do not determine b if and only
 * if, on some path through b, all probes are also on paths around b. */
static uint32_t determined_by(const struct path_sets *w, uint32_t n, uint32_t probes)
{
	uint32_t determined = probes;

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
			determined |= 1u << b;
	}
	return determined;
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

static uint32_t live_blocks(const struct path_sets *w)
{
	uint32_t live = 0;

	for (unsigned i = 0; i < w->n; i++)
		live |= w->sets[i];
	return live;
}

TEST(no_lossless_set_of_probes_is_smaller_or_cheaper)
{
	static struct path_sets w;
	uint64_t seed = 11;

	for (int i = 0; i < ANYCOV_GRAPHS / 10; i++) {
		struct random_cfg r;
		uint32_t live, unknown, probes;

		random_cfg_make(&r, &seed, SMALL, 0);
		enumerate(&r.cfg, &w);
		live = live_blocks(&w);
		probes = plan(&r, live, &unknown);
		CHECK(!unknown);
		CHECK_EQ(determined_by(&w, r.cfg.n_blocks, probes) & live, live);
		for (uint32_t set = 0; set < 1u << r.cfg.n_blocks; set++) {
			if ((set & ~live) || (bits(set) >= bits(probes) &&
					      weight_of(&r, set) >= weight_of(&r, probes)))
				continue;
			if ((determined_by(&w, r.cfg.n_blocks, set) & live) == live)
				random_cfg_print(&r);
			CHECK((determined_by(&w, r.cfg.n_blocks, set) & live) != live);
		}
	}
}

TEST(blocks_are_unknown_only_if_no_probes_could_determine_them)
{
	static struct path_sets w;
	uint64_t seed = 12;
	unsigned long n_unknown = 0, avoidable = 0;

	for (int i = 0; i < ANYCOV_GRAPHS / 10; i++) {
		struct random_cfg r;
		uint32_t live, unknown, can, best;

		random_cfg_make(&r, &seed, SMALL, CFG_FORBIDDEN);
		enumerate(&r.cfg, &w);
		live = live_blocks(&w);
		plan(&r, live, &unknown);
		can = live & ~with_flag(&r, ANYCOV_BLOCK_PROBE_FORBIDDEN);
		best = determined_by(&w, r.cfg.n_blocks, can);
		n_unknown += bits(unknown);
		avoidable += bits(unknown & best);
	}
	printf("unknown blocks %lu, of which all probes together determine %lu\n", n_unknown,
	       avoidable);
	CHECK(n_unknown > 0);
	CHECK_EQ(avoidable, 0);
}

TEST(probes_are_fewest_even_if_blocks_cannot_be_probed)
{
	static struct path_sets w;
	uint64_t seed = 13;
	unsigned long have = 0, least = 0;

	for (int i = 0; i < ANYCOV_GRAPHS / 10; i++) {
		struct random_cfg r;
		uint32_t live, unknown, can, best, probes, few;

		random_cfg_make(&r, &seed, SMALL, CFG_FORBIDDEN);
		enumerate(&r.cfg, &w);
		live = live_blocks(&w);
		probes = plan(&r, live, &unknown);
		can = live & ~with_flag(&r, ANYCOV_BLOCK_PROBE_FORBIDDEN);
		best = determined_by(&w, r.cfg.n_blocks, can) & live;
		few = bits(can);
		for (uint32_t set = 0; set < 1u << r.cfg.n_blocks; set++)
			if (!(set & ~can) && bits(set) < few &&
			    (determined_by(&w, r.cfg.n_blocks, set) & live) == best)
				few = bits(set);
		CHECK_EQ(determined_by(&w, r.cfg.n_blocks, probes) & live, best);
		have += bits(probes);
		least += few;
	}
	printf("probes %lu, fewest %lu\n", have, least);
	CHECK_EQ(have, least);
}

TEST(blocks_without_user_code_cost_no_more_than_brute_force_plus_five_percent)
{
	static struct path_sets w;
	uint64_t seed = 14, have_weight = 0, least_weight = 0;

	for (int i = 0; i < ANYCOV_GRAPHS / 10; i++) {
		struct random_cfg r;
		uint32_t live, unknown, wanted, probes;
		uint64_t least;

		random_cfg_make(&r, &seed, SMALL, CFG_EMPTY);
		enumerate(&r.cfg, &w);
		live = live_blocks(&w);
		probes = plan(&r, live, &unknown);
		wanted = live & ~with_flag(&r, ANYCOV_BLOCK_EMPTY);
		CHECK_EQ(determined_by(&w, r.cfg.n_blocks, probes) & wanted, wanted);
		least = weight_of(&r, live);
		for (uint32_t set = 0; set < 1u << r.cfg.n_blocks; set++)
			if (!(set & ~live) && weight_of(&r, set) < least &&
			    (determined_by(&w, r.cfg.n_blocks, set) & wanted) == wanted)
				least = weight_of(&r, set);
		have_weight += weight_of(&r, probes);
		least_weight += least;
	}
	printf("weight %llu, least %llu\n", (unsigned long long)have_weight,
	       (unsigned long long)least_weight);
	CHECK((double)have_weight <= 1.05 * (double)least_weight);
}

/* Returns the blocks that are covered according to the plan, if blocks were executed. */
static uint32_t infer(const struct anycov_plan *p, uint32_t blocks)
{
	uint32_t covered = 0, before;

	for (uint32_t b = 0; b < p->n_blocks; b++)
		covered |= (uint32_t)(p->probe[b] && (blocks >> b & 1)) << b;
	do {
		before = covered;
		for (uint32_t b = 0; b < p->n_blocks; b++)
			for (uint32_t i = p->first[b]; i < p->first[b + 1]; i++)
				covered |= (covered >> p->implied_by[i] & 1) << b;
	} while (covered != before);
	return covered;
}

/* All paths of the graph without cuts, ended after any part that may be the last one. */
static void enumerate_ends(const struct anycov_cfg *cfg, const struct random_cuts *c,
			   struct path_sets *w)
{
	static uint8_t seen[SMALL][1 << SMALL];
	static uint32_t stack[SMALL << SMALL];
	uint8_t ended[1 << SMALL] = { 0 };
	uint32_t depth = 0, first[SMALL];

	for (uint32_t b = 0, part = cfg->n_blocks; b < cfg->n_blocks; part += c->n_parts[b++])
		first[b] = part;
	memset(seen, 0, sizeof(seen));
	w->n = 0;
	seen[0][0] = 1;
	stack[depth++] = 0;
	while (depth) {
		uint32_t at = stack[--depth] >> SMALL, blocks = stack[depth] & ((1u << SMALL) - 1);
		bool is_repeated = blocks >> at & 1;
		uint32_t n = c->n_parts[at];

		blocks |= 1u << at;
		for (uint32_t i = 0; i <= n; i++) {
			bool ends = i < n || c->ends_in_call[at] || is_repeated ||
				    (cfg->flags[at] & (ANYCOV_BLOCK_EXIT | ANYCOV_BLOCK_NORETURN));

			if (ends && !ended[blocks]) {
				ended[blocks] = 1;
				w->sets[w->n++] = blocks;
			}
			blocks |= i < n ? 1u << (first[at] + i) : 0;
		}
		for (uint32_t i = 0; i < cfg->n_edges; i++) {
			uint32_t to = cfg->edges[i].to;

			if (cfg->edges[i].from != at || seen[to][blocks])
				continue;
			seen[to][blocks] = 1;
			stack[depth++] = to << SMALL | blocks;
		}
	}
}

TEST(call_safe_rules_hold_for_every_end)
{
	static struct path_sets w;
	uint64_t seed = 15;
	unsigned long cuts_made = 0, rules = 0;

	for (int i = 0; i < ANYCOV_GRAPHS / 10; i++) {
		struct anycov_split_cfg split;
		struct random_cuts cuts;
		struct random_cfg r;
		struct anycov_plan p;
		struct anycov_error err;
		uint32_t live;

		random_cfg_make(&r, &seed, 4, CFG_ENDLESS);
		do
			random_cuts_make(&cuts, &seed, &r.cfg);
		while (r.cfg.n_blocks + cuts.cuts.n_all > SMALL);
		memset(cuts.is_empty, 0, sizeof(cuts.is_empty));
		enumerate_ends(&r.cfg, &cuts, &w);
		live = live_blocks(&w);
		CHECK(!anycov_split_cfg(&r.cfg, &cuts.cuts, &split, &err));
		CHECK(!anycov_plan_blocks(&split.cfg, ANYCOV_PRUNE_LOSSLESS, &p, &err));
		for (uint32_t b = 0; b < p.n_blocks; b++) {
			CHECK(!p.unknown[b]);
			rules += !p.probe[b] && (live >> b & 1);
		}
		for (unsigned k = 0; k < w.n; k++) {
			if (infer(&p, w.sets[k]) != w.sets[k])
				random_cfg_print(&r);
			CHECK_EQ(infer(&p, w.sets[k]), w.sets[k]);
		}
		cuts_made += cuts.cuts.n_all;
		anycov_plan_free(&p);
		anycov_split_cfg_free(&split);
	}
	CHECK(cuts_made > 0 && rules > 0);
}

RUN_TESTS(RUN(no_lossless_set_of_probes_is_smaller_or_cheaper),
	  RUN(blocks_are_unknown_only_if_no_probes_could_determine_them),
	  RUN(probes_are_fewest_even_if_blocks_cannot_be_probed),
	  RUN(call_safe_rules_hold_for_every_end),
	  RUN(blocks_without_user_code_cost_no_more_than_brute_force_plus_five_percent))
