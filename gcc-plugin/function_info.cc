/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Facts about a function, for the decisions in common/decide.c. */
#include "adapter.h"

const char *anycov_assembler_name(tree decl)
{
	const char *name = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(decl));
	size_t prefix = strlen(user_label_prefix);

	/* '*': the name stands as the user wrote it, prefix included. */
	if (*name != '*')
		return name;
	name++;
	return strncmp(name, user_label_prefix, prefix) ? name : name + prefix;
}

const char *anycov_unit_name(tree fndecl)
{
	/* Under LTO the compiler's input is a temporary file. */
	if (in_lto_p) {
		tree unit = fndecl;

		while (unit && TREE_CODE(unit) != TRANSLATION_UNIT_DECL)
			unit = DECL_P(unit) ? DECL_CONTEXT(unit) :
			       TYPE_P(unit) ? TYPE_CONTEXT(unit) :
			       TREE_CODE(unit) == BLOCK ? BLOCK_SUPERCONTEXT(unit) : NULL_TREE;
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

/* Does the function hold nothing but unreachable? */
static bool is_trap(function *fun)
{
	basic_block entry = single_succ(ENTRY_BLOCK_PTR_FOR_FN(fun));
	anycov_stmt first = anycov_first_stmt(entry);

	if (!first)
		return EDGE_COUNT(entry->succs) == 0;
	return is_gimple_call(first) && anycov_is_unreachable_call(first);
}

enum anycov_skip anycov_why_skip(function *fun)
{
	tree decl = fun->decl;
	struct anycov_function f;
	enum anycov_skip why;

	f.name = anycov_assembler_name(decl);
	f.source = DECL_SOURCE_FILE(decl) ? DECL_SOURCE_FILE(decl) : "";
	f.unit = anycov_unit_name(decl);
	f.section = DECL_SECTION_NAME(decl);
	/* Some targets keep it on the type. */
	f.is_naked = has_attribute(decl, "naked") ||
		     lookup_attribute("naked", TYPE_ATTRIBUTES(TREE_TYPE(decl)));
	f.no_coverage = has_attribute(decl, "no_sanitize_coverage");
	f.no_instrumentation = has_attribute(decl, "disable_sanitizer_instrumentation");
	f.is_external_copy = DECL_EXTERNAL(decl);
	f.is_trap = is_trap(fun);
	why = anycov_skip_function(&anycov_opts, &f);
	if (anycov_opts.verbose && why != ANYCOV_SKIP_NOT)
		inform(DECL_SOURCE_LOCATION(decl), "anycov: %qs gets no hooks: %s", f.name,
		       anycov_skip_reason(why));
	return why;
}
