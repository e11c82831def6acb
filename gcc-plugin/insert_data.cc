/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Hooks that see data: divisors, indices, addresses of loads and stores, callees. */
#include "adapter.h"

/* A call of a hook with one argument, before the statement. */
static void add_hook(gimple_stmt_iterator *at, int hook, tree value, unsigned block)
{
	location_t where = gimple_location(gsi_stmt(*at));
	gimple_seq seq = NULL;

	value = anycov_convert(&seq, anycov_hook_arg_type(hook, 0), value, where);
	anycov_add_site(&seq, gimple_build_call(anycov_hook_decl(hook), 1, value),
			ANYCOV_SITE_DATA, block, where);
	gsi_insert_seq_before(at, seq, GSI_SAME_STMT);
}

static void add_division(gimple_stmt_iterator *at)
{
	tree divisor = gimple_assign_rhs2(gsi_stmt(*at));
	int hook;

	if (!INTEGRAL_TYPE_P(TREE_TYPE(divisor)) || CONSTANT_CLASS_P(divisor))
		return;
	hook = anycov_plan_division(8 * int_size_in_bytes(TREE_TYPE(divisor)));
	if (hook >= 0)
		add_hook(at, hook, divisor, 0);
}

static void add_index(gimple_stmt_iterator *at, tree index)
{
	if (CONSTANT_CLASS_P(index) || !INTEGRAL_TYPE_P(TREE_TYPE(index)))
		return;
	add_hook(at, ANYCOV_HOOK_GEP, index, 0);
}

/* The index behind an offset in bytes. */
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
static void add_indices(gimple_stmt_iterator *at, tree ref)
{
	if (TREE_CODE(ref) == ADDR_EXPR)
		ref = TREE_OPERAND(ref, 0);
	if (!handled_component_p(ref))
		return;
	add_indices(at, TREE_OPERAND(ref, 0));
	if (TREE_CODE(ref) == ARRAY_REF || TREE_CODE(ref) == ARRAY_RANGE_REF)
		add_index(at, TREE_OPERAND(ref, 1));
}

void anycov_add_data_early(gimple_stmt_iterator *at)
{
	anycov_stmt stmt = gsi_stmt(*at);

	if (is_gimple_debug(stmt) || gimple_clobber_p(stmt))
		return;
	if ((anycov_opts.coverage & ANYCOV_COV_TRACE_DIV) && is_gimple_assign(stmt))
		switch (gimple_assign_rhs_code(stmt)) {
		case TRUNC_DIV_EXPR:
		case CEIL_DIV_EXPR:
		case FLOOR_DIV_EXPR:
		case ROUND_DIV_EXPR:
			add_division(at);
			break;
		default:
			break;
		}
	if (!(anycov_opts.coverage & ANYCOV_COV_TRACE_GEP) || gimple_code(stmt) == GIMPLE_ASM ||
	    anycov_is_site(stmt))
		return;
	if (is_gimple_assign(stmt) && gimple_assign_rhs_code(stmt) == POINTER_PLUS_EXPR)
		add_index(at, unscaled(gimple_assign_rhs2(stmt)));
	for (unsigned i = 0; i < gimple_num_ops(stmt); i++)
		if (gimple_op(stmt, i))
			add_indices(at, gimple_op(stmt, i));
}

/* The bytes that an access to this type touches. */
static uint64_t access_bytes(tree type)
{
	HOST_WIDE_INT size = int_size_in_bytes(type);

	/* An 80-bit float has padding in its 12 or 16 bytes. */
	if (SCALAR_FLOAT_TYPE_P(type))
		return (TYPE_PRECISION(type) + 7) / 8;
	return size > 0 ? size : 0;
}

/* The bytes that hold a bit field. */
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

/* Is this reference an access to memory, and can its address be a plain pointer? */
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
	/* Others may live in a register. */
	return is_global_var(base) ? !(VAR_P(base) && DECL_HARD_REGISTER(base)) :
				     TREE_ADDRESSABLE(base);
}

/* The reference's address, computed by statements of its own if it takes some. */
static tree address_of(gimple_stmt_iterator *at, tree ref)
{
	/* GCC 5 cannot expand the address of a reference that loops were given. */
	tree address = TREE_CODE(ref) == TARGET_MEM_REF ? tree_mem_ref_addr(ptr_type_node, ref) :
							  build_fold_addr_expr(ref);

	return force_gimple_operand_gsi(at, address, true, NULL_TREE, true, GSI_SAME_STMT);
}

static void add_access(gimple_stmt_iterator *at, tree ref, bool store, unsigned block)
{
	int hook;

	if (!is_memory(ref))
		return;
	ref = whole_field(unshare_expr(ref));
	if (!ref)
		return;
	hook = anycov_plan_access(access_bytes(TREE_TYPE(ref)), store);
	if (hook < 0)
		return;
	add_hook(at, hook, address_of(at, ref), block);
}

/* The bytes that an __atomic_load or __atomic_store touches; 0: it is neither. */
static uint64_t atomic_bytes(anycov_stmt call, bool *store)
{
	tree decl = gimple_call_fndecl(call);
	unsigned code;

	if (!anycov_is_normal_builtin(decl) || !gimple_call_num_args(call))
		return 0;
	code = DECL_FUNCTION_CODE(decl);
	*store = code >= BUILT_IN_ATOMIC_STORE_1 && code <= BUILT_IN_ATOMIC_STORE_16;
	if (*store)
		return (uint64_t)1 << (code - BUILT_IN_ATOMIC_STORE_1);
	if (code >= BUILT_IN_ATOMIC_LOAD_1 && code <= BUILT_IN_ATOMIC_LOAD_16)
		return (uint64_t)1 << (code - BUILT_IN_ATOMIC_LOAD_1);
	return 0;
}

static void add_atomic(gimple_stmt_iterator *at, unsigned block)
{
	anycov_stmt call = gsi_stmt(*at);
	bool store = false;
	uint64_t bytes = atomic_bytes(call, &store);

	if (bytes && (anycov_opts.coverage &
		      (store ? ANYCOV_COV_TRACE_STORES : ANYCOV_COV_TRACE_LOADS)))
		add_hook(at, anycov_plan_access(bytes, store), gimple_call_arg(call, 0), block);
}

static void add_indirect(gimple_stmt_iterator *at, unsigned block)
{
	tree callee = gimple_call_fn(gsi_stmt(*at));

	if (TREE_CODE(callee) == OBJ_TYPE_REF)
		callee = OBJ_TYPE_REF_EXPR(callee);
	if (!CONSTANT_CLASS_P(callee) && TREE_CODE(callee) != ADDR_EXPR)
		add_hook(at, ANYCOV_HOOK_TRACE_PC_INDIR, callee, block);
}

static void add_to_call(gimple_stmt_iterator *at, unsigned block)
{
	anycov_stmt call = gsi_stmt(*at);

	if (gimple_call_internal_p(call))
		return;
	add_atomic(at, block);
	if ((anycov_opts.coverage & ANYCOV_COV_INDIRECT_CALLS) && !gimple_call_fndecl(call))
		add_indirect(at, block);
	if (anycov_opts.coverage & ANYCOV_COV_ENTRY_EXIT)
		anycov_add_exit_at_call(at, block);
}

static void add_to_stmt(gimple_stmt_iterator *at, unsigned block)
{
	anycov_stmt stmt = gsi_stmt(*at);

	if (is_gimple_call(stmt)) {
		if (!gimple_call_fndecl(stmt) || !anycov_is_hook(gimple_call_fndecl(stmt)))
			add_to_call(at, block);
	} else if (gimple_code(stmt) == GIMPLE_RETURN) {
		if (anycov_opts.coverage & ANYCOV_COV_ENTRY_EXIT)
			anycov_add_exit_at_return(at, block);
	} else if (is_gimple_assign(stmt) && !gimple_clobber_p(stmt)) {
		if ((anycov_opts.coverage & ANYCOV_COV_TRACE_LOADS) && gimple_assign_load_p(stmt))
			add_access(at, gimple_assign_rhs1(stmt), false, block);
		if ((anycov_opts.coverage & ANYCOV_COV_TRACE_STORES) && gimple_store_p(stmt))
			add_access(at, gimple_assign_lhs(stmt), true, block);
	}
}

#define LATE_KINDS                                                                                 \
	(ANYCOV_COV_TRACE_LOADS | ANYCOV_COV_TRACE_STORES | ANYCOV_COV_INDIRECT_CALLS |            \
	 ANYCOV_COV_ENTRY_EXIT)

void anycov_add_data_late(const struct anycov_graph *graph)
{
	gimple_stmt_iterator at;

	if (!(anycov_opts.coverage & LATE_KINDS))
		return;
	for (unsigned b = 0; b < graph->cfg.n_blocks; b++)
		for (at = gsi_start_bb(graph->blocks[b]); !gsi_end_p(at); gsi_next(&at))
			add_to_stmt(&at, b);
}
