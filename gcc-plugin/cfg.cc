/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The function's control flow graph as the planner takes it. */
#include "adapter.h"

anycov_stmt anycov_first_stmt(basic_block bb)
{
	gimple_stmt_iterator i = gsi_start_nondebug_after_labels_bb(bb);

	return gsi_end_p(i) ? NULL : gsi_stmt(i);
}

static void split_one(edge e)
{
	basic_block bb = split_edge(e);

	/* A block split off has no statement that could say where it is. */
	if (single_succ_edge(bb)->goto_locus == UNKNOWN_LOCATION)
		single_succ_edge(bb)->goto_locus = single_pred_edge(bb)->goto_locus;
}

void anycov_split_edges(function *fun)
{
	basic_block bb;
	auto_vec<edge> critical;
	edge e;
	edge_iterator ei;
	unsigned i;

	FOR_EACH_BB_FN(bb, fun)
		FOR_EACH_EDGE(e, ei, bb->succs) {
			anycov_stmt first;

			/* Abnormal edges cannot be split; a landing pad is entered by
			 * the unwinder, which knows nothing of a block before it. */
			if (!EDGE_CRITICAL_P(e) || (e->flags & (EDGE_ABNORMAL | EDGE_EH)))
				continue;
			first = anycov_first_stmt(e->dest);
			if (first && is_gimple_call(first) && anycov_is_unreachable_call(first))
				continue;
			critical.safe_push(e);
		}
	FOR_EACH_VEC_ELT(critical, i, e)
		split_one(e);
}

/*
 * The functions of the unit from which a call that never returns may be reached,
 * by uid, as direct calls tell.
 */
static hash_set<tree> *may_end_program;

static void find_program_ends(void)
{
	auto_vec<cgraph_node *> work;
	struct cgraph_node *node;
	struct cgraph_edge *e;

	may_end_program = new hash_set<tree>;
	FOR_EACH_FUNCTION(node)
		if ((flags_from_decl_or_type(node->decl) & ECF_NORETURN) &&
		    !anycov_is_unreachable_decl(node->decl))
			work.safe_push(node);
	while (!work.is_empty()) {
		node = work.pop();
		for (e = node->callers; e; e = e->next_caller)
			if (!may_end_program->add(e->caller->decl))
				work.safe_push(e->caller);
	}
}

/* Is there code of another line or file than this? */
static bool is_elsewhere(location_t loc, expanded_location from)
{
	expanded_location x = expand_location(LOCATION_LOCUS(loc));

	return LOCATION_LOCUS(loc) > BUILTINS_LOCATION &&
	       (x.line != from.line || x.file != from.file);
}

/* Does the block hold another line behind the statement at i? */
static bool line_follows(gimple_stmt_iterator i)
{
	basic_block bb = gsi_bb(i);
	expanded_location from = expand_location(LOCATION_LOCUS(gimple_location(gsi_stmt(i))));

	for (gsi_next_nondebug(&i); !gsi_end_p(i); gsi_next_nondebug(&i))
		if (is_elsewhere(gimple_location(gsi_stmt(i)), from))
			return true;
	return single_succ_p(bb) && is_elsewhere(single_succ_edge(bb)->goto_locus, from);
}

/*
 * Without optimisation a report shows the lines that gcov shows, and gcov ends a
 * block at each call that may end the program.  Where the unit itself tells that
 * a call may, the lines behind it get a block and so a probe of their own.  (With
 * optimisation GCC knows by itself of functions that never return.)
 */
void anycov_split_program_ends(function *fun)
{
	gimple_stmt_iterator i;
	basic_block bb;

	if (optimize)
		return;
	if (!may_end_program)
		find_program_ends();
	FOR_EACH_BB_FN(bb, fun)
		for (i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i)) {
			tree callee = is_gimple_call(gsi_stmt(i)) ?
				      gimple_call_fndecl(gsi_stmt(i)) : NULL_TREE;

			if (!callee || !may_end_program->contains(callee) || !line_follows(i))
				continue;
			/* The walk goes on with the block behind. */
			split_block(bb, gsi_stmt(i));
			break;
		}
}

/* Calls after which the rest of the block may not run. */
static bool may_not_return(anycov_stmt stmt)
{
	int flags;
	tree fndecl;

	if (anycov_throws_externally(stmt))
		return true;
	if (!is_gimple_call(stmt) || gimple_call_internal_p(stmt))
		return false;
	fndecl = gimple_call_fndecl(stmt);
	flags = gimple_call_flags(stmt);
	if (anycov_is_normal_builtin(fndecl) && (flags & ECF_NOTHROW) && !(flags & ECF_NORETURN))
		return false;
	return !(flags & (ECF_CONST | ECF_PURE)) || (flags & ECF_LOOPING_CONST_OR_PURE);
}

/* A jump to another function, or a call after all if expanding finds a hindrance:
 * the blocks behind may be skipped, with their probes. */
static bool may_be_jump(anycov_stmt stmt)
{
	return is_gimple_call(stmt) && gimple_call_tail_p(as_a<gcall *>(stmt));
}

/* An empty block that stands for one edge of a critical pair. */
static bool stands_for_edge(basic_block bb)
{
	edge e;
	edge_iterator ei;

	if (!single_succ_p(bb) || EDGE_COUNT(single_succ(bb)->preds) < 2)
		return false;
	FOR_EACH_EDGE(e, ei, bb->preds)
		if (EDGE_COUNT(e->src->succs) > 1)
			return true;
	return false;
}

/* The places of the function's switches. */
static location_t *switches;
static unsigned n_switches, max_switches;
static bool has_placeless_switch;

void anycov_forget_switches(void)
{
	n_switches = 0;
	has_placeless_switch = false;
}

void anycov_note_switch(location_t where)
{
	where = LOCATION_LOCUS(where);
	if (where <= BUILTINS_LOCATION) {
		has_placeless_switch = true;
		return;
	}
	if (n_switches == max_switches) {
		max_switches = max_switches ? 2 * max_switches : 16;
		switches = XRESIZEVEC(location_t, switches, max_switches);
	}
	switches[n_switches++] = where;
}

/* The branch that ends the block, or NULL. */
static anycov_stmt last_branch(basic_block bb)
{
	gimple_stmt_iterator i = gsi_last_nondebug_bb(bb);

	if (gsi_end_p(i) || (gimple_code(gsi_stmt(i)) != GIMPLE_COND &&
			     gimple_code(gsi_stmt(i)) != GIMPLE_SWITCH))
		return NULL;
	return gsi_stmt(i);
}

static bool is_switch_location(location_t where)
{
	if (where == UNKNOWN_LOCATION)
		return has_placeless_switch;
	for (unsigned i = 0; i < n_switches; i++)
		if (switches[i] == where)
			return true;
	return false;
}

static bool tests_same_value(anycov_stmt a, anycov_stmt b)
{
	return gimple_code(a) == GIMPLE_COND && gimple_code(b) == GIMPLE_COND &&
	       gimple_cond_lhs(a) == gimple_cond_lhs(b) &&
	       CONSTANT_CLASS_P(gimple_cond_rhs(a)) && CONSTANT_CLASS_P(gimple_cond_rhs(b));
}

/*
 * From GCC 9 on switches become trees of branches while the code is GIMPLE, all
 * with the switch's location.  Those behind the first hold nothing else, and are
 * reached from such branches alone.  (A switch that is all of a case has no
 * location in C: then the branches must test one value.)
 */
bool anycov_is_switch_part(basic_block bb)
{
	anycov_stmt branch = last_branch(bb);
	gimple_stmt_iterator i;
	edge_iterator ei;
	location_t where;
	edge e;

	if (!branch)
		return false;
	where = LOCATION_LOCUS(gimple_location(branch));
	if (!is_switch_location(where))
		return false;
	for (i = gsi_start_nondebug_after_labels_bb(bb); !gsi_end_p(i); gsi_next_nondebug(&i)) {
		location_t at = LOCATION_LOCUS(gimple_location(gsi_stmt(i)));

		if (gsi_stmt(i) == branch)
			break;
		if (!is_gimple_assign(gsi_stmt(i)) || where == UNKNOWN_LOCATION ||
		    (at != where && at != UNKNOWN_LOCATION))
			return false;
	}
	FOR_EACH_EDGE(e, ei, bb->preds) {
		anycov_stmt before = last_branch(e->src);

		if (!before || LOCATION_LOCUS(gimple_location(before)) != where ||
		    (where == UNKNOWN_LOCATION && !tests_same_value(before, branch)))
			return false;
	}
	return true;
}

static uint32_t block_flags(basic_block bb, bool edge_level)
{
	gimple_stmt_iterator i = gsi_start_nondebug_after_labels_bb(bb);
	uint32_t flags = 0;
	edge e;
	edge_iterator ei;

	if (gsi_end_p(i)) {
		if (EDGE_COUNT(bb->succs) == 0)
			flags |= ANYCOV_BLOCK_UNREACHABLE;
		else if (!edge_level || !stands_for_edge(bb))
			flags |= ANYCOV_BLOCK_EMPTY;
	} else if (is_gimple_call(gsi_stmt(i)) && anycov_is_unreachable_call(gsi_stmt(i))) {
		flags |= ANYCOV_BLOCK_UNREACHABLE;
	} else if (anycov_is_dispatcher(gsi_stmt(i))) {
		/* Vanishes when it is expanded, and a probe with it. */
		return ANYCOV_BLOCK_EMPTY | ANYCOV_BLOCK_CANNOT;
	} else if (anycov_is_switch_part(bb)) {
		return ANYCOV_BLOCK_EMPTY;
	}
	for (; !gsi_end_p(i); gsi_next_nondebug(&i)) {
		if (may_not_return(gsi_stmt(i)))
			flags |= ANYCOV_BLOCK_MAYEXIT;
		if (may_be_jump(gsi_stmt(i)))
			flags |= ANYCOV_BLOCK_EXIT;
	}
	FOR_EACH_EDGE(e, ei, bb->succs)
		if (e->dest->index == EXIT_BLOCK)
			flags |= ANYCOV_BLOCK_EXIT;
	if (EDGE_COUNT(bb->succs) == 0 && !(flags & ANYCOV_BLOCK_UNREACHABLE))
		flags |= ANYCOV_BLOCK_NORETURN;
	return flags;
}

/* The entry is number 0; the others follow in the compiler's order. */
static void number_blocks(struct anycov_graph *graph, function *fun)
{
	basic_block entry = single_succ(ENTRY_BLOCK_PTR_FOR_FN(fun));
	basic_block bb;

	graph->blocks = XNEWVEC(basic_block, n_basic_blocks_for_fn(fun));
	graph->numbers = XCNEWVEC(uint32_t, last_basic_block_for_fn(fun));
	graph->blocks[graph->cfg.n_blocks++] = entry;
	FOR_EACH_BB_FN(bb, fun) {
		if (bb == entry)
			continue;
		graph->numbers[bb->index] = graph->cfg.n_blocks;
		graph->blocks[graph->cfg.n_blocks++] = bb;
	}
}

void anycov_graph_build(struct anycov_graph *graph, function *fun, bool edge_level)
{
	unsigned n = 0;
	edge e;
	edge_iterator ei;

	memset(graph, 0, sizeof(*graph));
	number_blocks(graph, fun);
	for (unsigned b = 0; b < graph->cfg.n_blocks; b++)
		n += EDGE_COUNT(graph->blocks[b]->succs);
	graph->edges = XNEWVEC(struct anycov_cfg_edge, n + 1);
	graph->flags = XNEWVEC(uint32_t, graph->cfg.n_blocks);
	graph->weights = XNEWVEC(uint64_t, graph->cfg.n_blocks);
	for (unsigned b = 0; b < graph->cfg.n_blocks; b++) {
		basic_block bb = graph->blocks[b];

		graph->flags[b] = block_flags(bb, edge_level);
		graph->weights[b] = anycov_block_weight(bb);
		FOR_EACH_EDGE(e, ei, bb->succs) {
			if (e->dest->index == EXIT_BLOCK)
				continue;
			graph->edges[graph->cfg.n_edges].from = b;
			graph->edges[graph->cfg.n_edges++].to = graph->numbers[e->dest->index];
		}
	}
	graph->cfg.edges = graph->edges;
	graph->cfg.flags = graph->flags;
	graph->cfg.weights = graph->weights;
}

void anycov_graph_free(struct anycov_graph *graph)
{
	free(graph->edges);
	free(graph->flags);
	free(graph->weights);
	free(graph->blocks);
	free(graph->numbers);
}
