/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* place=early: marks of the source's blocks, and probes for the late blocks that contain them. */
#include "instrument_unit.h"

TEST(place_early_is_an_error_where_objects_are_not_elf)
{
	struct anycov_target x = target();

	x.is_elf = false;
	CHECK(!begin_unit("coverage=trace-pc;place=early", x, true));
	CHECK_EQ(t.errors, 1);
	CHECK_HAS(t.said, "place=early requires an ELF target");
	anycov_unit_free(t.unit);
}

TEST(each_block_with_code_is_marked_and_the_map_has_its_lines)
{
	begin("coverage=trace-pc;prune=lossless;place=early", 3);
	CHECK(anycov_unit_wants_marks(t.unit));
	edge(0, 1);
	edge(0, 2);
	blocks[2].is = ANYCOV_IS_BARE;
	blocks[2].n_lines = 0;
	CHECK(anycov_fn_plan(t.fn, ANYCOV_PLACE_EARLY, &body, &list, &n_list));
	CHECK_EQ(n_list, 2);
	CHECK_EQ(list[0].kind, ANYCOV_INSERT_MARK);
	CHECK_EQ(list[1].kind, ANYCOV_INSERT_MARK);
	CHECK_EQ(list[1].index, 1);
	CHECK(list[0].mark && list[0].mark == list[1].mark);
	CHECK_HAS(anycov_fn_map_text(t.fn), ".ascii \"O\\001\"");
	end();
}

TEST(late_blocks_without_marks_get_no_probe)
{
	static const struct anycov_mark marks[] = { { 7, 0, 1, 0 } };

	begin("coverage=trace-pc;prune=none;place=early", 3);
	edge(0, 1);
	edge(0, 2);
	body.marks = marks;
	body.n_marks = 1;
	CHECK(plan());
	CHECK_EQ(n_list, 1);
	CHECK_EQ(list[0].index, 1);
	CHECK_HAS(anycov_fn_map_text(t.fn), ".ascii \"M\\001\"");
	end();
}

/* 0 -> 1, 0 -> 2, 1 -> 2: the edge 0 -> 2 is critical. */
static void begin_if(const char *options, uint32_t n)
{
	begin(options, n);
	edge(0, 1);
	edge(0, n - 1);
	edge(1, 2);
}

TEST(critical_edges_of_the_source_are_split_and_those_of_the_final_code_are_not)
{
	const struct anycov_change *c;
	uint32_t n;

	begin_if("coverage=edge,flags;prune=lossless;place=early", 3);
	c = anycov_fn_prepare(t.fn, ANYCOV_PLACE_EARLY, &body, &n);
	CHECK_EQ(n, 1);
	CHECK_EQ(c->kind, ANYCOV_SPLIT_EDGE);
	CHECK_EQ(c->index, 1);
	CHECK(!c->is_optional);
	CHECK_EQ(changes(&c), 0);
	end();
	begin_if("coverage=flags;prune=lossless;place=early", 3);
	anycov_fn_prepare(t.fn, ANYCOV_PLACE_EARLY, &body, &n);
	CHECK_EQ(n, 0);
	end();
}

TEST(a_block_on_an_edge_of_the_source_has_a_mark_and_is_an_edge_in_the_map)
{
	begin_if("coverage=edge,flags;prune=lossless;place=early", 4);
	edge(3, 2);
	blocks[3].is = ANYCOV_IS_BARE;
	blocks[3].n_lines = 0;
	CHECK(anycov_fn_plan(t.fn, ANYCOV_PLACE_EARLY, &body, &list, &n_list));
	CHECK_EQ(n_list, 4);
	CHECK_EQ(list[3].kind, ANYCOV_INSERT_MARK);
	CHECK_EQ(list[3].index, 3);
	/* Block 3: flags 256, 16 and 2 (as uleb 146, 2), one successor, block 2. */
	CHECK_HAS(anycov_fn_map_text(t.fn), "\\003\\222\\002\\001\\002");
	end();
}

/* Plans a branch of which the parts are a decision; returns the map. */
static const char *map_of_decision(const struct anycov_form_part *parts, uint32_t n)
{
	begin_if("coverage=edge,flags;prune=lossless;place=early", 3);
	anycov_fn_add_decision(t.fn, parts, n);
	body.lists_decisions = true;
	CHECK(anycov_fn_plan(t.fn, ANYCOV_PLACE_EARLY, &body, &list, &n_list));
	return anycov_fn_map_text(t.fn);
}

TEST(constants_are_no_conditions_nor_what_they_keep_from_being_evaluated)
{
	static const uint32_t block = 0;
	/* (a || 0) && !(b && (0 && c)) */
	const struct anycov_form_part parts[] = {
		{ .form = ANYCOV_FORM_AND },
		{ .form = ANYCOV_FORM_OR },
		{ .form = ANYCOV_FORM_CONDITION, .text = "a", .n_blocks = 1, .blocks = &block },
		{ .form = ANYCOV_FORM_FALSE },
		{ .form = ANYCOV_FORM_NOT },
		{ .form = ANYCOV_FORM_AND },
		{ .form = ANYCOV_FORM_CONDITION, .text = "b" },
		{ .form = ANYCOV_FORM_AND },
		{ .form = ANYCOV_FORM_FALSE },
		{ .form = ANYCOV_FORM_CONDITION, .text = "c" },
	};
	const char *map = map_of_decision(parts, sizeof(parts) / sizeof(*parts));

	/* One decision of two conditions.  a: false ends it, true goes on to b; block 0. */
	CHECK_HAS(map, ".ascii \"\\001\\002\\000\\000\\000\"\n\t.asciz \"a\"\n"
		       "\t.ascii \"\\000\\003\\001\\000");
	/* b: the decision is true either way; no block. */
	CHECK_HAS(map, ".asciz \"b\"\n\t.ascii \"\\001\\001\\000\\000\\000\"");
	CHECK(!strstr(map, ".asciz \"c\""));
	end();
}

TEST(a_choice_with_a_branch_on_its_value_is_a_condition_and_what_it_tests_another_decision)
{
	static const uint32_t block = 0;
	struct anycov_form_part parts[] = {
		{ .form = ANYCOV_FORM_AND },
		{ .form = ANYCOV_FORM_CHOICE, .text = "b ? c : d" },
		{ .form = ANYCOV_FORM_CONDITION, .text = "b" },
		{ .form = ANYCOV_FORM_CONDITION, .text = "c" },
		{ .form = ANYCOV_FORM_CONDITION, .text = "d" },
		{ .form = ANYCOV_FORM_CONDITION, .text = "e" },
	};
	const uint32_t n = sizeof(parts) / sizeof(*parts);
	const char *map = map_of_decision(parts, n);

	/* One decision of four conditions: b goes on to d or c, both of these to e. */
	CHECK_HAS(map, ".ascii \"\\001\\004");
	CHECK_HAS(map, ".asciz \"b\"\n\t.ascii \"\\004\\003\\000");
	CHECK_HAS(map, ".asciz \"d\"\n\t.ascii \"\\000\\005\\000");
	end();
	parts[1].n_blocks = 1;
	parts[1].blocks = &block;
	map = map_of_decision(parts, n);
	CHECK_HAS(map, ".ascii \"\\002\\002");
	CHECK_HAS(map, ".asciz \"b ? c : d\"\n\t.ascii \"\\000\\003\\001\\000");
	CHECK_HAS(map, ".asciz \"b\"\n\t.ascii \"\\000\\001\\000");
	CHECK(!strstr(map, ".asciz \"c\""));
	end();
}

TEST(mcdc_is_an_error_where_the_adapter_sees_no_decisions)
{
	struct anycov_target x = target();

	x.sees_decisions = false;
	CHECK(!begin_unit("coverage=flags;place=early;mcdc", x, true));
	CHECK_HAS(t.said, "mcdc requires GCC, or clang with -fno-discard-value-names");
	anycov_unit_free(t.unit);
}

/* Plans blocks 0 to 4: conditions a, b and c, what a true decision leads to and a false one. */
static void plan_outcomes(const char *options, enum anycov_form second)
{
	static const uint32_t block[] = { 0, 1, 2 };
	static const uint32_t ways[][2] = { { 0, 1 }, { 0, 2 }, { 1, 3 },
					    { 1, 2 }, { 2, 3 }, { 2, 4 } };
	const struct anycov_form_part parts[] = {
		{ .form = second },
		{ .form = ANYCOV_FORM_AND },
		{ .form = ANYCOV_FORM_CONDITION, .text = "a", .n_blocks = 1, .blocks = &block[0] },
		{ .form = ANYCOV_FORM_CONDITION, .text = "b", .n_blocks = 1, .blocks = &block[1] },
		{ .form = ANYCOV_FORM_CONDITION, .text = "c", .n_blocks = 1, .blocks = &block[2] },
	};

	begin(options, 1);
	for (unsigned i = 0; i < 5; i++)
		anycov_fn_add_block(t.fn, i > 2 ? ANYCOV_LEAVES : 0, 1);
	for (unsigned i = 0; i < 6; i++)
		anycov_fn_add_edge(t.fn, ways[i][0], ways[i][1], false, 0);
	anycov_fn_add_decision(t.fn, parts, sizeof(parts) / sizeof(*parts));
	anycov_fn_body(t.fn)->lists_decisions = true;
	anycov_fn_body(t.fn)->source = body.source;
	CHECK(anycov_fn_plan(t.fn, ANYCOV_PLACE_EARLY, anycov_fn_body(t.fn), &list, &n_list));
}

static bool is_step(const struct anycov_insertion *in, uint32_t index, uint32_t keep, uint32_t set)
{
	return in->at == ANYCOV_AT_BRANCH && in->kind == ANYCOV_INSERT_BITS && in->index == index &&
	       in->keep == keep && in->set == set;
}

static bool is_test(const struct anycov_insertion *in, uint32_t index, uint32_t bit, uint32_t block)
{
	return in->at == ANYCOV_AT_BRANCH && in->kind == ANYCOV_INSERT_SHOWN &&
	       in->index == index && in->set == bit && in->element == block;
}

TEST(outcomes_that_edges_do_not_show_have_bits_and_blocks)
{
	/* (a && b) || c: false of a and b, if c is false. */
	plan_outcomes("coverage=edge,flags;prune=lossless;place=early;mcdc", ANYCOV_FORM_OR);
	CHECK_EQ(n_list, 10);
	CHECK(is_step(&list[5], 0, 0, 1));
	CHECK(is_step(&list[6], 1, 0, 0));
	CHECK(is_step(&list[7], 2, UINT32_MAX, 2));
	CHECK(is_test(&list[8], 4, 1, 5));
	CHECK(is_test(&list[9], 4, 2, 6));
	/* Of b: 1 + block 6 for false, edges for true; of c edges alone. */
	CHECK_HAS(anycov_fn_map_text(t.fn),
		  ".asciz \"b\"\n\t.ascii \"\\004\\001\\001\\001\\007\\000");
	CHECK_HAS(anycov_fn_map_text(t.fn),
		  ".asciz \"c\"\n\t.ascii \"\\000\\001\\001\\002\\000\\000");
	end();
	plan_outcomes("coverage=edge,flags;prune=lossless;place=early;mcdc", ANYCOV_FORM_AND);
	CHECK_EQ(n_list, 5);
	end();
	plan_outcomes("coverage=edge,flags;prune=lossless;place=early", ANYCOV_FORM_OR);
	CHECK_EQ(n_list, 5);
	end();
}

TEST(copies_of_a_mark_in_a_block_are_one)
{
	begin("coverage=flags;prune=lossless;place=early", 1);
	anycov_fn_add_block(t.fn, ANYCOV_LEAVES, 1);
	anycov_fn_add_mark(t.fn, 7, 3, 0);
	anycov_fn_add_mark(t.fn, 7, 3, 0);
	anycov_fn_add_mark(t.fn, 7, 4, 0);
	anycov_fn_add_mark(t.fn, 8, 4, 0);
	CHECK_EQ(anycov_fn_body(t.fn)->n_marks, 3);
	end();
}

TEST(the_inliner_counts_a_third_of_the_marks_and_for_size_all)
{
	CHECK_EQ(anycov_marks_without_size(9, false), 6);
	CHECK_EQ(anycov_marks_without_size(1, false), 0);
	CHECK_EQ(anycov_marks_without_size(UINT32_MAX, false), UINT32_MAX / 3 * 2);
	CHECK_EQ(anycov_marks_without_size(9, true), 0);
}

TEST(without_optimization_lines_after_a_program_end_get_a_block)
{
	const struct anycov_change *c;

	struct anycov_map_line line = { 0, 7, 1, 0 };

	begin("coverage=trace-pc", 1);
	anycov_fn_add_block(t.fn, 0, 1);
	CHECK(!anycov_fn_add_line(t.fn, 0, &line));
	anycov_fn_add_call(t.fn, 0, ANYCOV_CALL_ENDS_PROGRAM);
	line.column = 9;
	CHECK(!anycov_fn_add_line(t.fn, 0, &line)); /* the call's own line */
	body.is_optimized = false;
	CHECK_EQ(changes(&c), 0);
	line.line = 8;
	CHECK(anycov_fn_add_line(t.fn, 0, &line));
	CHECK_EQ(changes(&c), 1);
	CHECK_EQ(c->kind, ANYCOV_END_BLOCK);
	CHECK_EQ(c->index, 0);
	body.is_optimized = true;
	CHECK_EQ(changes(&c), 0);
	end();
	/* Flags have parts of blocks. */
	begin("coverage=flags;prune=lossless;place=early", 1);
	body.is_optimized = false;
	anycov_fn_add_block(t.fn, 0, 1);
	line.line = 7;
	CHECK(!anycov_fn_add_line(t.fn, 0, &line));
	anycov_fn_add_call(t.fn, 0, ANYCOV_CALL_ENDS_PROGRAM);
	line.line = 8;
	CHECK(anycov_fn_add_line(t.fn, 0, &line));
	CHECK_EQ(changes(&c), 0);
	end();
}

TEST(lines_after_a_call_are_a_part_with_a_mark_of_its_own)
{
	struct anycov_map_line line = { 0, 7, 1, 0 };

	begin("coverage=flags;prune=lossless;place=early", 1);
	anycov_fn_add_block(t.fn, ANYCOV_LEAVES, 1);
	anycov_fn_file(t.fn, "a.c", NULL);
	CHECK(!anycov_fn_add_line(t.fn, 0, &line));
	anycov_fn_add_call(t.fn, 0, ANYCOV_CALL_AMONG_LINES);
	line.line = 8;
	CHECK(anycov_fn_add_line(t.fn, 0, &line));
	line.line = 9; /* no call in between */
	CHECK(!anycov_fn_add_line(t.fn, 0, &line));
	CHECK(anycov_fn_plan(t.fn, ANYCOV_PLACE_EARLY, anycov_fn_body(t.fn), &list, &n_list));
	CHECK_EQ(n_list, 2);
	CHECK_EQ(list[0].at, ANYCOV_AT_BLOCK);
	CHECK_EQ(list[0].element, 0);
	CHECK_EQ(list[1].at, ANYCOV_AT_PART);
	CHECK_EQ(list[1].index, 0);
	CHECK_EQ(list[1].element, 1);
	/* One part, number 1: no probe, no call at its end; two lines; no rule. */
	CHECK_HAS(anycov_fn_map_text(t.fn), "\\001\\001\\002\\002\\000\"\n");
	end();
}

/* Ignored, but others may have been inlined into it. */
static void begin_skipped(uint32_t n)
{
	struct anycov_function f = { .name = "f", .unit = "a.c", .no_coverage = true };

	CHECK(begin_unit("coverage=flags;prune=lossless;place=early", target(), true));
	t.fn = anycov_fn_begin(t.unit, &f);
	CHECK(t.fn);
	CHECK(anycov_fn_is_skipped(t.fn));
	begin_body(n);
	edge(0, 1);
	edge(0, 2);
}

TEST(an_ignored_function_with_marks_gets_a_map_and_no_probe)
{
	static const struct anycov_mark marks[] = { { 7, 0, 1, 0 } };

	begin_skipped(3);
	body.marks = marks;
	body.n_marks = 1;
	CHECK(plan());
	CHECK_EQ(n_list, 0);
	CHECK_HAS(anycov_fn_map_text(t.fn), ".ascii \"M\\001\"");
	end();
}

TEST(an_ignored_function_without_marks_gets_no_map)
{
	begin_skipped(3);
	CHECK(anycov_fn_plan(t.fn, ANYCOV_PLACE_EARLY, &body, &list, &n_list));
	CHECK_EQ(n_list, 0);
	CHECK(plan());
	CHECK_EQ(n_list, 0);
	CHECK(!*anycov_fn_map_text(t.fn));
	end();
}

RUN_TESTS(
	RUN(place_early_is_an_error_where_objects_are_not_elf),
	RUN(each_block_with_code_is_marked_and_the_map_has_its_lines),
	RUN(late_blocks_without_marks_get_no_probe),
	RUN(critical_edges_of_the_source_are_split_and_those_of_the_final_code_are_not),
	RUN(a_block_on_an_edge_of_the_source_has_a_mark_and_is_an_edge_in_the_map),
	RUN(constants_are_no_conditions_nor_what_they_keep_from_being_evaluated),
	RUN(mcdc_is_an_error_where_the_adapter_sees_no_decisions),
	RUN(outcomes_that_edges_do_not_show_have_bits_and_blocks),
	RUN(a_choice_with_a_branch_on_its_value_is_a_condition_and_what_it_tests_another_decision),
	RUN(copies_of_a_mark_in_a_block_are_one),
	RUN(the_inliner_counts_a_third_of_the_marks_and_for_size_all),
	RUN(without_optimization_lines_after_a_program_end_get_a_block),
	RUN(lines_after_a_call_are_a_part_with_a_mark_of_its_own),
	RUN(an_ignored_function_with_marks_gets_a_map_and_no_probe),
	RUN(an_ignored_function_without_marks_gets_no_map))
