/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Finds the statements that hooks may be called for: comparisons, switches, divisions and indices
 * before switches are lowered and comparisons merged; accesses to memory, calls and exits in the
 * late graph. */
#include "adapter.h"

/* Where items go while they are found. */
static struct {
	bool wants[ANYCOV_N_ITEM_KINDS];
	uint32_t block; /* of the current statement */
} find;

static struct anycov_item *add(enum anycov_item_kind kind, anycov_stmt stmt, tree left, tree right)
{
	struct anycov_operands operands = { stmt, left, right, false };

	anycov_gcc_body.operands.safe_push(operands);
	return anycov_fn_add_item(anycov_cur.fn, kind, find.block);
}

/* ---- as the source has them ---- */

static enum anycov_value_class value_class(tree type)
{
	if (INTEGRAL_TYPE_P(type))
		return ANYCOV_VALUE_INTEGER;
	if (SCALAR_FLOAT_TYPE_P(type) && TYPE_MODE(type) == TYPE_MODE(float_type_node))
		return ANYCOV_VALUE_F32;
	if (SCALAR_FLOAT_TYPE_P(type) && TYPE_MODE(type) == TYPE_MODE(double_type_node))
		return ANYCOV_VALUE_F64;
	return ANYCOV_VALUE_OTHER;
}

/* An item of one operand. */
static struct anycov_item *add_value(enum anycov_item_kind kind, anycov_stmt stmt, tree value)
{
	struct anycov_item *item = add(kind, stmt, value, NULL_TREE);

	item->value_class = value_class(TREE_TYPE(value));
	if (CONSTANT_CLASS_P(value))
		item->is |= ANYCOV_IS_CONST;
	if (INTEGRAL_TYPE_P(TREE_TYPE(value)) && !TYPE_UNSIGNED(TREE_TYPE(value)))
		item->is |= ANYCOV_IS_SIGNED;
	return item;
}

/* A truth value that comparisons or logic made. */
static bool is_made_truth(tree value)
{
	enum tree_code code;

	if (TREE_CODE(value) != SSA_NAME || TREE_CODE(TREE_TYPE(value)) != BOOLEAN_TYPE ||
	    !is_gimple_assign(SSA_NAME_DEF_STMT(value)))
		return false;
	code = gimple_assign_rhs_code(SSA_NAME_DEF_STMT(value));
	return code == BIT_AND_EXPR || code == BIT_IOR_EXPR || code == BIT_XOR_EXPR ||
	       code == BIT_NOT_EXPR || TREE_CODE_CLASS(code) == tcc_comparison;
}

/* The block whose branch is the only use of the comparison that the statement assigns. */
static uint32_t decided_block(anycov_stmt stmt)
{
	use_operand_p use;
	anycov_stmt user;
	tree lhs = gimple_assign_lhs(stmt);

	if (TREE_CODE(lhs) == SSA_NAME && single_imm_use(lhs, &use, &user) &&
	    gimple_code(user) == GIMPLE_COND)
		return anycov_gcc_body.numbers[gimple_bb(user)->index];
	return ANYCOV_NO_BLOCK;
}

static struct anycov_item *add_compare(anycov_stmt stmt, enum tree_code code, tree left, tree right)
{
	struct anycov_item *item = add(ANYCOV_ITEM_COMPARE, stmt, left, right);
	tree type = TREE_TYPE(left);

	item->value_class = value_class(type);
	if (item->value_class == ANYCOV_VALUE_INTEGER) {
		item->size = TYPE_PRECISION(type);
		item->is |= TYPE_UNSIGNED(type) ? 0 : ANYCOV_IS_SIGNED;
	}
	item->is |= CONSTANT_CLASS_P(left) ? ANYCOV_IS_CONST_LEFT : 0;
	item->is |= CONSTANT_CLASS_P(right) ? ANYCOV_IS_CONST_RIGHT : 0;
	item->is |= code == EQ_EXPR || code == NE_EXPR ? ANYCOV_IS_EQUALITY : 0;
	/* GIMPLE tests every truth value against 0, and compares two where the user
	 * wrote logic.  These are no comparisons of the user. */
	if (is_made_truth(left) && (CONSTANT_CLASS_P(right) || is_made_truth(right)))
		item->is |= ANYCOV_IS_MADE_TRUTH;
	return item;
}

/* The cases as pairs of first and last value; the first label is the default. */
static void add_switch(anycov_stmt stmt)
{
	const gswitch *s = as_a<gswitch *>(stmt);
	struct anycov_item *item = add_value(ANYCOV_ITEM_SWITCH, stmt, gimple_switch_index(s));

	item->size = TYPE_PRECISION(TREE_TYPE(gimple_switch_index(s)));
	for (unsigned i = 1; i < gimple_switch_num_labels(s); i++) {
		tree label = gimple_switch_label(s, i);
		tree last = CASE_HIGH(label) ? CASE_HIGH(label) : CASE_LOW(label);

		anycov_fn_add_case(anycov_cur.fn, TREE_INT_CST_LOW(CASE_LOW(label)),
				   TREE_INT_CST_LOW(last));
	}
}

/* The index from which an offset in bytes was computed. */
static tree unscaled(tree offset)
{
	anycov_stmt def;

	if (TREE_CODE(offset) != SSA_NAME)
		return offset;
	def = SSA_NAME_DEF_STMT(offset);
	if (is_gimple_assign(def) &&
	    (gimple_assign_rhs_code(def) == MULT_EXPR ||
	     gimple_assign_rhs_code(def) == LSHIFT_EXPR) &&
	    TREE_CODE(gimple_assign_rhs1(def)) == SSA_NAME &&
	    CONSTANT_CLASS_P(gimple_assign_rhs2(def)))
		return gimple_assign_rhs1(def);
	return offset;
}

/* The indices of a reference, from its base on: the order in which they apply. */
static void add_indices(anycov_stmt stmt, tree ref)
{
	if (TREE_CODE(ref) == ADDR_EXPR)
		ref = TREE_OPERAND(ref, 0);
	if (!handled_component_p(ref))
		return;
	add_indices(stmt, TREE_OPERAND(ref, 0));
	if (TREE_CODE(ref) == ARRAY_REF || TREE_CODE(ref) == ARRAY_RANGE_REF)
		add_value(ANYCOV_ITEM_INDEX, stmt, TREE_OPERAND(ref, 1));
}

static void add_all_indices(anycov_stmt stmt)
{
	if (gimple_code(stmt) == GIMPLE_ASM)
		return;
	if (is_gimple_assign(stmt) && gimple_assign_rhs_code(stmt) == POINTER_PLUS_EXPR)
		add_value(ANYCOV_ITEM_INDEX, stmt, unscaled(gimple_assign_rhs2(stmt)));
	for (unsigned i = 0; i < gimple_num_ops(stmt); i++)
		if (gimple_op(stmt, i))
			add_indices(stmt, gimple_op(stmt, i));
}

static void compares_of(anycov_stmt stmt)
{
	enum tree_code code;
	tree rhs;

	if (gimple_code(stmt) == GIMPLE_COND) {
		add_compare(stmt, gimple_cond_code(stmt), gimple_cond_lhs(stmt),
			    gimple_cond_rhs(stmt))
			->decides_block = find.block;
		return;
	}
	if (gimple_code(stmt) != GIMPLE_ASSIGN)
		return;
	code = gimple_assign_rhs_code(stmt);
	rhs = gimple_assign_rhs1(stmt);
	if (TREE_CODE_CLASS(code) == tcc_comparison)
		add_compare(stmt, code, rhs, gimple_assign_rhs2(stmt))->decides_block =
			decided_block(stmt);
	else if (code == COND_EXPR && COMPARISON_CLASS_P(rhs))
		/* Up to GCC 12; later ones compare in a statement before. */
		add_compare(stmt, TREE_CODE(rhs), TREE_OPERAND(rhs, 0), TREE_OPERAND(rhs, 1));
}

static void divisions_of(anycov_stmt stmt)
{
	enum tree_code code = is_gimple_assign(stmt) ? gimple_assign_rhs_code(stmt) : ERROR_MARK;
	tree divisor;

	if (code != TRUNC_DIV_EXPR && code != CEIL_DIV_EXPR && code != FLOOR_DIV_EXPR &&
	    code != ROUND_DIV_EXPR)
		return;
	divisor = gimple_assign_rhs2(stmt);
	if (INTEGRAL_TYPE_P(TREE_TYPE(divisor)))
		add_value(ANYCOV_ITEM_DIVISION, stmt, divisor)->size =
			8 * int_size_in_bytes(TREE_TYPE(divisor));
}

static bool takes_pointer(tree parameters)
{
	return parameters && POINTER_TYPE_P(TREE_VALUE(parameters));
}

static void routine_of(anycov_stmt call)
{
	tree decl = gimple_call_fndecl(call);
	tree parameters = decl ? TYPE_ARG_TYPES(TREE_TYPE(decl)) : NULL_TREE;
	struct anycov_item *item;
	tree third;

	/* A call by way of another type passes what the function does not take. */
	if (gimple_call_num_args(call) < 2 || !takes_pointer(parameters) ||
	    !takes_pointer(TREE_CHAIN(parameters)) || VOID_TYPE_P(TREE_TYPE(TREE_TYPE(decl))) ||
	    !POINTER_TYPE_P(TREE_TYPE(gimple_call_arg(call, 0))) ||
	    !POINTER_TYPE_P(TREE_TYPE(gimple_call_arg(call, 1))))
		return;
	item = add(ANYCOV_ITEM_ROUTINE, call, gimple_call_arg(call, 0), gimple_call_arg(call, 1));
	item->callee = anycov_assembler_name(decl);
	item->n_args = gimple_call_num_args(call);
	/* The argument itself may be promoted. */
	third = TREE_CHAIN(TREE_CHAIN(parameters));
	if (item->n_args > 2 && third && INTEGRAL_TYPE_P(TREE_VALUE(third)) &&
	    INTEGRAL_TYPE_P(TREE_TYPE(gimple_call_arg(call, 2))))
		item->third_bits = TYPE_PRECISION(TREE_VALUE(third));
}

static void source_items(anycov_stmt stmt)
{
	if (is_gimple_debug(stmt) || gimple_clobber_p(stmt))
		return;
	if (find.wants[ANYCOV_ITEM_COMPARE])
		compares_of(stmt);
	if (find.wants[ANYCOV_ITEM_SWITCH] && gimple_code(stmt) == GIMPLE_SWITCH)
		add_switch(stmt);
	if (find.wants[ANYCOV_ITEM_DIVISION])
		divisions_of(stmt);
	if (find.wants[ANYCOV_ITEM_INDEX])
		add_all_indices(stmt);
	if (find.wants[ANYCOV_ITEM_ROUTINE] && is_gimple_call(stmt))
		routine_of(stmt);
}

/* ---- accesses ---- */

/* The bytes that an access to this type touches. */
static uint64_t access_bytes(tree type)
{
	HOST_WIDE_INT size = int_size_in_bytes(type);

	/* An 80-bit float has padding in its 12 or 16 bytes. */
	if (SCALAR_FLOAT_TYPE_P(type))
		return (TYPE_PRECISION(type) + 7) / 8;
	return size > 0 ? size : 0;
}

/* The bytes that contain a bit field; NULL_TREE: unknown. */
static tree whole_field(tree ref)
{
	tree field, whole;

	if (TREE_CODE(ref) != COMPONENT_REF || !DECL_BIT_FIELD_TYPE(TREE_OPERAND(ref, 1)))
		return ref;
	field = TREE_OPERAND(ref, 1);
	whole = DECL_BIT_FIELD_REPRESENTATIVE(field);
	if (!whole)
		return NULL_TREE;
	return build3(COMPONENT_REF, TREE_TYPE(whole), unshare_expr(TREE_OPERAND(ref, 0)), whole,
		      NULL_TREE);
}

/* Returns whether this reference is an access to memory with a plain pointer as its address. */
static bool is_memory(tree ref)
{
	tree base = get_base_address(ref);

	if (!base || TREE_CODE(ref) == BIT_FIELD_REF || TREE_CODE(ref) == REALPART_EXPR ||
	    TREE_CODE(ref) == IMAGPART_EXPR || TREE_CODE(ref) == VIEW_CONVERT_EXPR)
		return false;
	if (TREE_CODE(base) == MEM_REF || TREE_CODE(base) == TARGET_MEM_REF)
		return ADDR_SPACE_GENERIC_P(TYPE_ADDR_SPACE(TREE_TYPE(base)));
	if (!DECL_P(base) || TREE_CODE(base) == FUNCTION_DECL ||
	    !ADDR_SPACE_GENERIC_P(TYPE_ADDR_SPACE(TREE_TYPE(base))))
		return false;
	/* Others may be in a register. */
	return is_global_var(base) ? !(VAR_P(base) && DECL_HARD_REGISTER(base))
				   : TREE_ADDRESSABLE(base);
}

static void add_access(enum anycov_item_kind kind, anycov_stmt stmt, tree ref)
{
	ref = is_memory(ref) ? whole_field(ref) : NULL_TREE;
	if (!ref)
		return;
	add(kind, stmt, ref, NULL_TREE)->size = access_bytes(TREE_TYPE(ref));
	anycov_gcc_body.operands[anycov_gcc_body.operands.length() - 1].is_reference = true;
}

/* The builtins from first to last are for 1, 2, 4, 8 and 16 bytes. */
static void add_atomic(enum anycov_item_kind kind, anycov_stmt call, unsigned first, unsigned last)
{
	tree decl = gimple_call_fndecl(call);
	unsigned code = anycov_is_normal_builtin(decl) ? DECL_FUNCTION_CODE(decl) : 0;

	if (find.wants[kind] && code >= first && code <= last && gimple_call_num_args(call))
		add(kind, call, gimple_call_arg(call, 0), NULL_TREE)->size = 1u << (code - first);
}

/* ---- calls ---- */

/* The functions of the unit from which direct calls lead to one that never returns. */
static hash_set<tree> *may_end_program;

static void find_program_ends(void)
{
	auto_vec<cgraph_node *> work;
	struct cgraph_node *node;
	struct cgraph_edge *e;

	may_end_program = new hash_set<tree>;
	FOR_EACH_FUNCTION(node)
	if ((flags_from_decl_or_type(node->decl) & ECF_NORETURN) &&
	    !anycov_is_unreachable_decl(node->decl))
		work.safe_push(node);
	while (!work.is_empty()) {
		node = work.pop();
		for (e = node->callers; e; e = e->next_caller)
			if (!may_end_program->add(e->caller->decl))
				work.safe_push(e->caller);
	}
}

enum anycov_call_kind anycov_kind_of_call(anycov_stmt call)
{
	tree callee = is_gimple_call(call) ? gimple_call_fndecl(call) : NULL_TREE;

	if (!callee || anycov_gcc_body.facts->is_optimized)
		return ANYCOV_CALL_AMONG_LINES;
	if (!may_end_program)
		find_program_ends();
	return may_end_program->contains(callee) ? ANYCOV_CALL_ENDS_PROGRAM
						 : ANYCOV_CALL_AMONG_LINES;
}

/* Returns whether the pass before optimization inserted this call of a hook: then a
 * marker follows, and no other hook's call before it. */
static bool is_own_call(gimple_stmt_iterator i)
{
	for (gsi_next(&i); !gsi_end_p(i); gsi_next(&i)) {
		if (anycov_is_marker(gsi_stmt(i)))
			return true;
		if (anycov_calls_hook(gsi_stmt(i)))
			return false;
	}
	return false;
}

bool anycov_resumes_unwinding(anycov_stmt stmt)
{
	tree decl = is_gimple_call(stmt) ? gimple_call_fndecl(stmt) : NULL_TREE;

	return anycov_is_normal_builtin(decl) &&
	       (DECL_FUNCTION_CODE(decl) == BUILT_IN_UNWIND_RESUME ||
		DECL_FUNCTION_CODE(decl) == BUILT_IN_CXA_END_CLEANUP);
}

static void add_call(gimple_stmt_iterator i)
{
	anycov_stmt call = gsi_stmt(i);
	tree decl = gimple_call_fndecl(call);
	tree callee = decl ? decl : gimple_call_fn(call);
	struct anycov_item *item;

	if (!find.wants[ANYCOV_ITEM_CALL])
		return;
	if (TREE_CODE(callee) == OBJ_TYPE_REF)
		callee = OBJ_TYPE_REF_EXPR(callee);
	if (anycov_calls_hook(call) && is_own_call(i))
		return;
	item = add(ANYCOV_ITEM_CALL, call, callee, NULL_TREE);
	if (!decl && !CONSTANT_CLASS_P(callee) && TREE_CODE(callee) != ADDR_EXPR)
		item->is |= ANYCOV_IS_INDIRECT;
	if (anycov_must_tail_call(call))
		item->is |= ANYCOV_IS_MUST_TAIL;
	else if (gimple_call_tail_p(as_a<gcall *>(call)))
		item->is |= ANYCOV_IS_TAIL;
}

/* Internal functions are instructions or nothing: no items. */
static void items_of_call(gimple_stmt_iterator i)
{
	anycov_stmt call = gsi_stmt(i);

	if (gimple_call_internal_p(call))
		return;
	add_atomic(ANYCOV_ITEM_LOAD, call, BUILT_IN_ATOMIC_LOAD_1, BUILT_IN_ATOMIC_LOAD_16);
	add_atomic(ANYCOV_ITEM_STORE, call, BUILT_IN_ATOMIC_STORE_1, BUILT_IN_ATOMIC_STORE_16);
	add_call(i);
	if (find.wants[ANYCOV_ITEM_RESUME] && anycov_resumes_unwinding(call))
		add(ANYCOV_ITEM_RESUME, call, NULL_TREE, NULL_TREE);
}

static void late_items(gimple_stmt_iterator i)
{
	anycov_stmt stmt = gsi_stmt(i);

	if (is_gimple_call(stmt)) {
		items_of_call(i);
	} else if (gimple_code(stmt) == GIMPLE_RETURN) {
		if (find.wants[ANYCOV_ITEM_RETURN])
			add(ANYCOV_ITEM_RETURN, stmt, NULL_TREE, NULL_TREE);
	} else if (is_gimple_assign(stmt) && !gimple_clobber_p(stmt)) {
		if (find.wants[ANYCOV_ITEM_LOAD] && gimple_assign_load_p(stmt))
			add_access(ANYCOV_ITEM_LOAD, stmt, gimple_assign_rhs1(stmt));
		if (find.wants[ANYCOV_ITEM_STORE] && gimple_store_p(stmt))
			add_access(ANYCOV_ITEM_STORE, stmt, gimple_assign_lhs(stmt));
	}
}

/* ---- all ---- */

void anycov_export_items(struct anycov_gcc_body *b, enum anycov_place place)
{
	gimple_stmt_iterator i;

	b->operands.truncate(0);
	if (!anycov_fn_wants(anycov_cur.fn, place, find.wants))
		return;
	for (find.block = 0; find.block < b->bbs.length(); find.block++)
		for (i = gsi_start_bb(b->bbs[find.block]); !gsi_end_p(i); gsi_next(&i)) {
			if (place == ANYCOV_PLACE_SOURCE)
				source_items(gsi_stmt(i));
			else
				late_items(i);
		}
}
