/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The decisions that a map lists (record 'D'): their blocks and their form are the compiler's.  The
 * text of the source, if it is there and has the decision, has its conditions as they were written;
 * else they are as the compiler prints them.
 */
#include <stdlib.h>
#include <string.h>
#include "coverage/mcdc/mcdc_collect.h"

/* Returns the node of a block, or NULL: it has no branch. */
static const struct mcdc_node *node_of(const struct mcdc_graph *g, const uint32_t *node_at,
				       uint32_t block)
{
	return block < g->n_blocks && node_at[block] ? &g->nodes[node_at[block] - 1] : NULL;
}

/*
 * Sets the node of a condition from those of its blocks, each of which had evaluations of its own.
 * Returns false if one has no branch.
 */
static bool merge_nodes(const struct collecting *x, const uint32_t *node_at,
			const struct map_condition *c, struct mcdc_node *to)
{
	const uint32_t *blocks = x->c->instrumented->map->numbers + c->blocks.first;

	for (uint32_t i = 0; i < c->blocks.n; i++) {
		const struct mcdc_node *n = node_of(&x->graph, node_at, blocks[i]);

		if (!n || !n->knows_values)
			return false;
		if (!i)
			*to = *n;
		for (unsigned value = 0; value < 2; value++)
			state_improve(&to->v[value].state, &to->v[value].reason, n->v[value].state,
				      n->v[value].reason);
	}
	return c->blocks.n;
}

static void set_graph(const struct collecting *x, const struct map_condition *conditions,
		      struct mcdc_group *group)
{
	const struct map *map = x->c->instrumented->map;

	for (unsigned i = 0; i < group->graph.n; i++) {
		const struct map_span blocks = conditions[i].blocks;

		for (unsigned value = 0; value < 2; value++) {
			const uint32_t to = conditions[i].to[value];

			group->graph.v[i][value] = (struct decision_edge){
				.to = (uint8_t)(to < ANYCOV_MAP_CONDITION
							? DECISION_END + to
							: to - ANYCOV_MAP_CONDITION),
				.covered = state_is_covered(group->v[i]->v[value].state),
				.excluded = group->v[i]->v[value].state == STATE_NOT_COVERED,
			};
		}
		for (uint32_t k = 0; k < blocks.n && x->graph.f->map->rules_are_exact; k++)
			if (mcdc_may_end(x, map->numbers[blocks.first + k]))
				group->graph.may_end |= UINT64_C(1) << i;
	}
}

/* Finds the lines of a source, and how far decisions up to each one reach. */
static void index_source(struct mcdc_source *s)
{
	const char *stop = s->text ? s->text + s->size : NULL;
	size_t room = 0;
	uint32_t last = 0;

	for (const char *at = s->text; at && at < stop;) {
		ARRAY_GROW(s->lines, s->n_lines, room);
		s->lines[s->n_lines++] = (size_t)(at - s->text);
		at = memchr(at, '\n', (size_t)(stop - at));
		at = at ? at + 1 : NULL;
	}
	s->last_lines = xcalloc(s->decisions.n + 1, sizeof(*s->last_lines));
	for (size_t i = 0; i < s->decisions.n; i++) {
		if (s->decisions.v[i].last_line > last)
			last = s->decisions.v[i].last_line;
		s->last_lines[i] = last;
	}
}

/* Returns where a place is in the text, or its size; line, column: not 0. */
static size_t offset_of(const struct mcdc_source *s, uint32_t line, uint32_t column)
{
	size_t at = line <= s->n_lines ? s->lines[line - 1] : s->size;

	return column - 1 < s->size - at ? at + column - 1 : s->size;
}

/*
 * Returns whether a place can be that of condition i of a decision: in its text, or in what is
 * between it and its neighbours.  Of "a && b" GCC has b at the operator, of "!a" at the "!", and
 * g++ some at the next token.
 */
static bool is_at_condition(const struct mcdc_source *s, const struct text_decision *d, uint32_t i,
			    size_t at)
{
	static const char open[] = "!( \t\r\n", close[] = ") \t\r\n";
	const struct text_condition *t = &s->decisions.conditions[d->first + i];
	size_t first = t->first, end = t->end;

	while (first && memchr(open, s->text[first - 1], sizeof(open) - 1))
		first--;
	while (end < s->size && memchr(close, s->text[end], sizeof(close) - 1))
		end++;
	return at >= (i ? t[-1].end : first) && at <= (i + 1 < d->n ? t[1].first : end);
}

/* Returns how many conditions are at their places in a decision of the text; -1: one is not. */
static int count_places(const struct collecting *x, const struct mcdc_source *s, uint32_t file,
			const struct map_condition *conditions, const struct text_decision *d)
{
	int known = 0;

	for (uint32_t i = 0; i < d->n; i++) {
		const struct map_condition *c = &conditions[i];

		if (c->file == MAP_NONE || !c->column)
			continue;
		if (x->c->file_of[c->file] != file ||
		    !is_at_condition(s, d, i, offset_of(s, c->line, c->column)))
			return -1;
		known++;
	}
	return known;
}

/*
 * Returns the decision of the text that a group is: of its form, with each condition at its place.
 * Without any place it is the only one at the line.  NULL: there is none.
 */
static const struct text_decision *find_text(struct collecting *x, struct mcdc_source *s,
					     uint32_t line, const struct mcdc_group *group,
					     const struct map_condition *conditions,
					     uint8_t *true_is)
{
	const struct text_decision *v = s->decisions.v, *found = NULL;
	const uint32_t file = (uint32_t)(s - x->sources);
	size_t end = 0, low = 0, high = s->decisions.n;
	bool is_only = true;

	if (!s->last_lines)
		index_source(s);
	while (low < high) { /* the first one after the line */
		size_t mid = low + (high - low) / 2;

		if (v[mid].first_line <= line)
			low = mid + 1;
		else
			high = mid;
	}
	for (end = low; end-- > 0 && s->last_lines[end] >= line;) {
		int places;

		if (v[end].odd || v[end].n != group->graph.n ||
		    (places = count_places(x, s, file, conditions, &v[end])) < 0 ||
		    !mcdc_graph_has_form(group, &v[end], s->decisions.conditions, true_is))
			continue;
		if (places)
			return &v[end];
		is_only = !found;
		found = &v[end];
	}
	return found && is_only &&
			       mcdc_graph_has_form(group, found, s->decisions.conditions, true_is)
		       ? found
		       : NULL;
}

/* Takes the blanks out of a text, and brackets around it. */
static void compact(char *text)
{
	size_t n = 0;

	for (const char *p = text; *p; p++)
		if (*p != ' ' && *p != '\t')
			text[n++] = *p;
	text[n] = '\0';
	if (n < 2 || text[0] != '(' || text[n - 1] != ')' || memchr(text + 1, '(', n - 2))
		return;
	memmove(text, text + 1, n - 2);
	text[n - 2] = '\0';
}

/* Cuts an ending off; returns whether it was there. */
static bool cut_end(char *text, const char *end)
{
	const size_t n = strlen(text), of_end = strlen(end);
	const bool has = n > of_end && !strcmp(text + n - of_end, end);

	if (has)
		text[n - of_end] = '\0';
	return has;
}

/* Returns whether one text is the other with a comparison that is its negation. */
static bool is_opposite(const char *a, const char *b)
{
	static const char *const opposites[][2] = { { "==", "!=" }, { "!=", "==" }, { "<=", ">" },
						    { ">=", "<" },  { "<", ">=" },  { ">", "<=" } };
	size_t same = 0;

	while (a[same] && a[same] == b[same])
		same++;
	for (size_t i = 0; i < sizeof(opposites) / sizeof(opposites[0]); i++) {
		const char *const *of = opposites[i];

		for (size_t at = same ? same - 1 : 0; at <= same; at++)
			if (!strncmp(a + at, of[0], strlen(of[0])) &&
			    !strncmp(b + at, of[1], strlen(of[1])) &&
			    !strcmp(a + at + strlen(of[0]), b + at + strlen(of[1])))
				return true;
	}
	return false;
}

/*
 * GCC exchanges the results of ?: if that is simpler, and tests the negation.  Sets which value in
 * the code is true in the text, by what the compiler prints.  Returns false if that is another
 * text.
 */
static bool compare_texts(const struct decision_source *d, uint8_t *true_is)
{
	char *text =
		mcdc_condition_text(d->source, &d->source->decisions.conditions[d->text->first]);
	char *printed = xstrdup(d->record->text);
	bool negated = false, same;

	compact(text);
	compact(printed);
	same = is_opposite(text, printed);
	*true_is = !same;
	if (!same) {
		negated = !cut_end(text, "!=0") && cut_end(text, "==0");
		negated ^= cut_end(printed, "==0");
		compact(text);
		compact(printed);
		same = *text && !strcmp(text, printed);
		*true_is = !negated;
	}
	free(text);
	free(printed);
	return same;
}

/* Returns whether code in a condition may have branches of its own: ?:, lambdas, statements. */
static bool may_contain_branch(const struct decision_source *d)
{
	const struct text_condition *t = &d->source->decisions.conditions[d->text->first];
	const char *text = d->source->text + t->first;

	return memchr(text, '?', t->end - t->first) || memchr(text, '{', t->end - t->first);
}

/* Returns the first known place of a decision's conditions, or that of its first branch. */
static struct map_line place_of(const struct mcdc_group *group,
				const struct map_condition *conditions)
{
	for (unsigned i = 0; i < group->graph.n; i++)
		if (conditions[i].file != MAP_NONE)
			return (struct map_line){ conditions[i].file, conditions[i].line, 0 };
	return (struct map_line){ group->v[0]->file, group->v[0]->line, 0 };
}

/* Adds a decision.  Returns false if not all of its conditions have branches. */
static bool add_decision(struct collecting *x, const uint32_t *node_at,
			 const struct map_condition *conditions, uint32_t n)
{
	struct mcdc_group group = { .graph = { .n = n } };
	struct decision_source d = { .record = conditions };
	struct mcdc_node nodes[DECISION_CONDITIONS];
	uint8_t true_is[DECISION_CONDITIONS];
	struct map_line place;

	for (uint32_t i = 0; i < n; i++) {
		if (i == DECISION_CONDITIONS || !merge_nodes(x, node_at, &conditions[i], &nodes[i]))
			return false;
		group.v[i] = &nodes[i];
	}
	set_graph(x, conditions, &group);
	place = place_of(&group, conditions);
	if (place.file != MAP_NONE) {
		struct mcdc_source *s = mcdc_source_of(x, place.file);

		d.source = s;
		d.text = find_text(x, s, place.line, &group, conditions, true_is);
		d.true_is = true_is;
	}
	/* What is not seen in the text is shown as the compiler has it. */
	if (d.text && n == 1 && !x->graph.f->map->tests_as_written &&
	    (d.text->use == DECISION_CHOICE || may_contain_branch(&d)) &&
	    !compare_texts(&d, true_is)) {
		d.may_be_negated = !*conditions->text;
		d.text = d.may_be_negated ? d.text : NULL;
	}
	mcdc_add_group(x, &group, &d);
	return true;
}

void decision_records_add(struct collecting *x)
{
	const struct map *map = x->c->instrumented->map;
	const struct map_function *f = x->graph.f->map;
	const struct mcdc_graph *g = &x->graph;
	uint32_t *node_at = xcalloc(g->n_blocks + (size_t)1, sizeof(*node_at));

	for (size_t i = 0; i < g->n; i++)
		node_at[g->nodes[i].block] = (uint32_t)i + 1;
	for (size_t i = f->first_decision; i < f->first_decision + f->n_decisions; i++) {
		const struct map_span d = map->decisions[i];
		const struct map_condition *conditions = map->conditions + d.first;

		if (add_decision(x, node_at, conditions, d.n))
			continue;
		for (uint32_t k = 0; k < d.n; k++)
			for (uint32_t b = 0; b < conditions[k].blocks.n; b++) {
				const struct mcdc_node *n = node_of(
					g, node_at, map->numbers[conditions[k].blocks.first + b]);

				if (n)
					mcdc_add_unmatched(x, n);
			}
	}
	free(node_at);
}
