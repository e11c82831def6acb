/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Where exceptions leave the function: one landing pad for the whole function, as if its body
 * were in a cleanup; code and exceptions reach it only where nothing else handles them.  GCC has
 * no helper for that (LLVM has EscapeEnumerator), so the region and the pad are built here. */
#include "adapter.h"

/* Returns whether an exception of this statement may leave, other than at an exit of its own. */
static bool lets_escape(anycov_stmt stmt)
{
	if (!anycov_throws_externally(stmt))
		return false;
	return !is_gimple_call(stmt) ||
	       !(anycov_resumes_unwinding(stmt) || anycov_must_tail_call(stmt));
}

/* Returns whether an exception may pass through one of the function's own regions because no
 * handler of the region catches it.  Try blocks and exception specifications name types. */
static bool has_selective_region(function *fun)
{
	eh_region r;

	if (!fun->eh)
		return false;
	FOR_ALL_EH_REGION_FN(r, fun)
	if (r->type == ERT_TRY || r->type == ERT_ALLOWED_EXCEPTIONS)
		return true;
	return false;
}

/* C++ on ARM resumes in its own way; at a link only the function's personality shows
 * the language. */
static bool uses_cxa_end_cleanup(function *fun)
{
	tree personality = DECL_FUNCTION_PERSONALITY(fun->decl);
	eh_region r;

	FOR_ALL_EH_REGION_FN(r, fun)
	if (r->use_cxa_end_cleanup)
		return true;
	return targetm.arm_eabi_unwinder && personality &&
	       !strncmp(anycov_assembler_name(personality), "__gxx_personality", 17);
}

/* A cleanup around all regions that the function has. */
static eh_region outermost_cleanup(function *fun)
{
	eh_region cleanup = gen_eh_region_cleanup(NULL);

	gcc_assert(fun->eh->region_tree == cleanup);
	cleanup->inner = cleanup->next_peer;
	cleanup->next_peer = NULL;
	for (eh_region r = cleanup->inner; r; r = r->next_peer)
		r->outer = cleanup;
	cleanup->use_cxa_end_cleanup = uses_cxa_end_cleanup(fun);
	return cleanup;
}

/* Goes on with the exception; p: before the statement that does so. */
static void fill_pad(struct anycov_point *p, eh_region cleanup)
{
	gimple_seq seq = NULL;
	anycov_stmt stmt;
	tree exception;

	p->at = gsi_last_bb(p->bb);
	if (cleanup->use_cxa_end_cleanup) {
		stmt = gimple_build_call(builtin_decl_implicit(BUILT_IN_CXA_END_CLEANUP), 0);
	} else {
		stmt = gimple_build_call(builtin_decl_implicit(BUILT_IN_EH_POINTER), 1,
					 build_int_cst(integer_type_node, cleanup->index));
		exception = make_ssa_name(ptr_type_node, stmt);
		gimple_call_set_lhs(stmt, exception);
		anycov_add_stmt(&seq, stmt, p->where);
		stmt = gimple_build_call(builtin_decl_implicit(BUILT_IN_UNWIND_RESUME), 1,
					 exception);
	}
	anycov_add_stmt(&seq, stmt, p->where);
	gsi_insert_seq_after(&p->at, seq, GSI_CONTINUE_LINKING);
}

static void make_pad(struct anycov_point *p, function *fun, eh_region cleanup, eh_landing_pad lp)
{
	basic_block pad = create_empty_bb(EXIT_BLOCK_PTR_FOR_FN(fun)->prev_bb);

	if (current_loops)
		add_bb_to_loop(pad, current_loops->tree_root);
	lp->post_landing_pad = gimple_block_label(pad);
	EH_LANDING_PAD_NR(lp->post_landing_pad) = lp->index;
	p->bb = pad;
	p->where = fun->function_end_locus;
	fill_pad(p, cleanup);
}

static void lead_to_pad(anycov_stmt stmt, eh_landing_pad lp, basic_block pad)
{
	basic_block bb = gimple_bb(stmt);

	if (gsi_stmt(gsi_last_bb(bb)) != stmt)
		split_block(bb, stmt);
	add_stmt_to_eh_lp(stmt, lp->index);
	anycov_set_never(make_edge(bb, pad, EDGE_EH));
}

bool anycov_exception_pad(function *fun, struct anycov_point *p)
{
	auto_vec<anycov_stmt> throwing;
	gimple_stmt_iterator i;
	eh_region cleanup;
	eh_landing_pad lp;
	basic_block bb;

	FOR_EACH_BB_FN (bb, fun)
		for (i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i))
			if (lets_escape(gsi_stmt(i)))
				throwing.safe_push(gsi_stmt(i));
	if (throwing.is_empty() && !has_selective_region(fun))
		return false;
	if (!DECL_FUNCTION_PERSONALITY(fun->decl))
		DECL_FUNCTION_PERSONALITY(fun->decl) = lang_hooks.eh_personality();
	cleanup = outermost_cleanup(fun);
	if (throwing.is_empty())
		return false;
	lp = gen_eh_landing_pad(cleanup);
	make_pad(p, fun, cleanup, lp);
	for (unsigned n = 0; n < throwing.length(); n++)
		lead_to_pad(throwing[n], lp, p->bb);
	return true;
}
