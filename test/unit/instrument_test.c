/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What both plugins insert, decided from plain facts: the answers that hold for
 * every compiler.
 */
#include "instrument_unit.h"

TEST(trace_cmp_alone_has_map_records)
{
	begin("coverage=trace-cmp", 4);
	diamond();
	item(ANYCOV_ITEM_COMPARE, 0);
	CHECK(plan());
	CHECK_EQ(n_list, 1);
	CHECK_EQ(list[0].hook, ANYCOV_HOOK_CMP4);
	CHECK_HAS(anycov_fn_map_text(t.fn), "a.c");
	end();
}

TEST(blocks_without_user_code_are_empty_in_plan_and_map)
{
	begin("coverage=trace-pc", 4);
	diamond();
	blocks[1].is = ANYCOV_IS_UNREACHABLE;
	blocks[2].is = ANYCOV_IS_BARE;
	CHECK(plan());
	CHECK_EQ(count(ANYCOV_HOOK_TRACE_PC), 2); /* blocks 0 and 3 */
	end();
	/* clang probes a jump alone; a lossless plan does not need it. */
	begin("coverage=trace-pc", 4);
	diamond();
	blocks[2].is = ANYCOV_IS_JUMP;
	CHECK(plan());
	CHECK_EQ(count(ANYCOV_HOOK_TRACE_PC), 4);
	end();
}

TEST(tables_and_the_gate_need_elf)
{
	struct anycov_target x = target();

	x.is_elf = false;
	CHECK(!begin_unit("coverage=trace-pc-guard", x, true));
	CHECK_HAS(t.said, "ELF");
	anycov_unit_free(t.unit);
	CHECK(!begin_unit("coverage=trace-pc;gated-trace-callbacks", x, true));
	anycov_unit_free(t.unit);
	CHECK(begin_unit("coverage=trace-pc,trace-cmp", x, true));
	anycov_unit_free(t.unit);
}

/* A compare in block 1, whose branch repeats the loop or leaves it. */
static void loop(const char *options)
{
	begin(options, 3);
	edge(0, 1);
	edge(1, 1);
	edge(1, 2);
	item(ANYCOV_ITEM_COMPARE, 1)->decides_block = 1;
}

TEST(prune_dom_leaves_out_integer_compares_that_decide_a_loop)
{
	loop("coverage=trace-cmp;prune=dom");
	CHECK(plan());
	CHECK_EQ(n_list, 0);
	end();
	loop("coverage=trace-cmp");
	CHECK(plan());
	CHECK_EQ(n_list, 1);
	end();
	/* Floating-point ones stay, as in clang. */
	loop("coverage=trace-cmp;prune=dom");
	items[0].value_class = ANYCOV_VALUE_F64;
	CHECK(plan());
	CHECK_EQ(n_list, 1);
	end();
}

TEST(a_loop_rule_that_fails_is_an_error_of_the_function)
{
	loop("coverage=trace-cmp;prune=dom");
	edges[1].to = 77;
	CHECK(!anycov_fn_plan(t.fn, ANYCOV_PLACE_SOURCE, &body, &list, &n_list));
	CHECK_EQ(t.errors, 1);
	CHECK_HAS(t.said, "'f'");
	CHECK_EQ(n_list, 0);
	end();
}

static bool lean_is_chosen(struct anycov_lean_facts facts)
{
	bool lean;

	begin_body(1);
	body.lean = facts;
	CHECK(plan());
	lean = list[0].kind == ANYCOV_INSERT_LEAN_CALL;
	CHECK_EQ(lean, anycov_fn_lean(t.fn) != NULL);
	return lean;
}

TEST(lean_hooks_need_a_target_free_registers_and_a_near_call)
{
	struct anycov_lean_facts good = { ANYCOV_LEAN_X86_64, 0, false };
	struct anycov_lean_facts far = { ANYCOV_LEAN_X86_64, 0, true };
	struct anycov_lean_facts taken = { ANYCOV_LEAN_ARM, 2, false };
	struct anycov_lean_facts none = { ANYCOV_LEAN_NONE, 0, false };

	begin("coverage=trace-pc;hooks=lean", 1);
	CHECK(lean_is_chosen(good));
	CHECK_HAS(anycov_unit_take_tags(t.unit), anycov_hook_table[ANYCOV_HOOK_ABI_LEAN].symbol);
	CHECK_STR(anycov_unit_take_tags(t.unit), "");
	CHECK(!lean_is_chosen(far));
	CHECK(!lean_is_chosen(taken));
	CHECK(!lean_is_chosen(none));
	CHECK_EQ(t.notes, 1); /* once a unit */
	end();
	/* A unit without a lean probe references no tag. */
	begin("coverage=trace-pc;hooks=lean", 1);
	CHECK(!lean_is_chosen(far));
	CHECK_STR(anycov_unit_take_tags(t.unit), "");
	end();
}

TEST(every_wrong_option_is_reported)
{
	struct anycov_target x = target();

	CHECK(!begin_unit("", x, true));
	CHECK_HAS(t.said, "coverage=");
	anycov_unit_free(t.unit);
	/* A link step that compiles nothing needs no options ... */
	CHECK(begin_unit("", x, false));
	CHECK_EQ(t.errors, 0);
	/* ... until there is a function. */
	CHECK(!begin_fn("f"));
	CHECK_EQ(t.errors, 1);
	anycov_unit_free(t.unit);
	CHECK(begin_unit("", x, false));
	anycov_unit_set(t.unit, "coverage", "nonsense");
	anycov_unit_set(t.unit, "prune", "nonsense");
	CHECK(!anycov_unit_start(t.unit, &x, false));
	CHECK_EQ(t.errors, 2);
	anycov_unit_free(t.unit);
	for (unsigned i = 0; i < anycov_option_count(); i++)
		CHECK(*anycov_option_key(i));
}

TEST(constructors_register_the_tables_that_are_there)
{
	const struct anycov_ctor *c;
	unsigned n;

	begin("coverage=trace-pc-guard,inline-8bit-counters,pc-table,control-flow", 1);
	c = anycov_unit_ctors(t.unit, true, &n);
	CHECK_EQ(n, 2);
	CHECK_EQ(c[0].n_tables, 1);
	CHECK_EQ(c[1].n_tables, 3); /* counters, then PCs and control flow */
	anycov_unit_ctors(t.unit, false, &n);
	CHECK_EQ(n, 0); /* no function was planned */
	CHECK(plan());
	anycov_unit_ctors(t.unit, false, &n);
	CHECK_EQ(n, 2);
	end();
	begin("coverage=control-flow", 1);
	c = anycov_unit_ctors(t.unit, true, &n);
	CHECK_EQ(n, 1);
	CHECK_STR(c->name, ANYCOV_CTOR_OTHER);
	end();
	begin("coverage=trace-pc-guard;drop-ctors", 1);
	anycov_unit_ctors(t.unit, true, &n);
	CHECK_EQ(n, 0);
	end();
}

TEST(stack_depth_is_for_functions_that_call)
{
	begin("coverage=stack-depth", 1);
	CHECK(plan());
	CHECK_EQ(list[0].kind, ANYCOV_INSERT_STACK_DEPTH);
	body.is_leaf = true;
	CHECK(plan());
	CHECK_EQ(n_list, 0);
	end();
	begin("coverage=stack-depth;stack-depth-callback-min=64", 1);
	body.frame_bytes = 63;
	CHECK(plan());
	CHECK_EQ(n_list, 0);
	body.frame_bytes = 64;
	CHECK(plan());
	CHECK_EQ(count(ANYCOV_HOOK_STACK_DEPTH), 1);
	body.frame_bytes = 0;
	body.frame_varies = true;
	CHECK(plan());
	CHECK_EQ(n_list, 1);
	end();
}

TEST(the_units_own_variables_must_fit)
{
	CHECK(begin_unit("coverage=stack-depth", target(), true));
	CHECK(anycov_unit_check_variable(t.unit, ANYCOV_VARIABLE_GATE, 64, false, true));
	CHECK(!anycov_unit_check_variable(t.unit, ANYCOV_VARIABLE_GATE, 32, false, true));
	CHECK(anycov_unit_check_variable(t.unit, ANYCOV_VARIABLE_LOWEST_STACK, 64, true, true));
	CHECK(!anycov_unit_check_variable(t.unit, ANYCOV_VARIABLE_LOWEST_STACK, 64, false, true));
	CHECK_EQ(t.errors, 2);
	anycov_unit_free(t.unit);
}

TEST(hooks_of_calls_with_two_pointers)
{
	begin("coverage=trace-routines", 1);
	item(ANYCOV_ITEM_ROUTINE, 0)->callee = "memcmp";
	item(ANYCOV_ITEM_ROUTINE, 0)->callee = "strcmp";
	items[1].n_args = 2;
	item(ANYCOV_ITEM_ROUTINE, 0)->callee = "strcmp"; /* of the program: not the C library's */
	items[2].n_args = 3;
	item(ANYCOV_ITEM_ROUTINE, 0)->callee = "memcmp";
	items[3].n_args = 3;
	items[3].third_bits = 64;
	item(ANYCOV_ITEM_ROUTINE, 0)->callee = "strncmp";
	items[4].n_args = 3;
	items[4].third_bits = 32;
	item(ANYCOV_ITEM_ROUTINE, 0)->callee = "strncmp"; /* of the program */
	items[5].n_args = 4;
	items[5].third_bits = 64;
	item(ANYCOV_ITEM_ROUTINE, 0)->callee = "strncmp"; /* a character is no length */
	items[6].n_args = 3;
	items[6].third_bits = 8;
	/* No calls of functions: */
	item(ANYCOV_ITEM_ROUTINE, 0)->callee = "memmove";
	item(ANYCOV_ITEM_ROUTINE, 0)->callee = "__atomic_compare_exchange_4";
	item(ANYCOV_ITEM_ROUTINE, 0)->callee = "__sync_val_compare_and_swap_8";
	item(ANYCOV_ITEM_ROUTINE, 0)->callee = "__builtin_speculation_safe_value_ptr";
	CHECK(plan());
	CHECK_EQ(n_list, 7);
	CHECK_EQ(list[0].hook, ANYCOV_HOOK_ROUTINE);
	CHECK_EQ(list[1].hook, ANYCOV_HOOK_ROUTINE_STR);
	CHECK_EQ(list[2].hook, ANYCOV_HOOK_ROUTINE);
	CHECK_EQ(list[3].hook, ANYCOV_HOOK_ROUTINE_N);
	CHECK_EQ(list[3].args[2].source, ANYCOV_ARG_THIRD);
	CHECK_EQ(list[3].args[2].bits, 64);
	CHECK_EQ(list[4].hook, ANYCOV_HOOK_ROUTINE_STRN);
	CHECK_EQ(list[5].hook, ANYCOV_HOOK_ROUTINE_N);
	CHECK_EQ(list[6].hook, ANYCOV_HOOK_ROUTINE);
	end();
	begin("coverage=trace-cmp", 1);
	item(ANYCOV_ITEM_ROUTINE, 0)->callee = "memcmp";
	CHECK(plan());
	CHECK_EQ(n_list, 0);
	end();
}

/* The insertions of three blocks, for a compiler that may count by text. */
static void plan_counters(const char *options)
{
	struct anycov_target x = target();

	x.counts_by_text = true;
	CHECK(begin_unit(options, x, true));
	t.fn = begin_fn("f");
	begin_body(3);
	edge(0, 1);
	edge(0, 2);
	CHECK(plan());
}

TEST(without_a_map_a_counter_is_one_text_and_the_label)
{
	plan_counters("coverage=inline-8bit-counters,pc-table;map=none");
	CHECK_EQ(n_list, 3);
	for (uint32_t i = 0; i < 3; i++)
		CHECK_EQ(list[i].kind, ANYCOV_INSERT_COUNT_TEXT);
	CHECK_STR(anycov_fn_count_text(t.fn, NULL, "c+1"), "addb\t$1, c+1(%rip)");
	CHECK_STR(anycov_fn_count_text(t.fn, "l", "c"), "l:\n\taddb\t$1, c(%rip)");
	CHECK_EQ(anycov_fn_count_instructions(t.fn), 1);
	CHECK(anycov_unit_counts_by_text(t.unit));
	end();
	plan_counters("coverage=inline-8bit-counters,pc-table;map=none;counters=never-zero");
	CHECK_STR(anycov_fn_count_text(t.fn, NULL, "c"), "addb\t$1, c(%rip)\n\tadcb\t$0, c(%rip)");
	CHECK_EQ(anycov_fn_count_instructions(t.fn), 2);
	end();
	/* A map has texts of its own, and other tables have labels alone. */
	plan_counters("coverage=inline-8bit-counters,pc-table");
	CHECK_EQ(list[0].kind, ANYCOV_INSERT_COUNT);
	CHECK_EQ(list[1].kind, ANYCOV_INSERT_LABEL);
	CHECK_EQ(list[2].kind, ANYCOV_INSERT_COUNT);
	CHECK(!anycov_unit_counts_by_text(t.unit));
	end();
	plan_counters("coverage=trace-pc-guard,pc-table;map=none");
	CHECK_EQ(list[1].kind, ANYCOV_INSERT_LABEL);
	CHECK_EQ(list[2].kind, ANYCOV_INSERT_CALL);
	CHECK(!anycov_unit_counts_by_text(t.unit));
	end();
	/* Nor is there a text for other targets. */
	begin("coverage=inline-8bit-counters;map=none", 1);
	CHECK(plan());
	CHECK_EQ(list[0].kind, ANYCOV_INSERT_COUNT);
	CHECK(!anycov_unit_counts_by_text(t.unit));
	end();
}

TEST(the_parts_of_a_probe_come_in_one_order)
{
	begin("coverage=trace-pc-entry-exit,trace-pc,trace-pc-guard,inline-8bit-counters,"
	      "inline-bool-flag,stack-depth,control-flow",
	      2);
	edge(0, 1);
	CHECK(plan());
	CHECK_EQ(list[0].hook, ANYCOV_HOOK_TRACE_PC_ENTRY);
	CHECK_EQ(list[1].hook, ANYCOV_HOOK_TRACE_PC_GUARD);
	CHECK_EQ(list[2].kind, ANYCOV_INSERT_COUNT);
	CHECK_EQ(list[3].kind, ANYCOV_INSERT_SET_FLAG);
	CHECK_EQ(list[4].kind, ANYCOV_INSERT_STACK_DEPTH);
	CHECK_EQ(list[5].kind, ANYCOV_INSERT_LABEL);
	CHECK_EQ(list[6].hook, ANYCOV_HOOK_TRACE_PC);
	CHECK_EQ(list[n_list - 1].at, ANYCOV_AT_EXCEPTION);
	/* Probes are numbered as they are listed. */
	for (uint32_t i = 0, number = 0; i < n_list; i++)
		if (list[i].probe != ANYCOV_NO_PROBE)
			CHECK_EQ(anycov_fn_probe(t.fn, list[i].probe)->number, number++);
	end();
}

TEST(an_exit_before_a_call_that_becomes_a_jump_stands_for_the_return)
{
	begin("coverage=trace-pc-entry-exit", 2);
	edge(0, 1);
	item(ANYCOV_ITEM_CALL, 0)->is = ANYCOV_IS_MUST_TAIL;
	item(ANYCOV_ITEM_RETURN, 0);
	item(ANYCOV_ITEM_CALL, 1)->is = ANYCOV_IS_TAIL;
	item(ANYCOV_ITEM_RETURN, 1);
	CHECK(plan());
	CHECK_EQ(count(ANYCOV_HOOK_TRACE_PC_EXIT), 3); /* call, return, exceptions */
	CHECK_EQ(list[1].index, 0);
	CHECK_EQ(list[2].index, 3);
	end();
}

TEST(indirect_calls_are_warned_of_once)
{
	CHECK(begin_unit("coverage=trace-pc", target(), true));
	anycov_unit_warn_indirect(t.unit, "-fno-plt");
	anycov_unit_warn_indirect(t.unit, NULL);
	CHECK_EQ(t.warnings, 1);
	CHECK_HAS(t.said, "anycov: -fno-plt");
	anycov_unit_free(t.unit);
}

TEST(branches_that_a_switch_became_are_no_blocks_of_the_user)
{
	begin("coverage=trace-pc", 4);
	diamond();
	blocks[1].is = ANYCOV_IS_SWITCH_PART;
	body.is_optimized = false;
	CHECK(plan());
	CHECK_EQ(count(ANYCOV_HOOK_TRACE_PC), 3);
	end();
}

TEST(without_optimization_a_block_with_a_line_is_kept)
{
	begin("coverage=trace-pc", 4);
	diamond();
	blocks[1].is = ANYCOV_IS_BARE;
	blocks[2].is = ANYCOV_IS_BARE;
	blocks[2].n_lines = 0;
	body.is_optimized = false;
	CHECK(plan());
	CHECK_EQ(count(ANYCOV_HOOK_TRACE_PC), 3);
	end();
}

TEST(level_edge_splits_critical_edges)
{
	const struct anycov_change *c;

	begin("coverage=trace-pc-guard", 3);
	edge(0, 1);
	edge(0, 2);
	edge(1, 2);
	CHECK_EQ(changes(&c), 1);
	CHECK_EQ(c->kind, ANYCOV_SPLIT_EDGE);
	CHECK_EQ(c->index, 1);
	CHECK(!c->is_optional);
	edges[1].can_split = false;
	CHECK_EQ(changes(&c), 0);
	edges[1].can_split = true;
	blocks[2].is = ANYCOV_IS_UNREACHABLE;
	CHECK_EQ(changes(&c), 0);
	end();
}

TEST(an_entry_that_a_loop_leads_to_is_parted_where_it_counts_calls)
{
	const struct anycov_change *c;

	begin("coverage=trace-pc-guard", 2);
	edge(0, 0);
	edge(0, 1);
	CHECK(changes(&c) >= 1);
	CHECK_EQ(c->kind, ANYCOV_PART_ENTRY);
	end();
	begin("coverage=trace-pc", 2);
	edge(0, 0);
	edge(0, 1);
	CHECK_EQ(changes(&c), 0);
	end();
}

TEST(control_flow_lists_every_block_and_each_callee)
{
	const struct anycov_piece *p;
	unsigned n, callees = 0, labels = 0;

	begin("coverage=control-flow", 4);
	diamond();
	blocks[1].is = ANYCOV_IS_UNREACHABLE;
	item(ANYCOV_ITEM_CALL, 0);
	item(ANYCOV_ITEM_CALL, 2)->is = ANYCOV_IS_INLINE;
	item(ANYCOV_ITEM_CALL, 3)->is = ANYCOV_IS_INDIRECT;
	CHECK(plan());
	p = anycov_fn_pieces(t.fn, &n);
	CHECK_EQ(n, 1);
	for (uint32_t i = 0; i < p->n_elements; i++)
		callees += p->cells[i].kind == ANYCOV_CELL_CALLEE;
	CHECK_EQ(callees, 1);
	CHECK_EQ(p->n_elements, 4 + 4 + 8 + 2);
	for (uint32_t i = 0; i < n_list; i++)
		labels += list[i].kind == ANYCOV_INSERT_LABEL;
	CHECK_EQ(labels, 2); /* not the entry, nor what holds nothing but unreachable */
	end();
}

TEST(case_ranges_list_each_value_or_both_ends)
{
	static const uint64_t cases[] = { 0xfffffffe, 1, 10, 10, 100, 1000 };

	begin("coverage=trace-cmp", 1);
	item(ANYCOV_ITEM_SWITCH, 0);
	body.cases = cases;
	items[0].n_cases = 3;
	CHECK(plan());
	CHECK_EQ(n_list, 1);
	CHECK_EQ(list[0].n_cases, 2 + 4 + 1 + 2);
	CHECK_EQ(list[0].cases[0], 7);
	CHECK_EQ(list[0].cases[1], 32);
	CHECK_EQ(list[0].cases[2], 0);
	CHECK_EQ(list[0].cases[8], 0xffffffff);
	end();
}

TEST(operands_widen_by_the_comparison)
{
	begin("coverage=trace-cmp", 1);
	item(ANYCOV_ITEM_COMPARE, 0)->is = ANYCOV_IS_SIGNED | ANYCOV_IS_EQUALITY;
	item(ANYCOV_ITEM_COMPARE, 0)->is = ANYCOV_IS_SIGNED | ANYCOV_IS_CONST_RIGHT;
	item(ANYCOV_ITEM_COMPARE, 0)->is = ANYCOV_IS_SIGNED;
	items[0].size = items[1].size = 24;
	items[2].size = 1;
	CHECK(plan());
	CHECK_EQ(n_list, 3);
	CHECK(!list[0].args[0].is_signed);
	CHECK(list[1].args[0].is_signed);
	CHECK_EQ(list[1].args[0].source, ANYCOV_ARG_RIGHT);
	CHECK_EQ(list[1].hook, ANYCOV_HOOK_CONST_CMP4);
	CHECK(!list[2].args[0].is_signed);
	CHECK_EQ(list[2].args[0].bits, 8);
	end();
}

TEST(a_copy_of_a_probe_shares_its_number_and_has_its_own_block)
{
	uint32_t copy;

	begin("coverage=trace-cmp", 1);
	item(ANYCOV_ITEM_COMPARE, 0);
	CHECK(anycov_fn_plan(t.fn, ANYCOV_PLACE_SOURCE, &body, &list, &n_list));
	CHECK_EQ(anycov_fn_move_probe(t.fn, list[0].probe, 3), list[0].probe);
	copy = anycov_fn_move_probe(t.fn, list[0].probe, 5);
	CHECK(copy != list[0].probe);
	CHECK_EQ(anycov_fn_probe(t.fn, copy)->block, 5);
	CHECK_EQ(anycov_fn_probe(t.fn, copy)->number, anycov_fn_probe(t.fn, list[0].probe)->number);
	end();
}

TEST(records_are_tied_where_the_target_can)
{
	struct anycov_probe_place place = { ".Lx", NULL, NULL, NULL, false };
	struct anycov_probe_place next = { NULL, ".Lx", NULL, NULL, false };
	struct anycov_probe_place in_group = { ".Lx", NULL, "group", NULL, false };

	begin("coverage=trace-pc", 1);
	CHECK(plan());
	CHECK_HAS(anycov_fn_probe_text(t.fn, list[0].probe, &place), ",.Lx");
	CHECK_HAS(anycov_fn_probe_text(t.fn, list[0].probe, &next), ",.Lx");
	CHECK_HAS(anycov_fn_probe_text(t.fn, list[0].probe, &in_group), ",group,comdat");
	end();
}

TEST(a_later_plan_keeps_nothing_of_an_earlier_one)
{
	static const uint64_t cases[] = { 1, 1 };
	static const struct anycov_arg none;

	begin("coverage=trace-cmp,trace-pc-guard", 1);
	item(ANYCOV_ITEM_SWITCH, 0);
	body.cases = cases;
	items[0].n_cases = 1;
	CHECK(anycov_fn_plan(t.fn, ANYCOV_PLACE_SOURCE, &body, &list, &n_list));
	CHECK_EQ(n_list, 1);
	CHECK_EQ(list[0].args[0].bits, 64);
	begin_body(1);
	CHECK(anycov_fn_plan(t.fn, ANYCOV_PLACE_LATE, &body, &list, &n_list));
	CHECK_EQ(n_list, 1);
	CHECK_EQ(list[0].hook, ANYCOV_HOOK_TRACE_PC_GUARD);
	CHECK_EQ(list[0].args[0].bits, 0);
	CHECK(!memcmp(&list[0].args[1], &none, sizeof(none)));
	CHECK_EQ(list[0].n_cases, 0);
	CHECK(!list[0].cases);
	end();
}

static bool wants(unsigned places, enum anycov_item_kind kind)
{
	bool kinds[ANYCOV_N_ITEM_KINDS];

	return anycov_fn_wants(t.fn, places, kinds) && kinds[kind];
}

TEST(items_are_wanted_at_their_place_alone)
{
	const unsigned both = ANYCOV_PLACE_SOURCE | ANYCOV_PLACE_LATE;

	begin("coverage=trace-cmp,control-flow", 1);
	CHECK(wants(ANYCOV_PLACE_SOURCE, ANYCOV_ITEM_SWITCH));
	CHECK(!wants(ANYCOV_PLACE_LATE, ANYCOV_ITEM_SWITCH));
	CHECK(!wants(ANYCOV_PLACE_SOURCE, ANYCOV_ITEM_CALL));
	CHECK(wants(ANYCOV_PLACE_LATE, ANYCOV_ITEM_CALL));
	CHECK(wants(both, ANYCOV_ITEM_COMPARE));
	CHECK(!wants(both, ANYCOV_ITEM_LOAD));
	end();
}

/* 0 -> 1; 1 -> 1, 2, 3; 2 -> 3: the edge from 1 to 3 is critical, and rare. */
static unsigned optional_edges(const char *options)
{
	struct anycov_target x = target();
	const struct anycov_change *c;
	unsigned n, optional = 0;

	x.removes_unused_blocks = true;
	CHECK_MSG(begin_unit(options, x, true), "%s", t.said);
	t.fn = begin_fn("f");
	begin_body(4);
	edge(0, 1);
	edge(1, 1);
	edge(1, 2);
	edge(1, 3);
	edge(2, 3);
	blocks[1].weight = 1000;
	edges[1].weight = 900;
	edges[3].weight = 20;
	n = changes(&c);
	for (unsigned i = 0; i < n; i++)
		optional += c[i].kind == ANYCOV_SPLIT_EDGE && c[i].is_optional;
	end();
	return optional;
}

TEST(a_table_of_the_control_flow_leaves_no_block_to_be_removed_again)
{
	CHECK_EQ(optional_edges("coverage=trace-pc;prune=lossless"), 1);
	CHECK_EQ(optional_edges("coverage=trace-pc"), 0);
	CHECK_EQ(optional_edges("coverage=trace-pc,control-flow;prune=lossless"), 0);
}

TEST(the_gate_is_for_calls_alone)
{
	begin("coverage=trace-pc,trace-cmp,inline-8bit-counters,stack-depth;gated-trace-callbacks",
	      1);
	item(ANYCOV_ITEM_COMPARE, 0);
	CHECK(plan());
	CHECK_EQ(n_list, 4);
	for (uint32_t i = 0; i < n_list; i++) {
		CHECK_EQ(list[i].is_gated, list[i].kind == ANYCOV_INSERT_CALL);
		if (list[i].probe != ANYCOV_NO_PROBE)
			CHECK_EQ(anycov_fn_probe(t.fn, list[i].probe)->is_gated, list[i].is_gated);
	}
	end();
}

TEST(guards_without_constructors_need_no_bytes_in_the_image)
{
	const char *options = "coverage=trace-pc-guard,inline-8bit-counters,pc-table;drop-ctors";
	const struct anycov_piece *p;
	unsigned n;

	begin(options, 1);
	CHECK(plan());
	p = anycov_fn_pieces(t.fn, &n);
	CHECK_EQ(n, 3);
	for (unsigned i = 0; i < n; i++)
		CHECK_EQ(p[i].needs_no_bytes, p[i].table == ANYCOV_TABLE_GUARDS);
	CHECK(!p[0].cells);
	CHECK_EQ(p[2].n_elements, 2);
	CHECK_EQ(p[2].cells[1].value, 1); /* the entry */
	end();
}

TEST(tables_that_need_a_linker_script_reference_its_tag)
{
	static const char *const options[] = { "coverage=inline-bool-flag", "coverage=trace-pc" };
	const char *tag = anycov_hook_table[ANYCOV_HOOK_ABI_AVR_LD].symbol;
	struct anycov_target x = target();

	x.tables_need_script = true;
	for (int i = 0; i < 2; i++) {
		CHECK(begin_unit(options[i], x, true));
		t.fn = begin_fn("f");
		begin_body(1);
		CHECK(plan());
		CHECK_EQ(strstr(anycov_unit_take_tags(t.unit), tag) != NULL, i == 0);
		CHECK_STR(anycov_unit_take_tags(t.unit), "");
		end();
	}
}

TEST(names_of_any_length_are_reported_and_written_whole)
{
	static char name[1901], group[2001]; /* two messages fit in t.said */
	struct anycov_probe_place place = { ".Lx", NULL, group, NULL, false };

	memset(name, 'n', sizeof(name) - 1);
	memset(group, 'g', sizeof(group) - 1);
	CHECK(begin_unit("coverage=trace-pc;verbose;skip-sections=.x", target(), true));
	t.fn = anycov_fn_begin(t.unit, &(struct anycov_function){ .name = name, .section = ".x" });
	CHECK(!t.fn);
	CHECK_HAS(t.said, "n' gets no hooks: skip-sections= names its section");
	t.fn = begin_fn(name);
	begin_body(1);
	CHECK(plan());
	CHECK_HAS(anycov_fn_probe_text(t.fn, list[0].probe, &place), group);
	CHECK_HAS(anycov_fn_probe_text(t.fn, list[0].probe, &place), ".popsection");
	CHECK_HAS(anycov_fn_map_text(t.fn), name);
	end();
}

RUN_TESTS(RUN(trace_cmp_alone_has_map_records),
	  RUN(blocks_without_user_code_are_empty_in_plan_and_map),
	  RUN(tables_and_the_gate_need_elf),
	  RUN(prune_dom_leaves_out_integer_compares_that_decide_a_loop),
	  RUN(a_loop_rule_that_fails_is_an_error_of_the_function),
	  RUN(lean_hooks_need_a_target_free_registers_and_a_near_call),
	  RUN(every_wrong_option_is_reported), RUN(constructors_register_the_tables_that_are_there),
	  RUN(stack_depth_is_for_functions_that_call), RUN(the_units_own_variables_must_fit),
	  RUN(hooks_of_calls_with_two_pointers),
	  RUN(without_a_map_a_counter_is_one_text_and_the_label),
	  RUN(the_parts_of_a_probe_come_in_one_order),
	  RUN(an_exit_before_a_call_that_becomes_a_jump_stands_for_the_return),
	  RUN(indirect_calls_are_warned_of_once),
	  RUN(branches_that_a_switch_became_are_no_blocks_of_the_user),
	  RUN(without_optimization_a_block_with_a_line_is_kept),
	  RUN(level_edge_splits_critical_edges),
	  RUN(an_entry_that_a_loop_leads_to_is_parted_where_it_counts_calls),
	  RUN(control_flow_lists_every_block_and_each_callee),
	  RUN(case_ranges_list_each_value_or_both_ends), RUN(operands_widen_by_the_comparison),
	  RUN(a_copy_of_a_probe_shares_its_number_and_has_its_own_block),
	  RUN(records_are_tied_where_the_target_can),
	  RUN(a_later_plan_keeps_nothing_of_an_earlier_one),
	  RUN(items_are_wanted_at_their_place_alone),
	  RUN(a_table_of_the_control_flow_leaves_no_block_to_be_removed_again),
	  RUN(the_gate_is_for_calls_alone),
	  RUN(guards_without_constructors_need_no_bytes_in_the_image),
	  RUN(tables_that_need_a_linker_script_reference_its_tag),
	  RUN(names_of_any_length_are_reported_and_written_whole))
