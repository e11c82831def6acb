/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Blocks and edges: exports the function's graph, and carries out changes to it. */
#include "adapter.h"

struct anycov_gcc_body anycov_gcc_body;

anycov_stmt anycov_first_stmt(basic_block bb)
{
	gimple_stmt_iterator i = gsi_start_nondebug_after_labels_bb(bb);

	return gsi_end_p(i) ? NULL : gsi_stmt(i);
}

/* ---- facts about blocks ---- */

/* Returns whether the rest of the block may not run after this statement.  Of functions that are no
 * builtins nothing is believed: one that is const or pure, as promised or deduced, may fault. */
static bool may_not_return(anycov_stmt stmt)
{
	if (gasm *text = dyn_cast<gasm *>(stmt))
		return gimple_asm_volatile_p(text) && anycov_asm_may_leave(gimple_asm_string(text));
	if (anycov_throws_externally(stmt) || !is_gimple_call(stmt) || gimple_call_internal_p(stmt))
		return anycov_throws_externally(stmt);
	tree fndecl = gimple_call_fndecl(stmt);
	int flags = gimple_call_flags(stmt);
	if (anycov_is_normal_builtin(fndecl) && (flags & ECF_NOTHROW) && !(flags & ECF_NORETURN))
		return anycov_is_exec(IDENTIFIER_POINTER(DECL_NAME(fndecl)));
	return !anycov_is_builtin(fndecl) || !(flags & (ECF_CONST | ECF_PURE)) ||
	       (flags & ECF_LOOPING_CONST_OR_PURE);
}

bool anycov_ends_part(anycov_stmt stmt)
{
	if (is_gimple_call(stmt) ? anycov_must_tail_call(stmt) : gimple_code(stmt) != GIMPLE_ASM)
		return false;
	return may_not_return(stmt) && !stmt_ends_bb_p(stmt);
}

/* The head of the paths that longjmp and non-local gotos take; not user code. */
static bool is_dispatcher(anycov_stmt stmt)
{
	return is_gimple_call(stmt) && gimple_call_internal_p(stmt) &&
	       gimple_call_internal_fn(stmt) == IFN_ABNORMAL_DISPATCHER;
}

/* The branch that ends the block, or NULL. */
static anycov_stmt last_branch(basic_block bb)
{
	gimple_stmt_iterator i = gsi_last_nondebug_bb(bb);

	if (gsi_end_p(i) ||
	    (gimple_code(gsi_stmt(i)) != GIMPLE_COND && gimple_code(gsi_stmt(i)) != GIMPLE_SWITCH))
		return NULL;
	return gsi_stmt(i);
}

static bool tests_same_value(anycov_stmt a, anycov_stmt b)
{
	return gimple_code(a) == GIMPLE_COND && gimple_code(b) == GIMPLE_COND &&
	       gimple_cond_lhs(a) == gimple_cond_lhs(b) && CONSTANT_CLASS_P(gimple_cond_rhs(a)) &&
	       CONSTANT_CLASS_P(gimple_cond_rhs(b));
}

/* From GCC 9 on switches become trees of branches while the code is GIMPLE, all with the switch's
 * location.  Those after the first contain nothing else, and are reached from such branches alone.
 * (A switch that is all of a case has no location in C: then the branches must test one value.) */
static bool is_switch_part(basic_block bb)
{
	anycov_stmt branch = last_branch(bb);
	gimple_stmt_iterator i;
	edge_iterator ei;
	location_t where;
	edge e;

	if (!branch)
		return false;
	where = LOCATION_LOCUS(gimple_location(branch));
	if (!anycov_fn_has_switch(anycov_cur.fn, where))
		return false;
	for (i = gsi_start_nondebug_after_labels_bb(bb); !gsi_end_p(i); gsi_next_nondebug(&i)) {
		location_t at = LOCATION_LOCUS(gimple_location(gsi_stmt(i)));

		if (gsi_stmt(i) == branch)
			break;
		if (!is_gimple_assign(gsi_stmt(i)) || where == UNKNOWN_LOCATION ||
		    (at != where && at != UNKNOWN_LOCATION))
			return false;
	}
	FOR_EACH_EDGE (e, ei, bb->preds) {
		anycov_stmt before = last_branch(e->src);

		if (!before || LOCATION_LOCUS(gimple_location(before)) != where ||
		    (where == UNKNOWN_LOCATION && !tests_same_value(before, branch)))
			return false;
	}
	return true;
}

/* What the branch at the end of a block has to do with exceptions. */
static uint32_t exception_facts(basic_block bb)
{
	gimple_stmt_iterator last = gsi_last_nondebug_bb(bb);
	bool is_thrown = false, goes_on = false;
	edge_iterator ei;
	edge e;

	if (!gsi_end_p(last) && gimple_code(gsi_stmt(last)) == GIMPLE_EH_DISPATCH)
		return ANYCOV_CATCHES;
	FOR_EACH_EDGE (e, ei, bb->succs) {
		is_thrown |= (e->flags & EDGE_EH) != 0;
		goes_on |= !(e->flags & (EDGE_EH | EDGE_ABNORMAL));
	}
	return is_thrown && goes_on ? ANYCOV_THROWS : 0;
}

static uint32_t block_facts(basic_block bb, enum anycov_place place)
{
	gimple_stmt_iterator i = gsi_start_nondebug_after_labels_bb(bb);
	uint32_t is = 0;

	if (gsi_end_p(i))
		is |= ANYCOV_IS_BARE | (EDGE_COUNT(bb->succs) ? 0 : ANYCOV_IS_UNREACHABLE);
	else if (is_gimple_call(gsi_stmt(i)) &&
		 anycov_is_unreachable_decl(gimple_call_fndecl(gsi_stmt(i))))
		is |= ANYCOV_IS_UNREACHABLE;
	else if (is_dispatcher(gsi_stmt(i)))
		/* It vanishes when it is expanded, and a probe with it. */
		return ANYCOV_IS_DISPATCHER | ANYCOV_HAS_NO_PLACE;
	else if (is_switch_part(bb))
		return ANYCOV_IS_SWITCH_PART;
	for (; !gsi_end_p(i); gsi_next_nondebug(&i)) {
		if (may_not_return(gsi_stmt(i)))
			is |= ANYCOV_MAY_NOT_RETURN |
			      (anycov_ends_part(gsi_stmt(i)) ? 0 : ANYCOV_ENDS_IN_CALL);
		/* A jump, or a call after all if expanding finds a hindrance: the blocks after it
		 * may be skipped, with their probes. */
		if (is_gimple_call(gsi_stmt(i)) && gimple_call_tail_p(as_a<gcall *>(gsi_stmt(i))))
			is |= ANYCOV_LEAVES;
		is |= anycov_resumes_unwinding(gsi_stmt(i)) ? ANYCOV_RESUMES : 0;
	}
	is |= exception_facts(bb);
	is |= place == ANYCOV_PLACE_EARLY && anycov_is_made_branch(bb) ? ANYCOV_HAS_MADE_BRANCH : 0;
	is |= find_edge(bb, EXIT_BLOCK_PTR_FOR_FN(cfun)) ? ANYCOV_LEAVES : 0;
	is |= cfun->calls_setjmp ? ANYCOV_CALLS_SETJMP : 0;
	if (EDGE_COUNT(bb->succs) == 0 && !(is & ANYCOV_IS_UNREACHABLE))
		is |= ANYCOV_NEVER_RETURNS;
	return is;
}

/* ---- the export ---- */

/* The entry is number 0; the others follow in the compiler's order. */
static void number_blocks(struct anycov_gcc_body *b, function *fun)
{
	basic_block entry = single_succ(ENTRY_BLOCK_PTR_FOR_FN(fun));
	basic_block bb;

	b->bbs.truncate(0);
	b->numbers.truncate(0);
	b->numbers.safe_grow_cleared(last_basic_block_for_fn(fun));
	b->bbs.safe_push(entry);
	FOR_EACH_BB_FN (bb, fun) {
		if (bb == entry)
			continue;
		b->numbers[bb->index] = b->bbs.length();
		b->bbs.safe_push(bb);
	}
}

static void export_edges(struct anycov_gcc_body *b, uint32_t from, enum anycov_place place)
{
	/* To split an edge to a landing pad makes one of its own, which is for the early place. */
	int unsplit = place == ANYCOV_PLACE_EARLY ? EDGE_ABNORMAL : EDGE_ABNORMAL | EDGE_EH;
	vec<edge, va_gc> *succs = b->bbs[from]->succs;

	/* First those that are no exceptions. */
	for (unsigned i = 0; i < 2 * EDGE_COUNT(succs); i++) {
		edge e = EDGE_I(succs, i % EDGE_COUNT(succs));
		bool is_thrown = e->flags & EDGE_EH;

		if (e->dest->index == EXIT_BLOCK || is_thrown != (i >= EDGE_COUNT(succs)))
			continue;
		anycov_fn_add_edge(anycov_cur.fn, from, b->numbers[e->dest->index],
				   !(e->flags & unsplit), 0);
		if (place == ANYCOV_PLACE_EARLY && anycov_is_for_constants(e))
			anycov_fn_note_for_constants(anycov_cur.fn);
		b->gcc_edges.safe_push(e);
	}
}

static void export_graph(struct anycov_gcc_body *b, enum anycov_place place)
{
	bool facts = place != ANYCOV_PLACE_SOURCE || anycov_fn_wants_source_graph(anycov_cur.fn);
	bool weights = facts && anycov_fn_wants_weights(anycov_cur.fn);

	anycov_fn_clear_graph(anycov_cur.fn);
	b->gcc_edges.truncate(0);
	for (unsigned n = 0; n < b->bbs.length(); n++) {
		anycov_fn_add_block(anycov_cur.fn, facts ? block_facts(b->bbs[n], place) : 0,
				    weights ? anycov_block_weight(b->bbs[n]) : 0);
		if (facts)
			export_edges(b, n, place);
	}
}

void anycov_export_body(struct anycov_gcc_body *b, function *fun, enum anycov_place place)
{
	struct anycov_body *f = b->facts = anycov_fn_body(anycov_cur.fn);

	number_blocks(b, fun);
	export_graph(b, place);
	f->is_optimized = optimize && place != ANYCOV_PLACE_EARLY;
	anycov_export_items(b, place);
	if (place == ANYCOV_PLACE_SOURCE)
		return;
	anycov_export_lines(b, fun);
	anycov_export_source(&f->source, fun->decl);
	if (place == ANYCOV_PLACE_EARLY)
		return;
	if (anycov_fn_wants_lean(anycov_cur.fn))
		anycov_export_lean(&f->lean);
	if (anycov_fn_wants_frame(anycov_cur.fn))
		anycov_export_frame(f, fun);
}

/* ---- changes ---- */

static void split_one(edge e)
{
	basic_block bb = split_edge(e);

	/* A block split off has no statement that could show where it is. */
	if (single_succ_edge(bb)->goto_locus == UNKNOWN_LOCATION)
		single_succ_edge(bb)->goto_locus = single_pred_edge(bb)->goto_locus;
}

bool anycov_carry_out(struct anycov_gcc_body *b, const struct anycov_change *changes, uint32_t n)
{
	anycov_stmt stmt;

	for (uint32_t i = 0; i < n; i++)
		switch (changes[i].kind) {
		case ANYCOV_PART_ENTRY:
			split_edge(single_succ_edge(ENTRY_BLOCK_PTR_FOR_FN(cfun)));
			break;
		case ANYCOV_SPLIT_EDGE:
			split_one(b->gcc_edges[changes[i].index]);
			break;
		case ANYCOV_END_BLOCK:
			stmt = b->before_parts[changes[i].index];
			split_block(gimple_bb(stmt), stmt);
			break;
		}
	return n != 0;
}
