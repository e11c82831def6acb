/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What a probe is made of beside trace-pc's call: guard, counter, flag, stack depth. */
#include "adapter.h"

static void assign(gimple_seq *seq, tree to, tree value, location_t where)
{
	anycov_stmt stmt = gimple_build_assign(to, value);

	gimple_set_location(stmt, where);
	gimple_seq_add_stmt(seq, stmt);
}

static void emit_guard(struct anycov_point *p, unsigned number, unsigned block,
		       location_t where)
{
	tree guard = build_fold_addr_expr(anycov_table_element(ANYCOV_TABLE_GUARDS, number));
	gimple_seq seq = NULL;

	anycov_add_site(&seq,
			gimple_build_call(anycov_hook_decl(ANYCOV_HOOK_TRACE_PC_GUARD), 1, guard),
			ANYCOV_SITE_GUARD, block, where);
	anycov_site_element(number);
	anycov_emit(p, seq);
}

static void emit_counter(struct anycov_point *p, unsigned number, unsigned block,
			 location_t where)
{
	tree u8 = anycov_uint_type(8);
	tree old = make_ssa_name(u8, NULL), next = make_ssa_name(u8, NULL);
	gimple_seq seq = NULL;
	gassign *add;

	anycov_add_mark(&seq, ANYCOV_SITE_COUNTER, block, where);
	anycov_site_element(number);
	assign(&seq, old, anycov_table_element(ANYCOV_TABLE_COUNTERS, number), where);
	add = gimple_build_assign(next, PLUS_EXPR, old, build_int_cst(u8, 1));
	gimple_set_location(add, where);
	gimple_seq_add_stmt(&seq, add);
	assign(&seq, anycov_table_element(ANYCOV_TABLE_COUNTERS, number), next, where);
	anycov_emit(p, seq);
}

/* Looked at before it is written: many processors would else fight for its line. */
static void emit_flag(struct anycov_point *p, unsigned number, unsigned block, location_t where)
{
	tree u8 = anycov_uint_type(8);
	tree flag = make_ssa_name(u8, NULL);
	gimple_seq seq = NULL, then = NULL;

	anycov_add_mark(&seq, ANYCOV_SITE_FLAG, block, where);
	anycov_site_element(number);
	assign(&seq, flag, anycov_table_element(ANYCOV_TABLE_BOOLS, number), where);
	assign(&then, anycov_table_element(ANYCOV_TABLE_BOOLS, number), build_int_cst(u8, 1),
	       where);
	anycov_emit_if(p, seq, EQ_EXPR, flag, build_int_cst(u8, 0), then);
}

void anycov_emit_probe(struct anycov_point *p, unsigned number, unsigned block,
		       location_t where)
{
	if (anycov_opts.coverage & ANYCOV_COV_TRACE_PC_GUARD)
		emit_guard(p, number, block, where);
	if (anycov_opts.coverage & ANYCOV_COV_COUNTERS)
		emit_counter(p, number, block, where);
	if (anycov_opts.coverage & ANYCOV_COV_BOOLS)
		emit_flag(p, number, block, where);
}

/* A function that calls nothing is not the deepest: its caller counts. */
static bool has_user_call(void)
{
	gimple_stmt_iterator i;
	basic_block bb;

	FOR_EACH_BB_FN(bb, cfun)
		for (i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i)) {
			tree decl;

			if (!is_gimple_call(gsi_stmt(i)) || gimple_call_internal_p(gsi_stmt(i)))
				continue;
			decl = gimple_call_fndecl(gsi_stmt(i));
			if (!decl || !(anycov_is_hook(decl) || is_inexpensive_builtin(decl)))
				return true;
		}
	return false;
}

static tree lowest_stack(void)
{
	static const char *const name = anycov_variable_names[ANYCOV_VARIABLE_LOWEST_STACK];
	tree decl = anycov_variable_decl(ANYCOV_VARIABLE_LOWEST_STACK,
					 anycov_uint_type(POINTER_SIZE), false);

	if (!DECL_THREAD_LOCAL_P(decl)) {
		if (!DECL_EXTERNAL(decl))
			error("anycov: %qs must be thread-local; declare it %<__thread%>", name);
		else
			set_decl_tls_model(decl, TLS_MODEL_INITIAL_EXEC);
	}
	return decl;
}

static void emit_depth_call(struct anycov_point *p, unsigned block, location_t where)
{
	gimple_seq seq = NULL;

	anycov_add_site(&seq, gimple_build_call(anycov_hook_decl(ANYCOV_HOOK_STACK_DEPTH), 0),
			ANYCOV_SITE_DATA, block, where);
	anycov_emit(p, seq);
}

static void emit_depth(struct anycov_point *p, location_t where)
{
	tree uptr = anycov_uint_type(POINTER_SIZE);
	tree here = make_ssa_name(uptr, NULL), lowest = make_ssa_name(uptr, NULL);
	tree address = make_ssa_name(ptr_type_node, NULL);
	tree variable = lowest_stack();
	gimple_seq seq = NULL, then = NULL;
	anycov_stmt stmt;

	stmt = gimple_build_call(builtin_decl_explicit(BUILT_IN_FRAME_ADDRESS), 1,
				 integer_zero_node);
	gimple_call_set_lhs(stmt, address);
	gimple_set_location(stmt, where);
	gimple_seq_add_stmt(&seq, stmt);
	stmt = gimple_build_assign(here, NOP_EXPR, address);
	gimple_set_location(stmt, where);
	gimple_seq_add_stmt(&seq, stmt);
	assign(&seq, lowest, variable, where);
	assign(&then, variable, here, where);
	anycov_emit_if(p, seq, LT_EXPR, here, lowest, then);
}

void anycov_emit_entry(struct anycov_point *p, unsigned block, location_t where)
{
	bool call = anycov_opts.stack_depth_min || !anycov_has_tls();

	if (!(anycov_opts.coverage & ANYCOV_COV_STACK_DEPTH) || !has_user_call())
		return;
	if (!call)
		emit_depth(p, where);
	else if (anycov_frame_bytes(cfun) >= anycov_opts.stack_depth_min || cfun->calls_alloca)
		emit_depth_call(p, block, where);
}
