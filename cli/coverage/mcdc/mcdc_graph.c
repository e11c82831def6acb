/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "coverage/mcdc/mcdc_graph.h"
#include "coverage/model/branches.h"

static const struct map_block *block_of(const struct mcdc_graph *g, uint32_t number)
{
	const struct map *map = g->c->instrumented->map;

	return map_block(map, (uint32_t)(g->f->map - map->functions), number);
}

static void add_node(struct mcdc_graph *g, const struct cov_edge *e)
{
	const struct map_block *b = block_of(g, e->from);
	const struct map_line *l = b ? branch_line(g->c->instrumented->map, g->f->map, b) : NULL;
	struct mcdc_node n = { .block = e->from,
			       .file = l ? l->file : MAP_NONE,
			       .line = l ? l->line : 0 };
	unsigned first;

	for (unsigned k = 0; k < 2; k++) {
		n.v[k].to = e[k].to;
		n.v[k].state = e[k].state;
		n.v[k].reason = e[k].reason;
	}
	first = branch_first_edge(g->c, g->f, n.block, (uint32_t[]){ n.v[0].to, n.v[1].to });
	n.knows_values = first < 2;
	if (first == 0) { /* it is the one of value 1 */
		struct mcdc_node other = n;

		n.v[0] = other.v[1];
		n.v[1] = other.v[0];
	}
	ARRAY_GROW(g->nodes, g->n, g->room);
	g->nodes[g->n++] = n;
}

static int compare_nodes(const void *a, const void *b)
{
	const struct mcdc_node *x = a, *y = b;

	if (x->file != y->file)
		return x->file < y->file ? -1 : 1;
	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	return x->block < y->block ? -1 : x->block > y->block;
}

static bool has_flag(const struct mcdc_graph *g, uint32_t block, uint32_t flag)
{
	const struct map_block *b = block_of(g, block);

	return b && (b->flags & flag);
}

/* Returns whether an edge is what longjmp() or an exception may do, or of a test that the compiler
 * made. */
static bool is_of_compiler(const struct mcdc_graph *g, const struct cov_edge *e)
{
	return has_flag(g, e->from, ANYCOV_MAP_BLOCK_MADE_BRANCH) ||
	       has_flag(g, e->from, ANYCOV_MAP_BLOCK_DISPATCHER | ANYCOV_MAP_BLOCK_CATCHES) ||
	       has_flag(g, e->to, ANYCOV_MAP_BLOCK_DISPATCHER) || g->throws[e->from];
}

/*
 * Returns the block that goes on after the calls of a block, or the block itself.  A call that may
 * throw ends a block; without such ends they would be one.
 */
static uint32_t after_calls(const struct mcdc_graph *g, uint32_t block)
{
	uint32_t to = block;

	for (uint32_t steps = 0; steps < g->n_blocks && g->throws[to] && g->n_succs[to] == 1 &&
				 g->n_preds[g->succ[to]] == 1;
	     steps++)
		to = g->succ[to];
	return to;
}

/* Lets edges go to the condition of an operand instead of to the calls before it. */
static void skip_calls(struct mcdc_graph *g)
{
	uint32_t *entered = xcalloc(g->n_blocks, sizeof(*entered)), to;
	bool *tests = xcalloc(g->n_blocks, sizeof(*tests));

	memcpy(entered, g->n_preds, g->n_blocks * sizeof(*entered));
	for (size_t i = 0; i < g->n; i++)
		tests[g->nodes[i].block] = true;
	for (size_t i = 0; i < 2 * g->n; i++) {
		uint32_t *edge = &g->nodes[i / 2].v[i % 2].to;

		to = after_calls(g, *edge);
		if (!tests[to])
			continue;
		entered[to] = g->n_preds[*edge];
		*edge = to;
	}
	free(tests);
	free(g->n_preds);
	g->n_preds = entered;
}

void mcdc_graph_make(struct mcdc_graph *g, const struct coverage *c, const struct cov_function *f)
{
	const struct cov_edge *e = c->edges ? c->edges + f->first_edge : NULL;

	memset(g, 0, sizeof(*g));
	g->c = c;
	g->f = f;
	g->n_blocks = f->map->n_blocks;
	if (!f->n_edges)
		return;
	g->n_preds = xcalloc(g->n_blocks, sizeof(*g->n_preds));
	g->n_succs = xcalloc(g->n_blocks, sizeof(*g->n_succs));
	g->succ = xcalloc(g->n_blocks, sizeof(*g->succ));
	g->throws = xcalloc(g->n_blocks, sizeof(*g->throws));
	for (size_t i = 0; i < f->n_edges; i++) {
		g->throws[e[i].from] |= e[i].is_throw;
		if (e[i].is_throw)
			continue;
		g->n_preds[e[i].to]++;
		g->n_succs[e[i].from]++;
		g->succ[e[i].from] = e[i].to;
	}
	for (size_t i = 0; i + 1 < f->n_edges; i++) {
		if (g->n_succs[e[i].from] == 2 && e[i + 1].from == e[i].from &&
		    !is_of_compiler(g, &e[i]) && !is_of_compiler(g, &e[i + 1]))
			add_node(g, &e[i]);
	}
	if (!g->n)
		return;
	skip_calls(g);
	qsort(g->nodes, g->n, sizeof(*g->nodes), compare_nodes);
}

void mcdc_graph_free(struct mcdc_graph *g)
{
	free(g->nodes);
	free(g->n_preds);
	free(g->n_succs);
	free(g->succ);
	free(g->throws);
}

/* Returns where a block is in the group, from condition 1 on, or n. */
static unsigned place_in(const struct mcdc_group *group, unsigned n, uint32_t block)
{
	for (unsigned i = 1; i < n; i++)
		if (group->v[i]->block == block)
			return i;
	return n;
}

/* Returns whether all edges into a block come from the first n conditions of the group. */
static bool is_entered_from(const struct mcdc_graph *g, const struct mcdc_group *group, unsigned n,
			    uint32_t block)
{
	uint32_t edges = 0;

	for (unsigned i = 0; i < n; i++)
		for (unsigned k = 0; k < 2; k++)
			edges += group->v[i]->v[k].to == block;
	return edges && edges == g->n_preds[block];
}

/* Orders the nodes from this one on, so that each is entered from those before. */
static bool order(const struct mcdc_graph *g, const struct mcdc_node *nodes, size_t n, size_t first,
		  struct mcdc_group *group)
{
	uint64_t left = (UINT64_MAX >> (64 - n)) & ~(UINT64_C(1) << first);

	group->v[0] = &nodes[first];
	for (unsigned at = 1; at < n; at++) {
		unsigned next = (unsigned)n;

		for (unsigned i = 0; i < n; i++)
			if ((left & UINT64_C(1) << i) &&
			    is_entered_from(g, group, at, nodes[i].block)) {
				if (next < n)
					return false;
				next = i;
			}
		if (next == n)
			return false;
		left &= ~(UINT64_C(1) << next);
		group->v[at] = &nodes[next];
	}
	return true;
}

/* Sets where the edges go; false if there are not two ends. */
static bool set_graph(struct mcdc_group *group, unsigned n)
{
	unsigned ends = 0;

	group->graph.n = n;
	for (unsigned i = 0; i < n; i++)
		for (unsigned k = 0; k < 2; k++) {
			const uint32_t to = group->v[i]->v[k].to;
			struct decision_edge *e = &group->graph.v[i][k];
			unsigned place = place_in(group, n, to), end = 0;

			*e = (struct decision_edge){
				.to = (uint8_t)place,
				.covered = state_is_covered(group->v[i]->v[k].state),
				.excluded = group->v[i]->v[k].state == STATE_NOT_COVERED,
			};
			if (place < n && place <= i)
				return false;
			if (place < n)
				continue;
			while (end < ends && group->ends[end] != to)
				end++;
			if (end == 2)
				return false;
			if (end == ends)
				group->ends[ends++] = to;
			e->to = (uint8_t)(DECISION_END + end);
		}
	return ends == 2;
}

/*
 * Returns whether && and || make the graph: as long as there are several conditions, two that
 * follow each other are one, which the second is entered from alone and which have an exit in
 * common.
 */
static bool is_of_operators(const struct decision_graph *graph)
{
	struct decision_graph g = *graph;

	for (unsigned i; g.n > 1;) {
		for (i = 0; i + 1 < g.n; i++) {
			unsigned entered = 0, on = g.v[i][1].to == i + 1, exit = g.v[i][!on].to;

			for (unsigned k = 0; k < g.n; k++)
				for (unsigned value = 0; value < 2; value++)
					entered += g.v[k][value].to == i + 1;
			if (entered == 1 && g.v[i][on].to == i + 1 &&
			    (g.v[i + 1][0].to == exit || g.v[i + 1][1].to == exit))
				break;
		}
		if (i + 1 >= g.n)
			return false;
		/* The second one remains, with the number of the first. */
		memmove(g.v[i], g.v[i + 1], (g.n - i - 1) * sizeof(g.v[0]));
		g.n--;
		for (unsigned k = 0; k < g.n; k++)
			for (unsigned value = 0; value < 2; value++)
				if (g.v[k][value].to > i && g.v[k][value].to < DECISION_END)
					g.v[k][value].to--;
	}
	return true;
}

bool mcdc_graph_group(const struct mcdc_graph *g, const struct mcdc_node *nodes, size_t n,
		      struct mcdc_group *group)
{
	if (!n || n > DECISION_CONDITIONS)
		return false;
	/* A loop without a body goes back to its first condition, which then is an end, too. */
	for (size_t first = 0; first < n; first++) {
		memset(group, 0, sizeof(*group));
		if (order(g, nodes, n, first, group) && set_graph(group, (unsigned)n) &&
		    is_of_operators(&group->graph))
			return true;
	}
	return false;
}

/* Returns whether all code of a block begins at this place or after it. */
static bool is_code_after(const struct mcdc_graph *g, uint32_t block, uint32_t line,
			  uint32_t column)
{
	const struct map *map = g->c->instrumented->map;
	const struct map_block *b = block_of(g, block);

	for (uint32_t i = 0; b && i < b->lines.n; i++) {
		const struct map_line *l = &map->lines[b->lines.first + i];

		if (l->line < line || (l->line == line && l->column < column))
			return false;
	}
	return b && b->lines.n;
}

/*
 * Returns whether a block leads to another one through blocks with one successor, one of which may
 * have code that is before this place.
 */
static bool leads_to(const struct mcdc_graph *g, uint32_t from, uint32_t to, uint32_t line,
		     uint32_t column)
{
	bool is_after = true;

	for (uint32_t steps = 0; steps < g->n_blocks && g->n_succs[from] == 1; steps++) {
		is_after &= is_code_after(g, from, line, column);
		from = g->succ[from];
		if (from == to)
			return !is_after;
	}
	return false;
}

bool mcdc_graph_may_hide(const struct mcdc_graph *g, const struct mcdc_group *group, uint32_t line,
			 uint32_t column)
{
	return leads_to(g, group->ends[0], group->ends[1], line, column) ||
	       leads_to(g, group->ends[1], group->ends[0], line, column);
}

/* Returns whether it has the form if the end of value 1 is ends[end]. */
static bool has_form(const struct mcdc_group *group, const struct text_condition *conditions,
		     unsigned end, uint8_t *true_is)
{
	for (unsigned i = 0; i < group->graph.n; i++) {
		unsigned to[2];

		for (unsigned k = 0; k < 2; k++) {
			to[k] = conditions[i].to[k];
			if (to[k] >= DECISION_END)
				to[k] = DECISION_END + (to[k] - DECISION_END == 1 ? end : !end);
		}
		true_is[i] = group->graph.v[i][1].to == to[1];
		if (group->graph.v[i][true_is[i]].to != to[1] ||
		    group->graph.v[i][!true_is[i]].to != to[0])
			return false;
	}
	return true;
}

bool mcdc_graph_is_form(const struct mcdc_group *group, const struct text_decision *d,
			const struct text_condition *conditions, uint8_t *true_is)
{
	conditions += d->first;
	if (group->graph.n != d->n)
		return false;
	if (d->n == 1) {
		true_is[0] = 1;
		return true;
	}
	if (!has_form(group, conditions, 0, true_is) && !has_form(group, conditions, 1, true_is))
		return false;
	/* Without ! the code tests what the text does; else it is another expression. */
	for (unsigned i = 0; i < d->n && !d->negated; i++)
		if (group->v[i]->knows_values && !true_is[i])
			return false;
	return true;
}

bool mcdc_graph_has_form(const struct mcdc_group *group, const struct text_decision *d,
			 const struct text_condition *conditions, uint8_t *true_is)
{
	bool is_exchanged;

	conditions += d->first;
	is_exchanged = !has_form(group, conditions, 1, true_is);
	if (is_exchanged && ((d->use != DECISION_CHOICE && d->use != DECISION_VALUE) ||
			     !has_form(group, conditions, 0, true_is)))
		return false;
	for (unsigned i = 0; i < d->n && !d->negated; i++)
		if (true_is[i] == is_exchanged)
			return false;
	return true;
}

/* As mcdc_graph_group(), of all nodes but one; left_out: n: none is. */
static bool group_without(const struct mcdc_graph *g, const struct mcdc_node *nodes, size_t n,
			  size_t left_out, struct mcdc_group *group)
{
	struct mcdc_node others[DECISION_CONDITIONS] = { { 0 } };
	size_t n_others = 0;

	for (size_t k = 0; k < n; k++)
		if (k != left_out)
			others[n_others++] = nodes[k];
	if (!mcdc_graph_group(g, others, n_others, group))
		return false;
	/* The copies do not last. */
	for (size_t k = 0; k < n_others; k++) {
		size_t at = (size_t)(group->v[k] - others);

		group->v[k] = &nodes[at + (at >= left_out)];
	}
	return true;
}

/* Returns whether a block has code that begins at this place or after it, in these lines. */
static bool is_code_at(const struct mcdc_graph *g, uint32_t block, uint32_t line, uint32_t column,
		       uint32_t last_line)
{
	const struct map *map = g->c->instrumented->map;
	const struct map_block *b = block_of(g, block);

	for (uint32_t i = 0; b && i < b->lines.n; i++) {
		const struct map_line *l = &map->lines[b->lines.first + i];

		if ((l->line == line && l->column >= column) ||
		    (l->line > line && l->line <= last_line))
			return true;
	}
	return false;
}

/* Sets the graph as the text has it; rest: which end of the group is the last condition. */
static bool set_value_graph(struct mcdc_group *group, const struct text_decision *d,
			    const struct text_condition *conditions, unsigned rest,
			    uint8_t *true_is)
{
	const unsigned last = d->n - 1;
	unsigned decides = 2, to; /* the value if the last one is not evaluated */

	for (unsigned i = 0; i < last; i++)
		for (unsigned k = 0; k < 2; k++) {
			to = conditions[i].to[k];
			if (to < DECISION_END)
				continue;
			if (decides < 2 && decides != to - DECISION_END)
				return false;
			decides = to - DECISION_END;
		}
	for (unsigned i = 0; i < last; i++) {
		struct decision_edge *code = group->graph.v[i];
		bool same;

		for (unsigned k = 0; k < 2; k++)
			if (code[k].to >= DECISION_END)
				code[k].to = (uint8_t)(code[k].to == DECISION_END + rest
							       ? last
							       : DECISION_END + decides);
		same = code[1].to == conditions[i].to[1];
		if (code[same].to != conditions[i].to[1] || code[!same].to != conditions[i].to[0] ||
		    (!same && !d->negated && group->v[i]->knows_values))
			return false;
		true_is[i] = same;
	}
	true_is[last] = 1;
	for (unsigned k = 0; k < 2; k++)
		group->graph.v[last][k] = (struct decision_edge){ .to = conditions[last].to[k] };
	group->graph.n = d->n;
	group->v[last] = NULL;
	group->is_value = true;
	return true;
}

/* Returns how many edges of a group's conditions lead to a block. */
static uint32_t edges_to(const struct mcdc_group *group, unsigned n, uint32_t block)
{
	uint32_t edges = 0;

	for (unsigned i = 0; i < n; i++)
		for (unsigned k = 0; k < 2; k++)
			edges += group->v[i]->v[k].to == block;
	return edges;
}

/*
 * Completes a group of all conditions but the last one; test: of the value, or NULL.  Returns false
 * if the code is another one.
 */
static bool complete_value(const struct mcdc_graph *g, const struct mcdc_node *test,
			   const struct text_decision *d, const struct text_condition *conditions,
			   uint32_t column, struct mcdc_group *group, uint8_t *true_is)
{
	const unsigned n = d->n - 1;

	conditions += d->first;
	for (unsigned rest = 0; rest < 2; rest++) {
		const uint32_t from = group->ends[rest], to = group->ends[!rest];
		const uint32_t value = after_calls(g, from); /* has it */
		struct mcdc_group whole = *group;

		if (g->n_succs[value] != 1 || g->succ[value] != to ||
		    edges_to(group, n, from) != g->n_preds[from] ||
		    (test && (test->block != to || !test->knows_values ||
			      edges_to(group, n, to) + 1 != g->n_preds[to])) ||
		    !is_code_at(g, from, conditions[n].line, column, d->last_line) ||
		    !set_value_graph(&whole, d, conditions, rest, true_is))
			continue;
		whole.value_block = from;
		for (unsigned k = 0; test && k < 2; k++) {
			whole.graph.end_covered[k] = state_is_covered(test->v[k].state);
			whole.graph.end_excluded[k] = test->v[k].state == STATE_NOT_COVERED;
		}
		*group = whole;
		return true;
	}
	return false;
}

bool mcdc_graph_value(const struct mcdc_graph *g, const struct mcdc_node *nodes, size_t n,
		      const struct text_decision *d, const struct text_condition *conditions,
		      uint32_t column, struct mcdc_group *group, uint8_t *true_is)
{
	const bool has_test = d->use == DECISION_LOOP;

	if (d->n < 2 || d->n > DECISION_CONDITIONS || n != d->n - !has_test)
		return false;
	for (size_t i = 0; i < (has_test ? n : 1); i++)
		if (group_without(g, nodes, n, has_test ? i : n, group) &&
		    complete_value(g, has_test ? &nodes[i] : NULL, d, conditions, column, group,
				   true_is))
			return true;
	return false;
}
