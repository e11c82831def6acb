/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Probes: what stands in each block that the planner chose, and in the entry. */
#include "adapter.h"

/* Where a debugger stops for this block. */
static location_t block_location(basic_block bb)
{
	anycov_stmt first = anycov_first_stmt(bb);

	if (first)
		return gimple_location(first);
	return single_succ_p(bb) ? single_succ_edge(bb)->goto_locus : UNKNOWN_LOCATION;
}

/* Kinds whose entry block must be run once a call. */
#define ENTRY_KINDS                                                                                \
	(ANYCOV_EDGE_KINDS | ANYCOV_COV_ENTRY_EXIT | ANYCOV_COV_STACK_DEPTH | ANYCOV_COV_CONTROL_FLOW)

struct probe {
	unsigned block;
	bool chosen;     /* by the planner */
	unsigned number; /* then: in the function's tables */
};

/* The hook of the PC alone, and its kind of site; -1: none. */
static int pc_hook(const struct probe *p, enum anycov_site_kind *kind)
{
	*kind = ANYCOV_SITE_ENTRY;
	if (!p->block && (anycov_opts.coverage & ANYCOV_COV_ENTRY_EXIT))
		return ANYCOV_HOOK_TRACE_PC_ENTRY;
	*kind = ANYCOV_SITE_PC;
	return p->chosen && (anycov_opts.coverage & ANYCOV_COV_TRACE_PC) ? ANYCOV_HOOK_TRACE_PC :
									   -1;
}

static void emit_probe(struct anycov_point *at, const struct probe *p, location_t where)
{
	enum anycov_site_kind kind;
	int hook = pc_hook(p, &kind);
	gimple_seq seq = NULL;

	if (anycov_needs_label(p->block))
		anycov_add_label(&seq, p->block, where);
	if (hook == ANYCOV_HOOK_TRACE_PC && anycov_lean_here())
		anycov_add_lean_site(&seq, kind, p->block, where);
	else if (hook >= 0)
		anycov_add_site(&seq, gimple_build_call(anycov_hook_decl(hook), 0), kind, p->block,
				where);
	if (seq)
		anycov_emit(at, seq);
	if (p->chosen)
		anycov_emit_probe(at, p->number, p->block, where);
	if (!p->block)
		anycov_emit_entry(at, p->block, where);
}

static bool starts_with_setjmp(basic_block bb)
{
	anycov_stmt first = anycov_first_stmt(bb);

	return first && is_gimple_call(first) && (gimple_call_flags(first) & ECF_RETURNS_TWICE);
}

/*
 * A call that returns twice must stay the first of its block, because abnormal
 * edges lead straight to it.  The probe goes to the ways that lead in normally.
 */
static void probe_before_setjmp(basic_block bb, const struct probe *p, location_t where)
{
	auto_vec<edge> normal;
	edge_iterator ei;
	unsigned i;
	edge e;

	FOR_EACH_EDGE(e, ei, bb->preds)
		if (!(e->flags & (EDGE_ABNORMAL | EDGE_EH)))
			normal.safe_push(e);
	FOR_EACH_VEC_ELT(normal, i, e) {
		struct anycov_point at;

		at.bb = split_edge(e);
		at.at = gsi_start_bb(at.bb);
		emit_probe(&at, p, where);
	}
}

static void probe_block(basic_block bb, const struct probe *p)
{
	location_t where = block_location(bb);
	struct anycov_point at;

	if (starts_with_setjmp(bb)) {
		probe_before_setjmp(bb, p, where);
		return;
	}
	/* Behind debug statements: a hook in front of them would move what they
	 * describe, and code must not differ with and without -g. */
	at.bb = bb;
	at.at = gsi_start_nondebug_after_labels_bb(bb);
	emit_probe(&at, p, where);
}

static void probe_blocks(const struct anycov_graph *graph, const struct anycov_plan *plan)
{
	unsigned n = 0;

	for (unsigned b = 0; b < graph->cfg.n_blocks; b++) {
		struct probe p = { b, plan->probe[b] != 0, n };

		n += p.chosen;
		if (p.chosen || !b || anycov_needs_label(b))
			probe_block(graph->blocks[b], &p);
	}
}

/* func: the entry alone, and nothing is known of the others. */
static void plan_function_level(struct anycov_plan *plan)
{
	for (unsigned b = 0; b < plan->n_blocks; b++) {
		plan->probe[b] = b == 0;
		plan->unknown[b] = b != 0;
	}
	plan->n_probes = 1;
}

/* Without probes the map still names the function's blocks and lines. */
static void plan_nothing(struct anycov_plan *plan)
{
	memset(plan->probe, 0, plan->n_blocks);
	memset(plan->unknown, 1, plan->n_blocks);
	plan->n_probes = 0;
}

/*
 * Blocks without code that stand for an edge: GCC makes no code of one that holds no
 * probe, so few are worth one.  The flags for the plan alone.
 */
static uint32_t *spare_edges(const struct anycov_graph *graph)
{
	uint32_t *flags = XNEWVEC(uint32_t, graph->cfg.n_blocks);

	memcpy(flags, graph->flags, graph->cfg.n_blocks * sizeof(*flags));
	for (unsigned b = 1; b < graph->cfg.n_blocks; b++) {
		basic_block bb = graph->blocks[b];

		if ((flags[b] & ANYCOV_BLOCK_EMPTY) && single_pred_p(bb) &&
		    !anycov_edge_is_worth(graph->weights[0],
					  graph->weights[graph->numbers[single_pred(bb)->index]],
					  graph->weights[b]))
			flags[b] |= ANYCOV_BLOCK_CANNOT;
	}
	return flags;
}

static bool make_plan(const struct anycov_graph *graph, struct anycov_plan *plan)
{
	bool all = (anycov_opts.coverage & ANYCOV_PROBE_KINDS) &&
		   anycov_opts.level != ANYCOV_LEVEL_FUNC;
	struct anycov_cfg cfg = graph->cfg;
	uint32_t *flags = NULL;
	struct anycov_error err;
	int rc;

	if (all && anycov_opts.prune == ANYCOV_PRUNE_LOSSLESS)
		cfg.flags = flags = spare_edges(graph);
	rc = anycov_plan_blocks(&cfg, all ? anycov_opts.prune : ANYCOV_PRUNE_NONE, plan, &err);
	free(flags);
	if (rc) {
		error("anycov: %s: %s", anycov_assembler_name(current_function_decl), err.text);
		return false;
	}
	if (!(anycov_opts.coverage & ANYCOV_PROBE_KINDS))
		plan_nothing(plan);
	else if (anycov_opts.level == ANYCOV_LEVEL_FUNC)
		plan_function_level(plan);
	return true;
}

/*
 * Without optimisation a block may hold no statement and yet a line of the user:
 * "break;" is the location of an edge, "label:" is no code.  Reports must show
 * those lines as gcov does.
 */
static void keep_lines(struct anycov_graph *graph, const struct anycov_line_table *lines)
{
	if (optimize)
		return;
	for (unsigned b = 0; b < graph->cfg.n_blocks; b++)
		if (lines->blocks[b].n && !(graph->flags[b] & ANYCOV_BLOCK_CANNOT) &&
		    !anycov_is_switch_part(graph->blocks[b]))
			graph->flags[b] &= ~ANYCOV_BLOCK_EMPTY;
}

/* Sites of earlier passes get the numbers that the map's blocks have. */
static void settle_sites(const struct anycov_graph *graph)
{
	gimple_stmt_iterator i;

	for (unsigned b = 0; b < graph->cfg.n_blocks; b++)
		for (i = gsi_start_bb(graph->blocks[b]); !gsi_end_p(i); gsi_next(&i))
			if (anycov_is_site(gsi_stmt(i)))
				anycov_settle_site(gsi_stmt(i), b);
}

/* The entry's block, apart from a loop that leads back to it. */
static void part_entry(function *fun)
{
	edge entry = single_succ_edge(ENTRY_BLOCK_PTR_FOR_FN(fun));

	if (!single_pred_p(entry->dest) &&
	    ((anycov_opts.coverage & ENTRY_KINDS) ||
	     (anycov_opts.level == ANYCOV_LEVEL_FUNC && (anycov_opts.coverage & ANYCOV_PROBE_KINDS))))
		split_edge(entry);
}

static void say_probes(function *fun, const struct anycov_graph *graph,
		       const struct anycov_plan *plan)
{
	const char *name = anycov_assembler_name(fun->decl);
	location_t where = DECL_SOURCE_LOCATION(fun->decl);
	struct anycov_bound bound;
	struct anycov_error err;

	/* What a bench compares the plan with; it takes quadratic time. */
	if (anycov_opts.prune != ANYCOV_PRUNE_LOSSLESS ||
	    anycov_plan_bound_of_code(&graph->cfg, &bound, &err))
		inform(where, "anycov: %qs: %u blocks, %u probes", name, graph->cfg.n_blocks,
		       plan->n_probes);
	else
		inform(where, "anycov: %qs: %u blocks, %u probes, lower bound %u", name,
		       graph->cfg.n_blocks, plan->n_probes,
		       bound.must + bound.classes + bound.forced);
}

static void insert(function *fun, const struct anycov_graph *graph,
		   const struct anycov_plan *plan, const struct anycov_line_table *lines)
{
	uint64_t id;
	char *text;

	settle_sites(graph);
	anycov_tables_begin(graph, plan);
	if (ANYCOV_ELF) {
		text = anycov_map_text(fun, graph, plan, lines, &id);
		anycov_set_map_text(text, id);
	}
	anycov_add_data_late(graph);
	probe_blocks(graph, plan);
	if (anycov_opts.coverage & ANYCOV_COV_ENTRY_EXIT)
		anycov_add_exit_of_exceptions(fun);
	if (anycov_opts.gated)
		anycov_gate_calls(fun);
	if (anycov_opts.verbose)
		say_probes(fun, graph, plan);
}

static void instrument(function *fun)
{
	bool edges = anycov_opts.level == ANYCOV_LEVEL_EDGE;
	struct anycov_line_table lines;
	struct anycov_graph graph;
	struct anycov_plan plan;

	part_entry(fun);
	if (edges && (anycov_opts.coverage & (ANYCOV_PROBE_KINDS | ANYCOV_COV_CONTROL_FLOW)))
		anycov_split_edges(fun);
	if ((anycov_opts.coverage & ANYCOV_PROBE_KINDS) && anycov_opts.level != ANYCOV_LEVEL_FUNC)
		anycov_split_program_ends(fun);
	anycov_graph_build(&graph, fun, edges);
	if (anycov_options_probe_entry(&anycov_opts))
		graph.flags[0] |= ANYCOV_BLOCK_MUST;
	anycov_lines_build(&lines, fun, &graph);
	keep_lines(&graph, &lines);
	free_dominance_info(CDI_DOMINATORS);
	free_dominance_info(CDI_POST_DOMINATORS);
	if (make_plan(&graph, &plan)) {
		insert(fun, &graph, &plan, &lines);
		anycov_plan_free(&plan);
	}
	anycov_lines_free(&lines);
	anycov_graph_free(&graph);
}

namespace {

const pass_data pc_data = {
	GIMPLE_PASS, "anycov_pc", OPTGROUP_NONE, TV_NONE, PROP_cfg | PROP_ssa, 0, 0, 0,
	TODO_update_ssa
};

class pc_pass : public gimple_opt_pass {
public:
	pc_pass(gcc::context *ctxt) : gimple_opt_pass(pc_data, ctxt) {}
	unsigned int execute(function *fun) override
	{
		if (!anycov_begin_function(fun))
			return 0;
		instrument(fun);
		free_dominance_info(CDI_DOMINATORS);
		free_dominance_info(CDI_POST_DOMINATORS);
		return 0;
	}
};

}

opt_pass *anycov_make_pc_pass(gcc::context *ctxt)
{
	return new pc_pass(ctxt);
}
