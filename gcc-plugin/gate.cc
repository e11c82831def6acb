/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * gated-trace-callbacks: each call of a hook stands behind a branch on a variable
 * that the function reads once, at its entry.
 */
#include "adapter.h"

/* The call that this site marks, in the same block; NULL: it has none. */
static anycov_stmt call_of(anycov_stmt marker)
{
	gimple_stmt_iterator i = gsi_for_stmt(marker);

	for (gsi_prev(&i); !gsi_end_p(i); gsi_prev(&i)) {
		anycov_stmt stmt = gsi_stmt(i);
		tree decl;

		if (anycov_is_site(stmt))
			return NULL;
		if (!is_gimple_call(stmt))
			continue;
		decl = gimple_call_fndecl(stmt);
		if (decl && anycov_is_hook(decl))
			return stmt;
	}
	return NULL;
}

static anycov_stmt stmt_before(anycov_stmt stmt)
{
	gimple_stmt_iterator i = gsi_for_stmt(stmt);

	gsi_prev(&i);
	return gsi_end_p(i) || gimple_code(gsi_stmt(i)) == GIMPLE_LABEL ? NULL : gsi_stmt(i);
}

static void gate(anycov_stmt call, anycov_stmt marker, tree on)
{
	gimple_stmt_iterator from = gsi_for_stmt(marker), to = gsi_for_stmt(call);
	edge in, out, past;

	/* Nothing else may hang on the branch. */
	if (stmt_before(marker) != call)
		gsi_move_after(&from, &to);
	in = anycov_split_behind(gimple_bb(call), stmt_before(call));
	out = anycov_split_behind(in->dest, marker);
	past = make_edge(in->src, out->dest, EDGE_FALSE_VALUE);
	in->flags = (in->flags & ~EDGE_FALLTHRU) | EDGE_TRUE_VALUE;
	anycov_set_rare(in, past);
	to = gsi_last_bb(in->src);
	gsi_insert_after(&to,
			 gimple_build_cond(NE_EXPR, on, build_int_cst(TREE_TYPE(on), 0),
					   NULL_TREE, NULL_TREE),
			 GSI_NEW_STMT);
}

/* In front of everything, of the entry's probe too. */
static tree load_gate(function *fun)
{
	tree variable = anycov_variable_decl(ANYCOV_VARIABLE_GATE, anycov_uint_type(64), true);
	tree on = make_ssa_name(TREE_TYPE(variable), NULL);
	basic_block bb = split_edge(single_succ_edge(ENTRY_BLOCK_PTR_FOR_FN(fun)));
	gimple_stmt_iterator at = gsi_last_bb(bb);

	gsi_insert_after(&at, gimple_build_assign(on, variable), GSI_NEW_STMT);
	return on;
}

void anycov_gate_calls(function *fun)
{
	auto_vec<anycov_stmt> markers;
	gimple_stmt_iterator i;
	tree on = NULL_TREE;
	basic_block bb;

	FOR_EACH_BB_FN(bb, fun)
		for (i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i))
			if (anycov_is_site(gsi_stmt(i)))
				markers.safe_push(gsi_stmt(i));
	for (unsigned n = 0; n < markers.length(); n++) {
		anycov_stmt call = call_of(markers[n]);

		if (!call)
			continue;
		if (!on)
			on = load_gate(fun);
		gate(call, markers[n], on);
	}
}
