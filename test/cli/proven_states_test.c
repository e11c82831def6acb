/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Tests proven states on random graphs with lossless plans and with calls that end
 * anywhere: each is true, and none is missing by the definition, computed without
 * dominators.  ANYCOV_GRAPHS in the environment sets the number of graphs.
 */
#include "anycov/map.h"
#include "coverage/infer/proven_states.h"
#include "test/unit/random_cfg.h"

#define EVERYTHING                                                                                 \
	(CFG_NORETURN | CFG_MAY_NOT_RETURN | CFG_FORBIDDEN | CFG_EMPTY | CFG_UNREACHABLE |         \
	 CFG_ENDLESS | CFG_REQUIRED)

static unsigned long graphs(void)
{
	const char *text = getenv("ANYCOV_GRAPHS");

	return text ? strtoul(text, NULL, 10) : ANYCOV_GRAPHS;
}

/* Where recording began: before the calls, or in calls of theirs. */
enum begin { FROM_START, IN_CALLS };

/* A function in a map, as map_read() would make it, and what was executed. */
struct sample {
	struct random_cfg r;
	struct anycov_plan plan;
	struct map map;
	struct map_function function;
	struct map_block *blocks; /* no more than there are, so that ASan sees who reads beyond */
	uint32_t numbers[64 * CFG_MAX];
	uint8_t states[CFG_MAX];
	uint64_t hits[CFG_MAX];
	struct instrumented_image model;
	uint8_t ran[CFG_MAX]; /* ever */
	uint8_t hit[CFG_MAX]; /* the beginning of the block was recorded */
};

static uint32_t flags_of(const struct sample *s, uint32_t b)
{
	return (s->plan.probe[b] ? ANYCOV_MAP_BLOCK_PROBED : 0) |
	       (s->plan.unknown[b] ? ANYCOV_MAP_BLOCK_UNKNOWN : 0) |
	       (s->r.flags[b] & ANYCOV_BLOCK_MAY_NOT_RETURN ? ANYCOV_MAP_BLOCK_CALLS : 0);
}

static void make(struct sample *s, uint64_t *seed, enum anycov_prune prune)
{
	struct anycov_error err;
	size_t n = 0;

	memset(s, 0, sizeof(*s));
	random_cfg_make(&s->r, seed, 30, EVERYTHING);
	CHECK_MSG(!anycov_plan_blocks(&s->r.cfg, prune, &s->plan, &err), "%s", err.text);
	s->blocks = calloc(s->r.cfg.n_blocks, sizeof(*s->blocks));
	CHECK(s->blocks);
	s->map.functions = &s->function;
	s->map.n_functions = 1;
	s->map.blocks = s->blocks;
	s->map.n_blocks = s->function.blocks = s->function.n_blocks = s->r.cfg.n_blocks;
	s->map.numbers = s->numbers;
	s->function.prune = prune;
	for (uint32_t b = 0; b < s->r.cfg.n_blocks; b++) {
		struct map_block *m = &s->blocks[b];

		m->number = b;
		m->flags = flags_of(s, b);
		m->succs.first = n;
		for (uint32_t i = 0; i < s->r.cfg.n_edges; i++)
			if (s->r.edges[i].from == b)
				s->numbers[n++] = s->r.edges[i].to;
		m->succs.n = (uint32_t)(n - m->succs.first);
		m->implied_by.first = n;
		for (uint32_t i = s->plan.first[b]; i < s->plan.first[b + 1]; i++)
			s->numbers[n++] = s->plan.implied_by[i];
		m->implied_by.n = (uint32_t)(n - m->implied_by.first);
	}
	CHECK(n <= sizeof(s->numbers) / sizeof(*s->numbers));
	s->model.map = &s->map;
}

/* A path from the entry that may end after any block.  late: recording begins in a call on the
 * path, or never. */
static void walk(struct sample *s, uint64_t *seed, enum begin late)
{
	const struct random_cfg *r = &s->r;
	bool recording = late == FROM_START;
	uint32_t at = 0;

	while (unit_below(seed, 12)) {
		uint32_t n = 0, to = 0;

		if (s->r.flags[at] & ANYCOV_BLOCK_UNREACHABLE)
			return;
		s->ran[at] = 1;
		s->hit[at] |= recording;
		if (!recording && (r->flags[at] & ANYCOV_BLOCK_MAY_NOT_RETURN))
			recording = !unit_below(seed, 3);
		for (uint32_t i = 0; i < r->cfg.n_edges; i++) {
			if (r->edges[i].from != at)
				continue;
			if (!unit_below(seed, ++n))
				to = r->edges[i].to;
		}
		if (!n || ((r->flags[at] & (ANYCOV_BLOCK_EXIT | ANYCOV_BLOCK_NORETURN)) &&
			   !unit_below(seed, 2)))
			return;
		at = to;
	}
}

/* Returns whether a path to block b avoids all walls.  late: also from a call. */
static bool reaches(const struct sample *s, uint32_t b, const uint8_t *walls, enum begin late)
{
	uint8_t met[CFG_MAX] = { 0 };

	met[0] = !walls[0];
	for (uint32_t i = 0; late != FROM_START && i < s->r.cfg.n_edges; i++)
		if (s->r.flags[s->r.edges[i].from] & ANYCOV_BLOCK_MAY_NOT_RETURN)
			met[s->r.edges[i].to] = !walls[s->r.edges[i].to];
	for (uint32_t round = 0; round < s->r.cfg.n_blocks; round++)
		for (uint32_t i = 0; i < s->r.cfg.n_edges; i++)
			if (met[s->r.edges[i].from] && !walls[s->r.edges[i].to])
				met[s->r.edges[i].to] = 1;
	return met[b];
}

static bool must_have_run(const struct sample *s, uint32_t b)
{
	uint8_t walls[CFG_MAX] = { 0 };

	walls[b] = 1;
	for (uint32_t p = 0; p < s->r.cfg.n_blocks; p++) {
		uint8_t none[CFG_MAX] = { 0 };

		if (s->plan.probe[p] && s->hit[p] && reaches(s, p, none, FROM_START) &&
		    !reaches(s, p, walls, FROM_START))
			return true;
	}
	return false;
}

static bool cannot_have_run(const struct sample *s, uint32_t b, enum begin late)
{
	uint8_t walls[CFG_MAX];

	for (uint32_t p = 0; p < s->r.cfg.n_blocks; p++)
		walls[p] = s->plan.probe[p] && !s->hit[p];
	return !reaches(s, b, walls, late);
}

static void report(struct sample *s, enum begin late)
{
	const struct recording e = { .from_start = late == FROM_START };
	struct image_probe probes[CFG_MAX];

	memset(probes, 0, sizeof(probes));
	s->model.probes = probes;
	s->model.n_probes = 0;
	for (uint32_t b = 0; b < s->r.cfg.n_blocks; b++)
		if (s->plan.probe[b] && s->hit[b])
			probes[s->model.n_probes++] = (struct image_probe){ .block = b,
									    .kind = ANYCOV_SITE_PC,
									    .hits = 1 };
	compute_block_states(&s->model, &e);
}

static void explain(const struct sample *s, uint32_t b, enum begin late)
{
	random_cfg_print(&s->r);
	for (uint32_t i = 0; i < s->r.cfg.n_blocks; i++)
		fprintf(stderr, "%u probe %u ran %u recorded %u: %s\n", i, s->plan.probe[i],
			s->ran[i], s->hit[i], state_name(s->model.states[i]));
	fprintf(stderr, "block %u has a wrong state (late %d)\n", b, late);
}

static void check(struct sample *s, enum begin late)
{
	for (uint32_t b = 0; b < s->r.cfg.n_blocks; b++) {
		unsigned state = s->model.states[b];
		bool right = true;

		if (state == STATE_HIT || state == STATE_INFERRED)
			right = s->ran[b];
		else if (state == STATE_NOT_COVERED)
			right = !s->hit[b];
		else /* no fact was missed */
			right = !must_have_run(s, b) && !cannot_have_run(s, b, late);
		if (!right)
			explain(s, b, late);
		CHECK(right);
	}
}

static void run(enum anycov_prune prune, enum begin late, uint64_t seed)
{
	static struct sample s;

	for (unsigned long i = graphs(); i--;) {
		make(&s, &seed, prune);
		for (uint32_t n = unit_below(&seed, 4); n--;)
			walk(&s, &seed, late);
		report(&s, late);
		check(&s, late);
		free(s.model.states);
		free(s.model.reasons);
		free(s.model.executions);
		free(s.blocks);
		anycov_plan_free(&s.plan);
	}
}

TEST(lossless_calls_cut_anywhere)
{
	run(ANYCOV_PRUNE_LOSSLESS, FROM_START, 1);
}

TEST(lossless_recording_begun_in_a_call)
{
	run(ANYCOV_PRUNE_LOSSLESS, IN_CALLS, 2);
}

TEST(dom_calls_cut_anywhere)
{
	run(ANYCOV_PRUNE_DOM, FROM_START, 3);
}

TEST(dom_recording_begun_in_a_call)
{
	run(ANYCOV_PRUNE_DOM, IN_CALLS, 4);
}

RUN_TESTS(RUN(lossless_calls_cut_anywhere), RUN(lossless_recording_begun_in_a_call),
	  RUN(dom_calls_cut_anywhere), RUN(dom_recording_begun_in_a_call))
