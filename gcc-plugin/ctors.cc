/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Constructors that tell the runtime where this program's or library's guards,
 * counters, flags and tables are.  Each is in a comdat group of its own name, so that one
 * of each kind survives the link; clang's have the same names and join them.
 */
#include "adapter.h"

static bool has_table(unsigned table)
{
	return (anycov_opts.coverage & anycov_table_word((enum anycov_table_id)table)) != 0;
}

/* ld's symbol for a bound of a section.  Weak: with --gc-sections the section
 * may be gone.  Hidden: each library has its own. */
static tree bound(const char *prefix, enum anycov_table_id table)
{
	unsigned id = anycov_table_infos[table].section;
	char *name = concat(prefix, anycov_section_names[id], NULL);
	tree decl = build_decl(UNKNOWN_LOCATION, VAR_DECL, get_identifier(name),
			       anycov_uint_type(8));

	free(name);
	TREE_PUBLIC(decl) = 1;
	DECL_EXTERNAL(decl) = 1;
	TREE_ADDRESSABLE(decl) = 1;
	TREE_USED(decl) = 1;
	DECL_ARTIFICIAL(decl) = 1;
	DECL_IGNORED_P(decl) = 1;
	DECL_VISIBILITY(decl) = VISIBILITY_HIDDEN;
	DECL_VISIBILITY_SPECIFIED(decl) = 1;
	layout_decl(decl, 0);
	declare_weak(decl);
	return build_fold_addr_expr_with_type(decl, ptr_type_node);
}

static void announce(enum anycov_table_id table, tree *body)
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

/* The function goes its way through the compiler beside the unit's own. */
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
	const char *group = ANYCOV_INIT_ARRAY ? name : NULL;
	tree decl = build_function(name, body);

	compile(decl, group);
	if (!group) {
		targetm.asm_out.constructor(XEXP(DECL_RTL(decl), 0), DEFAULT_INIT_PRIORITY);
		return;
	}
	fprintf(asm_out_file,
		"\t.pushsection .init_array.%05u,\"awG\",%%init_array,%s,comdat\n"
		"\t.balign %u\n\t.%ubyte %s\n\t.popsection\n",
		ANYCOV_CTOR_PRIORITY, group, POINTER_SIZE / 8, POINTER_SIZE / 8, name);
}

static void make_ctors(void)
{
	int last = -1;

	for (int t = 0; t < ANYCOV_N_TABLES; t++)
		if (has_table(t) && anycov_table_infos[t].ctor)
			last = t;
	for (int t = 0; t <= last; t++) {
		tree body = NULL_TREE;

		if (!has_table(t) || !anycov_table_infos[t].ctor)
			continue;
		announce((enum anycov_table_id)t, &body);
		for (int more = 0; t == last && more < ANYCOV_N_TABLES; more++)
			if (has_table(more) && !anycov_table_infos[more].ctor)
				announce((enum anycov_table_id)more, &body);
		make_ctor(anycov_table_infos[t].ctor, body);
	}
	/* Nobody else announces tables that have no constructor of their own. */
	if (last < 0 && has_table(ANYCOV_TABLE_CFS)) {
		tree body = NULL_TREE;

		announce(ANYCOV_TABLE_CFS, &body);
		make_ctor(ANYCOV_CTOR_OTHER, body);
	}
}

/*
 * Will a function of this unit get a probe?  Says nothing in verbose mode: the
 * functions speak for themselves when their turn comes.  A function whose body
 * is not read yet (at link time) or not yet made (a clone) may get one.
 */
static bool anything_to_announce(void)
{
	bool verbose = anycov_opts.verbose;
	bool found = false;
	struct cgraph_node *node;

	anycov_opts.verbose = false;
	FOR_EACH_FUNCTION_WITH_GIMPLE_BODY(node) {
		function *fun = DECL_STRUCT_FUNCTION(node->decl);

		found = !fun || !fun->cfg || anycov_why_skip(fun) == ANYCOV_SKIP_NOT;
		if (found)
			break;
	}
	anycov_opts.verbose = verbose;
	return found;
}

namespace {

const pass_data ctors_data = {
	SIMPLE_IPA_PASS, "anycov_ctors", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0
};

/*
 * Among the late passes over the whole unit, behind which each function is
 * compiled to its end: also what comes from LTO objects passes here.  Not while a
 * function is compiled: a switch of functions then may give the back end tables
 * that only the start of a function fills (an x86 function whose attribute took
 * its unit's -ffast-math away crashed the register allocator).
 */
class ctors_pass : public simple_ipa_opt_pass {
public:
	ctors_pass(gcc::context *ctxt) : simple_ipa_opt_pass(ctors_data, ctxt) {}
	bool gate(function *) override
	{
		bool any = false;

		for (int t = 0; t < ANYCOV_N_TABLES; t++)
			any |= has_table(t);
		return any && !anycov_opts.drop_ctors && ANYCOV_ELF && !seen_error();
	}
	unsigned int execute(function *) override
	{
		if (anything_to_announce())
			make_ctors();
		return 0;
	}
};

}

opt_pass *anycov_make_ctors_pass(gcc::context *ctxt)
{
	return new ctors_pass(ctxt);
}
