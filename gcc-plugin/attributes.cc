/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The attributes that keep a function free of hooks, where the compiler lacks
 * them.  __has_attribute sees what is registered here, so that code such as the
 * kernel's noinstr works unchanged.
 */
#include "adapter.h"

static tree keep_on_function(tree *node, tree name, tree args, int flags, bool *no_add)
{
	(void)args;
	(void)flags;
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

/* Registering an attribute that GCC has is an internal error, so ask first. */
static void register_if_lacking(const struct attribute_spec *spec)
{
	if (!lookup_attribute_spec(get_identifier(spec->name)))
		register_attribute(spec);
}

void anycov_register_attributes(void *event_data, void *user_data)
{
	(void)event_data;
	(void)user_data;
	register_if_lacking(&no_coverage);
	register_if_lacking(&no_instrumentation);
}
