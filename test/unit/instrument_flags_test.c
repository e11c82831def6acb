/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* coverage=flags: what is inserted, and the record of a function's flags. */
#include "instrument_unit.h"

static const struct anycov_probe_place place = { ".Lx", NULL, NULL, "here", false };
static const struct anycov_probe_place in_group = { NULL, "fn", "group", "here", false };

TEST(a_flag_is_one_volatile_store_without_marker_constructor_or_symbol)
{
	const struct anycov_piece *p;
	const char *text;
	unsigned n;

	begin("coverage=flags", 4);
	diamond();
	CHECK(plan());
	CHECK_EQ(n_list, 4);
	for (uint32_t i = 0; i < n_list; i++) {
		CHECK_EQ(list[i].kind, ANYCOV_INSERT_STORE);
		CHECK_EQ(list[i].table, ANYCOV_TABLE_FLAGS);
		CHECK_EQ(list[i].element, i);
		CHECK_EQ(list[i].probe, ANYCOV_NO_PROBE);
		CHECK(list[i].is_volatile);
	}
	p = anycov_fn_pieces(t.fn, &n);
	CHECK_EQ(n, 1);
	CHECK_EQ(p->table, ANYCOV_TABLE_FLAGS);
	CHECK_EQ(p->n_elements, 4);
	text = anycov_fn_flags_text(t.fn, &place);
	CHECK_HAS(text, "\t.ascii \"V\\001\"\n");
	CHECK_HAS(text, "\t.8byte here\n\t.ascii \"\\004\\000\\001\\002\\003\"\n");
	CHECK_HAS(text, "\t.8byte .Lx\n");
	CHECK_EQ(strncmp(text, ".Lx:\n", 5), 0);
	text = anycov_fn_flags_text(t.fn, &in_group);
	CHECK_HAS(text, "group,comdat");
	CHECK_HAS(text, "\t.8byte fn\n");
	anycov_unit_ctors(t.unit, true, &n);
	CHECK_EQ(n, 0);
	CHECK_STR(anycov_unit_take_tags(t.unit), "");
	end();
}

TEST(lossless_flags_name_the_blocks_that_have_one)
{
	struct anycov_target x = target();

	x.is_hosted = true;
	CHECK(begin_unit("coverage=flags;prune=lossless;flags=test", x, true));
	t.fn = begin_fn("f");
	begin_body(4);
	diamond();
	CHECK(plan());
	CHECK_EQ(n_list, 2);
	CHECK_EQ(list[0].kind, ANYCOV_INSERT_SET_FLAG);
	CHECK_EQ(list[0].probe, ANYCOV_NO_PROBE);
	CHECK_EQ(list[1].element, 1);
	CHECK(list[1].is_volatile);
	CHECK_HAS(anycov_fn_flags_text(t.fn, &place), "\t.ascii \"\\002\\001\\002\"\n");
	end();
	begin("coverage=trace-pc", 4);
	diamond();
	CHECK(plan());
	CHECK_STR(anycov_fn_flags_text(t.fn, &place), "");
	end();
}

/* The entry of a function follows from what it leads to, wherever a copy of memory catches it. */
TEST(lossless_flags_of_firmware_need_none_at_the_entry)
{
	begin("coverage=flags;prune=lossless", 4);
	diamond();
	CHECK(plan());
	CHECK_EQ(n_list, 2);
	CHECK_HAS(anycov_fn_flags_text(t.fn, &place), "\t.ascii \"\\002\\001\\002\"\n");
	end();
}

/* Traces need a probe in each block there: no record tells where longjmp() went. */
TEST(functions_that_call_setjmp_have_no_more_flags_than_others)
{
	static const char *const options[] = { "coverage=flags;prune=lossless",
					       "coverage=trace-pc;prune=lossless" };

	for (int i = 0; i < 2; i++) {
		begin(options[i], 4);
		diamond();
		blocks[0].is |= ANYCOV_CALLS_SETJMP;
		CHECK(plan());
		CHECK_EQ(n_list, i ? 4 : 2);
		end();
	}
}

TEST(flags_start_at_1_where_storing_0_needs_no_register)
{
	struct anycov_target x = target();
	const struct anycov_piece *p;
	unsigned n;

	x.has_zero_register = true;
	for (int hosted = 0; hosted < 2; hosted++) {
		x.is_hosted = hosted;
		CHECK(begin_unit("coverage=flags", x, true));
		t.fn = begin_fn("f");
		begin_body(1);
		CHECK(plan());
		CHECK_EQ(list[0].value, hosted);
		p = anycov_fn_pieces(t.fn, &n);
		CHECK_EQ(p->fill, !hosted);
		CHECK_HAS(anycov_fn_flags_text(t.fn, &place),
			  hosted ? "\t.byte 1\n\t.8byte here" : "\t.byte 0\n\t.8byte here");
		end();
	}
}

TEST(flags_of_firmware_are_data_with_a_seal_after_them)
{
	struct anycov_target x = target();
	const struct anycov_piece *p;
	char seal[32];
	unsigned n;

	for (int i = 0; i < 4; i++) {
		static const char *const options[] = { "coverage=flags",
						       "coverage=flags;drop-ctors",
						       "coverage=flags",
						       "coverage=flags;drop-ctors;map=kernel" };
		bool in_data = i < 2;

		x.is_hosted = i != 0;
		CHECK(begin_unit(options[i], x, true));
		t.fn = begin_fn("f");
		begin_body(1);
		CHECK(plan());
		p = anycov_fn_pieces(t.fn, &n);
		CHECK_EQ(n, 1);
		CHECK_STR(p->section, in_data ? ".data.__anycov_flags" : "__anycov_flags");
		CHECK_EQ(p->n_elements, 1);
		CHECK_EQ(p->seal > 1, in_data);
		snprintf(seal, sizeof(seal), ".Lx\n\t.byte %u\n\t.popsection", p->seal);
		CHECK_HAS(anycov_fn_flags_text(t.fn, &place),
			  in_data ? seal : ".Lx\n\t.popsection");
		end();
	}
}

TEST(an_odd_number_is_a_hit_where_a_store_can_take_its_address)
{
	struct anycov_target x = target();
	const struct anycov_piece *p;
	unsigned n;

	x.stores_addresses = true;
	for (int hosted = 0; hosted < 2; hosted++) {
		x.is_hosted = hosted;
		CHECK(begin_unit("coverage=flags", x, true));
		CHECK_EQ(anycov_unit_stores_addresses(t.unit), !hosted);
		t.fn = begin_fn("f");
		begin_body(1);
		CHECK(plan());
		CHECK_EQ(list[0].value, 1);
		p = anycov_fn_pieces(t.fn, &n);
		CHECK_EQ(p->fill, 0);
		CHECK_EQ(p->begins_odd, !hosted);
		CHECK_HAS(anycov_fn_flags_text(t.fn, &place),
			  hosted ? "\t.byte 1\n\t.8byte here" : "\t.byte 2\n\t.8byte here");
		end();
	}
	/* Other coverage has no such flags. */
	x.is_hosted = false;
	CHECK(begin_unit("coverage=trace-pc", x, true));
	CHECK(!anycov_unit_stores_addresses(t.unit));
	end();
}

TEST(firmware_keeps_the_address_of_its_flags_in_a_register)
{
	struct anycov_target x = target();

	for (int i = 0; i < 4; i++) {
		x.keeps_addresses = i % 2;
		x.is_hosted = i / 2;
		CHECK(begin_unit("coverage=flags", x, true));
		t.fn = begin_fn("f");
		begin_body(1);
		CHECK(plan());
		CHECK_EQ(list[0].keeps_address, i == 1);
		end();
	}
}

TEST(flags_on_avr_need_data_initialized_and_no_script)
{
	struct anycov_target x = target();
	const char *tags;

	x.tables_need_script = true;
	CHECK(begin_unit("coverage=flags", x, true));
	t.fn = begin_fn("f");
	begin_body(1);
	CHECK(plan());
	tags = anycov_unit_take_tags(t.unit);
	CHECK_HAS(tags, "__do_copy_data");
	CHECK(!strstr(tags, "__anycov_avr_ld_1"));
	CHECK_STR(anycov_unit_take_tags(t.unit), "");
	end();
}

/* A loop around a switch: 1 branches to 2, which may return, and to 3; both lead to 4, its end. */
static void loop_around_switch(void)
{
	begin_body(6);
	edge(0, 1);
	edge(1, 2);
	edge(1, 3);
	edge(2, 4);
	edge(2, 5);
	edge(3, 4);
	edge(4, 1);
	blocks[1].weight = blocks[4].weight = 1000;
	blocks[2].weight = 50;
	edges[3].weight = edges[4].weight = 25;
	blocks[3].weight = edges[5].weight = 950;
}

TEST(a_busy_block_may_follow_from_rare_edges_to_it)
{
	struct anycov_target x = target();
	const struct anycov_change *c;
	uint32_t n;

	x.removes_unused_blocks = true;
	CHECK(begin_unit("coverage=flags;prune=lossless", x, true));
	t.fn = begin_fn("f");
	loop_around_switch();
	c = anycov_fn_prepare(t.fn, ANYCOV_PLACE_LATE, &body, &n);
	CHECK_EQ(n, 1);
	CHECK_EQ(c->index, 3);
	CHECK(c->is_optional);
	/* Half of what the loop's end is executed is a gain, more is none. */
	edges[3].weight = 501;
	anycov_fn_prepare(t.fn, ANYCOV_PLACE_LATE, &body, &n);
	CHECK_EQ(n, 0);
	end();
}

/* 4 branches to 2, past 1, over an edge with a block, 3; returns whether that has a flag. */
static bool has_flag_on_edge(uint64_t from, uint64_t on_edge)
{
	bool has = false;

	begin("coverage=flags;prune=lossless", 6);
	edge(0, 4);
	edge(0, 5); /* else the entry would show the loop's first turn */
	edge(4, 1);
	edge(4, 3);
	edge(1, 2);
	edge(3, 2);
	edge(2, 4);
	edge(2, 5);
	blocks[2].weight = blocks[4].weight = from;
	blocks[1].weight = from - on_edge;
	blocks[3].weight = on_edge;
	blocks[3].is = ANYCOV_IS_BARE;
	CHECK(plan());
	for (uint32_t i = 0; i < n_list; i++)
		has |= list[i].index == 3;
	end();
	return has;
}

TEST(an_even_branch_has_a_flag_on_its_edge_in_loops_alone)
{
	CHECK(!has_flag_on_edge(100, 50));
	CHECK(!has_flag_on_edge(399, 199));
	CHECK(has_flag_on_edge(400, 200));
	CHECK(!has_flag_on_edge(400, 201));
	CHECK(has_flag_on_edge(100, 25));
	CHECK(!has_flag_on_edge(99, 10));
}

/* Whether this function drops lines, at this place. */
static bool drops(const char *options, const struct anycov_function *f, enum anycov_place at)
{
	bool yes;

	CHECK(begin_unit(options, target(), true));
	t.fn = anycov_fn_begin(t.unit, f);
	yes = anycov_fn_drops_lines(t.fn, at);
	begin_body(1);
	end();
	return yes;
}

TEST(lines_are_dropped_where_nothing_else_reads_them)
{
	static const char flags[] = "coverage=flags;place=early;line-tables=calls";
	static const char compares[] = "coverage=flags,trace-cmp;place=early;line-tables=calls";
	struct anycov_function f = { .name = "f", .unit = "a.c", .has_line_tables = true };

	CHECK(drops(flags, &f, ANYCOV_PLACE_EARLY));
	CHECK(drops(flags, &f, ANYCOV_PLACE_LATE));
	CHECK(!drops("coverage=flags", &f, ANYCOV_PLACE_LATE));
	CHECK(!drops(compares, &f, ANYCOV_PLACE_EARLY));
	CHECK(drops(compares, &f, ANYCOV_PLACE_LATE));
	f.compiler_reads_lines = true;
	CHECK(!drops(flags, &f, ANYCOV_PLACE_LATE));
	f.compiler_reads_lines = f.has_line_tables = false;
	CHECK(!drops(flags, &f, ANYCOV_PLACE_LATE));
	f.has_line_tables = f.no_coverage = true;
	CHECK(!drops(flags, &f, ANYCOV_PLACE_EARLY));
}

RUN_TESTS(RUN(lines_are_dropped_where_nothing_else_reads_them),
	  RUN(a_flag_is_one_volatile_store_without_marker_constructor_or_symbol),
	  RUN(lossless_flags_name_the_blocks_that_have_one),
	  RUN(lossless_flags_of_firmware_need_none_at_the_entry),
	  RUN(functions_that_call_setjmp_have_no_more_flags_than_others),
	  RUN(flags_start_at_1_where_storing_0_needs_no_register),
	  RUN(flags_of_firmware_are_data_with_a_seal_after_them),
	  RUN(an_odd_number_is_a_hit_where_a_store_can_take_its_address),
	  RUN(firmware_keeps_the_address_of_its_flags_in_a_register),
	  RUN(flags_on_avr_need_data_initialized_and_no_script),
	  RUN(a_busy_block_may_follow_from_rare_edges_to_it),
	  RUN(an_even_branch_has_a_flag_on_its_edge_in_loops_alone))
