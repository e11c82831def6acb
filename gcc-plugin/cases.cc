/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* keep-branches: an edge for each value of a switch.  LLVM has that by itself; GCC has one edge for
 * all values that lead to one block, and a range for values in a row, so that a fuzzer would not
 * see which of them an input has.
 *
 * This is done where comparisons are exported, just before switches become branches.  An asm keeps
 * the new blocks until the late place, which takes it out again. */
#include "adapter.h"

/* Returns how many edges the values of a label get: 1 if it is the default, or of too many. */
static unsigned count_values(tree label)
{
	unsigned HOST_WIDE_INT n;

	if (!CASE_LOW(label) || !CASE_HIGH(label) ||
	    TYPE_PRECISION(TREE_TYPE(CASE_LOW(label))) > 64)
		return 1;
	n = TREE_INT_CST_LOW(CASE_HIGH(label)) - TREE_INT_CST_LOW(CASE_LOW(label));
	return n < ANYCOV_MOST_CASE_VALUES ? n + 1 : 1;
}

/* Returns the label of a new block between a switch and the block of e, to which the values of one
 * label went until now. */
static tree add_block(edge e, location_t where)
{
	basic_block bb = create_empty_bb(e->src);
	gimple_stmt_iterator i = gsi_start_bb(bb);
	gimple_seq seq = NULL;
	edge in = make_edge(e->src, bb, 0);
	edge out = make_single_succ_edge(bb, e->dest, EDGE_FALLTHRU);

	in->probability = e->probability;
	out->goto_locus = where;
	anycov_copy_weight(bb, e->dest);
	if (current_loops)
		add_bb_to_loop(bb, e->dest->loop_father);
	anycov_add_marker(&seq, ANYCOV_CASE, 0, where);
	gsi_insert_seq_after(&i, seq, GSI_NEW_STMT);
	return gimple_block_label(bb);
}

/* Appends a label's values to the list, each with a block of its own. */
static void part_label(gswitch *s, tree label, unsigned n, vec<tree> *labels)
{
	edge e = find_edge(gimple_bb(s), ANYCOV_BLOCK_OF(CASE_LABEL(label)));
	tree type = TREE_TYPE(CASE_LOW(label));

	for (unsigned i = 0; i < n; i++) {
		tree low = n == 1 ? CASE_LOW(label)
				  : build_int_cst(type, TREE_INT_CST_LOW(CASE_LOW(label)) + i);

		labels->safe_push(build_case_label(low, n == 1 ? CASE_HIGH(label) : NULL_TREE,
						   add_block(e, gimple_location(s))));
	}
}

/* Counts how many edges each block would get, with the default's. */
static void count_edges(gswitch *s, vec<unsigned> *values)
{
	values->safe_grow_cleared(last_basic_block_for_fn(cfun));
	for (unsigned k = 0; k < gimple_switch_num_labels(s); k++) {
		tree label = gimple_switch_label(s, k);

		(*values)[ANYCOV_BLOCK_OF(CASE_LABEL(label))->index] += count_values(label);
	}
}

/* Puts a block in front of each one that has several values: it is the head of no loop and merges
 * no variables. */
static void split_edges(gswitch *s, vec<basic_block> *targets)
{
	auto_vec<unsigned> values; /* by block */
	auto_vec<edge> shared;
	edge_iterator ei;
	edge e;

	count_edges(s, &values);
	FOR_EACH_EDGE (e, ei, gimple_bb(s)->succs)
		if (values[e->dest->index] > 1)
			shared.safe_push(e);
	for (unsigned i = 0; i < shared.length(); i++)
		targets->safe_push(split_edge(shared[i]));
}

static bool part_switch(gswitch *s)
{
	tree otherwise = gimple_switch_default_label(s);
	gimple_stmt_iterator i = gsi_for_stmt(s);
	/* Blocks that split_edges() makes have this number and higher ones. */
	const int first = last_basic_block_for_fn(cfun);
	auto_vec<basic_block> targets;
	auto_vec<tree> labels;
	gswitch *parted;

	split_edges(s, &targets);
	for (unsigned k = 1; k < gimple_switch_num_labels(s); k++) {
		tree label = gimple_switch_label(s, k);

		if (ANYCOV_BLOCK_OF(CASE_LABEL(label))->index >= first)
			part_label(s, label, count_values(label), &labels);
		else
			labels.safe_push(label);
	}
	for (unsigned k = 0; k < targets.length(); k++)
		if (targets[k] != ANYCOV_BLOCK_OF(CASE_LABEL(otherwise)))
			remove_edge(find_edge(gimple_bb(s), targets[k]));
	parted = gimple_build_switch(gimple_switch_index(s), otherwise, labels);
	gimple_set_location(parted, gimple_location(s));
	gsi_replace(&i, parted, false);
	return targets.length() != 0;
}

void anycov_part_cases(function *fun)
{
	auto_vec<gswitch *> switches;
	bool changed = false;
	basic_block bb;

	FOR_EACH_BB_FN (bb, fun) {
		gimple_stmt_iterator i = gsi_last_bb(bb);

		if (!gsi_end_p(i) && gimple_code(gsi_stmt(i)) == GIMPLE_SWITCH)
			switches.safe_push(as_a<gswitch *>(gsi_stmt(i)));
	}
	for (unsigned k = 0; k < switches.length(); k++)
		changed |= part_switch(switches[k]);
	if (!changed)
		return;
	free_dominance_info(CDI_DOMINATORS);
	free_dominance_info(CDI_POST_DOMINATORS);
}

void anycov_take_cases(function *fun)
{
	gimple_stmt_iterator i;
	basic_block bb;

	FOR_EACH_BB_FN (bb, fun)
		for (i = gsi_start_bb(bb); !gsi_end_p(i);)
			if (anycov_is_case(gsi_stmt(i)))
				gsi_remove(&i, true);
			else
				gsi_next(&i);
}
