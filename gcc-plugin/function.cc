/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Facts about the target and about a function as a whole. */
#include "adapter.h"

void anycov_export_target(struct anycov_target *t)
{
	memset(t, 0, sizeof(*t));
	t->is_elf = ANYCOV_ELF;
	t->can_tie_sections = ANYCOV_ASM_LINK_ORDER;
	t->sees_instructions = true;
	t->sees_decisions = true;
	t->has_tls = anycov_has_tls();
	t->has_zero_register = ANYCOV_ZERO_REGISTER;
	t->stores_addresses = ANYCOV_STORES_ADDRESSES && !flag_pic;
	t->is_hosted = ANYCOV_HOSTED;
	t->tables_need_script = ANYCOV_RAM_NEEDS_SCRIPT;
	/* GCC's late GIMPLE has no cheap way back from a split edge: SSA form, loops and
	 * the profile would have to be repaired again. */
	t->removes_unused_blocks = false;
	t->counts_by_text = ANYCOV_ELF && anycov_counts_by_text();
	t->pointer_bits = POINTER_SIZE;
	t->address_bytes = POINTER_SIZE > 32 ? 8 : 4;
}

const char *anycov_assembler_name(tree decl)
{
	const char *name = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(decl));
	size_t prefix = strlen(user_label_prefix);

	/* '*': the name is as the user wrote it, prefix included. */
	if (*name != '*')
		return name;
	name++;
	return strncmp(name, user_label_prefix, prefix) ? name : name + prefix;
}

const char *anycov_symbol(tree decl)
{
	const char *name = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(decl));
	static char *symbol;

	free(symbol);
	symbol = *name == '*' ? xstrdup(name + 1) : concat(user_label_prefix, name, NULL);
	return symbol;
}

/* The main source file of the unit that fndecl comes from (LTO joins several). */
static const char *unit_name(tree fndecl)
{
	/* Under LTO the compiler's input is a temporary file. */
	if (in_lto_p) {
		tree unit = fndecl;

		while (unit && TREE_CODE(unit) != TRANSLATION_UNIT_DECL)
			unit = DECL_P(unit)               ? DECL_CONTEXT(unit)
			       : TYPE_P(unit)             ? TYPE_CONTEXT(unit)
			       : TREE_CODE(unit) == BLOCK ? BLOCK_SUPERCONTEXT(unit)
							  : NULL_TREE;
		if (unit && DECL_NAME(unit))
			return IDENTIFIER_POINTER(DECL_NAME(unit));
		return DECL_SOURCE_FILE(fndecl) ? DECL_SOURCE_FILE(fndecl) : "";
	}
	return main_input_filename ? main_input_filename : "";
}

const char *anycov_comdat_group(tree fndecl)
{
	const_tree group = DECL_COMDAT_GROUP(fndecl);
	const char *name;

	if (!group)
		return NULL;
	name = IDENTIFIER_POINTER(group);
	return *name == '*' ? name + 1 : name;
}

static bool has_attribute(tree fndecl, const char *name)
{
	return lookup_attribute(name, DECL_ATTRIBUTES(fndecl)) != NULL_TREE;
}

static void export_unit(struct anycov_function *f, tree fndecl)
{
	memset(f, 0, sizeof(*f));
	f->unit = unit_name(fndecl);
	/* At a link step the directory in which a unit was compiled is unknown. */
	f->unit_dir = in_lto_p ? NULL : get_src_pwd();
	f->unit_shown = remap_debug_filename(f->unit);
}

void anycov_try_lists_on(tree fndecl)
{
	struct anycov_function f;

	export_unit(&f, fndecl);
	/* In C++ the name is made when all that it depends on is known. */
	if (fndecl && DECL_ASSEMBLER_NAME_SET_P(fndecl))
		f.name = anycov_assembler_name(fndecl);
	else if (fndecl && strncmp(lang_hooks.name, "GNU C++", 7) != 0)
		f.name = IDENTIFIER_POINTER(DECL_NAME(fndecl));
	anycov_unit_try_lists(anycov_gcc_unit, &f);
}

void anycov_export_function(struct anycov_function *f, tree fndecl)
{
	export_unit(f, fndecl);
	f->name = anycov_assembler_name(fndecl);
	f->section = DECL_SECTION_NAME(fndecl);
	/* Some targets keep it on the type. */
	f->is_naked = has_attribute(fndecl, "naked") ||
		      lookup_attribute("naked", TYPE_ATTRIBUTES(TREE_TYPE(fndecl)));
	f->no_coverage = has_attribute(fndecl, "no_sanitize_coverage");
	f->no_instrumentation = has_attribute(fndecl, "disable_sanitizer_instrumentation");
	f->is_external_copy = DECL_EXTERNAL(fndecl);
	/* GNAT marks bodies of tasks and instances of generics, too. */
	f->is_artificial = DECL_ARTIFICIAL(fndecl) && !DECL_LAMBDA_FUNCTION_P(fndecl) &&
			   strcmp(lang_hooks.name, "GNU Ada") != 0 &&
			   anycov_moved_code(f->name) == ANYCOV_NOT_MOVED;
}

void anycov_export_source(struct anycov_function_source *s, tree fndecl)
{
	memset(s, 0, sizeof(*s));
	if (!in_lto_p)
		s->dir = remap_debug_filename(get_src_pwd());
	s->group = anycov_comdat_group(fndecl);
}

void anycov_export_lean(struct anycov_lean_facts *l)
{
	memset(l, 0, sizeof(*l));
	l->target = anycov_lean_target_id();
	l->call_is_far = anycov_lean_call_is_far();
	for (int i = 0; i < ANYCOV_LEAN_MAX_REGS; i++) {
		const struct anycov_lean_target *t = &anycov_lean_targets[l->target];
		int reg;

		if (!t->regs[i])
			break;
		reg = decode_reg_name(t->regs[i]);
		/* The link register is fixed on some targets, and free all the same. */
		if (reg < 0 || global_regs[reg] || (fixed_regs[reg] && i != t->link))
			l->taken_registers |= 1u << i;
	}
}

/* Returns whether this statement is a call to clang's stack-depth: an asm is one, what
 * is expanded inline and copies of memory are not. */
static bool is_real_call(anycov_stmt stmt)
{
	tree decl = is_gimple_call(stmt) ? gimple_call_fndecl(stmt) : NULL_TREE;
	unsigned code = anycov_is_normal_builtin(decl) ? DECL_FUNCTION_CODE(decl) : 0;

	if (gimple_code(stmt) == GIMPLE_ASM)
		return !anycov_is_marker(stmt);
	if (!is_gimple_call(stmt) || gimple_call_internal_p(stmt))
		return false;
	return !decl ||
	       (code != BUILT_IN_MEMCPY && code != BUILT_IN_MEMMOVE && code != BUILT_IN_MEMSET &&
		!anycov_calls_hook(stmt) && !is_inexpensive_builtin(decl));
}

static bool has_real_call(function *fun)
{
	gimple_stmt_iterator i;
	basic_block bb;

	FOR_EACH_BB_FN (bb, fun)
		for (i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i))
			if (is_real_call(gsi_stmt(i)))
				return true;
	return false;
}

void anycov_export_frame(struct anycov_body *b, function *fun)
{
	HOST_WIDE_INT bytes = estimated_stack_frame_size(cgraph_node::get(fun->decl));

	b->is_leaf = !has_real_call(fun);
	b->frame_varies = fun->calls_alloca;
	b->frame_bytes = MAX(bytes, 0);
}
