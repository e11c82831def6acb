/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* trace-pc: a hook call in each block that the planner chose. */
#include "adapter.h"

/* Where a debugger stops for this block. */
static location_t block_location(basic_block bb)
{
	anycov_stmt first = anycov_first_stmt(bb);

	if (first)
		return gimple_location(first);
	return single_succ_p(bb) ? single_succ_edge(bb)->goto_locus : UNKNOWN_LOCATION;
}

static gimple_seq make_probe(unsigned block, location_t where)
{
	gimple_seq seq = NULL;

	anycov_add_site(&seq, gimple_build_call(anycov_hook_decl(ANYCOV_HOOK_TRACE_PC), 0),
			ANYCOV_SITE_PC, block, where);
	return seq;
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
static void probe_before_setjmp(basic_block bb, unsigned block, location_t where)
{
	auto_vec<edge> normal;
	edge_iterator ei;
	unsigned i;
	edge e;

	FOR_EACH_EDGE(e, ei, bb->preds)
		if (!(e->flags & (EDGE_ABNORMAL | EDGE_EH)))
			normal.safe_push(e);
	FOR_EACH_VEC_ELT(normal, i, e) {
		gimple_stmt_iterator at = gsi_start_bb(split_edge(e));

		gsi_insert_seq_after(&at, make_probe(block, where), GSI_NEW_STMT);
	}
}

static void probe_block(basic_block bb, unsigned block)
{
	location_t where = block_location(bb);
	gimple_stmt_iterator at;

	if (starts_with_setjmp(bb)) {
		probe_before_setjmp(bb, block, where);
		return;
	}
	/* Behind debug statements: a hook in front of them would move what they
	 * describe, and code must not differ with and without -g. */
	at = gsi_start_nondebug_after_labels_bb(bb);
	if (!gsi_end_p(at)) {
		gsi_insert_seq_before(&at, make_probe(block, where), GSI_SAME_STMT);
		return;
	}
	at = gsi_last_bb(bb);
	gsi_insert_seq_after(&at, make_probe(block, where), GSI_NEW_STMT);
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

/* Without trace-pc the map still names the function's blocks and lines. */
static void plan_nothing(struct anycov_plan *plan)
{
	memset(plan->probe, 0, plan->n_blocks);
	memset(plan->unknown, 1, plan->n_blocks);
	plan->n_probes = 0;
}

static bool make_plan(const struct anycov_graph *graph, struct anycov_plan *plan)
{
	bool all = (anycov_opts.coverage & ANYCOV_COV_TRACE_PC) &&
		   anycov_opts.level != ANYCOV_LEVEL_FUNC;
	struct anycov_error err;

	if (anycov_plan_blocks(&graph->cfg, all ? anycov_opts.prune : ANYCOV_PRUNE_NONE, plan,
			       &err)) {
		error("anycov: %s: %s", anycov_assembler_name(current_function_decl), err.text);
		return false;
	}
	if (!(anycov_opts.coverage & ANYCOV_COV_TRACE_PC))
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

static void instrument(function *fun)
{
	bool edges = anycov_opts.level == ANYCOV_LEVEL_EDGE;
	basic_block entry = single_succ(ENTRY_BLOCK_PTR_FOR_FN(fun));
	struct anycov_line_table lines;
	struct anycov_graph graph;
	struct anycov_plan plan;

	if (anycov_opts.coverage & ANYCOV_COV_TRACE_PC) {
		/* A function that begins with a loop is still entered once. */
		if (anycov_opts.level == ANYCOV_LEVEL_FUNC && !single_pred_p(entry))
			split_edge(single_succ_edge(ENTRY_BLOCK_PTR_FOR_FN(fun)));
		if (edges)
			anycov_split_edges(fun);
		if (anycov_opts.level != ANYCOV_LEVEL_FUNC)
			anycov_split_program_ends(fun);
	}
	anycov_graph_build(&graph, fun, edges);
	anycov_lines_build(&lines, fun, &graph);
	keep_lines(&graph, &lines);
	if (make_plan(&graph, &plan)) {
		settle_sites(&graph);
		if (ANYCOV_ELF)
			anycov_set_map_text(anycov_map_text(fun, &graph, &plan, &lines));
		for (unsigned b = 0; b < graph.cfg.n_blocks; b++)
			if (plan.probe[b])
				probe_block(graph.blocks[b], b);
		if (anycov_opts.verbose)
			inform(DECL_SOURCE_LOCATION(fun->decl),
			       "anycov: %qs: %u blocks, %u probes",
			       anycov_assembler_name(fun->decl), graph.cfg.n_blocks, plan.n_probes);
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
