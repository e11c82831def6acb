/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Decisions of C and C++ and the conditions that they consist of, from the trees of a function
 * before it becomes GIMPLE (place=early).  LLVM's pass sees no trees: clang has made branches of
 * them, so reports match these with the text.
 *
 * Only trees have them: in GIMPLE "if (a && b)" and "if (a) if (b)" are the same, and which branch
 * is which operand is seen neither from lines nor from columns (macros, templates).  So:
 *   at the function's first call, the walk below numbers the decisions and their conditions;
 *   the gimplifier makes each condition operand 0 of a COND_EXPR.  When it comes to that, the
 *   operand is gimplified here and an asm with the condition's number appended, which only the
 *   GIMPLE_COND follows (anycov_mark_condition());
 *   the early pass takes the asms out again, before anything else looks at the function, whether
 *   it gets probes or not (anycov_take_conditions()), and exports what they show.
 *
 * A condition is what GCC makes a branch of, "!" included: front ends fold "!a" to "a == 0".
 * Constants are none, nor is what only the compiler tests (guards of static variables).  "?:" as
 * an operand of && and || counts its three parts if GCC jumps by each of them.  Where it computes
 * the value ("if ((a ? b : c) && d)" without else), that is one condition, and what it tests a
 * decision of its own. */
#include "adapter.h"

struct source_condition {
	location_t at;
	const char *text;
	unsigned decision;
	bool is_marked;
	enum anycov_form is; /* a constant, as the gimplifier found */
};

struct source_part {
	enum anycov_form form;
	unsigned condition; /* CONDITION, CHOICE */
};

struct source_decision {
	struct source_part *parts;
	unsigned n, room;
	bool is_made; /* by the compiler */
};

/* Of the unit, by their numbers. */
static vec<struct source_condition> source_conditions;
static vec<struct source_decision> source_decisions;

/* Of the function that becomes GIMPLE: the conditions' trees, and what the walk came past. */
static hash_map<tree, unsigned> *numbered;
static hash_set<tree> *walked;
static struct anycov_number_set walked_functions; /* their UIDs + 1 */

static bool lists_decisions(void)
{
	/* -fgnu-tm allows no asm in transactions. */
	return anycov_wants_marks() && !flag_tm &&
	       (!strncmp(lang_hooks.name, "GNU C", 5) ||
		!strncmp(lang_hooks.name, "GNU Objective-C", 15));
}

/* ---- the walk ---- */

static void visit(tree *p);

static bool is_operator(tree t)
{
	return TREE_CODE(t) == TRUTH_ANDIF_EXPR || TREE_CODE(t) == TRUTH_ORIF_EXPR;
}

static bool is_compared_with_zero(tree t)
{
	return (TREE_CODE(t) == NE_EXPR || TREE_CODE(t) == EQ_EXPR) &&
	       integer_zerop(TREE_OPERAND(t, 1));
}

static bool negates(tree t)
{
	return TREE_CODE(t) == TRUTH_NOT_EXPR || TREE_CODE(t) == EQ_EXPR;
}

/* Returns the operand that has the truth value of *p, or its negation; NULL: another one. */
static tree *truth_operand(tree *p)
{
	tree t = *p, callee;

	switch (TREE_CODE(t)) {
	case CLEANUP_POINT_EXPR:
	case NON_LVALUE_EXPR:
	case TRUTH_NOT_EXPR:
		return &TREE_OPERAND(t, 0);
	case COMPOUND_EXPR:
		return &TREE_OPERAND(t, 1);
	case NE_EXPR:
	case EQ_EXPR:
		return is_compared_with_zero(t) ? &TREE_OPERAND(t, 0) : NULL;
	CASE_CONVERT:
		return INTEGRAL_TYPE_P(TREE_TYPE(TREE_OPERAND(t, 0))) ? &TREE_OPERAND(t, 0) : NULL;
	case CALL_EXPR:
		callee = get_callee_fndecl(t);
		return anycov_is_normal_builtin(callee) &&
				       DECL_FUNCTION_CODE(callee) == BUILT_IN_EXPECT &&
				       call_expr_nargs(t)
			       ? &CALL_EXPR_ARG(t, 0)
			       : NULL;
	default:
		return NULL;
	}
}

/* Returns the && or || whose truth value *p has, or its negation; NULL: there is none. */
static tree *operator_in(tree *p)
{
	while (p && !is_operator(*p))
		p = truth_operand(p);
	return p;
}

static void add_part(unsigned decision, enum anycov_form form, unsigned condition)
{
	struct source_decision *d = &source_decisions[decision];

	if (d->n == d->room) {
		d->room = 2 * d->room + 4;
		d->parts = XRESIZEVEC(struct source_part, d->parts, d->room);
	}
	d->parts[d->n].form = form;
	d->parts[d->n++].condition = condition;
}

/* A variable by which the compiler decides something of its own. */
static tree guard_in(tree *p, int *, void *)
{
	tree name = (TREE_CODE(*p) == VAR_DECL || TREE_CODE(*p) == PARM_DECL) && DECL_ARTIFICIAL(*p)
			    ? DECL_NAME(*p)
			    : NULL_TREE;

	return name && (!strncmp(IDENTIFIER_POINTER(name), "_ZGV", 4) ||
			!strcmp(IDENTIFIER_POINTER(name), "__in_chrg"))
		       ? *p
		       : NULL_TREE;
}

/* Returns what the compiler prints of a condition, without the comparison that it adds: "" if
 * that is not on one line or has names of the compiler's own. */
static const char *printed(tree t)
{
	static const char *const no_text[] = { "\n", "{", "<<<", "D.", "SAVE_EXPR", "TARGET_EXPR" };
	char *text = NULL;
	size_t size = 0;
	FILE *f;

	while (TREE_CODE(t) == NON_LVALUE_EXPR || CONVERT_EXPR_P(t) ||
	       (TREE_CODE(t) == NE_EXPR && is_compared_with_zero(t)))
		t = TREE_OPERAND(t, 0);
	f = open_memstream(&text, &size);
	if (!f)
		return "";
	print_generic_expr(f, t, TDF_NONE);
	if (fclose(f))
		return "";
	for (unsigned i = 0; i < ARRAY_SIZE(no_text); i++)
		if (size > 200 || strstr(text, no_text[i])) {
			free(text);
			return "";
		}
	return text;
}

static location_t place_of(tree t)
{
	while (EXPR_P(t) && EXPR_LOCATION(t) == UNKNOWN_LOCATION && TREE_OPERAND_LENGTH(t) &&
	       (TREE_CODE(t) == NON_LVALUE_EXPR || CONVERT_EXPR_P(t) || COMPARISON_CLASS_P(t)))
		t = TREE_OPERAND(t, 0);
	return EXPR_P(t) ? EXPR_LOCATION(t) : UNKNOWN_LOCATION;
}

/* Makes *p a tree of its own and of type bool, as the gimplifier would. */
static void set_apart(tree *p)
{
	tree t = *p;

	if (COMPARISON_CLASS_P(t) && INTEGRAL_TYPE_P(TREE_TYPE(t)) &&
	    TREE_CODE(TREE_TYPE(t)) != BOOLEAN_TYPE)
		TREE_TYPE(t) = boolean_type_node;
	if (EXPR_P(t) && TREE_CODE(t) != SAVE_EXPR && TREE_CODE(t) != COND_EXPR &&
	    TREE_CODE(TREE_TYPE(t)) == BOOLEAN_TYPE && !numbered->get(t))
		return;
	if (TREE_CODE(TREE_TYPE(t)) != BOOLEAN_TYPE)
		t = fold_convert(boolean_type_node, t);
	*p = build1_loc(place_of(t), NON_LVALUE_EXPR, TREE_TYPE(t), t);
}

/* Adds a condition, or a choice that may become one. */
static void number_part(tree t, unsigned decision, enum anycov_form form)
{
	struct source_condition c;

	memset(&c, 0, sizeof(c));
	c.at = place_of(t);
	c.text = printed(t);
	c.decision = decision;
	c.is = form;
	add_part(decision, form, source_conditions.length());
	source_conditions.safe_push(c);
}

static void add_condition(tree *p, unsigned decision)
{
	number_part(*p, decision, ANYCOV_FORM_CONDITION);
	if (walk_tree_without_duplicates(p, guard_in, NULL))
		source_decisions[decision].is_made = true;
	set_apart(p);
	numbered->put(*p, source_conditions.length() - 1);
	for (int i = 0; i < TREE_OPERAND_LENGTH(*p); i++)
		if (TREE_OPERAND(*p, i))
			visit(&TREE_OPERAND(*p, i));
}

/* Returns whether GCC jumps by each part of an operand of && or ||. */
static bool is_choice(tree t)
{
	return TREE_CODE(t) == COND_EXPR && INTEGRAL_TYPE_P(TREE_TYPE(t)) && TREE_OPERAND(t, 1) &&
	       TREE_OPERAND(t, 2) && INTEGRAL_TYPE_P(TREE_TYPE(TREE_OPERAND(t, 1))) &&
	       INTEGRAL_TYPE_P(TREE_TYPE(TREE_OPERAND(t, 2)));
}

/* As the gimplifier would. */
static void convert_choice(tree t)
{
	for (int i = 1; i < 3; i++) {
		tree result = TREE_OPERAND(t, i);

		if (TREE_CODE(TREE_TYPE(result)) != BOOLEAN_TYPE && !is_operator(result) &&
		    !COMPARISON_CLASS_P(result) && !is_choice(result))
			TREE_OPERAND(t, i) = fold_convert(boolean_type_node, result);
	}
	TREE_TYPE(t) = boolean_type_node;
}

/* Adds what *p consists of; is_operand: of && or ||. */
static void add_parts(tree *p, unsigned decision, bool is_operand)
{
	tree *found = operator_in(p), t = *p;

	if (found) {
		for (; p != found; p = truth_operand(p)) {
			if (negates(*p))
				add_part(decision, ANYCOV_FORM_NOT, 0);
			if (TREE_CODE(*p) == COMPOUND_EXPR)
				visit(&TREE_OPERAND(*p, 0));
		}
		add_part(decision,
			 TREE_CODE(*p) == TRUTH_ANDIF_EXPR ? ANYCOV_FORM_AND : ANYCOV_FORM_OR, 0);
		t = *p;
		add_parts(&TREE_OPERAND(t, 0), decision, true);
		add_parts(&TREE_OPERAND(t, 1), decision, true);
		return;
	}
	if (is_operand && is_choice(t) && !walked->add(t)) {
		number_part(t, decision, ANYCOV_FORM_CHOICE);
		convert_choice(t);
		numbered->put(t, source_conditions.length() - 1);
		for (int i = 0; i < 3; i++)
			add_parts(&TREE_OPERAND(t, i), decision, true);
		return;
	}
	STRIP_NOPS(t);
	if (TREE_CODE(t) == INTEGER_CST)
		add_part(decision, integer_zerop(t) ? ANYCOV_FORM_FALSE : ANYCOV_FORM_TRUE, 0);
	else
		add_condition(p, decision);
}

/* #pragma GCC ivdep and the like: GCC looks for these in front of the branch. */
static bool is_annotated(tree t)
{
	while (CONVERT_EXPR_P(t) || TREE_CODE(t) == NON_LVALUE_EXPR || TREE_CODE(t) == NE_EXPR)
		t = TREE_OPERAND(t, 0);
	return TREE_CODE(t) == ANNOTATE_EXPR;
}

static void add_decision(tree *p)
{
	struct source_decision d;

	if (is_annotated(*p)) {
		visit(p);
		return;
	}
	memset(&d, 0, sizeof(d));
	source_decisions.safe_push(d);
	add_parts(p, source_decisions.length() - 1, false);
}

/* The C++ front end makes COND_EXPRs of its IF_STMTs late; only its own headers have the code. */
static bool is_if(tree t)
{
	return TREE_CODE(t) == COND_EXPR || !strcmp(get_tree_code_name(TREE_CODE(t)), "if_stmt");
}

static tree visit_one(tree *p, int *walk_subtrees, void *)
{
	tree t = *p, var;

	*walk_subtrees = !TYPE_P(t) && !(EXPR_P(t) && walked->add(t));
	if (!*walk_subtrees)
		return NULL_TREE;
	*walk_subtrees = 0;
	if (is_if(t)) {
		add_decision(&TREE_OPERAND(t, 0));
		for (int i = 1; i < 3; i++)
			if (TREE_OPERAND(t, i))
				visit(&TREE_OPERAND(t, i));
	} else if (is_operator(t)) {
		add_decision(p);
	} else if (TREE_CODE(t) == BIND_EXPR) {
		visit(&BIND_EXPR_BODY(t)); /* variables have DECL_EXPRs there */
	} else if (TREE_CODE(t) == DECL_EXPR) {
		var = DECL_EXPR_DECL(t);
		if (TREE_CODE(var) == VAR_DECL && !TREE_STATIC(var) && DECL_INITIAL(var))
			visit(&DECL_INITIAL(var));
	} else {
		*walk_subtrees = 1;
	}
	return NULL_TREE;
}

static void visit(tree *p)
{
	walk_tree(p, visit_one, NULL, NULL);
}

static void walk_function(tree decl)
{
	if (!DECL_SAVED_TREE(decl) || anycov_number_set_has(&walked_functions, DECL_UID(decl) + 1))
		return;
	anycov_number_set_add(&walked_functions, DECL_UID(decl) + 1);
	delete numbered;
	delete walked;
	numbered = new hash_map<tree, unsigned>;
	walked = new hash_set<tree>;
	visit(&DECL_SAVED_TREE(decl));
}

/* ---- marks ---- */

static struct source_condition *find_condition(tree t, unsigned *number)
{
	unsigned *found;

	while (!(found = numbered->get(t)) &&
	       (CONVERT_EXPR_P(t) || TREE_CODE(t) == NON_LVALUE_EXPR))
		t = TREE_OPERAND(t, 0);
	*number = found ? *found : 0;
	return found ? &source_conditions[*found] : NULL;
}

void anycov_mark_condition(tree *expr, gimple_seq *before)
{
	struct source_condition *c;
	unsigned number;

	if (!cfun || (cfun->curr_properties & PROP_gimple_any) || !lists_decisions() ||
	    seen_error())
		return;
	walk_function(current_function_decl);
	if (TREE_CODE(*expr) != COND_EXPR || !numbered)
		return;
	c = find_condition(TREE_OPERAND(*expr, 0), &number);
	if (!c || c->is_marked)
		return;
	c->is_marked = true;
	if (gimplify_expr(&TREE_OPERAND(*expr, 0), before, NULL, ANYCOV_IS_CONDITION, fb_rvalue) ==
	    GS_ERROR)
		return;
	/* Operands may have had conditions. */
	c = &source_conditions[number];
	if (TREE_CODE(TREE_OPERAND(*expr, 0)) == INTEGER_CST && c->is == ANYCOV_FORM_CONDITION) {
		c->is = integer_zerop(TREE_OPERAND(*expr, 0)) ? ANYCOV_FORM_FALSE
							      : ANYCOV_FORM_TRUE;
		return;
	}
	anycov_add_marker(before, ANYCOV_CONDITION, number, EXPR_LOCATION(*expr));
	/* With -fnon-call-exceptions a volatile one would end its block. */
	gimple_asm_set_volatile(as_a<gasm *>(gimple_seq_last_stmt(*before)), false);
}

/* ---- the early pass ---- */

struct found_branch {
	unsigned condition;
	anycov_stmt stmt;
	int order;
};
static vec<struct found_branch> found;

static int compare_found(const void *a, const void *b)
{
	const struct found_branch *x = (const struct found_branch *)a;
	const struct found_branch *y = (const struct found_branch *)b;
	unsigned of_x = source_conditions[x->condition].decision,
		 of_y = source_conditions[y->condition].decision;

	if (of_x != of_y)
		return of_x < of_y ? -1 : 1;
	if (x->condition != y->condition)
		return x->condition < y->condition ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

static void add_found(basic_block bb, uint32_t condition)
{
	gimple_stmt_iterator last = gsi_last_nondebug_bb(bb);
	struct found_branch f;

	if (gsi_end_p(last) || gimple_code(gsi_stmt(last)) != GIMPLE_COND ||
	    condition >= source_conditions.length())
		return;
	if (anycov_is_made_branch(bb))
		source_decisions[source_conditions[condition].decision].is_made = true;
	f.condition = condition;
	f.stmt = gsi_stmt(last);
	f.order = found.length();
	found.safe_push(f);
}

void anycov_take_conditions(function *fun)
{
	gimple_stmt_iterator i;
	basic_block bb;

	found.truncate(0);
	FOR_EACH_BB_FN (bb, fun) {
		uint32_t condition, last = UINT32_MAX;

		for (i = gsi_start_bb(bb); !gsi_end_p(i);)
			if (anycov_is_condition_mark(gsi_stmt(i), &condition)) {
				last = condition;
				gsi_remove(&i, true);
			} else {
				gsi_next(&i);
			}
		add_found(bb, last);
	}
	found.qsort(compare_found);
}

/* A token in the arguments of a macro has its own place; else it is the macro's. */
static struct anycov_map_line place_in_file(location_t where)
{
	expanded_location x = expand_location(LOCATION_LOCUS(where));
	expanded_location spelled = expand_location_to_spelling_point(LOCATION_LOCUS(where));
	struct anycov_map_line line;

	memset(&line, 0, sizeof(line));
	if (where <= BUILTINS_LOCATION || !x.file)
		return line;
	if (spelled.file && !strcmp(spelled.file, x.file))
		x = spelled;
	line.file = anycov_fn_file(anycov_cur.fn, remap_debug_filename(x.file), x.file);
	line.line = MAX(x.line, 0);
	line.column = MAX(x.column, 0);
	return line;
}

/* first, end: of the decision in found; blocks: by the same index. */
static void export_decision(const struct source_decision *d, unsigned first, unsigned end,
			    const uint32_t *blocks)
{
	struct anycov_form_part *parts = XCNEWVEC(struct anycov_form_part, d->n);

	for (unsigned i = 0; i < d->n; i++) {
		const struct source_condition *c = &source_conditions[d->parts[i].condition];
		struct anycov_form_part *p = &parts[i];

		p->form = d->parts[i].form;
		if (p->form != ANYCOV_FORM_CONDITION && p->form != ANYCOV_FORM_CHOICE)
			continue;
		p->form = c->is;
		p->place = place_in_file(c->at);
		p->text = c->text;
		for (unsigned k = first; k < end; k++) {
			if (found[k].condition != d->parts[i].condition)
				continue;
			p->blocks = p->n_blocks ? p->blocks : &blocks[k];
			p->n_blocks++;
		}
	}
	anycov_fn_add_decision(anycov_cur.fn, parts, d->n);
	free(parts);
}

void anycov_export_decisions(struct anycov_gcc_body *b)
{
	auto_vec<uint32_t> blocks;
	unsigned next;

	b->facts->lists_decisions = lists_decisions();
	for (unsigned i = 0; i < found.length(); i++)
		blocks.safe_push(b->numbers[gimple_bb(found[i].stmt)->index]);
	for (unsigned i = 0; i < found.length(); i = next) {
		unsigned decision = source_conditions[found[i].condition].decision;

		for (next = i + 1; next < found.length() &&
				   source_conditions[found[next].condition].decision == decision;)
			next++;
		if (!source_decisions[decision].is_made)
			export_decision(&source_decisions[decision], i, next, blocks.address());
	}
}
