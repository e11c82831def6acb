/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Declarations of the hooks, made from anycov/hooks.def. */
#include "adapter.h"

static tree hook_decls[ANYCOV_N_HOOKS];
static tree variable_decls[ANYCOV_N_VARIABLES];
static bool unit_scanned;

const struct ggc_root_tab anycov_hook_roots[] = {
	{ hook_decls, ANYCOV_N_HOOKS, sizeof(hook_decls[0]), &gt_ggc_mx_tree_node,
	  &gt_pch_nx_tree_node },
	{ variable_decls, ANYCOV_N_VARIABLES, sizeof(variable_decls[0]), &gt_ggc_mx_tree_node,
	  &gt_pch_nx_tree_node },
	LAST_GGC_ROOT_TAB
};

tree anycov_uint_type(unsigned bits)
{
	return build_nonstandard_integer_type(bits, 1);
}

static tree parameter_type(unsigned type)
{
	unsigned bits = anycov_arg_bits((enum anycov_arg_type)type, POINTER_SIZE);

	if (bits)
		return anycov_uint_type(bits);
	return type == ANYCOV_ARG_f32   ? float_type_node
	       : type == ANYCOV_ARG_f64 ? double_type_node
					: ptr_type_node;
}

/* Some ABIs let the callee assume that a narrow argument was extended by the caller, others the
 * reverse; GCC's expander does it for none of them by itself (its front ends do).  An int in the
 * argument's place serves both kinds, as long as parameters take whole ints anyway; on AVR, say,
 * they do not. */
tree anycov_hook_arg_type(int hook, unsigned arg)
{
	tree type = parameter_type(anycov_hook_table[hook].args[arg]);

	if (INTEGRAL_TYPE_P(type) && TYPE_PRECISION(type) < INT_TYPE_SIZE &&
	    PARM_BOUNDARY >= INT_TYPE_SIZE)
		return unsigned_type_node;
	return type;
}

void anycov_add_stmt(gimple_seq *seq, anycov_stmt stmt, location_t where)
{
	gimple_set_location(stmt, where);
	gimple_seq_add_stmt(seq, stmt);
}

tree anycov_convert(gimple_seq *seq, tree type, tree value, location_t where)
{
	tree name;

	if (CONSTANT_CLASS_P(value))
		return fold_convert(type, value);
	if (useless_type_conversion_p(type, TREE_TYPE(value)))
		return value;
	name = make_ssa_name(type, NULL);
	anycov_add_stmt(seq, gimple_build_assign(name, NOP_EXPR, value), where);
	return name;
}

/* A unit that declares or defines a hook itself has its own idea of visibility,
 * section and call type: use its declaration. */
static void scan_unit(void)
{
	struct cgraph_node *node;

	unit_scanned = true;
	FOR_EACH_FUNCTION(node)
	{
		int hook;

		if (!DECL_ASSEMBLER_NAME_SET_P(node->decl) || !TREE_PUBLIC(node->decl))
			continue;
		hook = anycov_hook_by_symbol(anycov_assembler_name(node->decl));
		if (hook >= 0)
			hook_decls[hook] = node->decl;
	}
}

static tree declare(int hook)
{
	const struct anycov_hook_info *h = &anycov_hook_table[hook];
	tree args = void_list_node;
	tree decl;

	for (unsigned i = h->nargs; i-- > 0;)
		args = tree_cons(NULL_TREE, parameter_type(h->args[i]), args);
	decl = build_fn_decl(h->symbol, build_function_type(void_type_node, args));
	TREE_PUBLIC(decl) = 1;
	DECL_EXTERNAL(decl) = 1;
	DECL_ARTIFICIAL(decl) = 1;
	DECL_IGNORED_P(decl) = 1;
	DECL_UNINLINABLE(decl) = 1;
	TREE_USED(decl) = 1;
	TREE_NOTHROW(decl) = 1;
	/* leaf: a hook touches nothing of this unit and never calls back into it. */
	DECL_ATTRIBUTES(decl) = tree_cons(get_identifier("leaf"), NULL_TREE, NULL_TREE);
	return decl;
}

/* A unit that defines a hook: GCC detects that an empty one has no effect and drops its calls.
 * The calls must stay: a debugger or the linker's --wrap may use them.  So GCC must not look into
 * the hook's body ... */
void anycov_protect_hook(void *event_data, void *)
{
	tree decl = (tree)event_data;

	if (TREE_CODE(decl) != FUNCTION_DECL || !TREE_PUBLIC(decl) ||
	    anycov_hook_by_symbol(IDENTIFIER_POINTER(DECL_NAME(decl))) < 0)
		return;
	DECL_UNINLINABLE(decl) = 1;
	if (lookup_attribute_spec(get_identifier("noipa")))
		decl_attributes(&decl, tree_cons(get_identifier("noipa"), NULL_TREE, NULL_TREE), 0);
}

/* ... and what compilers without noipa (GCC 8) conclude, again each time they
 * compile the hook, is undone. */
static void keep_calls(tree decl)
{
	TREE_READONLY(decl) = 0;
	DECL_PURE_P(decl) = 0;
	DECL_LOOPING_CONST_OR_PURE_P(decl) = 0;
	DECL_IS_NOVOPS(decl) = 0;
}

tree anycov_hook_decl(int hook)
{
	if (!unit_scanned)
		scan_unit();
	if (!hook_decls[hook])
		hook_decls[hook] = declare(hook);
	keep_calls(hook_decls[hook]);
	return hook_decls[hook];
}

bool anycov_calls_hook(anycov_stmt stmt)
{
	tree decl = is_gimple_call(stmt) ? gimple_call_fndecl(stmt) : NULL_TREE;

	return decl && anycov_hook_by_symbol(anycov_assembler_name(decl)) >= 0;
}

tree anycov_build_variable(const char *name, tree type, enum anycov_linkage linkage)
{
	tree decl = build_decl(UNKNOWN_LOCATION, VAR_DECL, get_identifier(name), type);

	TREE_STATIC(decl) = linkage == ANYCOV_STATIC;
	TREE_PUBLIC(decl) = linkage != ANYCOV_STATIC;
	DECL_EXTERNAL(decl) = linkage != ANYCOV_STATIC;
	if (linkage == ANYCOV_EXTERNAL_HIDDEN) {
		DECL_VISIBILITY(decl) = VISIBILITY_HIDDEN;
		DECL_VISIBILITY_SPECIFIED(decl) = 1;
	}
	TREE_ADDRESSABLE(decl) = 1;
	TREE_USED(decl) = 1;
	DECL_ARTIFICIAL(decl) = 1;
	DECL_IGNORED_P(decl) = 1;
	layout_decl(decl, 0);
	return decl;
}

/* The unit's own declaration of a variable, if it fits, or NULL_TREE. */
static tree own_variable(enum anycov_variable_id variable)
{
	varpool_node *node;

	FOR_EACH_VARIABLE(node)
	{
		tree decl = node->decl, size = TYPE_SIZE(TREE_TYPE(decl));

		if (!DECL_ASSEMBLER_NAME_SET_P(decl) || !TREE_PUBLIC(decl) ||
		    strcmp(anycov_assembler_name(decl), anycov_variable_names[variable]))
			continue;
		if (size && tree_fits_uhwi_p(size))
			anycov_unit_check_variable(anycov_gcc_unit, variable, tree_to_uhwi(size),
						   DECL_THREAD_LOCAL_P(decl), !DECL_EXTERNAL(decl));
		return decl;
	}
	return NULL_TREE;
}

/* Clients that define it begin, as with clang's own pass, where no stack is higher. */
void anycov_start_lowest_stack(void)
{
	tree decl = own_variable(ANYCOV_VARIABLE_LOWEST_STACK);

	if (!decl || DECL_EXTERNAL(decl) || !INTEGRAL_TYPE_P(TREE_TYPE(decl)))
		return;
	DECL_INITIAL(decl) = build_all_ones_cst(TREE_TYPE(decl));
	DECL_COMMON(decl) = 0;
}

tree anycov_variable_decl(enum anycov_variable_id variable)
{
	bool is_gate = variable == ANYCOV_VARIABLE_GATE;
	tree decl = variable_decls[variable];

	if (decl)
		return decl;
	decl = own_variable(variable);
	if (!decl)
		decl = anycov_build_variable(
			anycov_variable_names[variable],
			anycov_uint_type(anycov_variable_bits(variable, POINTER_SIZE)),
			is_gate ? ANYCOV_EXTERNAL_HIDDEN : ANYCOV_EXTERNAL);
	if (is_gate && DECL_EXTERNAL(decl) && ANYCOV_ELF)
		anycov_write_gate(asm_out_file, user_label_prefix);
	/* A declaration of the unit may lack the word. */
	if (!is_gate && DECL_EXTERNAL(decl) && !DECL_THREAD_LOCAL_P(decl))
		set_decl_tls_model(decl, TLS_MODEL_INITIAL_EXEC);
	variable_decls[variable] = decl;
	return decl;
}
