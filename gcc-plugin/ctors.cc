/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Constructors that register this program's or library's guards, counters, flags and tables with
 * the runtime.  Each is in a comdat group of its own name, so that the link keeps one of each
 * kind; clang's have the same names and join them. */
#include "adapter.h"

/* ld's symbol for a bound of a section.  Weak: with --gc-sections the section
 * may be gone.  Hidden: each library has its own. */
static tree bound(const char *prefix, enum anycov_table_id table)
{
	unsigned id = anycov_table_infos[table].section;
	char *name = concat(prefix, anycov_section_names[id], NULL);
	tree decl = anycov_build_variable(name, anycov_uint_type(8), ANYCOV_EXTERNAL_HIDDEN);

	free(name);
	declare_weak(decl);
	return build_fold_addr_expr_with_type(decl, ptr_type_node);
}

static void register_table(enum anycov_table_id table, tree *body)
{
	tree call = build_call_expr(anycov_hook_decl(anycov_table_infos[table].init), 2,
				    bound(ANYCOV_SECTION_START, table),
				    bound(ANYCOV_SECTION_STOP, table));

	append_to_statement_list(call, body);
}

static tree build_function(const char *name, tree body)
{
	tree type = build_function_type_list(void_type_node, NULL_TREE);
	tree decl = build_decl(BUILTINS_LOCATION, FUNCTION_DECL, get_identifier(name), type);
	tree result = build_decl(BUILTINS_LOCATION, RESULT_DECL, NULL_TREE, void_type_node);

	SET_DECL_ASSEMBLER_NAME(decl, DECL_NAME(decl));
	DECL_ARTIFICIAL(result) = 1;
	DECL_IGNORED_P(result) = 1;
	DECL_CONTEXT(result) = decl;
	DECL_RESULT(decl) = result;
	TREE_STATIC(decl) = 1;
	TREE_USED(decl) = 1;
	TREE_NOTHROW(decl) = 1;
	DECL_ARTIFICIAL(decl) = 1;
	DECL_IGNORED_P(decl) = 1;
	DECL_UNINLINABLE(decl) = 1;
	DECL_NO_INSTRUMENT_FUNCTION_ENTRY_EXIT(decl) = 1;
	DECL_FUNCTION_SPECIFIC_OPTIMIZATION(decl) = optimization_default_node;
	DECL_FUNCTION_SPECIFIC_TARGET(decl) = target_option_default_node;
	DECL_SAVED_TREE(decl) = body;
	DECL_INITIAL(decl) = make_node(BLOCK);
	BLOCK_SUPERCONTEXT(DECL_INITIAL(decl)) = decl;
	TREE_USED(DECL_INITIAL(decl)) = 1;
	return decl;
}

/* Compiles the function beside those of the unit. */
static void compile(tree decl, const char *group)
{
	location_t where = input_location;

	push_struct_function(decl);
	cfun->function_end_locus = BUILTINS_LOCATION;
	gimplify_function_tree(decl);
	cgraph_node::add_new_function(decl, false);
	if (group)
		cgraph_node::get(decl)->set_comdat_group(get_identifier(group));
	pop_cfun();
	input_location = where;
}

static void make_ctor(const char *name, tree body)
{
	tree decl = build_function(name, body);

	compile(decl, ANYCOV_INIT_ARRAY ? name : NULL);
	if (ANYCOV_INIT_ARRAY)
		anycov_write_ctor(asm_out_file, name, POINTER_SIZE / 8);
	else
		targetm.asm_out.constructor(XEXP(DECL_RTL(decl), 0), DEFAULT_INIT_PRIORITY);
}

/* Returns whether a function of this unit may get a probe.  A function whose body is not read
 * yet (at link time) or not yet made (a clone) may get one. */
static bool has_instrumented_function(void)
{
	struct cgraph_node *node;

	FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (node) {
		function *fun = DECL_STRUCT_FUNCTION(node->decl);
		struct anycov_function f;

		if (!fun || !fun->cfg)
			return true;
		anycov_export_function(&f, node->decl);
		if (anycov_unit_instruments(anycov_gcc_unit, &f))
			return true;
	}
	return false;
}

void anycov_make_ctors(function *)
{
	unsigned n;
	const struct anycov_ctor *ctors = anycov_unit_ctors(anycov_gcc_unit, true, &n);

	if (!n || seen_error() || !has_instrumented_function())
		return;
	for (unsigned i = 0; i < n; i++) {
		tree body = NULL_TREE;

		for (unsigned t = 0; t < ctors[i].n_tables; t++)
			register_table((enum anycov_table_id)ctors[i].tables[t], &body);
		make_ctor(ctors[i].name, body);
	}
}
