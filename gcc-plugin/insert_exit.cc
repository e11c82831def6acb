/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The hook at a function's exits: returns, calls that become jumps, and exceptions
 * that leave.  For the last there is one landing pad for the whole function, as if
 * its body stood in a cleanup; code and exceptions meet it only where nothing else
 * handles them.
 */
#include "adapter.h"

static void add_exit(gimple_stmt_iterator *at, unsigned block)
{
	gimple_seq seq = NULL;

	anycov_add_site(&seq, gimple_build_call(anycov_hook_decl(ANYCOV_HOOK_TRACE_PC_EXIT), 0),
			ANYCOV_SITE_EXIT, block, gimple_location(gsi_stmt(*at)));
	gsi_insert_seq_before(at, seq, GSI_SAME_STMT);
}

/* Does the function end here by raising the exception that it has caught? */
static bool resumes_unwinding(anycov_stmt call)
{
	tree decl = gimple_call_fndecl(call);

	return anycov_is_normal_builtin(decl) &&
	       (DECL_FUNCTION_CODE(decl) == BUILT_IN_UNWIND_RESUME ||
		DECL_FUNCTION_CODE(decl) == BUILT_IN_CXA_END_CLEANUP);
}

void anycov_add_exit_at_call(gimple_stmt_iterator *at, unsigned block)
{
	anycov_stmt call = gsi_stmt(*at);

	if (resumes_unwinding(call) || anycov_must_tail_call(call))
		add_exit(at, block);
	else if (gimple_call_tail_p(as_a<gcall *>(call)))
		gimple_call_set_tail(as_a<gcall *>(call), false); /* the exit's hook is behind */
}

static bool follows_must_tail(gimple_stmt_iterator at)
{
	for (gsi_prev(&at); !gsi_end_p(at); gsi_prev(&at))
		if (is_gimple_call(gsi_stmt(at)))
			return anycov_must_tail_call(gsi_stmt(at));
	return false;
}

void anycov_add_exit_at_return(gimple_stmt_iterator *at, unsigned block)
{
	if (!follows_must_tail(*at))
		add_exit(at, block);
}

/* May an exception of this statement leave, and has its exit no hook yet? */
static bool lets_escape(anycov_stmt stmt)
{
	if (!anycov_throws_externally(stmt))
		return false;
	return !is_gimple_call(stmt) || !(resumes_unwinding(stmt) || anycov_must_tail_call(stmt));
}

/*
 * Could an exception pass through one of the function's own regions, all of which
 * handlers leave alone?  Try blocks and exception specifications name types.
 */
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

/* C++ on ARM has a way of its own to go on; at a link only the function's
 * personality tells the language. */
static bool uses_cxa_end_cleanup(function *fun)
{
	tree personality = DECL_FUNCTION_PERSONALITY(fun->decl);
	eh_region r;

	FOR_ALL_EH_REGION_FN(r, fun)
		if (r->use_cxa_end_cleanup)
			return true;
	if (!targetm.arm_eabi_unwinder || !personality)
		return false;
	return !strncmp(anycov_assembler_name(personality), "__gxx_personality", 17);
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

/* Hook, then on with the exception. */
static void fill_pad(basic_block pad, eh_region cleanup, location_t where)
{
	gimple_stmt_iterator at = gsi_last_bb(pad);
	anycov_stmt stmt;
	tree exception;

	if (cleanup->use_cxa_end_cleanup) {
		stmt = gimple_build_call(builtin_decl_implicit(BUILT_IN_CXA_END_CLEANUP), 0);
	} else {
		stmt = gimple_build_call(builtin_decl_implicit(BUILT_IN_EH_POINTER), 1,
					 build_int_cst(integer_type_node, cleanup->index));
		exception = make_ssa_name(ptr_type_node, stmt);
		gimple_call_set_lhs(stmt, exception);
		gimple_set_location(stmt, where);
		gsi_insert_after(&at, stmt, GSI_NEW_STMT);
		stmt = gimple_build_call(builtin_decl_implicit(BUILT_IN_UNWIND_RESUME), 1,
					 exception);
	}
	gimple_set_location(stmt, where);
	gsi_insert_after(&at, stmt, GSI_NEW_STMT);
	add_exit(&at, 0);
}

static basic_block make_pad(function *fun, eh_region cleanup, eh_landing_pad lp)
{
	basic_block pad = create_empty_bb(EXIT_BLOCK_PTR_FOR_FN(fun)->prev_bb);

	if (current_loops)
		add_bb_to_loop(pad, current_loops->tree_root);
	lp->post_landing_pad = gimple_block_label(pad);
	EH_LANDING_PAD_NR(lp->post_landing_pad) = lp->index;
	fill_pad(pad, cleanup, fun->function_end_locus);
	return pad;
}

static void lead_to_pad(anycov_stmt stmt, eh_landing_pad lp, basic_block pad)
{
	basic_block bb = gimple_bb(stmt);

	if (gsi_stmt(gsi_last_bb(bb)) != stmt)
		split_block(bb, stmt);
	add_stmt_to_eh_lp(stmt, lp->index);
	anycov_set_never(make_edge(bb, pad, EDGE_EH));
}

void anycov_add_exit_of_exceptions(function *fun)
{
	auto_vec<anycov_stmt> throwing;
	gimple_stmt_iterator i;
	eh_region cleanup;
	eh_landing_pad lp;
	basic_block bb, pad;

	FOR_EACH_BB_FN(bb, fun)
		for (i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i))
			if (lets_escape(gsi_stmt(i)))
				throwing.safe_push(gsi_stmt(i));
	if (throwing.is_empty() && !has_selective_region(fun))
		return;
	if (!DECL_FUNCTION_PERSONALITY(fun->decl))
		DECL_FUNCTION_PERSONALITY(fun->decl) = lang_hooks.eh_personality();
	cleanup = outermost_cleanup(fun);
	if (throwing.is_empty())
		return;
	lp = gen_eh_landing_pad(cleanup);
	pad = make_pad(fun, cleanup, lp);
	for (unsigned n = 0; n < throwing.length(); n++)
		lead_to_pad(throwing[n], lp, pad);
}
