/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* anycov for GCC: inserts the hooks of anycov/hooks.def.
 *
 *   anycov_mark, anycov_hoist  place=early: blocks as they were written; out of loops' heads
 *   anycov_cmp  comparisons, where the compiler's own sancov runs: after the
 *               optimizations that see user code, before switches are lowered
 *   anycov      blocks, as late as GIMPLE goes: after tail calls are chosen, so
 *               that no hook becomes one, and when every block is what it will be
 *   anycov_map  RTL, after branch lengths are known: gives each marker's asm
 *               statement its text and writes the function's map records (map.cc) */
#include "adapter.h"

/* gcc-plugin.h declares it without the attribute; the plugin's other symbols are hidden. */
#pragma GCC visibility push(default)
extern "C" int plugin_is_GPL_compatible;
int plugin_is_GPL_compatible;
#pragma GCC visibility pop

struct anycov_gcc_function anycov_cur;

/* Returns whether fun was begun last. */
static bool is_current(function *fun)
{
	return anycov_cur.decl == fun->decl && anycov_cur.uid == DECL_UID(fun->decl);
}

static void end_function(void)
{
	anycov_fn_end(anycov_cur.fn);
	anycov_cur.fn = NULL;
}

/* Makes fun the current function if it is not.  Returns false if it gets no probes. */
static bool begin_function(function *fun)
{
	struct anycov_function f;

	if (is_current(fun))
		return anycov_cur.fn != NULL;
	end_function();
	memset(&anycov_cur, 0, sizeof(anycov_cur));
	anycov_cur.decl = fun->decl;
	anycov_cur.uid = DECL_UID(fun->decl);
	anycov_export_function(&f, fun->decl);
	anycov_cur.fn = anycov_fn_begin(anycov_gcc_unit, &f);
	return anycov_cur.fn != NULL;
}

/* Switches are no switches any more when the late pass comes (cfg.cc). */
static void note_switches(function *fun)
{
	gimple_stmt_iterator last;
	location_t where;
	basic_block bb;

	FOR_EACH_BB_FN (bb, fun) {
		last = gsi_last_nondebug_bb(bb);
		if (gsi_end_p(last) || gimple_code(gsi_stmt(last)) != GIMPLE_SWITCH)
			continue;
		where = LOCATION_LOCUS(gimple_location(gsi_stmt(last)));
		anycov_fn_note_switch(anycov_cur.fn, where > BUILTINS_LOCATION ? where : 0);
		if (ANYCOV_JUMP_TABLE_LOSES_LINE && !optimize)
			anycov_keep_switch_line(gsi_stmt(last));
	}
}

bool anycov_wants_marks(void)
{
	return anycov_unit_wants_marks(anycov_gcc_unit);
}

bool anycov_keeps_source(void)
{
	return anycov_unit_keeps_source(anycov_gcc_unit);
}

/* Exports the body, changed as common/ wants it. */
static void export_prepared(function *fun, enum anycov_place place)
{
	struct anycov_gcc_body *b = &anycov_gcc_body;
	const struct anycov_change *changes;
	uint32_t n;

	anycov_export_body(b, fun, place);
	changes = anycov_fn_prepare(anycov_cur.fn, place, b->facts, &n);
	if (anycov_carry_out(b, changes, n))
		anycov_export_body(b, fun, place);
}

/* Puts records where LTO carries them to the link. */
static void write_with_unit(const char *text)
{
	if (*text)
		symtab->finalize_toplevel_asm(build_string(strlen(text), text));
}

/* Marks the blocks as they were written.  Other functions' marks come here by inlining. */
static void mark_source(function *fun)
{
	struct anycov_gcc_body *b = &anycov_gcc_body;
	const struct anycov_insertion *list;
	uint32_t n;

	anycov_release_function(fun->decl);
	anycov_take_conditions(fun);
	if (begin_function(fun) && !anycov_fn_is_skipped(anycov_cur.fn)) {
		export_prepared(fun, ANYCOV_PLACE_EARLY);
		anycov_export_decisions(b);
		if (anycov_fn_plan(anycov_cur.fn, ANYCOV_PLACE_EARLY, b->facts, &list, &n)) {
			anycov_insert(b, fun, ANYCOV_PLACE_EARLY, list, n);
			/* Written with the unit, and forced by LTO, whatever becomes of the
			 * function. */
			write_with_unit(anycov_fn_map_text(anycov_cur.fn));
		}
	}
	end_function();
	anycov_cur.decl = NULL_TREE;
}

/* Comparisons, divisions and indices, as the source has them. */
static void instrument_source(function *fun)
{
	const struct anycov_insertion *list;
	uint32_t n;

	if (!begin_function(fun) || anycov_fn_is_skipped(anycov_cur.fn))
		return;
	note_switches(fun);
	anycov_export_body(&anycov_gcc_body, fun, ANYCOV_PLACE_SOURCE);
	if (anycov_gcc_body.facts->n_items &&
	    anycov_fn_plan(anycov_cur.fn, ANYCOV_PLACE_SOURCE, anycov_gcc_body.facts, &list, &n)) {
		anycov_cur.has_source_probes = n != 0;
		anycov_insert(&anycov_gcc_body, fun, ANYCOV_PLACE_SOURCE, list, n);
	}
	if (anycov_unit_parts_cases(anycov_gcc_unit))
		anycov_part_cases(fun);
}

/* Gives the probes of the earlier pass the numbers of the late graph's blocks, and
 * lists those that are gated. */
static void move_markers(const struct anycov_gcc_body *b, vec<anycov_stmt> *gated)
{
	gimple_stmt_iterator i;

	for (unsigned n = 0; anycov_cur.has_source_probes && n < b->bbs.length(); n++)
		for (i = gsi_start_bb(b->bbs[n]); !gsi_end_p(i); gsi_next(&i)) {
			uint32_t probe;

			if (!anycov_is_marker(gsi_stmt(i)))
				continue;
			probe = anycov_move_marker(gsi_stmt(i), n);
			if (anycov_fn_probe(anycov_cur.fn, probe)->is_gated)
				gated->safe_push(gsi_stmt(i));
		}
}

static void forget_dominators(void)
{
	free_dominance_info(CDI_DOMINATORS);
	free_dominance_info(CDI_POST_DOMINATORS);
}

/* Blocks, and what is left. */
static void instrument_late(function *fun)
{
	struct anycov_gcc_body *b = &anycov_gcc_body;
	const struct anycov_insertion *list;
	auto_vec<anycov_stmt> gated;
	uint32_t n;

	if (!begin_function(fun))
		return;
	anycov_free_marks(fun);
	anycov_take_cases(fun);
	export_prepared(fun, ANYCOV_PLACE_LATE);
	if (anycov_wants_marks())
		anycov_take_marks(b);
	forget_dominators();
	move_markers(b, &gated);
	if (!anycov_fn_plan(anycov_cur.fn, ANYCOV_PLACE_LATE, b->facts, &list, &n))
		return;
	anycov_tables_begin(b);
	for (unsigned i = 0; i < gated.length(); i++)
		anycov_gate_marker(gated[i]);
	anycov_insert(b, fun, ANYCOV_PLACE_LATE, list, n);
	forget_dominators();
}

static void write_function(function *fun)
{
	if (!anycov_cur.fn || !is_current(fun))
		return;
	anycov_write_function();
	end_function();
}

/* Functions that are inlined everywhere or that nothing calls are gone when the late pass comes,
 * but entries of lists that name them are no mistakes. */
static bool wants_names(void)
{
	return !in_lto_p && (anycov_unit_has_lists(anycov_gcc_unit) || flag_lto);
}

static void note_name(function *fun)
{
	struct anycov_function f;

	anycov_export_function(&f, fun->decl);
	anycov_unit_note_function(anycov_gcc_unit, &f);
}

static void note_parsed(void *finished, void *)
{
	tree decl = (tree)finished;

	if (wants_names() && TREE_CODE(decl) == FUNCTION_DECL)
		anycov_try_lists_on(decl);
}

static void finish_parsing(void *, void *)
{
	if (!in_lto_p && anycov_unit_wants_stack_depth(anycov_gcc_unit))
		anycov_start_lowest_stack();
	if (!wants_names())
		return;
	anycov_try_lists_on(NULL_TREE);
	write_with_unit(anycov_unit_lists_text(anycov_gcc_unit));
	if (flag_lto)
		write_with_unit(anycov_unit_lto_text(anycov_gcc_unit,
						     remap_debug_filename(main_input_filename)));
}

static bool wants_labels(void)
{
	return !optimize && anycov_unit_probes_blocks(anycov_gcc_unit);
}

/* Functions come here one after the other before the first is optimized. */
static void part_labels(function *fun)
{
	struct anycov_function f;

	anycov_export_function(&f, fun->decl);
	if (anycov_unit_instruments(anycov_gcc_unit, &f))
		anycov_part_labels(gimple_body(fun->decl));
}

namespace
{
/* wanted: NULL if the pass always runs. */
class plugin_pass : public opt_pass
{
      public:
	plugin_pass(const pass_data &data, bool (*when)(void), void (*what)(function *),
		    bool fixup = false)
	    : opt_pass(data, g), wanted(when), run(what), precedes_fixup(fixup)
	{
	}
	bool gate(function *) override
	{
		return !wanted || wanted();
	}
	unsigned int execute(function *fun) override
	{
		run(fun);
		/* With -fchecking GCC checks the function now, and finds calls that still have a
		 * landing pad and, since their functions were compiled, do not throw. */
		return precedes_fixup && anycov_is_checked() ? execute_fixup_cfg() : 0;
	}

      private:
	bool (*wanted)(void);
	void (*run)(function *);
	bool precedes_fixup;
};
} // namespace

static struct plugin_info info = { ANYCOV_VERSION, ANYCOV_PLUGIN_HELP "\n" };

/* A plugin built for another GCC, or for the same GCC configured otherwise, has other offsets in
 * GCC's own structures.  The date stamp does not matter: distributions rebuild the same source. */
static bool fits(const struct plugin_gcc_version *version)
{
	bool is_same =
		!strcmp(version->basever, gcc_version.basever) &&
		!strcmp(version->configuration_arguments, gcc_version.configuration_arguments);
	struct anycov_error err;

	if (!is_same) /* error_at() has another symbol from GCC 15 on: its location has 64 bits */
		error("%s",
		      anycov_wrong_compiler(&err, "GCC", gcc_version.basever, version->basever));
	return is_same;
}

static bool knows_language(void)
{
	struct anycov_error err;
	const char *problem = anycov_unknown_language(&err, lang_hooks.name);

	if (problem)
		error("%s", problem);
	return !problem;
}

#define PASS(type, name, needs, todo)                                                              \
	{                                                                                          \
		type, name, OPTGROUP_NONE, TV_NONE, needs, 0, 0, 0, todo                           \
	}
/* Those that decide about functions have remarks for -fopt-info. */
#define GIMPLE(name)                                                                               \
	{                                                                                          \
		GIMPLE_PASS, name, OPTGROUP_OTHER, TV_NONE, PROP_cfg | PROP_ssa, 0, 0, 0,          \
			TODO_update_ssa                                                            \
	}

/* In the order in which they are put beside the compiler's own pass "where". */
static const struct {
	pass_data data;
	bool (*wanted)(void);
	void (*run)(function *);
	const char *where;
	enum pass_positioning_ops position;
} passes[] = {
	{ PASS(GIMPLE_PASS, "anycov_names", 0, 0), wants_names, note_name, "omplower",
	  PASS_POS_INSERT_BEFORE },
	{ PASS(GIMPLE_PASS, "anycov_body", 0, 0), anycov_wants_marks, anycov_read_body, "omplower",
	  PASS_POS_INSERT_BEFORE },
	/* Around what builds the graph of the function's source. */
	{ PASS(GIMPLE_PASS, "anycov_graph", 0, 0), anycov_keeps_source, anycov_resume_optimization,
	  "omplower", PASS_POS_INSERT_BEFORE },
	{ PASS(GIMPLE_PASS, "anycov_graph", 0, 0), anycov_keeps_source, anycov_suspend_optimization,
	  "cfg", PASS_POS_INSERT_BEFORE },
	{ PASS(GIMPLE_PASS, "anycov_graph", 0, 0), anycov_keeps_source, anycov_resume_optimization,
	  "cfg", PASS_POS_INSERT_AFTER },
	{ PASS(GIMPLE_PASS, "anycov_labels", PROP_gimple_leh, 0), wants_labels, part_labels, "cfg",
	  PASS_POS_INSERT_BEFORE },
	{ PASS(GIMPLE_PASS, "anycov_mark", PROP_cfg, 0), anycov_wants_marks, mark_source,
	  "fixup_cfg", PASS_POS_INSERT_BEFORE },
	/* Among the late passes over the whole unit, after which each function is compiled to its
	 * end: what comes from LTO objects passes here too.  Not while a function is compiled: a
	 * switch of functions then may give the back end tables that only the start of a function
	 * fills (an x86 function whose attribute took its unit's -ffast-math away crashed the
	 * register allocator). */
	{ PASS(SIMPLE_IPA_PASS, "anycov_ctors", 0, 0), NULL, anycov_make_ctors, "simdclone",
	  PASS_POS_INSERT_AFTER },
	{ GIMPLE("anycov_hoist"), anycov_wants_marks, anycov_hoist_marks, "fix_loops",
	  PASS_POS_INSERT_BEFORE },
	{ GIMPLE("anycov"), NULL, instrument_late, "optimized", PASS_POS_INSERT_BEFORE },
	{ PASS(RTL_PASS, "anycov_store", 0, 0), anycov_wants_addresses, anycov_store_addresses,
	  "vregs", PASS_POS_INSERT_AFTER },
	{ PASS(RTL_PASS, "anycov_map", 0, 0), NULL, write_function, "shorten",
	  PASS_POS_INSERT_AFTER },
};

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

/* The first pass of the list that sees switches whole and has values in their final form.  Which
 * of these passes exist, and their order, differs between versions and lists. */
static opt_pass *compare_slot(opt_pass *list)
{
	static const char *const names[] = { "sancov",    "asan",  "switchlower",
					     "sancov_O0", "asan0", "switchlower_O0" };

	for (; list; list = list->next)
		for (unsigned i = 0; i < ARRAY_SIZE(names); i++)
			if (list->name && !strcmp(list->name, names[i]))
				return list;
	return NULL;
}

static void add_compare_pass(const char *plugin, const char *name, bool (*wanted)(void),
			     opt_pass *list)
{
	const pass_data data = GIMPLE(name);
	opt_pass *slot = compare_slot(list);

	if (slot)
		add_pass(plugin, new plugin_pass(data, wanted, instrument_source), slot->name,
			 MAX(slot->static_pass_number, 1), PASS_POS_INSERT_BEFORE);
	else
		anycov_report_to_gcc(NULL, ANYCOV_ERROR, ANYCOV_NO_COMPARE_PASS);
}

/* GCC has a list of passes for -O1 and above, one for -Og, one for -O0. */
static void add_compare_passes(const char *plugin)
{
	opt_pass *all = g->get_passes()->all_passes;

	for (opt_pass *pass = all; pass; pass = pass->next) {
		if (!strcmp(pass->name, "*all_optimizations"))
			add_compare_pass(plugin, "anycov_cmp", NULL, pass->sub);
		else if (!strcmp(pass->name, "*all_optimizations_g"))
			add_compare_pass(plugin, "anycov_cmp_g", NULL, pass->sub);
	}
	/* The list of -O0 runs on, past those of -O1 and -Og. */
	add_compare_pass(
		plugin, "anycov_cmp0", [] { return !optimize; }, all);
}

/* Only now the target's own options are settled: widths of pointers, say. */
static void start_unit(void *, void *)
{
	struct anycov_target target;

	anycov_export_target(&target);
	anycov_unit_start(anycov_gcc_unit, &target, false);
	anycov_watch_constant_p();
}

/* Clones have names of their own, and at a link step there are functions of other objects. */
static void finish_unit(void *, void *)
{
	if (!asm_out_file || flag_syntax_only || seen_error())
		return;
	fputs(anycov_unit_lists_text(anycov_gcc_unit), asm_out_file);
	if (anycov_unit_fuzzer_section(anycov_gcc_unit))
		anycov_write_fuzzer(asm_out_file, user_label_prefix,
				    anycov_unit_fuzzer_section(anycov_gcc_unit));
	/* Fat objects have their probes in the code that a link without -flto takes. */
	if (in_lto_p || (flag_lto && flag_fat_lto_objects))
		fputs(anycov_unit_lto_text(anycov_gcc_unit, NULL), asm_out_file);
}

/* The summaries that the inliner is about to use belong to no pass that another could follow. */
static void before_pass(void *, void *)
{
	if (!strcmp(current_pass->name, "inline") && anycov_wants_marks())
		anycov_discount_marks();
}

#pragma GCC visibility push(default)
int plugin_init(struct plugin_name_args *args, struct plugin_gcc_version *version)
{
	const char *name = args->base_name;

	/* An error is enough to fail the compilation; a non-zero result would
	 * add a second, unhelpful sentence. */
	if (!fits(version) || !knows_language() || !anycov_read_options(args->argc, args->argv))
		return 0;
	register_callback(name, PLUGIN_INFO, NULL, &info);
	anycov_replace_no_sanitize();
	register_callback(name, PLUGIN_ATTRIBUTES, anycov_register_attributes, NULL);
	register_callback(name, PLUGIN_REGISTER_GGC_ROOTS, NULL,
			  const_cast<struct ggc_root_tab *>(anycov_hook_roots));
	register_callback(name, PLUGIN_START_UNIT, start_unit, NULL);
	register_callback(name, PLUGIN_ALL_IPA_PASSES_START, finish_parsing, NULL);
	register_callback(name, PLUGIN_OVERRIDE_GATE, before_pass, NULL);
	register_callback(name, PLUGIN_FINISH_UNIT, finish_unit, NULL);
	register_callback(name, PLUGIN_PRE_GENERICIZE, note_parsed, NULL);
	register_callback(name, PLUGIN_PRE_GENERICIZE, anycov_protect_hook, NULL);
	anycov_keep_as_written(name);
	for (unsigned i = 0; i < ARRAY_SIZE(passes); i++)
		add_pass(name,
			 new plugin_pass(passes[i].data, passes[i].wanted, passes[i].run,
					 !strcmp(passes[i].where, "fixup_cfg")),
			 passes[i].where, 1, passes[i].position);
	add_compare_passes(name);
	return 0;
}
#pragma GCC visibility pop
