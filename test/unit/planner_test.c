/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Dominators, back edges, and plans of small graphs; lossless_*_test.c use random ones. */
#include "random_cfg.h"

#define EXIT ANYCOV_BLOCK_EXIT

struct shape {
	struct anycov_cfg cfg;
	struct anycov_plan plan;
};

static void make(struct shape *s, enum anycov_prune prune, uint32_t n, const uint32_t *flags,
		 const uint64_t *weights, const struct anycov_cfg_edge *edges, uint32_t n_edges)
{
	struct anycov_error err;

	s->cfg.n_blocks = n;
	s->cfg.n_edges = n_edges;
	s->cfg.edges = edges;
	s->cfg.flags = flags;
	s->cfg.weights = weights;
	CHECK_MSG(!anycov_plan_blocks(&s->cfg, prune, &s->plan, &err), "%s", err.text);
}

#define COUNT(a) (sizeof(a) / sizeof(*(a)))
#define MAKE(s, prune, flags, weights, edges)                                                      \
	make(s, prune, COUNT(flags), flags, weights, edges, COUNT(edges))

/* "1010": blocks 0 and 2 are probed. */
static void check_probes(struct shape *s, const char *want)
{
	char have[CFG_MAX + 1] = "";
	uint32_t n = 0;

	for (uint32_t b = 0; b < s->plan.n_blocks; b++) {
		have[b] = s->plan.probe[b] ? '1' : '0';
		n += s->plan.probe[b];
	}
	CHECK_STR(have, want);
	CHECK_EQ(n, s->plan.n_probes);
}

static const struct anycov_cfg_edge diamond[] = { { 0, 1 }, { 0, 2 }, { 1, 3 }, { 2, 3 } };
static const uint32_t diamond_flags[] = { 0, 0, 0, EXIT };

TEST(none_probes_every_block_except_forbidden_and_empty_ones)
{
	static const uint32_t flags[] = { 0,
					  ANYCOV_BLOCK_PROBE_FORBIDDEN,
					  ANYCOV_BLOCK_UNREACHABLE,
					  ANYCOV_BLOCK_EMPTY,
					  ANYCOV_BLOCK_EMPTY | ANYCOV_BLOCK_PROBE_REQUIRED,
					  ANYCOV_BLOCK_PROBE_FORBIDDEN |
						  ANYCOV_BLOCK_PROBE_REQUIRED };
	static const struct anycov_cfg_edge edges[] = { { 0, 1 } };
	struct shape s;

	MAKE(&s, ANYCOV_PRUNE_NONE, flags, NULL, edges);
	check_probes(&s, "100010");
	CHECK(s.plan.unknown[1] && !s.plan.unknown[0]);
	CHECK_EQ(s.plan.first[6], 0);
	anycov_plan_free(&s.plan);
}

TEST(dom_omits_full_dominators_and_joins_but_never_the_entry)
{
	struct shape s;

	MAKE(&s, ANYCOV_PRUNE_DOM, diamond_flags, NULL, diamond);
	check_probes(&s, "1110");
	CHECK(s.plan.unknown[3]);
	anycov_plan_free(&s.plan);
}

TEST(dom_keeps_a_join_that_an_endless_loop_follows)
{
	/* 0 -> {1, 2}, 1 -> 3, 2 -> 3, 3 -> 3: for LLVM block 3 is an exit. */
	static const struct anycov_cfg_edge edges[] = {
		{ 0, 1 }, { 0, 2 }, { 1, 3 }, { 2, 3 }, { 3, 3 }
	};
	static const uint32_t flags[] = { 0, 0, 0, 0 };
	struct shape s;

	MAKE(&s, ANYCOV_PRUNE_DOM, flags, NULL, edges);
	check_probes(&s, "1110");
	anycov_plan_free(&s.plan);
}

TEST(lossless_infers_both_ends_of_a_diamond_from_its_arms)
{
	struct shape s;

	MAKE(&s, ANYCOV_PRUNE_LOSSLESS, diamond_flags, NULL, diamond);
	check_probes(&s, "0110");
	CHECK_EQ(s.plan.first[1] - s.plan.first[0], 2);
	CHECK(!s.plan.unknown[0] && !s.plan.unknown[3]);
	anycov_plan_free(&s.plan);
}

TEST(lossless_probes_the_cheapest_of_blocks_that_imply_each_other)
{
	/* Blocks 0, 1 and 2 imply each other; block 2 has the least weight. */
	static const struct anycov_cfg_edge edges[] = { { 0, 1 }, { 1, 1 }, { 1, 2 } };
	static const uint32_t flags[] = { 0, 0, EXIT };
	static const uint64_t weights[] = { 10, 1000, 9 };
	struct shape s;

	MAKE(&s, ANYCOV_PRUNE_LOSSLESS, flags, weights, edges);
	check_probes(&s, "001");
	anycov_plan_free(&s.plan);
}

/* Splits a graph whose flags are 0 but for its last block's, and plans it. */
static void make_split_to(struct shape *s, uint32_t last, uint32_t n, const uint32_t *n_parts,
			  const uint8_t *ends_in_call, const struct anycov_cfg_edge *edges,
			  uint32_t n_edges)
{
	static const uint8_t is_empty[CFG_MAX];
	uint32_t flags[CFG_MAX] = { 0 };
	struct anycov_cuts cuts = { n_parts, ends_in_call, is_empty, 0 };
	struct anycov_cfg cfg = { .n_blocks = n, .n_edges = n_edges };
	struct anycov_split_cfg split;
	struct anycov_error err;

	flags[n - 1] = last;
	cfg.edges = edges;
	cfg.flags = flags;
	for (uint32_t b = 0; b < n; b++)
		cuts.n_all += n_parts[b];
	CHECK_MSG(!anycov_split_cfg(&cfg, &cuts, &split, &err), "%s", err.text);
	CHECK_MSG(!anycov_plan_blocks(&split.cfg, ANYCOV_PRUNE_LOSSLESS, &s->plan, &err), "%s",
		  err.text);
	anycov_split_cfg_free(&split);
}

static void make_split(struct shape *s, uint32_t n, const uint32_t *n_parts,
		       const uint8_t *ends_in_call, const struct anycov_cfg_edge *edges,
		       uint32_t n_edges)
{
	make_split_to(s, EXIT, n, n_parts, ends_in_call, edges, n_edges);
}

TEST(call_safe_plans_probe_what_follows_a_call)
{
	static const struct anycov_cfg_edge row[] = { { 0, 1 } };
	static const uint32_t none[] = { 0, 0, 0, 0 }, two[] = { 2, 0 };
	static const uint8_t no_call[] = { 0, 0, 0, 0 }, call[] = { 1, 0 }, arms[] = { 0, 1, 1, 0 };
	struct shape s;

	/* Without a call one probe decides both blocks. */
	make_split(&s, 2, none, no_call, row, COUNT(row));
	CHECK_EQ(s.plan.n_probes, 1);
	anycov_plan_free(&s.plan);
	/* call(); line 1; call(); line 2; and the next block */
	make_split(&s, 2, two, no_call, row, COUNT(row));
	CHECK(s.plan.probe[0] && s.plan.probe[2]);
	CHECK_EQ(s.plan.n_probes, 3);
	anycov_plan_free(&s.plan);
	make_split(&s, 2, none, call, row, COUNT(row));
	check_probes(&s, "11");
	anycov_plan_free(&s.plan);
	/* The entry follows from both arms; the join does not, if they end in calls. */
	make_split(&s, 4, none, arms, diamond, COUNT(diamond));
	check_probes(&s, "0111");
	anycov_plan_free(&s.plan);
	make_split(&s, 4, none, no_call, diamond, COUNT(diamond));
	check_probes(&s, "0110");
	anycov_plan_free(&s.plan);
}

/* What never returns was reached all the same: its block is an exit like others. */
TEST(call_safe_plans_force_no_probe_at_a_call_that_never_returns)
{
	static const struct anycov_cfg_edge row[] = { { 0, 1 } };
	static const struct anycov_cfg_edge fork[] = { { 0, 1 }, { 0, 2 }, { 1, 2 } };
	static const uint32_t none[] = { 0, 0, 0 };
	static const uint8_t no_call[] = { 0, 0, 0 }, call[] = { 1, 0, 0 };
	struct shape s;

	make_split_to(&s, ANYCOV_BLOCK_NORETURN, 2, none, no_call, row, COUNT(row));
	CHECK_EQ(s.plan.n_probes, 1);
	anycov_plan_free(&s.plan);
	make_split_to(&s, ANYCOV_BLOCK_NORETURN, 2, none, call, row, COUNT(row));
	check_probes(&s, "11");
	anycov_plan_free(&s.plan);
	/* if (x) y; abort(); */
	make_split_to(&s, ANYCOV_BLOCK_NORETURN, 3, none, no_call, fork, COUNT(fork));
	CHECK(s.plan.probe[1]);
	CHECK_EQ(s.plan.n_probes, 2);
	anycov_plan_free(&s.plan);
}

TEST(call_safe_plans_probe_what_follows_a_loop)
{
	/* while (spin) g++; a handler may end the process in the loop. */
	static const struct anycov_cfg_edge loop[] = { { 0, 1 }, { 1, 1 }, { 1, 2 } };
	/* The same of two blocks that are entered at both: no block dominates the other. */
	static const struct anycov_cfg_edge tangle[] = {
		{ 0, 1 }, { 0, 2 }, { 1, 2 }, { 2, 1 }, { 2, 3 }
	};
	static const uint32_t none[] = { 0, 0, 0, 0 };
	static const uint8_t no_call[] = { 0, 0, 0, 0 };
	struct shape s;

	make_split(&s, 3, none, no_call, loop, COUNT(loop));
	CHECK(s.plan.probe[2]);
	CHECK_EQ(s.plan.n_probes, 2);
	anycov_plan_free(&s.plan);
	make_split(&s, 4, none, no_call, tangle, COUNT(tangle));
	CHECK(s.plan.probe[3]);
	anycov_plan_free(&s.plan);
}

TEST(lossless_probes_all_blocks_that_lead_only_to_noreturn_calls)
{
	/* 0 -> {1, 3}, 1 -> 2 (abort), 3 returns */
	static const struct anycov_cfg_edge edges[] = { { 0, 1 }, { 1, 2 }, { 0, 3 } };
	static const uint32_t flags[] = { 0, 0, ANYCOV_BLOCK_NORETURN, EXIT };
	struct shape s;

	MAKE(&s, ANYCOV_PRUNE_LOSSLESS, flags, NULL, edges);
	check_probes(&s, "0111");
	anycov_plan_free(&s.plan);
}

TEST(lossless_probes_inside_an_endless_loop_not_only_before_it)
{
	/* 0 -> 1 <-> 2: recording may start while the loop is executed. */
	static const struct anycov_cfg_edge edges[] = { { 0, 1 }, { 1, 2 }, { 2, 1 } };
	static const uint32_t flags[] = { 0, 0, 0 };
	static const uint64_t weights[] = { 1, 1000, 999 };
	struct shape s;

	MAKE(&s, ANYCOV_PRUNE_LOSSLESS, flags, weights, edges);
	check_probes(&s, "101");
	CHECK(!s.plan.unknown[1]);
	anycov_plan_free(&s.plan);
}

TEST(lossless_probes_unreachable_blocks)
{
	static const struct anycov_cfg_edge edges[] = { { 1, 2 } };
	static const uint32_t flags[] = { EXIT, 0, EXIT, ANYCOV_BLOCK_UNREACHABLE };
	struct shape s;

	MAKE(&s, ANYCOV_PRUNE_LOSSLESS, flags, NULL, edges);
	check_probes(&s, "1110");
	anycov_plan_free(&s.plan);
}

TEST(lossless_infers_a_block_that_cannot_be_probed_from_its_neighbours)
{
	static const uint32_t flags[] = { ANYCOV_BLOCK_PROBE_FORBIDDEN, 0, 0,
					  ANYCOV_BLOCK_PROBE_FORBIDDEN | EXIT };
	struct shape s;

	MAKE(&s, ANYCOV_PRUNE_LOSSLESS, flags, NULL, diamond);
	check_probes(&s, "0110");
	CHECK(!s.plan.unknown[0] && !s.plan.unknown[3]);
	anycov_plan_free(&s.plan);
}

TEST(a_malformed_graph_is_rejected)
{
	static const struct anycov_cfg_edge edges[] = { { 0, 7 } };
	static const uint32_t flags[] = { 0 };
	struct anycov_cfg cfg = { 1, 1, edges, flags, NULL };
	struct anycov_plan plan;
	struct anycov_bound bound;
	struct anycov_error err;
	uint32_t idom[2];
	uint8_t back[1];

	for (int prune = 0; prune <= ANYCOV_PRUNE_LOSSLESS; prune++) {
		CHECK(anycov_plan_blocks(&cfg, (enum anycov_prune)prune, &plan, &err) < 0);
		CHECK_HAS(err.text, "edge 0 goes from block 0 to block 7 of 1");
		anycov_plan_free(&plan);
	}
	CHECK(anycov_dominators(&cfg, false, idom, &err) < 0);
	CHECK(anycov_plan_bound(&cfg, &bound, &err) < 0);
	CHECK(anycov_back_edges(&cfg, back, &err) < 0);
	cfg.n_blocks = 0;
	CHECK(anycov_plan_blocks(&cfg, ANYCOV_PRUNE_NONE, &plan, &err) < 0);
}

/* Marks the blocks that can be reached from the entry without passing avoid. */
static void mark_around(const struct anycov_cfg *cfg, uint32_t avoid, uint8_t *seen)
{
	memset(seen, 0, cfg->n_blocks);
	seen[0] = avoid != 0;
	for (uint32_t round = 0; round < cfg->n_blocks; round++)
		for (uint32_t i = 0; i < cfg->n_edges; i++)
			if (seen[cfg->edges[i].from] && cfg->edges[i].to != avoid)
				seen[cfg->edges[i].to] = 1;
}

/* Returns true if a is b or one of its ancestors. */
static bool is_ancestor(const uint32_t *idom, uint32_t b, uint32_t a)
{
	while (b != a && b != UINT32_MAX)
		b = idom[b];
	return b == a;
}

TEST(dominators_are_those_of_the_definition)
{
	uint64_t seed = 21;

	for (int i = 0; i < 3000; i++) {
		uint8_t all[CFG_MAX], seen[CFG_MAX];
		uint32_t idom[CFG_MAX + 1];
		struct anycov_error err;
		struct random_cfg r;

		random_cfg_make(&r, &seed, 25, 0);
		CHECK(!anycov_dominators(&r.cfg, false, idom, &err));
		mark_around(&r.cfg, UINT32_MAX, all);
		for (uint32_t a = 0; a < r.cfg.n_blocks; a++) {
			mark_around(&r.cfg, a, seen);
			for (uint32_t b = 0; b < r.cfg.n_blocks; b++)
				if (all[a] && all[b])
					CHECK_EQ(is_ancestor(idom, b, a), !seen[b]);
		}
		for (uint32_t b = 0; b < r.cfg.n_blocks; b++)
			CHECK_EQ(idom[b] == UINT32_MAX, b == 0 || !all[b]);
	}
}

/* Returns true if control can leave the function from b without passing avoid. */
static bool leaves_around(const struct anycov_cfg *cfg, uint32_t b, uint32_t avoid)
{
	uint8_t out[CFG_MAX] = { 0 };

	for (uint32_t round = 0; round <= cfg->n_blocks; round++)
		for (uint32_t x = 0; x < cfg->n_blocks; x++) {
			bool ends = cfg->flags[x] & EXIT;
			bool succs = false;

			for (uint32_t i = 0; i < cfg->n_edges; i++)
				if (cfg->edges[i].from == x) {
					succs = true;
					ends |= out[cfg->edges[i].to];
				}
			out[x] = x != avoid && (ends || !succs);
		}
	return out[b];
}

TEST(post_dominators_are_those_of_the_definition)
{
	uint64_t seed = 22;

	for (int i = 0; i < 1000; i++) {
		uint32_t idom[CFG_MAX + 1];
		struct anycov_error err;
		struct random_cfg r;

		random_cfg_make(&r, &seed, 15, 0); /* without endless loops */
		CHECK(!anycov_dominators(&r.cfg, true, idom, &err));
		for (uint32_t a = 0; a < r.cfg.n_blocks; a++)
			for (uint32_t b = 0; b < r.cfg.n_blocks; b++)
				CHECK_EQ(is_ancestor(idom, b, a), !leaves_around(&r.cfg, b, a));
	}
}

TEST(every_block_of_an_endless_loop_has_a_post_dominator)
{
	uint64_t seed = 23;

	for (int i = 0; i < 3000; i++) {
		uint32_t idom[CFG_MAX + 1];
		struct anycov_error err;
		struct random_cfg r;

		random_cfg_make(&r, &seed, 30, CFG_ENDLESS);
		CHECK(!anycov_dominators(&r.cfg, true, idom, &err));
		for (uint32_t b = 0; b < r.cfg.n_blocks; b++)
			CHECK(is_ancestor(idom, b, r.cfg.n_blocks));
	}
}

/* Returns true if to dominates from, or if the only successor of to does. */
static bool is_back_edge(const struct anycov_cfg *cfg, const uint32_t *idom, uint32_t from,
			 uint32_t to)
{
	uint32_t only = UINT32_MAX;

	if (is_ancestor(idom, from, to))
		return true;
	for (uint32_t i = 0; i < cfg->n_edges; i++) {
		if (cfg->edges[i].from != to)
			continue;
		if (only != UINT32_MAX && only != cfg->edges[i].to)
			return false;
		only = cfg->edges[i].to;
	}
	return only != UINT32_MAX && is_ancestor(idom, from, only);
}

TEST(back_edges_are_those_of_the_definition)
{
	uint64_t seed = 24;
	unsigned long found = 0;

	for (int i = 0; i < 3000; i++) {
		uint8_t back[4 * CFG_MAX];
		uint32_t idom[CFG_MAX + 1];
		struct anycov_error err;
		struct random_cfg r;

		random_cfg_make(&r, &seed, 25, 0);
		CHECK(!anycov_dominators(&r.cfg, false, idom, &err));
		CHECK(!anycov_back_edges(&r.cfg, back, &err));
		for (uint32_t e = 0; e < r.cfg.n_edges; e++) {
			uint32_t from = r.edges[e].from;

			if (from && idom[from] == UINT32_MAX)
				continue;
			CHECK_EQ(back[e], is_back_edge(&r.cfg, idom, from, r.edges[e].to));
			found += back[e];
		}
	}
	CHECK(found > 0);
}

TEST(a_jump_to_a_latch_is_a_back_edge)
{
	/* 0 -> 1 (header) -> 2 -> 3 (latch: only goes to 1), 1 -> 4 */
	static const struct anycov_cfg_edge edges[] = {
		{ 0, 1 }, { 1, 2 }, { 2, 3 }, { 3, 1 }, { 1, 4 }
	};
	static const uint32_t flags[] = { 0, 0, 0, 0, EXIT };
	struct anycov_cfg cfg = { 5, 5, edges, flags, NULL };
	struct anycov_error err;
	uint8_t back[5];

	CHECK(!anycov_back_edges(&cfg, back, &err));
	CHECK(!back[0] && !back[1] && back[2] && back[3] && !back[4]);
}

RUN_TESTS(RUN(none_probes_every_block_except_forbidden_and_empty_ones),
	  RUN(dom_omits_full_dominators_and_joins_but_never_the_entry),
	  RUN(dom_keeps_a_join_that_an_endless_loop_follows),
	  RUN(lossless_infers_both_ends_of_a_diamond_from_its_arms),
	  RUN(lossless_probes_the_cheapest_of_blocks_that_imply_each_other),
	  RUN(call_safe_plans_probe_what_follows_a_call),
	  RUN(call_safe_plans_force_no_probe_at_a_call_that_never_returns),
	  RUN(call_safe_plans_probe_what_follows_a_loop),
	  RUN(lossless_probes_all_blocks_that_lead_only_to_noreturn_calls),
	  RUN(lossless_probes_inside_an_endless_loop_not_only_before_it),
	  RUN(lossless_probes_unreachable_blocks),
	  RUN(lossless_infers_a_block_that_cannot_be_probed_from_its_neighbours),
	  RUN(a_malformed_graph_is_rejected), RUN(dominators_are_those_of_the_definition),
	  RUN(post_dominators_are_those_of_the_definition),
	  RUN(every_block_of_an_endless_loop_has_a_post_dominator),
	  RUN(back_edges_are_those_of_the_definition), RUN(a_jump_to_a_latch_is_a_back_edge))
