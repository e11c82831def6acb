/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * anycov for GCC: inserts the hooks of anycov/hooks.def.
 *
 *   anycov_cmp  comparisons, where the compiler's own sancov stands: after the
 *               optimisations that see user code, before switches are lowered
 *   anycov_pc   blocks, as late as GIMPLE goes: after tail calls are chosen, so
 *               that no hook becomes one, and when every block is what it will be
 *   anycov_map  RTL, after branch lengths are known: gives each site's asm
 *               statement its text and writes the function's map records
 */
#include "adapter.h"

/* gcc-plugin.h declares it without the attribute; the plugin's other symbols are hidden. */
#pragma GCC visibility push(default)
extern "C" int plugin_is_GPL_compatible;
int plugin_is_GPL_compatible;
#pragma GCC visibility pop

static struct plugin_info info = {
	"1", "see `anycov flags --help'\n"
};

/*
 * A plugin built for another GCC, or for the same GCC configured otherwise, has
 * other offsets in GCC's own structures.  The date stamp is of no interest:
 * distributions rebuild the same source.
 */
static bool fits(const struct plugin_gcc_version *version)
{
	if (!strcmp(version->basever, gcc_version.basever) &&
	    !strcmp(version->configuration_arguments, gcc_version.configuration_arguments))
		return true;
	if (strcmp(version->basever, gcc_version.basever))
		error("anycov: this plugin is for GCC %s and the compiler is GCC %s; "
		      "%<anycov flags --cc CC%> prints the flags of the right one",
		      gcc_version.basever, version->basever);
	else
		error("anycov: this plugin is for another GCC %s (other target or configuration); "
		      "%<anycov flags --cc CC%> prints the flags of the right one",
		      version->basever);
	return false;
}

static void add_pass(const char *plugin, opt_pass *pass, const char *where, int instance,
		     enum pass_positioning_ops position)
{
	struct register_pass_info r;

	r.pass = pass;
	r.reference_pass_name = where;
	r.ref_pass_instance_number = instance;
	r.pos_op = position;
	register_callback(plugin, PLUGIN_PASS_MANAGER_SETUP, NULL, &r);
}

/* The first pass behind *list that sees switches whole and has values in their
 * final form.  Which of these passes exist, and their order, differs from version
 * to version and from list to list. */
static opt_pass *compare_slot(opt_pass *list)
{
	static const char *const names[] = {
		"sancov", "asan", "switchlower", "sancov_O0", "asan0", "switchlower_O0"
	};

	for (; list; list = list->next)
		for (unsigned i = 0; i < ARRAY_SIZE(names); i++)
			if (list->name && !strcmp(list->name, names[i]))
				return list;
	return NULL;
}

static void add_compare_pass(const char *plugin, enum anycov_cmp_list which, opt_pass *list)
{
	opt_pass *slot = compare_slot(list);

	if (slot)
		add_pass(plugin, anycov_make_cmp_pass(g, which), slot->name,
			 MAX(slot->static_pass_number, 1), PASS_POS_INSERT_BEFORE);
	else
		error("anycov: this compiler has no place for trace-cmp; please report its version");
}

/* GCC has a list of passes for -O1 and above, one for -Og, one for -O0. */
static void add_compare_passes(const char *plugin)
{
	opt_pass *all = g->get_passes()->all_passes;

	for (opt_pass *pass = all; pass; pass = pass->next) {
		if (!strcmp(pass->name, "*all_optimizations"))
			add_compare_pass(plugin, ANYCOV_CMP_OPTIMIZE, pass->sub);
		else if (!strcmp(pass->name, "*all_optimizations_g"))
			add_compare_pass(plugin, ANYCOV_CMP_DEBUG, pass->sub);
	}
	add_compare_pass(plugin, ANYCOV_CMP_PLAIN, all);
}

#pragma GCC visibility push(default)
int plugin_init(struct plugin_name_args *args, struct plugin_gcc_version *version)
{
	const char *name = args->base_name;

	/* An error is enough to fail the compilation; a non-zero result would
	 * add a second, unhelpful sentence. */
	if (!fits(version) || !anycov_read_options(args->argc, args->argv))
		return 0;
	register_callback(name, PLUGIN_INFO, NULL, &info);
	register_callback(name, PLUGIN_ATTRIBUTES, anycov_register_attributes, NULL);
	if (!anycov_opts.coverage)
		return 0;
	register_callback(name, PLUGIN_REGISTER_GGC_ROOTS, NULL,
			  const_cast<struct ggc_root_tab *>(anycov_hook_roots));
	register_callback(name, PLUGIN_PRE_GENERICIZE, anycov_protect_hook, NULL);
	add_compare_passes(name);
	add_pass(name, anycov_make_ctors_pass(g), "simdclone", 1, PASS_POS_INSERT_AFTER);
	add_pass(name, anycov_make_pc_pass(g), "optimized", 1, PASS_POS_INSERT_BEFORE);
	add_pass(name, anycov_make_map_pass(g), "shorten", 1, PASS_POS_INSERT_AFTER);
	return 0;
}
#pragma GCC visibility pop
