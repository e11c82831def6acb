/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Tests the states of blocks in random maps: those of exact rules are what the rules say and
 * nothing else; those of source blocks without a mark are true of random executions.
 * ANYCOV_GRAPHS in the environment sets the number of graphs.
 */
#include "anycov/map.h"
#include "coverage/model/instrumented_image.h"
#include "test/unit/random_cfg.h"

static unsigned long graphs(void)
{
	const char *text = getenv("ANYCOV_GRAPHS");

	return text ? strtoul(text, NULL, 10) : ANYCOV_GRAPHS;
}

/* Maps with at most two functions, as map_read() would make them. */
struct sample {
	struct random_cfg r;
	struct map map;
	struct map_function functions[2];
	struct map_block blocks[2 * CFG_MAX];
	struct map_mark marks[CFG_MAX];
	uint32_t numbers[8 * CFG_MAX];
	struct image_probe probes[CFG_MAX];
	struct instrumented_image model;
	uint8_t ran[CFG_MAX];
};

static void start(struct sample *s)
{
	memset(s, 0, sizeof(*s));
	s->map.functions = s->functions;
	s->map.blocks = s->blocks;
	s->map.marks = s->marks;
	s->map.numbers = s->numbers;
	s->model.map = &s->map;
	s->model.probes = s->probes;
}

static void finish(struct sample *s)
{
	free(s->model.states);
	free(s->model.reasons);
	free(s->model.executions);
}

static void add_number(struct sample *s, struct map_span *span, uint32_t number)
{
	CHECK(s->map.n_numbers < sizeof(s->numbers) / sizeof(*s->numbers));
	if (!span->n++)
		span->first = s->map.n_numbers;
	s->numbers[s->map.n_numbers++] = number;
}

static struct map_function *add_function(struct sample *s, uint32_t n)
{
	struct map_function *f = &s->functions[s->map.n_functions];

	*f = (struct map_function){ .first_block = s->map.n_blocks,
				    .blocks = n,
				    .n_blocks = n,
				    .rules_are_exact = true,
				    .in_program = true };
	for (uint32_t b = 0; b < n; b++)
		s->blocks[s->map.n_blocks++] =
			(struct map_block){ .function = (uint32_t)s->map.n_functions, .number = b };
	s->map.n_functions++;
	return f;
}

static void hit(struct sample *s, uint32_t function, uint32_t block)
{
	s->probes[s->model.n_probes++] =
		(struct image_probe){ .function = function, .block = block, .hits = 1 };
}

/* ---- rules ---- */

/* Gives each block a probe, no rule, or implying blocks with lower numbers. */
static void make_rules(struct sample *s, uint64_t *seed)
{
	const uint32_t n = 1 + unit_below(seed, 40);

	start(s);
	s->functions[0].live_sites = 1;
	add_function(s, n);
	for (uint32_t b = 0; b < n; b++) {
		struct map_block *m = &s->blocks[b];

		m->flags = unit_below(seed, 3) ? ANYCOV_MAP_BLOCK_CALLS : MAP_BLOCK_PART;
		if (!b || !unit_below(seed, 3)) {
			m->flags |= ANYCOV_MAP_BLOCK_PROBED;
			if (unit_below(seed, 2))
				hit(s, 0, b);
		} else if (!unit_below(seed, 12)) {
			m->flags |= ANYCOV_MAP_BLOCK_UNKNOWN;
		} else {
			for (uint32_t k = 1 + unit_below(seed, 3); k--;)
				add_number(s, &m->implied_by, unit_below(seed, b));
		}
	}
}

static bool was_hit(const struct sample *s, uint32_t b)
{
	for (size_t i = 0; i < s->model.n_probes; i++)
		if (s->probes[i].block == b)
			return true;
	return false;
}

/* Returns the state by the definition; missing: a probe that was not hit shows nothing. */
static unsigned defined_state(const struct sample *s, uint32_t b, bool missing)
{
	const struct map_block *m = &s->blocks[b];
	unsigned state = missing ? STATE_UNKNOWN : STATE_NOT_COVERED;

	if (m->flags & ANYCOV_MAP_BLOCK_UNKNOWN)
		return STATE_UNKNOWN;
	if (m->flags & ANYCOV_MAP_BLOCK_PROBED)
		return was_hit(s, b) ? STATE_HIT : state;
	for (uint32_t i = 0; i < m->implied_by.n; i++) {
		unsigned other = defined_state(s, s->numbers[m->implied_by.first + i], missing);

		if (state_is_covered(other))
			return STATE_INFERRED;
		state = other > state ? other : state;
	}
	return state;
}

TEST(exact_rules_are_only_propagated)
{
	static struct sample s;
	uint64_t seed = 1;

	for (unsigned long i = graphs(); i--;) {
		const bool missing = !unit_below(&seed, 4);
		/* Whatever is known of calls. */
		const struct recording e = { .missing =
						     missing ? UNKNOWN_BUFFER_FULL : UNKNOWN_NONE,
					     .complete = unit_below(&seed, 2),
					     .from_start = unit_below(&seed, 2),
					     .task_exits = unit_below(&seed, 2),
					     .is_trace = unit_below(&seed, 2) };

		make_rules(&s, &seed);
		compute_block_states(&s.model, &e);
		for (uint32_t b = 0; b < s.map.n_blocks; b++)
			CHECK_EQ(s.model.states[b], defined_state(&s, b, missing));
		finish(&s);
	}
}

/* ---- source blocks without a mark ---- */

static bool is_unmarked(const struct sample *s, uint32_t b)
{
	return s->blocks[b].flags & ANYCOV_MAP_BLOCK_EMPTY;
}

/* Function 0 is a source function, function 1 its code: a block with a probe for each mark. */
static void make_source(struct sample *s, uint64_t *seed)
{
	start(s);
	random_cfg_make(&s->r, seed, 30,
			CFG_NORETURN | CFG_MAY_NOT_RETURN | CFG_EMPTY | CFG_UNREACHABLE);
	add_function(s, s->r.cfg.n_blocks)->is_source = true;
	for (uint32_t b = 0; b < s->r.cfg.n_blocks; b++) {
		const uint32_t flags = s->r.flags[b];
		struct map_block *m = &s->blocks[b];

		m->flags = (flags & (ANYCOV_BLOCK_MAY_NOT_RETURN | ANYCOV_BLOCK_NORETURN)
				    ? ANYCOV_MAP_BLOCK_CALLS
			    : flags & ANYCOV_BLOCK_EMPTY ? ANYCOV_MAP_BLOCK_EMPTY
							 : 0) |
			   (flags & ANYCOV_BLOCK_EXIT ? ANYCOV_MAP_BLOCK_EXIT : 0);
		for (uint32_t i = 0; i < s->r.cfg.n_edges; i++)
			if (s->r.edges[i].from == b)
				add_number(s, &m->succs, s->r.edges[i].to);
	}
	add_function(s, s->r.cfg.n_blocks)->live_sites = 1;
	for (uint32_t b = 0; b < s->r.cfg.n_blocks; b++) {
		s->blocks[s->r.cfg.n_blocks + b].flags = ANYCOV_MAP_BLOCK_PROBED;
		if (!is_unmarked(s, b))
			s->marks[s->map.n_marks++] = (struct map_mark){
				.function = 1, .block = b, .source = 0, .source_block = b
			};
	}
}

/* Executes the function, which leaves only at exits and in calls.  Returns false if it did not. */
static bool walk(const struct sample *s, uint64_t *seed, uint8_t *ran)
{
	uint32_t at = 0;

	for (unsigned steps = 0; steps < 400; steps++) {
		const struct map_block *b = &s->blocks[at];

		if (s->r.flags[at] & ANYCOV_BLOCK_UNREACHABLE)
			return false;
		ran[at] = 1;
		if ((b->flags & (ANYCOV_MAP_BLOCK_CALLS | ANYCOV_MAP_BLOCK_EXIT)) &&
		    (!b->succs.n || !unit_below(seed, 4)))
			return true;
		if (!b->succs.n)
			return false;
		at = s->numbers[b->succs.first + unit_below(seed, b->succs.n)];
	}
	return false;
}

static void execute(struct sample *s, uint64_t *seed)
{
	uint8_t ran[CFG_MAX];

	for (uint32_t n = unit_below(seed, 4); n--;) {
		memset(ran, 0, sizeof(ran));
		if (!walk(s, seed, ran))
			continue;
		for (uint32_t b = 0; b < s->r.cfg.n_blocks; b++)
			s->ran[b] |= ran[b];
	}
	for (uint32_t b = 0; b < s->r.cfg.n_blocks; b++)
		if (s->ran[b] && !is_unmarked(s, b))
			hit(s, 1, b);
}

static void explain(const struct sample *s, uint32_t wrong)
{
	random_cfg_print(&s->r);
	for (uint32_t b = 0; b < s->r.cfg.n_blocks; b++)
		fprintf(stderr, "%u flags 0x%x ran %u: %s\n", b, s->blocks[b].flags, s->ran[b],
			state_name(s->model.states[b]));
	fprintf(stderr, "block %u has a wrong state\n", wrong);
}

TEST(unmarked_blocks_follow_from_neighbours)
{
	const struct recording e = { .from_start = true };
	static struct sample s;
	uint64_t seed = 2;
	size_t unmarked = 0, unknown = 0;

	for (unsigned long i = graphs(); i--;) {
		make_source(&s, &seed);
		execute(&s, &seed);
		compute_block_states(&s.model, &e);
		for (uint32_t b = 0; b < s.r.cfg.n_blocks; b++) {
			const unsigned state = s.model.states[b];
			const bool is_unknown = state == STATE_UNKNOWN && is_unmarked(&s, b);
			const bool right = is_unknown || state_is_covered(state) == s.ran[b];

			unmarked += is_unmarked(&s, b);
			unknown += is_unknown;
			if (!right)
				explain(&s, b);
			CHECK(right);
		}
		finish(&s);
	}
	CHECK_MSG(unknown < unmarked / 4, "%zu of %zu unknown", unknown, unmarked);
}

RUN_TESTS(RUN(exact_rules_are_only_propagated), RUN(unmarked_blocks_follow_from_neighbours))
