/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Carries out the list of insertions: one case for each kind. */
#include "adapter.h"

/* What the insertions of one place need. */
struct inserting {
	struct anycov_point at;
	const struct anycov_operands *operands; /* of the item; NULL: not at an item */
	bool can_gate;                          /* at the late place */
	auto_vec<tree> *variables;              /* of BITS, by number */
};

/* ---- arguments ---- */

/* A constant table in memory, private to this function. */
static tree make_cases(const uint64_t *words, uint32_t n)
{
	static unsigned serial;
	tree u64 = anycov_uint_type(64);
	tree type = build_array_type_nelts(u64, n);
	vec<constructor_elt, va_gc> *elements = NULL;
	char name[64];
	tree decl;

	for (uint32_t i = 0; i < n; i++)
		CONSTRUCTOR_APPEND_ELT(elements, size_int(i), build_int_cstu(u64, words[i]));
	type = build_qualified_type(type, TYPE_QUAL_CONST);
	ASM_GENERATE_INTERNAL_LABEL(name, "LANYCOVCASES", serial++);
	decl = anycov_build_variable(name, type, ANYCOV_STATIC);
	TREE_READONLY(decl) = 1;
	DECL_INITIAL(decl) = build_constructor(type, elements);
	TREE_STATIC(DECL_INITIAL(decl)) = 1;
	TREE_CONSTANT(DECL_INITIAL(decl)) = 1;
	varpool_node::finalize_decl(decl);
	return build_fold_addr_expr(decl);
}

/* The reference's address, computed by statements of its own if it takes some. */
static tree address_of(gimple_seq *seq, tree ref)
{
	gimple_seq stmts = NULL;
	tree address;

	ref = unshare_expr(ref);
	/* GCC 5 cannot expand the address of a reference that loops were given. */
	address = TREE_CODE(ref) == TARGET_MEM_REF ? tree_mem_ref_addr(ptr_type_node, ref)
						   : build_fold_addr_expr(ref);
	address = force_gimple_operand(address, &stmts, true, NULL_TREE);
	gimple_seq_add_seq(seq, stmts);
	return address;
}

/* Widens an integer to bits, by its sign or by zeros. */
static tree widen(gimple_seq *seq, const struct anycov_arg *arg, tree value, location_t where)
{
	tree type = TREE_TYPE(value);

	if (TYPE_PRECISION(type) < arg->bits && TYPE_UNSIGNED(type) == arg->is_signed)
		value = anycov_convert(
			seq, build_nonstandard_integer_type(TYPE_PRECISION(type), !arg->is_signed),
			value, where);
	return anycov_convert(seq, anycov_uint_type(arg->bits), value, where);
}

static tree argument(gimple_seq *seq, const struct inserting *s, const struct anycov_insertion *in,
		     unsigned i)
{
	const struct anycov_arg *arg = &in->args[i];
	tree value;

	switch (arg->source) {
	case ANYCOV_ARG_ELEMENT:
		return build_fold_addr_expr(anycov_table_element(in->table, in->element));
	case ANYCOV_ARG_CASES:
		return make_cases(in->cases, in->n_cases);
	case ANYCOV_ARG_RIGHT:
		value = s->operands->right;
		break;
	case ANYCOV_ARG_THIRD:
		value = gimple_call_arg(s->operands->stmt, 2);
		break;
	default:
		value = s->operands->left;
		break;
	}
	if (s->operands->is_reference)
		value = address_of(seq, value);
	if (arg->bits)
		value = widen(seq, arg, value, s->at.where);
	return anycov_convert(seq, anycov_hook_arg_type(in->hook, i), value, s->at.where);
}

/* ---- the kinds ---- */

static void assign(gimple_seq *seq, tree to, tree value, location_t where)
{
	anycov_add_stmt(seq, gimple_build_assign(to, value), where);
}

/* Emits "before", which computes the arguments and always runs, then the call: in a
 * branch on the gate variable if the probe is gated. */
static void emit_call(struct inserting *s, const struct anycov_insertion *in, gimple_seq before,
		      gimple_seq call)
{
	if (in->is_gated && s->can_gate) {
		anycov_emit_gated(&s->at, before, call);
		return;
	}
	gimple_seq_add_seq(&before, call);
	anycov_emit(&s->at, before);
}

static void insert_call(struct inserting *s, const struct anycov_insertion *in)
{
	unsigned n = anycov_hook_table[in->hook].nargs;
	gimple_seq before = NULL, seq = NULL;
	auto_vec<tree, 3> args;
	anycov_stmt call;

	for (unsigned i = 0; i < n; i++)
		args.safe_push(argument(&before, s, in, i));
	call = gimple_build_call_vec(anycov_hook_decl(in->hook), args);
	anycov_add_stmt(&seq, call, s->at.where);
	anycov_add_marker(&seq, ANYCOV_PROBE, in->probe, s->at.where);
	emit_call(s, in, before, seq);
}

/* Returns a value + 1 if it is 0, else the value. */
static tree add_if_zero(gimple_seq *seq, tree value, location_t where)
{
	tree type = TREE_TYPE(value);
	tree is_zero = make_ssa_name(boolean_type_node, NULL);
	tree one = make_ssa_name(type, NULL), sum = make_ssa_name(type, NULL);

	anycov_add_stmt(seq, gimple_build_assign(is_zero, EQ_EXPR, value, build_int_cst(type, 0)),
			where);
	anycov_add_stmt(seq, gimple_build_assign(one, NOP_EXPR, is_zero), where);
	anycov_add_stmt(seq, gimple_build_assign(sum, PLUS_EXPR, value, one), where);
	return sum;
}

static void insert_count(struct inserting *s, const struct anycov_insertion *in)
{
	tree u8 = anycov_uint_type(8);
	tree old = make_ssa_name(u8, NULL), next = make_ssa_name(u8, NULL);
	gimple_seq seq = NULL;

	if (in->probe != ANYCOV_NO_PROBE)
		anycov_add_marker(&seq, ANYCOV_PROBE, in->probe, s->at.where);
	assign(&seq, old, anycov_table_element(in->table, in->element), s->at.where);
	anycov_add_stmt(&seq, gimple_build_assign(next, PLUS_EXPR, old, build_int_cst(u8, 1)),
			s->at.where);
	if (in->value) /* after 255; a branch would be more code */
		next = add_if_zero(&seq, next, s->at.where);
	assign(&seq, anycov_table_element(in->table, in->element), next, s->at.where);
	anycov_emit(&s->at, seq);
}

static void add_store(gimple_seq *seq, const struct anycov_insertion *in, location_t where)
{
	tree flag = anycov_table_element(in->table, in->element);

	TREE_THIS_VOLATILE(flag) = in->is_volatile;
	assign(seq, flag, build_int_cst(TREE_TYPE(flag), in->value), where);
}

/* Read before it is written: many processors would else contend for its cache line. */
static void insert_flag(struct inserting *s, const struct anycov_insertion *in)
{
	tree u8 = anycov_uint_type(8);
	tree flag = make_ssa_name(u8, NULL);
	gimple_seq seq = NULL, then = NULL;

	if (in->probe != ANYCOV_NO_PROBE)
		anycov_add_marker(&seq, ANYCOV_PROBE, in->probe, s->at.where);
	assign(&seq, flag, anycov_table_element(in->table, in->element), s->at.where);
	add_store(&then, in, s->at.where);
	anycov_emit_if(&s->at, seq, in->value ? EQ_EXPR : NE_EXPR, flag, build_int_cst(u8, 0),
		       then);
}

static void insert_stack_depth(struct inserting *s)
{
	tree uptr = anycov_uint_type(POINTER_SIZE);
	tree here = make_ssa_name(uptr, NULL), lowest = make_ssa_name(uptr, NULL);
	tree address = make_ssa_name(ptr_type_node, NULL);
	tree variable = anycov_variable_decl(ANYCOV_VARIABLE_LOWEST_STACK);
	gimple_seq seq = NULL, then = NULL;
	anycov_stmt stmt;

	stmt = gimple_build_call(builtin_decl_explicit(BUILT_IN_FRAME_ADDRESS), 1,
				 integer_zero_node);
	/* Its declaration does not say so, and an exit by exceptions would be added. */
	gimple_call_set_nothrow(as_a<gcall *>(stmt), true);
	gimple_call_set_lhs(stmt, address);
	anycov_add_stmt(&seq, stmt, s->at.where);
	anycov_add_stmt(&seq, gimple_build_assign(here, NOP_EXPR, address), s->at.where);
	assign(&seq, lowest, variable, s->at.where);
	assign(&then, variable, here, s->at.where);
	anycov_emit_if(&s->at, seq, LT_EXPR, here, lowest, then);
}

/* Not in SSA form yet, and none of the user's variables. */
static tree bits_variable(const struct inserting *s, uint32_t number)
{
	while (s->variables->length() <= number) {
		tree variable = create_tmp_var(anycov_uint_type(32));

		TREE_NO_WARNING(variable) = 1;
		s->variables->safe_push(variable);
	}
	return (*s->variables)[number];
}

static tree and_bits(gimple_seq *seq, tree value, uint32_t bits, location_t where)
{
	tree result = create_tmp_var(TREE_TYPE(value));

	anycov_add_stmt(seq,
			gimple_build_assign(result, BIT_AND_EXPR, value,
					    build_int_cst(TREE_TYPE(value), bits)),
			where);
	return result;
}

static void insert_bits(struct inserting *s, const struct anycov_insertion *in)
{
	tree variable = bits_variable(s, in->variable);
	tree set = build_int_cst(TREE_TYPE(variable), in->set);
	gimple_seq seq = NULL;
	tree value = set;

	if (in->keep) {
		value = in->keep == UINT32_MAX ? variable
					       : and_bits(&seq, variable, in->keep, s->at.where);
		if (in->set)
			anycov_add_stmt(&seq,
					gimple_build_assign(variable, BIT_IOR_EXPR, value, set),
					s->at.where);
	}
	if (!in->keep || !in->set)
		assign(&seq, variable, value, s->at.where);
	anycov_emit(&s->at, seq);
}

static void insert_shown(struct inserting *s, const struct anycov_insertion *in)
{
	gimple_seq seq = NULL, then = NULL;
	tree bit;

	anycov_add_mark(&then, in->mark, in->element, s->at.where);
	if (!in->set) {
		anycov_emit(&s->at, then);
		return;
	}
	bit = and_bits(&seq, bits_variable(s, in->variable), in->set, s->at.where);
	anycov_emit_if(&s->at, seq, NE_EXPR, bit, build_int_cst(TREE_TYPE(bit), 0), then);
}

static void insert_one(struct inserting *s, const struct anycov_insertion *in)
{
	gimple_seq seq = NULL;

	switch (in->kind) {
	case ANYCOV_INSERT_LABEL:
		anycov_add_marker(&seq, ANYCOV_LABEL, in->index, s->at.where);
		break;
	case ANYCOV_INSERT_SITE:
		anycov_add_marker(&seq, ANYCOV_PROBE, in->probe, s->at.where);
		break;
	case ANYCOV_INSERT_MARK:
		anycov_add_mark(&seq, in->mark, in->element, s->at.where);
		break;
	case ANYCOV_INSERT_BITS:
		return insert_bits(s, in);
	case ANYCOV_INSERT_SHOWN:
		return insert_shown(s, in);
	case ANYCOV_INSERT_CALL:
		return insert_call(s, in);
	case ANYCOV_INSERT_LEAN_CALL:
		anycov_add_lean_marker(&seq, in->probe, s->at.where);
		return emit_call(s, in, NULL, seq);
	case ANYCOV_INSERT_COUNT:
		return insert_count(s, in);
	case ANYCOV_INSERT_COUNT_TEXT:
		anycov_add_counter(&seq, in->index, in->element, s->at.where);
		break;
	case ANYCOV_INSERT_STORE:
		add_store(&seq, in, s->at.where);
		break;
	case ANYCOV_INSERT_SET_FLAG:
		return insert_flag(s, in);
	case ANYCOV_INSERT_STACK_DEPTH:
		return insert_stack_depth(s);
	}
	anycov_emit(&s->at, seq);
}

/* ---- the places ---- */

static void insert_run(struct inserting *s, const struct anycov_insertion *list, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		insert_one(s, &list[i]);
}

/* Where a debugger stops for this block. */
static location_t block_location(basic_block bb)
{
	anycov_stmt first = anycov_first_stmt(bb);

	if (first)
		return gimple_location(first);
	return single_succ_p(bb) ? single_succ_edge(bb)->goto_locus : UNKNOWN_LOCATION;
}

/* A call that returns twice must stay the first of its block, because abnormal edges lead straight
 * to it.  The probe goes on the edges that lead in normally. */
static void insert_before_setjmp(struct inserting *s, basic_block bb,
				 const struct anycov_insertion *list, uint32_t n)
{
	auto_vec<edge> normal;
	edge_iterator ei;
	edge e;

	FOR_EACH_EDGE (e, ei, bb->preds)
		if (!(e->flags & (EDGE_ABNORMAL | EDGE_EH)))
			normal.safe_push(e);
	for (unsigned i = 0; i < normal.length(); i++) {
		s->at.bb = split_edge(normal[i]);
		s->at.at = gsi_start_bb(s->at.bb);
		insert_run(s, list, n);
	}
}

static void insert_at_block(struct inserting *s, basic_block bb,
			    const struct anycov_insertion *list, uint32_t n)
{
	anycov_stmt first = anycov_first_stmt(bb);

	s->at.where = block_location(bb);
	if (first && is_gimple_call(first) && (gimple_call_flags(first) & ECF_RETURNS_TWICE)) {
		insert_before_setjmp(s, bb, list, n);
		return;
	}
	s->at.bb = bb;
	s->at.at = gsi_start_nondebug_after_labels_bb(bb);
	insert_run(s, list, n);
}

static void insert_at_stmt(struct inserting *s, anycov_stmt stmt, bool after,
			   const struct anycov_insertion *list, uint32_t n)
{
	s->at.bb = gimple_bb(stmt);
	s->at.at = gsi_for_stmt(stmt);
	s->at.where = gimple_location(stmt);
	if (after)
		gsi_next(&s->at.at);
	insert_run(s, list, n);
}

/* Inserts at the start of a part.  If the call before it became a jump, that would not run. */
static void insert_after_call(struct inserting *s, anycov_stmt stmt,
			      const struct anycov_insertion *list, uint32_t n)
{
	gimple_stmt_iterator i;

	for (i = gsi_for_stmt(stmt); !gsi_end_p(i); gsi_prev(&i))
		if (is_gimple_call(gsi_stmt(i))) {
			gimple_call_set_tail(as_a<gcall *>(gsi_stmt(i)), false);
			break;
		}
	insert_at_stmt(s, stmt, true, list, n);
}

/* first: of the edge; in a block of its own there. */
static void insert_on_branch(struct inserting *s, basic_block bb,
			     const struct anycov_insertion *first, uint32_t n)
{
	int way = first->index % 2 ? EDGE_TRUE_VALUE : EDGE_FALSE_VALUE;
	edge_iterator ei;
	edge e;

	FOR_EACH_EDGE (e, ei, bb->succs)
		if (e->flags & way)
			break;
	if (!e)
		return;
	s->at.bb = split_edge(e);
	s->at.at = gsi_start_bb(s->at.bb);
	s->at.where = UNKNOWN_LOCATION;
	insert_run(s, first, n);
}

/* If a call became a jump, what was inserted at the return would not run. */
static void keep_calls(struct anycov_gcc_body *b)
{
	for (unsigned i = 0; i < b->operands.length(); i++)
		if (b->facts->items[i].is & ANYCOV_IS_TAIL)
			gimple_call_set_tail(as_a<gcall *>(b->operands[i].stmt), false);
}

void anycov_insert(struct anycov_gcc_body *b, function *fun, enum anycov_place place,
		   const struct anycov_insertion *list, uint32_t n)
{
	auto_vec<tree> variables;
	bool at_return = false;
	struct inserting s;
	uint32_t end;

	memset(&s, 0, sizeof(s));
	s.variables = &variables;
	s.can_gate = place == ANYCOV_PLACE_LATE;
	for (uint32_t i = 0; i < n; i = end) {
		for (end = i + 1;
		     end < n && list[end].at == list[i].at && list[end].index == list[i].index;)
			end++;
		switch (list[i].at) {
		case ANYCOV_AT_BLOCK:
			insert_at_block(&s, b->bbs[list[i].index], list + i, end - i);
			break;
		case ANYCOV_AT_PART:
			insert_after_call(&s, b->before_parts[list[i].index], list + i, end - i);
			break;
		case ANYCOV_AT_ITEM:
			s.operands = &b->operands[list[i].index];
			insert_at_stmt(&s, s.operands->stmt, false, list + i, end - i);
			at_return |= b->facts->items[list[i].index].kind == ANYCOV_ITEM_RETURN;
			break;
		case ANYCOV_AT_EXCEPTION:
			if (anycov_exception_pad(fun, &s.at))
				insert_run(&s, list + i, end - i);
			break;
		case ANYCOV_AT_BRANCH:
			insert_on_branch(&s, b->bbs[list[i].index / 2], list + i, end - i);
			break;
		}
	}
	if (at_return)
		keep_calls(b);
}
