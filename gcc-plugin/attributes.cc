/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The attributes that keep a function free of hooks, where the compiler lacks them.
 * __has_attribute sees what is registered here, so that code such as the kernel's noinstr works
 * unchanged.  LLVM needs no such file: clang has the attributes. */
#include "adapter.h"

static tree keep_on_function(tree *node, tree name, tree, int, bool *no_add)
{
	if (TREE_CODE(*node) != FUNCTION_DECL) {
		warning(OPT_Wattributes, "%qE attribute ignored", name);
		*no_add = true;
	}
	return NULL_TREE;
}

static struct attribute_spec no_coverage =
	ANYCOV_ATTRIBUTE("no_sanitize_coverage", 0, 0, true, keep_on_function);
static struct attribute_spec no_instrumentation =
	ANYCOV_ATTRIBUTE("disable_sanitizer_instrumentation", 0, 0, true, keep_on_function);

/* no_sanitize("coverage"), as clang spells it.  GCC's own handler warns of the unknown keyword
 * and drops it, and an attribute cannot be registered twice.  Therefore the front end's table of
 * attributes is replaced by a copy with the handler below, which calls GCC's for all other
 * keywords. */
typedef tree (*handler_type)(tree *node, tree name, tree args, int flags, bool *no_add);
static handler_type gcc_no_sanitize;

/* Returns the list without the keyword; sets *found if the list has it. */
static tree without_coverage(tree args, bool *found)
{
	tree rest = NULL_TREE;

	for (; args; args = TREE_CHAIN(args)) {
		tree value = TREE_VALUE(args);
		char *text;

		if (TREE_CODE(value) != STRING_CST) {
			rest = tree_cons(NULL_TREE, value, rest);
			continue;
		}
		text = xstrdup(TREE_STRING_POINTER(value));
		*found |= anycov_list_drop_word(text, "coverage");
		if (*text)
			rest = tree_cons(NULL_TREE, build_string(strlen(text) + 1, text), rest);
		free(text);
	}
	return nreverse(rest);
}

static tree no_sanitize(tree *node, tree name, tree args, int flags, bool *no_add)
{
	bool found = false;
	tree rest = without_coverage(args, &found);

	if (!found && gcc_no_sanitize)
		return gcc_no_sanitize(node, name, args, flags, no_add);
	if (found && TREE_CODE(*node) == FUNCTION_DECL &&
	    !lookup_attribute(no_coverage.name, DECL_ATTRIBUTES(*node)))
		DECL_ATTRIBUTES(*node) = tree_cons(get_identifier(no_coverage.name), NULL_TREE,
						   DECL_ATTRIBUTES(*node));
	if (rest && gcc_no_sanitize)
		return gcc_no_sanitize(node, name, rest, flags, no_add);
	if (rest)
		warning(OPT_Wattributes, "%qE attribute: this compiler knows %<coverage%> alone",
			name);
	*no_add = true;
	return NULL_TREE;
}

static struct attribute_spec own_no_sanitize =
	ANYCOV_ATTRIBUTE("no_sanitize", 1, -1, true, no_sanitize);

void anycov_replace_no_sanitize(void)
{
	struct attribute_spec *spec = anycov_own_attribute(own_no_sanitize.name);

	if (!spec)
		return;
	gcc_no_sanitize = spec->handler;
	spec->handler = no_sanitize;
}

/* Registering an attribute that GCC has is an internal error, so check first. */
static void register_if_lacking(const struct attribute_spec *spec)
{
	if (!lookup_attribute_spec(get_identifier(spec->name)))
		register_attribute(spec);
}

void anycov_register_attributes(void *, void *)
{
	register_if_lacking(&no_coverage);
	register_if_lacking(&no_instrumentation);
	/* LTO's back end has none and needs none. */
	if (!ANYCOV_HAS_NO_SANITIZE)
		register_if_lacking(&own_no_sanitize);
}
