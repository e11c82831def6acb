/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Branches that the source, as it is at -O0, does not have: what the compiler adds to code that it
 * moves into a function of its own, what tests whether it knows a value, and the ways out of
 * cleanups.  At the early place, where the user's variables have no SSA form yet. */
#include "adapter.h"

enum anycov_moved_code anycov_moved_code(const char *name)
{
	const char *suffix = strrchr(name, '.');

	if (strstr(name, "._omp_fn."))
		return ANYCOV_MOVED_CONSTRUCT;
	return suffix && !strcmp(suffix, ".actor") ? ANYCOV_MOVED_COROUTINE : ANYCOV_NOT_MOVED;
}

/* What gives a temporary of GCC its value before "at"; NULL: another block, or it is none. */
static anycov_stmt setter(tree value, gimple_stmt_iterator *at)
{
	if (TREE_CODE(value) == SSA_NAME)
		return SSA_NAME_DEF_STMT(value);
	if (TREE_CODE(value) != VAR_DECL || !DECL_ARTIFICIAL(value))
		return NULL;
	for (gsi_prev_nondebug(at); !gsi_end_p(*at); gsi_prev_nondebug(at))
		if (gimple_get_lhs(gsi_stmt(*at)) == value)
			return gsi_stmt(*at);
	return NULL;
}

/* Truth values; at -O0 the compiler would know no other. */
enum truth { IS_FALSE, IS_TRUE, IS_ANY };

static enum truth negate(enum truth t)
{
	return t == IS_ANY ? IS_ANY : t == IS_TRUE ? IS_FALSE : IS_TRUE;
}

static enum truth combine(enum tree_code code, enum truth a, enum truth b)
{
	enum truth decides = code == BIT_AND_EXPR ? IS_FALSE : IS_TRUE;

	if (a == decides || b == decides)
		return decides;
	return a == IS_ANY || b == IS_ANY ? IS_ANY : negate(decides);
}

static enum truth at_level_0(tree value, gimple_stmt_iterator at);

static enum truth compared(enum tree_code code, tree left, tree right, gimple_stmt_iterator at)
{
	enum truth t = IS_ANY;

	if ((code == NE_EXPR || code == EQ_EXPR) && TREE_CODE(right) == INTEGER_CST) {
		t = at_level_0(left, at);
		t = integer_zerop(right) ? t : integer_onep(right) ? negate(t) : IS_ANY;
	}
	return code == EQ_EXPR ? negate(t) : t;
}

/* The value before "at" if __builtin_constant_p() were 0. */
static enum truth at_level_0(tree value, gimple_stmt_iterator at)
{
	anycov_stmt stmt = setter(value, &at);
	tree decl = stmt && is_gimple_call(stmt) ? gimple_call_fndecl(stmt) : NULL_TREE;

	if (anycov_is_normal_builtin(decl) && DECL_FUNCTION_CODE(decl) == BUILT_IN_CONSTANT_P)
		return IS_FALSE;
	if (!stmt || !is_gimple_assign(stmt))
		return IS_ANY;
	switch (gimple_assign_rhs_code(stmt)) {
	case VAR_DECL:
	case SSA_NAME:
	CASE_CONVERT:
		return at_level_0(gimple_assign_rhs1(stmt), at);
	case TRUTH_NOT_EXPR:
		return negate(at_level_0(gimple_assign_rhs1(stmt), at));
	case BIT_AND_EXPR:
	case BIT_IOR_EXPR:
		return combine(gimple_assign_rhs_code(stmt),
			       at_level_0(gimple_assign_rhs1(stmt), at),
			       at_level_0(gimple_assign_rhs2(stmt), at));
	default:
		return compared(gimple_assign_rhs_code(stmt), gimple_assign_rhs1(stmt),
				gimple_assign_rhs2(stmt), at);
	}
}

/* What the condition at the end of the block is at -O0. */
static enum truth condition_of(basic_block bb)
{
	gimple_stmt_iterator i = gsi_last_nondebug_bb(bb);

	if (gsi_end_p(i) || gimple_code(gsi_stmt(i)) != GIMPLE_COND)
		return IS_ANY;
	return compared(gimple_cond_code(gsi_stmt(i)), gimple_cond_lhs(gsi_stmt(i)),
			gimple_cond_rhs(gsi_stmt(i)), i);
}

bool anycov_is_for_constants(edge e)
{
	enum truth t = condition_of(e->src);

	return (t == IS_FALSE && (e->flags & EDGE_TRUE_VALUE)) ||
	       (t == IS_TRUE && (e->flags & EDGE_FALSE_VALUE));
}

/* Of the unit: where constructs begin (places of one token differ in its range), and UIDs + 1 of
 * the functions that they are in. */
static struct anycov_number_set construct_places, construct_functions;

void anycov_note_construct(function *fun, location_t where)
{
	anycov_number_set_add(&construct_functions, DECL_UID(fun->decl) + 1);
	if (LOCATION_LOCUS(where) != UNKNOWN_LOCATION)
		anycov_number_set_add(&construct_places, ANYCOV_FIRST_PLACE(where));
}

/* Some of a construct's branches have its place, others none. */
static bool is_of_construct(location_t where)
{
	if (LOCATION_LOCUS(where) != UNKNOWN_LOCATION)
		return anycov_number_set_has(&construct_places, ANYCOV_FIRST_PLACE(where));
	return anycov_number_set_has(&construct_functions, DECL_UID(cfun->decl) + 1) ||
	       anycov_moved_code(anycov_assembler_name(cfun->decl)) == ANYCOV_MOVED_CONSTRUCT;
}

static bool calls(anycov_stmt stmt, const char *name)
{
	tree decl = is_gimple_call(stmt) ? gimple_call_fndecl(stmt) : NULL_TREE;

	return decl && DECL_NAME(decl) && !strcmp(IDENTIFIER_POINTER(DECL_NAME(decl)), name);
}

/* Members of a coroutine's frame that no source has; GCC 10 names them as second. */
static bool is_of_frame(tree ref)
{
	static const char *const names[] = { "_Coro_resume_index", "__resume_at",
					     "_Coro_frame_needs_free", "__frame_needs_free" };
	tree field = TREE_CODE(ref) == COMPONENT_REF ? TREE_OPERAND(ref, 1) : NULL_TREE;
	const char *name = field && DECL_NAME(field) ? IDENTIFIER_POINTER(DECL_NAME(field)) : "";

	for (unsigned i = 0; i < ARRAY_SIZE(names); i++)
		if (!strcmp(name, names[i]))
			return true;
	return false;
}

/* Notes where it would resume, as code does before it waits. */
static bool prepares_to_wait(basic_block bb)
{
	gimple_stmt_iterator i;

	for (i = gsi_start_nondebug_bb(bb); !gsi_end_p(i); gsi_next_nondebug(&i))
		if (is_gimple_assign(gsi_stmt(i)) && is_of_frame(gimple_assign_lhs(gsi_stmt(i))))
			return true;
	return false;
}

/* Where a coroutine goes on, or whether its frame is freed. */
static bool tests_frame(tree value, gimple_stmt_iterator at)
{
	anycov_stmt stmt = setter(value, &at);

	if (!stmt || !is_gimple_assign(stmt))
		return false;
	switch (gimple_assign_rhs_code(stmt)) {
	case SSA_NAME:
	case BIT_AND_EXPR:
	CASE_CONVERT:
		return tests_frame(gimple_assign_rhs1(stmt), at);
	default:
		return is_of_frame(gimple_assign_rhs1(stmt));
	}
}

static tree tested_value(anycov_stmt branch)
{
	if (gimple_code(branch) == GIMPLE_COND)
		return gimple_cond_lhs(branch);
	return gimple_code(branch) == GIMPLE_SWITCH ? gimple_switch_index(as_a<gswitch *>(branch))
						    : NULL_TREE;
}

/* The function that the user calls makes the frame. */
static bool makes_coroutine(function *fun)
{
	unsigned i;
	tree var;

	if (strncmp(lang_hooks.name, "GNU C++", 7) != 0)
		return false;
	FOR_EACH_LOCAL_DECL(fun, i, var)
	{
		const char *name = DECL_NAME(var) ? IDENTIFIER_POINTER(DECL_NAME(var)) : "";

		if (!strcmp(name, "_Coro_frameptr") || !strcmp(name, "coro.frameptr"))
			return true;
	}
	return false;
}

location_t anycov_coroutine_brace(function *fun)
{
	gimple_stmt_iterator i = gsi_start_nondebug_bb(single_succ(ENTRY_BLOCK_PTR_FOR_FN(fun)));

	if (makes_coroutine(fun))
		return LOCATION_LOCUS(fun->function_end_locus);
	if (anycov_moved_code(anycov_assembler_name(fun->decl)) != ANYCOV_MOVED_COROUTINE)
		return UNKNOWN_LOCATION;
	/* It begins with what resumes it. */
	while (!gsi_end_p(i) && LOCATION_LOCUS(gimple_location(gsi_stmt(i))) <= BUILTINS_LOCATION)
		gsi_next_nondebug(&i);
	return gsi_end_p(i) ? UNKNOWN_LOCATION : LOCATION_LOCUS(gimple_location(gsi_stmt(i)));
}

bool anycov_ends_coroutine(anycov_stmt stmt)
{
	return calls(stmt, "final_suspend");
}

/* The return at the end that the source does not have has the place of the last one that it has. */
anycov_stmt anycov_implicit_return(function *fun)
{
	anycov_stmt last = NULL, before = NULL;
	gimple_stmt_iterator i;
	basic_block bb;

	if (anycov_moved_code(anycov_assembler_name(fun->decl)) != ANYCOV_MOVED_COROUTINE)
		return NULL;
	FOR_EACH_BB_FN (bb, fun)
		for (i = gsi_start_nondebug_bb(bb); !gsi_end_p(i); gsi_next_nondebug(&i))
			if (calls(gsi_stmt(i), "return_void")) {
				before = last;
				last = gsi_stmt(i);
			}
	return before && LOCATION_LOCUS(gimple_location(before)) ==
				       LOCATION_LOCUS(gimple_location(last))
		       ? last
		       : NULL;
}

/* Where control goes on after cleanups, at -O0: other levels copy them. */
static bool is_way_out(tree value)
{
	const char *name = value && TREE_CODE(value) == VAR_DECL && DECL_NAME(value)
				   ? IDENTIFIER_POINTER(DECL_NAME(value))
				   : "";

	return !strncmp(name, "finally_tmp.", 12);
}

bool anycov_is_made_branch(basic_block bb)
{
	gimple_stmt_iterator i = gsi_last_nondebug_bb(bb);
	edge_iterator ei;
	tree value;
	edge e;

	if (gsi_end_p(i) || EDGE_COUNT(bb->succs) < 2)
		return false;
	value = tested_value(gsi_stmt(i));
	if (is_way_out(value) || (value && is_of_construct(gimple_location(gsi_stmt(i)))))
		return true;
	if (anycov_moved_code(anycov_assembler_name(cfun->decl)) == ANYCOV_MOVED_COROUTINE) {
		if (value && tests_frame(value, i))
			return true;
		/* By await_ready() of what co_await has. */
		FOR_EACH_EDGE (e, ei, bb->succs)
			if (prepares_to_wait(e->dest))
				return true;
	}
	return condition_of(bb) != IS_ANY;
}
