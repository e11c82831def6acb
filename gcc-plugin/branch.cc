/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Inserts code step by step at one place, some of it after a branch that is seldom taken: what a
 * flag stores, and hook calls that are gated by a variable, which the function reads once, at its
 * entry. */
#include "adapter.h"

void anycov_emit(struct anycov_point *p, gimple_seq seq)
{
	if (!gsi_end_p(p->at)) {
		gsi_insert_seq_before(&p->at, seq, GSI_SAME_STMT);
		return;
	}
	p->at = gsi_last_bb(p->bb);
	gsi_insert_seq_after(&p->at, seq, GSI_NEW_STMT);
	p->at = gsi_last_bb(p->bb);
	gsi_next(&p->at);
}

/* The statement before the iterator; NULL: there are only labels. */
static anycov_stmt stmt_before(gimple_stmt_iterator i, basic_block bb)
{
	if (gsi_end_p(i))
		i = gsi_last_bb(bb);
	else
		gsi_prev(&i);
	return gsi_end_p(i) || gimple_code(gsi_stmt(i)) == GIMPLE_LABEL ? NULL : gsi_stmt(i);
}

static void end_with_branch(basic_block bb, enum tree_code code, tree value, tree other,
			    location_t where)
{
	gimple_stmt_iterator at = gsi_last_bb(bb);
	anycov_stmt branch = gimple_build_cond(code, value, other, NULL_TREE, NULL_TREE);

	gimple_set_location(branch, where);
	gsi_insert_after(&at, branch, GSI_NEW_STMT);
}

void anycov_emit_if(struct anycov_point *p, gimple_seq seq, enum tree_code code, tree value,
		    tree other, gimple_seq then)
{
	basic_block before, rare, after;
	gimple_stmt_iterator at;
	edge likely, taken;

	if (seq)
		anycov_emit(p, seq);
	likely = anycov_split_behind(p->bb, stmt_before(p->at, p->bb));
	before = likely->src;
	after = likely->dest;
	rare = create_empty_bb(before);
	if (current_loops)
		add_bb_to_loop(rare, before->loop_father);
	likely->flags = (likely->flags & ~EDGE_FALLTHRU) | EDGE_FALSE_VALUE;
	taken = make_edge(before, rare, EDGE_TRUE_VALUE);
	anycov_set_rare(taken, likely);
	make_single_succ_edge(rare, after, EDGE_FALLTHRU);
	end_with_branch(before, code, value, other, UNKNOWN_LOCATION);
	at = gsi_start_bb(rare);
	gsi_insert_seq_after(&at, then, GSI_NEW_STMT);
	p->bb = after;
	p->at = gsi_start_bb(after);
}

/* ---- the gate ---- */

/* Loaded in front of everything, of the entry's probe too. */
static tree gate_value(void)
{
	tree variable = anycov_variable_decl(ANYCOV_VARIABLE_GATE);
	gimple_stmt_iterator at;

	if (anycov_cur.gate)
		return anycov_cur.gate;
	anycov_cur.gate = make_ssa_name(TREE_TYPE(variable), NULL);
	at = gsi_last_bb(split_edge(single_succ_edge(ENTRY_BLOCK_PTR_FOR_FN(cfun))));
	gsi_insert_after(&at, gimple_build_assign(anycov_cur.gate, variable), GSI_NEW_STMT);
	return anycov_cur.gate;
}

void anycov_emit_gated(struct anycov_point *p, gimple_seq seq, gimple_seq then)
{
	tree on = gate_value();

	anycov_emit_if(p, seq, NE_EXPR, on, build_int_cst(TREE_TYPE(on), 0), then);
}

/* The call before this marker, in the same block; NULL: it has none. */
static anycov_stmt call_of(anycov_stmt marker)
{
	gimple_stmt_iterator i = gsi_for_stmt(marker);

	for (gsi_prev(&i); !gsi_end_p(i); gsi_prev(&i)) {
		if (anycov_is_marker(gsi_stmt(i)))
			return NULL;
		if (anycov_calls_hook(gsi_stmt(i)))
			return gsi_stmt(i);
	}
	return NULL;
}

void anycov_gate_marker(anycov_stmt marker)
{
	anycov_stmt call = call_of(marker);
	gimple_stmt_iterator from, to;
	edge in, out, past;
	tree on;

	if (!call)
		return;
	on = gate_value();
	from = gsi_for_stmt(marker);
	to = gsi_for_stmt(call);
	/* Nothing else may depend on the branch. */
	if (stmt_before(from, gimple_bb(marker)) != call)
		gsi_move_after(&from, &to);
	in = anycov_split_behind(gimple_bb(call), stmt_before(gsi_for_stmt(call), gimple_bb(call)));
	out = anycov_split_behind(in->dest, marker);
	past = make_edge(in->src, out->dest, EDGE_FALSE_VALUE);
	in->flags = (in->flags & ~EDGE_FALLTHRU) | EDGE_TRUE_VALUE;
	anycov_set_rare(in, past);
	/* Where the block begins, if nothing else is left of it. */
	end_with_branch(in->src, NE_EXPR, on, build_int_cst(TREE_TYPE(on), 0),
			gimple_location(call));
}
