/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Compilers that see the decisions of the source list them in the map (decision_records.c).  Of
 * others, decisions of the text are compared with the branches at their lines:
 *
 *   the same conditions in the same form: the answers are those of decision_paths.h;
 *   more branches that can be one decision (macros): any part of them may be a decision of its own.
 *     An outcome that decides all of them decides each part that contains it, so what is shown of
 *     all is covered; not covered is an outcome that was not taken;
 *   all others: not covered is what was not taken, nothing else is known.
 */
#include <stdlib.h>
#include <string.h>
#include "coverage/mcdc/mcdc.h"
#include "coverage/mcdc/mcdc_collect.h"
#include "coverage/infer/proven_states.h"
#include "coverage/model/source_text.h"

static bool is_wanted, are_texts_wanted;

void mcdc_enable(void)
{
	is_wanted = true;
}

void mcdc_enable_texts(void)
{
	are_texts_wanted = true;
}

bool mcdc_is_enabled(void)
{
	return is_wanted;
}

struct mcdc_source *mcdc_source_of(struct collecting *x, uint32_t map_file)
{
	const uint32_t file = x->c->file_of[map_file];
	struct mcdc_source *s = &x->sources[file];

	if (s->was_read)
		return s;
	s->was_read = true;
	s->text = source_text_as_compiled(&x->c->files[file], &s->size);
	if (s->text)
		decisions_read(&s->decisions, s->text, s->size);
	return s;
}

char *mcdc_condition_text(const struct mcdc_source *s, const struct text_condition *t)
{
	struct string_buffer to = { 0 };
	bool blank = false;

	for (size_t i = t->first; i < t->end; i++) {
		const unsigned char ch = (unsigned char)s->text[i];

		if (ch <= ' ' || ch == 127) {
			blank = true;
			continue;
		}
		if (blank)
			string_buffer_append(&to, " ");
		blank = false;
		string_buffer_append_n(&to, s->text + i, 1);
	}
	return to.s;
}

static struct cov_condition *add_condition(struct coverage *c, const struct mcdc_node *n)
{
	ARRAY_GROW(c->conditions, c->n_conditions, c->conditions_room);
	c->conditions[c->n_conditions] =
		(struct cov_condition){ .block = n->block, .line = n->line };
	return &c->conditions[c->n_conditions++];
}

static void add_decision(struct collecting *x, const struct mcdc_node *n, bool is_matched,
			 uint32_t conditions)
{
	struct coverage *c = x->c;

	ARRAY_GROW(c->decisions, c->n_decisions, c->decisions_room);
	c->decisions[c->n_decisions++] = (struct cov_decision){
		.file = n->file, /* of the map, until mcdc_select() */
		.line = n->line,
		.map = x->graph.f->map,
		.is_matched = is_matched,
		.n = conditions,
		.first = c->n_conditions,
	};
}

static void set_unknown(struct cov_condition *to, unsigned value, unsigned reason)
{
	to->state[value] = STATE_UNKNOWN;
	to->reason[value] = (uint8_t)reason;
}

static void set_state(struct cov_condition *to, unsigned value, unsigned state, unsigned reason)
{
	if (state == STATE_UNKNOWN)
		set_unknown(to, value, reason ? reason : UNKNOWN_AMBIGUOUS_DECISION);
	else
		to->state[value] = state == STATE_NOT_COVERED ? STATE_NOT_COVERED : STATE_HIT;
}

void mcdc_add_unmatched(struct collecting *x, const struct mcdc_node *n)
{
	struct cov_condition *to;

	add_decision(x, n, false, 1);
	to = add_condition(x->c, n);
	for (unsigned value = 0; value < 2; value++)
		if (n->v[value].state == STATE_NOT_COVERED)
			to->state[value] = STATE_NOT_COVERED;
		else
			set_unknown(to, value,
				    n->v[value].state == STATE_UNKNOWN
					    ? n->v[value].reason
					    : UNKNOWN_DECISION_NOT_MATCHED);
}

/* Returns why something of a group is not known. */
static unsigned why_unknown(const struct collecting *x, const struct mcdc_group *group)
{
	unsigned reason = UNKNOWN_NONE;

	for (unsigned i = 0; i < group->graph.n - group->is_value; i++)
		for (unsigned k = 0; k < 2; k++)
			if (group->v[i]->v[k].state == STATE_UNKNOWN &&
			    (!reason || group->v[i]->v[k].reason < reason))
				reason = group->v[i]->v[k].reason;
	return reason            ? reason
	       : x->incomplete   ? UNKNOWN_INCOMPLETE_CALL
	       : group->is_value ? UNKNOWN_CONDITION_WITHOUT_BRANCH
				 : UNKNOWN_AMBIGUOUS_DECISION;
}

/* Returns the state of the block that shows an outcome; SIZE_MAX: there is none. */
static size_t telling_block(const struct collecting *x, const struct decision_source *d, unsigned i,
			    unsigned code_value)
{
	const struct map *map = x->c->instrumented->map;
	const struct map_block *b = NULL;

	if (d->record && d->record[i].shown_in[code_value])
		b = map_block(map, (uint32_t)(x->graph.f->map - map->functions),
			      d->record[i].shown_in[code_value] - 1);
	return b ? (size_t)(b - map->blocks) : SIZE_MAX;
}

/* Sets what is known of an outcome of a group, which is the decision or contains it. */
static void set_outcome(const struct collecting *x, const struct mcdc_group *group, unsigned i,
			unsigned code_value, enum decision_answer answer,
			const struct decision_source *d, struct cov_condition *to, unsigned value)
{
	const bool is_exact = d->text || d->record;
	const size_t block = telling_block(x, d, i, code_value);

	if (group->v[i] && group->v[i]->v[code_value].state == STATE_NOT_COVERED)
		to->state[value] = STATE_NOT_COVERED;
	else if (answer == DECISION_SHOWN)
		to->state[value] = STATE_HIT;
	else if (block != SIZE_MAX)
		set_state(to, value, x->c->instrumented->states[block],
			  x->c->instrumented->reasons[block]);
	else if (answer == DECISION_NOT_SHOWN && is_exact)
		to->state[value] = STATE_NOT_COVERED;
	else
		set_unknown(to, value,
			    answer == DECISION_NOT_SHOWN ? UNKNOWN_DECISION_NOT_MATCHED
							 : why_unknown(x, group));
}

/*
 * Returns whether it is known which outcome is that of a true condition.  The form of several shows
 * it, and what the compiler prints.  Clang exchanges the ends for !, which a macro may hide: then
 * the code for true is the later one.
 */
static bool knows_values(const struct mcdc_group *group, const struct decision_source *d)
{
	const struct text_decision *text = d->text;

	if (d->record)
		return !d->may_be_negated;
	if (!text || group->graph.n > 1)
		return text;
	if (text->use != DECISION_IF && text->use != DECISION_LOOP)
		return false;
	return group->v[0]->knows_values && !text->negated &&
	       group->v[0]->v[1].to < group->v[0]->v[0].to;
}

bool mcdc_may_end(const struct collecting *x, uint32_t block)
{
	const uint32_t left = ANYCOV_MAP_BLOCK_CALLS | ANYCOV_MAP_BLOCK_RESUMES;
	const struct map *map = x->c->instrumented->map;
	const uint32_t function = (uint32_t)(x->graph.f->map - map->functions);

	for (const struct map_block *b = map_block(map, function, block); b;
	     b = map_next_part(map, b))
		if (b->flags & left)
			return true;
	return false;
}

void mcdc_add_group(struct collecting *x, const struct mcdc_group *group,
		    const struct decision_source *d)
{
	enum decision_answer answers[DECISION_CONDITIONS][2] = { { DECISION_UNKNOWN } };
	const bool decided = !x->incomplete && decision_decide(&group->graph, answers);
	const bool is_exact = d->text || d->record;

	add_decision(x, group->v[0], is_exact, group->graph.n);
	for (unsigned i = 0; i < group->graph.n; i++) {
		/* The last one of a value is reported with the branch of the one before. */
		struct cov_condition *to =
			add_condition(x->c, group->v[i] ? group->v[i] : group->v[i - 1]);

		to->knows_values = knows_values(group, d);
		to->is_negated = d->text && !d->true_is[i];
		if (d->text)
			to->text = mcdc_condition_text(
				d->source, &d->source->decisions.conditions[d->text->first + i]);
		else if (d->record && *d->record[i].text && !starts_with(d->record[i].text, "<<"))
			to->text = xstrdup(d->record[i].text);
		for (unsigned value = 0; value < 2; value++) {
			unsigned code_value = d->text && !d->true_is[i] ? !value : value;

			set_outcome(x, group, i, code_value,
				    decided ? answers[i][code_value] : DECISION_UNKNOWN, d, to,
				    value);
		}
	}
}

/* text NULL: the group contains decisions whose conditions are not known. */
static void add_group(struct collecting *x, struct mcdc_group *group, const struct mcdc_source *s,
		      const struct text_decision *text, const uint8_t *true_is)
{
	const struct decision_source d = { .source = s, .text = text, .true_is = true_is };

	for (unsigned i = 0; i < group->graph.n && x->graph.f->map->rules_are_exact; i++)
		if (mcdc_may_end(x, group->v[i] ? group->v[i]->block : group->value_block))
			group->graph.may_end |= UINT64_C(1) << i;
	mcdc_add_group(x, group, &d);
}

/* Returns the column of a place in the text. */
static uint32_t column_of(const struct mcdc_source *s, size_t at)
{
	const char *line = at ? memrchr(s->text, '\n', at) : NULL;

	return (uint32_t)(at - (line ? (size_t)(line - s->text) + 1 : 0) + 1);
}

/* Returns whether a compiler may have made no branch of a condition of a group. */
static bool may_hide(const struct collecting *x, const struct mcdc_source *s,
		     const struct text_decision *d, const struct mcdc_group *group)
{
	/* The results of ?: are after the condition. */
	if (d->use == DECISION_CHOICE)
		return mcdc_graph_may_hide(&x->graph, group, d->last_line, column_of(s, d->end));
	return d->use == DECISION_VALUE &&
	       mcdc_graph_may_hide(&x->graph, group, UINT32_MAX, UINT32_MAX);
}

/* Compares branches with one decision of the text.  Returns false if it is another one. */
static bool match_one(struct collecting *x, const struct mcdc_source *s,
		      const struct text_decision *d, const struct mcdc_node *nodes, size_t n,
		      bool only_exact)
{
	struct mcdc_group group;
	uint8_t true_is[DECISION_CONDITIONS];

	if (d->odd)
		return false;
	if ((d->use == DECISION_LOOP || d->use == DECISION_VALUE) &&
	    mcdc_graph_value(&x->graph, nodes, n, d, s->decisions.conditions,
			     column_of(s, s->decisions.conditions[d->first + d->n - 1].first),
			     &group, true_is)) {
		add_group(x, &group, s, d, true_is);
		return true;
	}
	if (n < d->n || !mcdc_graph_group(&x->graph, nodes, n, &group) || may_hide(x, s, d, &group))
		return false;
	if (mcdc_graph_is_form(&group, d, s->decisions.conditions, true_is))
		add_group(x, &group, s, d, true_is);
	else if (!only_exact)
		add_group(x, &group, s, NULL, NULL);
	else
		return false;
	return true;
}

static int compare_blocks(const void *a, const void *b)
{
	const struct mcdc_node *x = a, *y = b;

	return x->block < y->block ? -1 : x->block > y->block;
}

static int compare_ends(const void *a, const void *b)
{
	const struct text_decision *x = a, *y = b;

	return x->end < y->end ? -1 : x->end > y->end;
}

/* Returns whether a branch leads to one of the others, so that both may be of one decision. */
static bool touches(const struct mcdc_node *nodes, size_t n, const struct mcdc_node *others,
		    size_t n_others)
{
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < n_others; k++)
			if (nodes[i].v[0].to == others[k].block ||
			    nodes[i].v[1].to == others[k].block)
				return true;
	return false;
}

/*
 * Compares branches with several decisions at their lines, in the order of both: those in the
 * operands of another one first.  If branches of two touch, macros may have made other decisions.
 */
static bool match_several(struct collecting *x, const struct mcdc_source *s,
			  const struct text_decision *decisions, size_t n_decisions,
			  struct mcdc_node *nodes, size_t n)
{
	const size_t old_decisions = x->c->n_decisions, old_conditions = x->c->n_conditions;
	struct text_decision *d = xcalloc(n_decisions, sizeof(*d));
	size_t at = 0, sum = 0;
	bool matched;

	memcpy(d, decisions, n_decisions * sizeof(*d));
	qsort(d, n_decisions, sizeof(*d), compare_ends);
	qsort(nodes, n, sizeof(*nodes), compare_blocks);
	for (size_t i = 0; i < n_decisions; i++)
		sum += d[i].n;
	matched = sum == n;
	for (size_t i = 0; i < n_decisions && matched; i++) {
		matched = !d[i].odd &&
			  (!d[i].n ||
			   (!touches(nodes + at, d[i].n, nodes, at) &&
			    !touches(nodes + at, d[i].n, nodes + at + d[i].n, n - at - d[i].n) &&
			    match_one(x, s, &d[i], nodes + at, d[i].n, true)));
		at += d[i].n;
	}
	while (!matched && x->c->n_conditions > old_conditions)
		free(x->c->conditions[--x->c->n_conditions].text);
	if (!matched)
		x->c->n_decisions = old_decisions;
	free(d);
	return matched;
}

/* Adds the branches of one file of a function. */
static void add_file(struct collecting *x, struct mcdc_node *nodes, size_t n)
{
	const struct mcdc_source *s = mcdc_source_of(x, nodes->file);
	const struct text_decision *d = s->decisions.v, *stop = d ? d + s->decisions.n : NULL;

	for (size_t i = 0, next; i < n; i = next) {
		const struct text_decision *first, *end;
		uint32_t last = 0;
		bool matched;

		/* Decisions whose lines have something in common. */
		for (first = end = d;
		     end < stop && (end->first_line <= nodes[i].line || end->first_line <= last);
		     end++) {
			if (end->first_line > last)
				first = end;
			if (end->last_line > last)
				last = end->last_line;
		}
		d = first;
		next = i + 1;
		if (nodes[i].line > last) {
			mcdc_add_unmatched(x, &nodes[i]); /* what a macro has */
			continue;
		}
		while (next < n && nodes[next].line <= last)
			next++;
		if (end - first == 1 && !first->n && !first->odd)
			continue; /* a switch */
		matched = end - first == 1 ? match_one(x, s, first, nodes + i, next - i, false)
					   : match_several(x, s, first, (size_t)(end - first),
							   nodes + i, next - i);
		for (size_t k = i; k < next && !matched; k++)
			mcdc_add_unmatched(x, &nodes[k]);
	}
}

static void add_function(struct collecting *x)
{
	const struct coverage *c = x->c;
	const struct cov_function *f = &c->functions[x->function];
	struct mcdc_graph *g = &x->graph;

	x->incomplete = has_incomplete_calls(c->instrumented,
					     (uint32_t)(f->map - c->instrumented->map->functions),
					     &c->recording);
	mcdc_graph_make(g, c, f);
	if (f->map->has_decisions)
		decision_records_add(x);
	for (size_t i = 0, next; i < g->n && !f->map->has_decisions; i = next) {
		for (next = i + 1; next < g->n && g->nodes[next].file == g->nodes[i].file;)
			next++;
		if (g->nodes[i].file != MAP_NONE)
			add_file(x, g->nodes + i, next - i);
		for (size_t k = i; k < next && g->nodes[i].file == MAP_NONE; k++)
			mcdc_add_unmatched(x, &g->nodes[k]);
	}
	mcdc_graph_free(g);
}

/* Says that nothing is known of an image. */
static void warn_of_image(const struct coverage *c)
{
	bool any = false;

	for (size_t i = 0; i < c->n_functions; i++)
		any |= c->functions[i].map != NULL;
	if (!mcdc_is_known(c) && !c->instrumented->merged)
		warn("--mcdc: %s: conditions are unknown: %s; build with 'anycov cc'",
		     c->instrumented->name,
		     any ? "place=late has the branches of the optimized code, not of the source"
			 : "the image has no map");
}

bool mcdc_is_known(const struct coverage *c)
{
	for (size_t i = 0; i < c->n_functions; i++)
		if (c->functions[i].map && c->functions[i].map->is_source)
			return true;
	return false;
}

void mcdc_collect(struct coverage *c)
{
	struct collecting x = { .c = c };

	if (!is_wanted && !are_texts_wanted)
		return;
	if (is_wanted)
		warn_of_image(c);
	x.sources = xcalloc(c->n_files + 1, sizeof(*x.sources));
	for (x.function = 0; x.function < c->n_functions; x.function++)
		if (c->functions[x.function].map && c->functions[x.function].map->is_source)
			add_function(&x);
	for (size_t i = 0; i < c->n_files; i++) {
		decisions_free(&x.sources[i].decisions);
		free(x.sources[i].text);
		free(x.sources[i].lines);
		free(x.sources[i].last_lines);
	}
	free(x.sources);
}
