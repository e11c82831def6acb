/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* place=early: keeps GCC's front ends from changing a function before its blocks are marked; with
 * place=parsed nothing of this is done.  LLVM needs none of it: clang's front end makes the same
 * blocks at every level.  What each part is for: test/cli/place_parsed.sh.
 *
 * From -O1 on GCC
 *   merges conditions and evaluates constexpr calls while it parses (set_function(), macro_used()),
 *   drops jumps, and the lines of break, continue and goto with them, while it makes a function's
 *   GIMPLE and its graph (gimplify_as_written()),
 *   drops static functions that nothing calls (keep_function()).
 * So its level is 0 while it does the first two, and such functions are kept for a while.
 * At any level it has
 *   operands of conditions at the line of another one (place_operands()),
 *   what moves the iterators of OpenMP's loops at the line of the loop's end (place_iterators()),
 *   a switch in the body of another one at no line (place_switch()). */
#include "adapter.h"

/* While a body becomes GIMPLE, and later a graph. */
static int (*language_gimplify)(tree *, gimple_seq *, gimple_seq *);
static int suspended;                       /* the level meanwhile */
static tree constant_call, constant_answer; /* __builtin_constant_p(), its variable */

void anycov_suspend_optimization(function *)
{
	suspended = suspended ? suspended : optimize;
	optimize = 0;
}

void anycov_resume_optimization(function *)
{
	if (suspended)
		optimize = suspended;
	suspended = 0;
	constant_call = constant_answer = NULL_TREE;
}

/* From -O1 on the parsers merge conditions (a == 1 || a == 2) and evaluate calls of constexpr
 * functions, so their level is 0 while they are in a function; attributes outside, such as the
 * function's, have the user's.  At level 0 they answer that nothing is constant, so functions
 * with __builtin_constant_p() keep the user's level: a macro of that name tells when it is used.
 * Preprocessed source has no macros, so all of it keeps the level. */
static void (*target_set_function)(tree);
static void (*language_used)(cpp_reader *, location_t, cpp_hashnode *);
static bool is_watching, uses_constant_p;

static void set_parser_level(bool is_user)
{
	struct cl_optimization *user = TREE_OPTIMIZATION(optimization_current_node);

	optimize = is_user ? user->x_optimize : 0;
	flag_no_inline = !is_user || user->x_flag_no_inline;
}

static bool is_parsing(void)
{
	return symtab->state == PARSING && optimization_current_node && is_watching;
}

static void set_function(tree decl)
{
	target_set_function(decl);
	/* One of equal blocks has its own lines, whichever is executed.  Marks differ. */
	if (decl && !anycov_wants_marks())
		flag_tree_tail_merge = 0;
	if (!is_parsing())
		return;
	/* C++ reads all tokens before the first function. */
	if (!decl && strncmp(lang_hooks.name, "GNU C++", 7) != 0)
		uses_constant_p = false;
	set_parser_level(!decl || uses_constant_p);
}

static void macro_used(cpp_reader *reader, location_t where, cpp_hashnode *node)
{
	if (language_used)
		language_used(reader, where, node);
	if (strcmp((const char *)NODE_NAME(node), ANYCOV_CONSTANT_P) != 0 ||
	    in_system_header_at(where))
		return;
	uses_constant_p = true;
	if (cfun && is_parsing())
		set_parser_level(true);
}

void anycov_watch_constant_p(void)
{
	if (!&parse_in || !parse_in || !anycov_unit_parses_as_written(anycov_gcc_unit) ||
	    cpp_get_options(parse_in)->preprocessed)
		return;
	is_watching = true;
	cpp_define(parse_in, ANYCOV_CONSTANT_P "=" ANYCOV_CONSTANT_P);
	language_used = cpp_get_callbacks(parse_in)->used;
	cpp_get_callbacks(parse_in)->used = macro_used;
}

/* Static functions that were forced for their map, whether anything calls them or not. */
static hash_set<tree> *forced;

/* From -O1 on GCC drops static functions that nothing calls before any pass sees them. */
static void keep_function(void *finished, void *)
{
	tree decl = (tree)finished;

	if (!anycov_keeps_source() || !opt_for_fn(decl, optimize) ||
	    TREE_CODE(decl) != FUNCTION_DECL || TREE_PUBLIC(decl) || DECL_EXTERNAL(decl) ||
	    DECL_DECLARED_INLINE_P(decl) || decl_function_context(decl))
		return;
	cgraph_node *node = cgraph_node::get_create(decl);
	if (node->force_output)
		return;
	forced = forced ? forced : new hash_set<tree>;
	node->force_output = true;
	forced->add(decl);
}

/* Lets GCC drop it from here on, as it would have. */
void anycov_release_function(tree decl)
{
	cgraph_node *node = forced && forced->contains(decl) ? cgraph_node::get(decl) : NULL;

	if (!node)
		return;
	node->force_output = DECL_PRESERVE_P(decl);
	ANYCOV_IS_LOCAL(node) = node->local_p();
}

/* At level 0 GCC would answer no; GCC 8 once more after it has converted the answer's variable. */
static bool asks_for_constant(tree expr)
{
	bool is_assignment = TREE_CODE(expr) == MODIFY_EXPR || TREE_CODE(expr) == INIT_EXPR;
	tree call = is_assignment ? TREE_OPERAND(expr, 1) : expr;
	tree decl = TREE_CODE(call) == CALL_EXPR ? get_callee_fndecl(call) : NULL_TREE;

	if (anycov_is_normal_builtin(decl) && DECL_FUNCTION_CODE(decl) == BUILT_IN_CONSTANT_P) {
		constant_call = call;
		constant_answer = is_assignment ? TREE_OPERAND(expr, 0) : constant_answer;
	} else if (constant_call && expr != constant_answer &&
		   !walk_tree(
			   &constant_call,
			   [](tree *node, int *, void *wanted) {
				   return *node == (tree)wanted ? *node : NULL_TREE;
			   },
			   expr, NULL))
		constant_call = constant_answer = NULL_TREE;
	return constant_call != NULL_TREE;
}

/* The place where an expression of several lines begins; its own is that of its operator. */
static location_t first_place(tree expr)
{
	while ((TREE_CODE(expr) == CLEANUP_POINT_EXPR || CONVERT_EXPR_P(expr)) &&
	       !EXPR_HAS_LOCATION(expr))
		expr = TREE_OPERAND(expr, 0);
	return EXPR_HAS_LOCATION(expr) ? ANYCOV_FIRST_PLACE(EXPR_LOCATION(expr)) : UNKNOWN_LOCATION;
}

static void set_place(tree expr, location_t place)
{
	if (place != UNKNOWN_LOCATION)
		SET_EXPR_LOCATION(expr, place);
}

/* An arm of ?: is an assignment to the value's temporary, which has no place of its own. */
static void place_arm(tree arm)
{
	if (arm && TREE_CODE(arm) == INIT_EXPR && !EXPR_HAS_LOCATION(arm))
		set_place(arm, first_place(TREE_OPERAND(arm, 1)));
}

/* C gives "return a && b" the place of the operator. */
static void place_return(tree expr)
{
	tree assignment = TREE_OPERAND(expr, 0), value;

	if (!assignment ||
	    (TREE_CODE(assignment) != MODIFY_EXPR && TREE_CODE(assignment) != INIT_EXPR))
		return;
	value = TREE_OPERAND(assignment, 1);
	STRIP_NOPS(value);
	if ((TREE_CODE(value) != TRUTH_ANDIF_EXPR && TREE_CODE(value) != TRUTH_ORIF_EXPR &&
	     TREE_CODE(value) != COND_EXPR) ||
	    LOCATION_LOCUS(EXPR_LOCATION(value)) != LOCATION_LOCUS(EXPR_LOCATION(expr)))
		return;
	set_place(expr, first_place(value));
	set_place(assignment, EXPR_LOCATION(expr));
}

/* Operands of && and || have the place of one of these operators, of any line; ?: has that of one
 * of its signs.  Each is placed where it begins, as clang does: the line of an operand that was
 * not evaluated is not covered. */
static void place_operands(tree expr)
{
	if (TREE_CODE(expr) == COND_EXPR) {
		set_place(expr, first_place(TREE_OPERAND(expr, 0)));
		place_arm(TREE_OPERAND(expr, 1));
		place_arm(TREE_OPERAND(expr, 2));
	} else if (TREE_CODE(expr) == RETURN_EXPR) {
		place_return(expr);
	} else {
		return;
	}
	if (EXPR_HAS_LOCATION(expr))
		input_location = EXPR_LOCATION(expr);
}

static tree replace_place(tree *p, int *, void *places)
{
	const location_t *from_to = (const location_t *)places;

	if (EXPR_P(*p) && EXPR_LOCATION(*p) == from_to[0])
		set_place(*p, from_to[1]);
	return NULL_TREE;
}

/* The place of what C++ adds to OpenMP's loop number i if that is over iterators of a class: their
 * count before the loop. */
static location_t count_place(tree loop, int i)
{
	tree test = TREE_VEC_ELT(OMP_FOR_COND(loop), i);
	tree counter = test && COMPARISON_CLASS_P(test) ? TREE_OPERAND(test, 0) : NULL_TREE;

	if (!counter || TREE_CODE(counter) != VAR_DECL || DECL_NAME(counter))
		return UNKNOWN_LOCATION;
	return EXPR_LOCATION(TREE_OPERAND(test, 1));
}

/* The body of such a loop begins with two statements for each of its iterators, which move them.
 * These and the count have the place where the loop ends, the line of its last statement, whether
 * that is executed or not. */
static void place_iterators(tree loop)
{
	location_t places[] = { UNKNOWN_LOCATION, EXPR_LOCATION(loop) };
	/* Of several constructs in one, the inner one has the tests. */
	int n = OMP_FOR_COND(loop) ? TREE_VEC_LENGTH(OMP_FOR_COND(loop)) : 0, added = 0;
	tree *body = &OMP_FOR_BODY(loop);

	for (int i = 0; i < n; i++)
		if (count_place(loop, i) != UNKNOWN_LOCATION) {
			places[0] = count_place(loop, i);
			added += 2;
		}
	if (!added)
		return;
	walk_tree(&OMP_FOR_COND(loop), replace_place, places, NULL);
	while (*body && TREE_CODE(*body) == BIND_EXPR)
		body = &BIND_EXPR_BODY(*body);
	if (!*body || TREE_CODE(*body) != STATEMENT_LIST)
		return;
	for (tree_stmt_iterator s = tsi_start(*body); !tsi_end_p(s) && added--; tsi_next(&s))
		walk_tree(tsi_stmt_ptr(s), replace_place, places, NULL);
}

/* GCC before 15 puts a switch in the body of another one into a scope that has its place. */
static void place_switch(gbind *scope)
{
	anycov_stmt first = gimple_seq_first_stmt(gimple_bind_body(scope));

	if (first && gimple_code(first) == GIMPLE_SWITCH &&
	    gimple_location(first) == UNKNOWN_LOCATION)
		gimple_set_location(first, gimple_location(scope));
}

static tree read_stmt(gimple_stmt_iterator *i, bool *, struct walk_stmt_info *)
{
	gbind *scope = dyn_cast<gbind *>(gsi_stmt(*i));

	if (scope && anycov_keeps_source())
		place_switch(scope);
	else if (is_gimple_omp(gsi_stmt(*i)))
		anycov_note_construct(cfun, gimple_location(gsi_stmt(*i)));
	return NULL_TREE;
}

void anycov_read_body(function *fun)
{
	struct walk_stmt_info walk;

	memset(&walk, 0, sizeof(walk));
	walk_gimple_seq(gimple_body(fun->decl), read_stmt, NULL, &walk);
}

static int gimplify_as_written(tree *expr, gimple_seq *before, gimple_seq *after)
{
	if (cfun && anycov_keeps_source()) {
		place_operands(*expr);
		if (TREE_CODE(*expr) >= OMP_FOR && TREE_CODE(*expr) <= OACC_LOOP)
			place_iterators(*expr);
	}
	anycov_mark_condition(expr, before);
	if (cfun && !(cfun->curr_properties & PROP_gimple_any) && (optimize || suspended) &&
	    anycov_keeps_source()) {
		anycov_suspend_optimization(cfun);
		optimize = asks_for_constant(*expr) ? suspended : 0;
	}
	return language_gimplify(expr, before, after);
}

void anycov_keep_as_written(const char *plugin)
{
	register_callback(plugin, PLUGIN_PRE_GENERICIZE, keep_function, NULL);
	language_gimplify = lang_hooks.gimplify_expr;
	lang_hooks.gimplify_expr = gimplify_as_written;
	target_set_function = targetm.set_current_function;
	targetm.set_current_function = set_function;
}
