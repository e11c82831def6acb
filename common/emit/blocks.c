/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Blocks: from the adapters' facts to the planner's flags, the edges that get
 * blocks of their own, and the plan.
 */
#include <stdlib.h>
#include <string.h>
#include "common/emit/instrument_internal.h"

/* Words whose entry block must run once a call. */
#define ENTRY_KINDS                                                                                \
	(ANYCOV_EDGE_KINDS | ANYCOV_COV_ENTRY_EXIT | ANYCOV_COV_STACK_DEPTH |                      \
	 ANYCOV_COV_CONTROL_FLOW)

static bool is_lossless(const struct anycov_fn *fn)
{
	return fn->unit->options.prune == ANYCOV_PRUNE_LOSSLESS;
}

bool anycov_unit_probes_blocks(const struct anycov_unit *u)
{
	return (u->options.coverage & ANYCOV_PROBE_KINDS) && u->options.level != ANYCOV_LEVEL_FUNC;
}

bool anycov_unit_wants_stack_depth(const struct anycov_unit *u)
{
	return (u->options.coverage & ANYCOV_COV_STACK_DEPTH) != 0;
}

static bool probes_blocks(const struct anycov_fn *fn)
{
	return anycov_unit_probes_blocks(fn->unit) && !fn->is_skipped;
}

/*
 * Whether blocks have parts after calls, with probes, so that a lossless plan is call-safe: those
 * of flags.  Tables with an element for each probe have blocks alone, and so do traces, as KCOV
 * defines them: with call-safe plans lean hooks would cost half as much again.  Traces of the
 * source (place=early) with prune=none have them, because they are to show what was executed.
 */
static bool has_parts(const struct anycov_fn *fn)
{
	const struct anycov_options *o = &fn->unit->options;
	const bool wants = (o->coverage & ANYCOV_COV_FLAGS) ||
			   (o->place != ANYCOV_SOURCE_LATE && o->prune == ANYCOV_PRUNE_NONE);

	return wants && !(o->coverage & ANYCOV_EDGE_KINDS) && probes_blocks(fn);
}

/* The early place has marks there. */
static bool probes_parts(const struct anycov_fn *fn)
{
	return has_parts(fn) && fn->place != ANYCOV_PLACE_EARLY;
}

bool anycov_fn_wants_weights(const struct anycov_fn *fn)
{
	return is_lossless(fn) && probes_blocks(fn);
}

static void count_edges(struct anycov_blocks *b, const struct anycov_body *body)
{
	b->n_preds = anycov_need_array(body->n_blocks, sizeof(*b->n_preds));
	b->n_succs = anycov_need_array(body->n_blocks, sizeof(*b->n_succs));
	b->n_preds[0] = 1;
	for (uint32_t e = 0; e < body->n_edges; e++) {
		b->n_succs[body->edges[e].from]++;
		b->n_preds[body->edges[e].to]++;
	}
}

/* ---- changes to the graph ---- */

static struct anycov_change *add_change(struct anycov_fn *fn, enum anycov_change_kind kind,
					uint32_t index)
{
	struct anycov_change *c = anycov_vec_add(&fn->changes, sizeof(*c));

	c->kind = kind;
	c->index = index;
	return c;
}

static void add_split(struct anycov_fn *fn, const struct anycov_body *body, uint32_t edge,
		      bool is_optional)
{
	struct anycov_change *c = add_change(fn, ANYCOV_SPLIT_EDGE, edge);

	for (uint32_t i = edge; i && body->edges[i - 1].from == body->edges[edge].from; i--)
		c->successor++;
	c->is_optional = is_optional;
}

static bool entry_has_preds(const struct anycov_body *body)
{
	for (uint32_t e = 0; e < body->n_edges; e++)
		if (!body->edges[e].to)
			return true;
	return false;
}

/* Plain trace-pc leaves a loop at the entry as it is: KCOV records each turn. */
static bool parts_entry(const struct anycov_fn *fn)
{
	const struct anycov_options *o = &fn->unit->options;

	return (o->coverage & ENTRY_KINDS) ||
	       (o->level == ANYCOV_LEVEL_FUNC && (o->coverage & ANYCOV_PROBE_KINDS));
}

/*
 * A probe on an edge costs code, a block and often a jump.  It saves executions of the probe in the
 * block where the edge starts, which follows from all that comes after it.  Compilers guess an even
 * branch where they know nothing, so that half of the executions are no gain.
 */
static bool is_rare(uint64_t entry, uint64_t from, uint64_t edge)
{
	return from >= entry && edge <= from / 4;
}

/*
 * Whether a critical edge gets a block that a lossless plan may probe.  A block that many edges
 * lead to, such as the end of a loop around a switch, follows from probes on some of them and from
 * the blocks that lead nowhere else; these probes together run no more often than it does.
 */
static bool pays_to_split(uint64_t entry, uint64_t from, uint64_t edge, uint64_t to)
{
	return is_rare(entry, from, edge) || (to >= entry && edge <= to / 2);
}

/* Whether a block that is on an edge already gets a probe. */
static bool pays_on_edge(uint64_t entry, uint64_t from, uint64_t edge)
{
	return is_rare(entry, from, edge) || (from / 4 >= entry && edge <= from / 2);
}

/*
 * Level edge: every critical edge.  Lossless at level bb: the edges that are worth a
 * probe, if a block there costs nothing without one: the table of control-flow would
 * keep it, or else list an edge that is none.
 */
static void split_edges(struct anycov_fn *fn, const struct anycov_body *body)
{
	const struct anycov_options *o = &fn->unit->options;
	/* The marks of the source's edges are in blocks that the early place made. */
	bool all = o->level == ANYCOV_LEVEL_EDGE && !anycov_has_marks(fn);
	bool some = !all && is_lossless(fn) && fn->place == ANYCOV_PLACE_LATE &&
		    probes_blocks(fn) && fn->unit->target.removes_unused_blocks &&
		    !(o->coverage & ANYCOV_COV_CONTROL_FLOW);
	struct anycov_blocks b = { .edges = NULL };

	if (!all && !some)
		return;
	count_edges(&b, body);
	for (uint32_t i = 0; i < body->n_edges; i++) {
		const struct anycov_edge *e = &body->edges[i];

		if (!e->can_split || b.n_succs[e->from] < 2 || b.n_preds[e->to] < 2 ||
		    (body->blocks[e->to].is & ANYCOV_IS_UNREACHABLE))
			continue;
		if (all || pays_to_split(body->blocks[0].weight, body->blocks[e->from].weight,
					 e->weight, body->blocks[e->to].weight))
			add_split(fn, body, i, !all);
	}
	free(b.n_preds);
	free(b.n_succs);
}

const struct anycov_change *anycov_fn_prepare(struct anycov_fn *fn, enum anycov_place place,
					      const struct anycov_body *body, uint32_t *n)
{
	bool ends_blocks;

	fn->changes.n = *n = 0;
	fn->place = place;
	if (fn->is_skipped)
		return fn->changes.at;
	if (parts_entry(fn) && entry_has_preds(body))
		add_change(fn, ANYCOV_PART_ENTRY, 0);
	split_edges(fn, body);
	/* Code that is not optimized: the lines after a call that may end the program get
	 * a block of their own, as in gcov, where no part has them. */
	ends_blocks = !body->is_optimized && probes_blocks(fn) && !has_parts(fn);
	for (uint32_t i = 0; ends_blocks && i < fn->ends.n; i++)
		if (((const bool *)fn->ends.at)[i])
			add_change(fn, ANYCOV_END_BLOCK, i);
	*n = fn->changes.n;
	return fn->changes.at;
}

/* ---- flags ---- */

/* Level edge: a block without code whose coverage is that of a critical edge. */
static bool is_critical_edge(const struct anycov_blocks *b, const struct anycov_body *body,
			     const uint8_t *after_branch, const uint32_t *only_succ, uint32_t n)
{
	return (body->blocks[n].is & (ANYCOV_IS_BARE | ANYCOV_IS_JUMP)) && b->n_succs[n] == 1 &&
	       b->n_preds[only_succ[n]] > 1 && after_branch[n];
}

/* Does the machine code lack this block if it has no probe? */
static bool has_no_code(const struct anycov_body *body, uint32_t n)
{
	const struct anycov_block *block = &body->blocks[n];

	if (block->is & (ANYCOV_IS_DISPATCHER | ANYCOV_IS_SWITCH_PART | ANYCOV_IS_ON_EDGE))
		return true;
	/* Without optimization a block may have no statement and yet a line of the
	 * user: "break;" is the location of an edge, "label:" is no code.  gcov counts
	 * such lines. */
	if (!body->is_optimized && block->n_lines)
		return false;
	return (block->is & ANYCOV_IS_BARE) && !(block->is & ANYCOV_IS_UNREACHABLE);
}

static uint32_t block_flags(const struct anycov_block *block, bool no_code, bool no_user_code,
			    bool lossless)
{
	uint32_t flags = 0;

	if (block->is & (ANYCOV_IS_DISPATCHER | ANYCOV_IS_OUTCOME))
		return ANYCOV_BLOCK_EMPTY | ANYCOV_BLOCK_PROBE_FORBIDDEN;
	if (block->is & ANYCOV_IS_UNREACHABLE)
		flags |= ANYCOV_BLOCK_UNREACHABLE;
	if (block->is & ANYCOV_HAS_NO_PLACE)
		flags |= ANYCOV_BLOCK_PROBE_FORBIDDEN;
	if (block->is & ANYCOV_LEAVES)
		flags |= ANYCOV_BLOCK_EXIT;
	if (block->is & ANYCOV_NEVER_RETURNS)
		flags |= ANYCOV_BLOCK_NORETURN;
	/* clang probes a jump alone, so only lossless plans leave it out. */
	if (no_code || (lossless && no_user_code && !(flags & ANYCOV_BLOCK_UNREACHABLE)))
		flags |= ANYCOV_BLOCK_EMPTY;
	return flags;
}

static uint32_t map_flags(const struct anycov_block *block, uint32_t flags, bool no_user_code)
{
	uint32_t out = 0;

	if (flags & ANYCOV_BLOCK_EXIT)
		out |= ANYCOV_MAP_BLOCK_EXIT;
	if (block->is & ANYCOV_MAY_NOT_RETURN)
		out |= ANYCOV_MAP_BLOCK_CALLS;
	if (no_user_code)
		out |= ANYCOV_MAP_BLOCK_EMPTY;
	return out;
}

/* Late blocks with marks of source blocks: only their coverage is wanted. */
static uint8_t *marked_blocks(const struct anycov_body *body)
{
	uint8_t *marked = anycov_need_array(body->n_blocks, 1);

	for (uint32_t i = 0; i < body->n_marks; i++)
		marked[body->marks[i].block] = 1;
	return marked;
}

static bool has_edge_for_constants(const struct anycov_body *body)
{
	for (uint32_t e = 0; e < body->n_edges; e++)
		if (body->edges[e].is_for_constants)
			return true;
	return false;
}

/* Blocks that code at -O0 would reach, where __builtin_constant_p() is 0.  Edges are sorted by
 * source. */
static uint8_t *blocks_of_variables(const struct anycov_body *body)
{
	uint8_t *reached = anycov_need_array(body->n_blocks, 1);
	uint32_t *first = anycov_need_array(body->n_blocks + 1, sizeof(*first));
	uint32_t *stack = anycov_need_array(body->n_blocks, sizeof(*stack)), n = 1;

	for (uint32_t e = 0; e < body->n_edges; e++)
		first[body->edges[e].from + 1]++;
	for (uint32_t i = 0; i < body->n_blocks; i++)
		first[i + 1] += first[i];
	stack[0] = 0;
	reached[0] = 1;
	while (n) {
		uint32_t from = stack[--n];

		for (uint32_t e = first[from]; e < first[from + 1]; e++) {
			const struct anycov_edge *edge = &body->edges[e];

			if (edge->is_for_constants || reached[edge->to])
				continue;
			reached[edge->to] = 1;
			stack[n++] = edge->to;
		}
	}
	free(first);
	free(stack);
	return reached;
}

static void make_flags(struct anycov_blocks *b, const struct anycov_fn *fn,
		       const struct anycov_body *body)
{
	bool marks = anycov_has_marks(fn);
	uint8_t *marked = marks ? marked_blocks(body) : NULL;
	bool edges = fn->unit->options.level == ANYCOV_LEVEL_EDGE;
	uint8_t *after_branch = anycov_need_array(body->n_blocks, 1);
	uint8_t *reached = has_edge_for_constants(body) ? blocks_of_variables(body) : NULL;
	uint32_t *only_succ = anycov_need_array(body->n_blocks, sizeof(*only_succ));

	for (uint32_t e = 0; e < body->n_edges; e++) {
		only_succ[body->edges[e].from] = body->edges[e].to;
		if (b->n_succs[body->edges[e].from] > 1)
			after_branch[body->edges[e].to] = 1;
	}
	for (uint32_t n = 0; n < body->n_blocks; n++) {
		const struct anycov_block *block = &body->blocks[n];
		bool no_code = has_no_code(body, n);
		bool no_user_code = no_code || (block->is & ANYCOV_IS_UNREACHABLE) ||
				    (n && (block->is & ANYCOV_IS_JUMP));
		bool is_source_edge = false;

		if (marks) {
			no_user_code = !marked[n];
		} else if (edges && is_critical_edge(b, body, after_branch, only_succ, n)) {
			is_source_edge = no_user_code && fn->place == ANYCOV_PLACE_EARLY;
			no_code = no_user_code = false;
		}
		b->flags[n] = block_flags(block, no_code && !(marks && marked[n]), no_user_code,
					  is_lossless(fn) || marks);
		b->map_flags[n] = map_flags(block, b->flags[n], no_user_code);
		if (block->is & ANYCOV_RESUMES)
			b->map_flags[n] |= ANYCOV_MAP_BLOCK_RESUMES;
		if (block->is & ANYCOV_IS_DISPATCHER)
			b->map_flags[n] |= ANYCOV_MAP_BLOCK_DISPATCHER;
		if ((reached && !reached[n]) || (block->is & ANYCOV_HAS_MADE_BRANCH))
			b->map_flags[n] |= ANYCOV_MAP_BLOCK_MADE_BRANCH;
		/* Elsewhere branches are those of the optimized code. */
		if (fn->place == ANYCOV_PLACE_EARLY && (block->is & ANYCOV_THROWS))
			b->map_flags[n] |= ANYCOV_MAP_BLOCK_THROWS;
		if (fn->place == ANYCOV_PLACE_EARLY && (block->is & ANYCOV_CATCHES))
			b->map_flags[n] |= ANYCOV_MAP_BLOCK_CATCHES;
		if (is_source_edge || (block->is & ANYCOV_IS_OUTCOME))
			b->map_flags[n] |= ANYCOV_MAP_BLOCK_EMPTY | ANYCOV_MAP_BLOCK_EDGE;
	}
	free(after_branch);
	free(reached);
	free(only_succ);
	free(marked);
}

/* Fills in what the calls of each block cut it into. */
static void cut_blocks(struct anycov_blocks *b, const struct anycov_fn *fn,
		       const struct anycov_body *body)
{
	uint32_t *first = anycov_need_array(body->n_blocks, sizeof(*first));

	b->n_parts_of = anycov_need_array(body->n_blocks, sizeof(*b->n_parts_of));
	b->ends_in_call = anycov_need_array(body->n_blocks, 1);
	for (uint32_t n = 0; n < body->n_blocks; n++) {
		const struct anycov_block *block = &body->blocks[n];
		struct anycov_parts parts = anycov_parts_of(fn, block);

		first[n] = body->n_blocks + b->n_parts;
		b->n_parts += b->n_parts_of[n] = parts.n;
		/* Without parts, any call is after all that counts. */
		b->ends_in_call[n] = parts.ends_in_call || (block->is & ANYCOV_ENDS_IN_CALL) ||
				     (!parts.n && (block->is & ANYCOV_MAY_NOT_RETURN));
	}
	b->is_empty = anycov_need_array((size_t)body->n_blocks + b->n_parts, 1);
	if (anycov_has_marks(fn))
		memset(b->is_empty, 1, (size_t)body->n_blocks + b->n_parts);
	for (uint32_t i = 0; i < body->n_marks && anycov_has_marks(fn); i++) {
		const struct anycov_mark *m = &body->marks[i];

		b->is_empty[m->part ? first[m->block] + m->part - 1 : m->block] = 0;
	}
	free(first);
}

void anycov_blocks_init(struct anycov_blocks *b, const struct anycov_fn *fn,
			const struct anycov_body *body)
{
	memset(b, 0, sizeof(*b));
	b->edges = anycov_need_array(body->n_edges, sizeof(*b->edges));
	b->flags = anycov_need_array(body->n_blocks, sizeof(*b->flags));
	b->map_flags = anycov_need_array(body->n_blocks, sizeof(*b->map_flags));
	b->weights = anycov_need_array(body->n_blocks, sizeof(*b->weights));
	b->has_label = anycov_need_array(body->n_blocks, 1);
	for (uint32_t e = 0; e < body->n_edges; e++) {
		b->edges[e].from = body->edges[e].from;
		b->edges[e].to = body->edges[e].to;
	}
	for (uint32_t n = 0; n < body->n_blocks; n++)
		b->weights[n] = body->blocks[n].weight ? body->blocks[n].weight : 1;
	cut_blocks(b, fn, body);
	b->probes_parts = probes_parts(fn);
	b->is_call_safe = b->probes_parts && is_lossless(fn);
	count_edges(b, body);
	make_flags(b, fn, body);
	if (anycov_options_probe_entry(&fn->unit->options))
		b->flags[0] |= ANYCOV_BLOCK_PROBE_REQUIRED;
	b->cfg.n_blocks = body->n_blocks;
	b->cfg.n_edges = body->n_edges;
	b->cfg.edges = b->edges;
	b->cfg.flags = b->flags;
	b->cfg.weights = anycov_fn_wants_weights(fn) ? b->weights : NULL;
}

void anycov_blocks_free(struct anycov_blocks *b)
{
	anycov_plan_free(&b->plan);
	free(b->edges);
	free(b->flags);
	free(b->map_flags);
	free(b->weights);
	free(b->n_preds);
	free(b->n_succs);
	free(b->has_label);
	free(b->n_parts_of);
	free(b->ends_in_call);
	free(b->is_empty);
}

/* ---- the plan ---- */

/*
 * An empty block on an edge costs nothing until a probe makes machine code
 * of it.  Forbids probes there unless that pays; the coverage of such edges follows
 * from other blocks.
 */
static void forbid_poor_edges(struct anycov_blocks *b, const struct anycov_body *body,
			      uint32_t *flags)
{
	for (uint32_t e = 0; e < body->n_edges; e++) {
		uint32_t n = body->edges[e].to;

		if (n && (flags[n] & ANYCOV_BLOCK_EMPTY) && b->n_preds[n] == 1 &&
		    !(body->blocks[n].is & ANYCOV_IS_JUMP) &&
		    !pays_on_edge(b->weights[0], b->weights[body->edges[e].from], b->weights[n]))
			flags[n] |= ANYCOV_BLOCK_PROBE_FORBIDDEN;
	}
}

/*
 * A call that longjmp() left ends a path of its function, or, where the function calls setjmp(),
 * goes on after that; no record tells which.  There, nothing but an edge follows from other blocks
 * in a plan that leads across calls.  A call-safe plan needs none of this: what was executed up to
 * setjmp(), and what is after its second return, are a path of the graph, too.
 */
static void require_blocks_of_setjmp(const struct anycov_body *body, uint32_t *flags)
{
	bool calls_setjmp = body->blocks[0].is & ANYCOV_CALLS_SETJMP;

	for (uint32_t n = 0; n < body->n_blocks && calls_setjmp; n++)
		if (!(flags[n] & (ANYCOV_BLOCK_EMPTY | ANYCOV_BLOCK_PROBE_FORBIDDEN)))
			flags[n] |= ANYCOV_BLOCK_PROBE_REQUIRED;
}

/* Plans the parts of all blocks.  Without call-safe rules each of them is probed. */
static int plan_parts(const struct anycov_cfg *cfg, const struct anycov_blocks *b,
		      enum anycov_prune prune, struct anycov_plan *plan, struct anycov_error *err)
{
	const struct anycov_cuts cuts = { b->n_parts_of, b->ends_in_call, b->is_empty, b->n_parts };
	struct anycov_split_cfg split;
	struct anycov_plan of_blocks;
	int rc = anycov_split_cfg(cfg, &cuts, &split, err);

	if (rc)
		return rc;
	rc = anycov_plan_blocks(
		&split.cfg, b->is_call_safe ? ANYCOV_PRUNE_LOSSLESS : ANYCOV_PRUNE_NONE, plan, err);
	anycov_split_cfg_free(&split);
	if (rc || prune != ANYCOV_PRUNE_DOM)
		return rc;
	/* What dominates is decided by blocks. */
	rc = anycov_plan_blocks(cfg, prune, &of_blocks, err);
	for (uint32_t n = 0; !rc && n < cfg->n_blocks; n++) {
		plan->n_probes -= plan->probe[n] && !of_blocks.probe[n];
		plan->probe[n] &= of_blocks.probe[n];
		plan->unknown[n] = of_blocks.unknown[n];
	}
	anycov_plan_free(&of_blocks);
	return rc;
}

/* Plans with these flags of blocks, which are freed. */
static int plan_with(struct anycov_blocks *b, uint32_t *flags, enum anycov_prune prune,
		     struct anycov_error *err)
{
	struct anycov_cfg cfg = b->cfg;
	int rc;

	cfg.flags = flags;
	rc = b->probes_parts ? plan_parts(&cfg, b, prune, &b->plan, err)
			     : anycov_plan_blocks(&cfg, prune, &b->plan, err);
	free(flags);
	return rc;
}

int anycov_blocks_plan(struct anycov_blocks *b, const struct anycov_fn *fn,
		       const struct anycov_body *body, struct anycov_error *err)
{
	const struct anycov_options *o = &fn->unit->options;
	uint32_t *flags = anycov_need_array(body->n_blocks, sizeof(*flags));

	memcpy(flags, b->flags, body->n_blocks * sizeof(*flags));
	if (probes_blocks(fn) && fn->place != ANYCOV_PLACE_EARLY) {
		if (is_lossless(fn)) {
			forbid_poor_edges(b, body, flags);
			if (!b->is_call_safe)
				require_blocks_of_setjmp(body, flags);
		}
		return plan_with(b, flags, o->prune, err);
	}
	/* The entry alone, or no block: the map still lists blocks and lines. */
	for (uint32_t n = 0; n < body->n_blocks; n++) {
		bool required = !n && (o->coverage & ANYCOV_PROBE_KINDS) &&
				fn->place != ANYCOV_PLACE_EARLY && !fn->is_skipped;

		flags[n] &= ~(uint32_t)ANYCOV_BLOCK_PROBE_REQUIRED;
		flags[n] |= required ? ANYCOV_BLOCK_PROBE_REQUIRED : ANYCOV_BLOCK_PROBE_FORBIDDEN;
	}
	return plan_with(b, flags, ANYCOV_PRUNE_NONE, err);
}

/* The bound of the graph that was planned, apart from blocks that cannot have a probe. */
static int bound_of(const struct anycov_blocks *b, struct anycov_bound *bound,
		    struct anycov_error *err)
{
	const struct anycov_cuts cuts = { b->n_parts_of, b->ends_in_call, b->is_empty, b->n_parts };
	struct anycov_split_cfg split;
	int rc;

	if (!b->is_call_safe)
		return anycov_plan_bound_of_code(&b->cfg, bound, err);
	rc = anycov_split_cfg(&b->cfg, &cuts, &split, err);
	if (rc)
		return rc;
	rc = anycov_plan_bound_of_code(&split.cfg, bound, err);
	anycov_split_cfg_free(&split);
	return rc;
}

void anycov_blocks_note(const struct anycov_blocks *b, const struct anycov_fn *fn,
			const struct anycov_body *body)
{
	const struct anycov_reporter *r = &fn->unit->reporter;
	struct anycov_bound bound;
	struct anycov_error err;
	uint32_t blocks = 0;

	for (uint32_t n = 0; n < body->n_blocks; n++)
		blocks += !(body->blocks[n].is & ANYCOV_IS_ON_EDGE);
	/* A bench compares the plan with the bound; it takes quadratic time. */
	if (!is_lossless(fn) || bound_of(b, &bound, &err))
		anycov_report(r, ANYCOV_NOTE, "'%s': %u block%s, %u probe%s", fn->name, blocks,
			      anycov_plural(blocks), b->plan.n_probes,
			      anycov_plural(b->plan.n_probes));
	else
		anycov_report(r, ANYCOV_NOTE, "'%s': %u block%s, %u probe%s, lower bound %u",
			      fn->name, blocks, anycov_plural(blocks), b->plan.n_probes,
			      anycov_plural(b->plan.n_probes),
			      bound.must + bound.classes + bound.forced);
}
