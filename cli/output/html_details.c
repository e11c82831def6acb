/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What a line of source shows in addition to its state: branches, and copies of it. */
#include <stdlib.h>
#include <string.h>
#include "output/branch_rows.h"
#include "output/html_source.h"

/* Signs of branches in the column; more are counted. */
#define MAX_SIGNS 8u
/* Branches and functions that the list of a line has. */
#define MAX_LISTED 40u

struct html_state html_state_of(const struct source_line *line, unsigned state, unsigned reason)
{
	const struct coverage *c = line->x->h->c;

	if (line->l && reason)
		c = coverage_cause(c, line->l, reason);
	return (struct html_state){ c, state, reason };
}

struct counts html_count_branches(const struct source_line *line)
{
	struct counts t = { 0 };

	for (size_t i = 0; i < line->n_branches; i++)
		for (size_t k = 0; k < line->branches[i].n; k++) {
			const struct cov_outcome *o =
				&line->x->h->c->outcomes[line->branches[i].first + k];

			counts_add_state(&t, o->state, o->reason);
		}
	return t;
}

/* Returns the sign of a branch: that of a state, without how it is known. */
static const char *branch_sign(unsigned state)
{
	return html_state_sign(state_is_covered(state) ? STATE_HIT : state);
}

void html_branch_signs(FILE *f, const void *data)
{
	const struct source_line *line = data;
	const struct counts t = html_count_branches(line);

	if (t.total > MAX_SIGNS) {
		fprintf(f, "%zu/%zu", t.covered, t.total);
		return;
	}
	for (size_t i = 0; i < line->n_branches; i++) {
		const struct cov_branch *b = &line->branches[i];

		fputs(i ? " " : "", f);
		for (size_t k = 0; k < b->n; k++)
			fputs(branch_sign(line->x->h->c->outcomes[b->first + k].state), f);
	}
}

static void branch_item(FILE *f, const struct source_line *line, const struct branch_row *row)
{
	const struct cov_branch *b = row->b;
	const struct cov_outcome *o = row->o;
	const struct html_state state = html_state_of(line, o->state, o->reason);

	html_print(f, "branch", TEXT("state", html_state_name(o->state)),
		   TEXT("sign", branch_sign(o->state)), NUMBER("throw", o->is_throw),
		   TEXT("condition", b->condition),
		   TEXT("outcome", b->condition ? outcome_word(o) : NULL), NUMBER("line", o->line),
		   NUMBER("block", o->block), PART("title", html_state_title, &state),
		   NUMBER("several", row->n > 1), NUMBER("n", row->n));
}

static void branch_list(FILE *f, const struct source_line *line)
{
	struct branch_rows rows = { .n = 0 };

	for (size_t i = 0; i < line->n_branches; i++)
		for (size_t k = 0; k < line->branches[i].n; k++)
			branch_rows_add(&rows, MAX_LISTED, &line->branches[i],
					&line->x->h->c->outcomes[line->branches[i].first + k]);
	for (size_t i = 0; i < rows.n; i++)
		branch_item(f, line, &rows.v[i]);
}

static void condition_item(FILE *f, const struct source_line *line, const struct cov_condition *t,
			   size_t number)
{
	const unsigned reason = t->reason[0] ? t->reason[0] : t->reason[1];
	const bool missed = t->state[0] == STATE_NOT_COVERED || t->state[1] == STATE_NOT_COVERED;
	const unsigned state = missed ? STATE_NOT_COVERED : STATE_UNKNOWN;
	char *outcomes = condition_outcomes(t);
	char *why = reason ? unknown_text(html_state_of(line, state, reason).c, reason) : NULL;

	html_print(f, "condition", TEXT("state", html_state_name(state)),
		   TEXT("sign", branch_sign(state)), TEXT("text", t->text),
		   NUMBER("number", number), TEXT("outcomes", outcomes), TEXT("why", why));
	free(outcomes);
	free(why);
}

/* Lists the conditions of the line's decisions that did not show both outcomes to decide. */
static void condition_list(FILE *f, const struct source_line *line)
{
	const struct coverage *c = line->x->h->c;
	size_t shown = 0;

	for (size_t i = 0; i < line->n_decisions; i++) {
		const struct cov_decision *d = &line->decisions[i];

		for (size_t k = 0; k < d->n; k++) {
			const struct cov_condition *t = &c->conditions[d->first + k];

			if ((!state_is_covered(t->state[0]) || !state_is_covered(t->state[1])) &&
			    shown++ < MAX_LISTED)
				condition_item(f, line, t, k);
		}
	}
}

static struct counts count_conditions(const struct source_line *line)
{
	struct counts t = { 0 };

	for (size_t i = 0; i < line->n_decisions; i++)
		for (size_t k = 0; k < line->decisions[i].n; k++) {
			const struct cov_condition *v =
				&line->x->h->c->conditions[line->decisions[i].first + k];

			for (unsigned value = 0; value < 2; value++)
				counts_add_state(&t, v->state[value], v->reason[value]);
		}
	return t;
}

/* A function with code of the line. */
struct copy {
	uint32_t function; /* index in functions of the report */
	uint8_t state, reason;
};

/* Collects the functions with code of a line, each once; returns how many there are. */
static size_t copies(const struct source_line *line, struct copy *v)
{
	const struct html_report *h = line->x->h;
	size_t n = 0;

	for (size_t i = 0; h->functions && i < line->n_starts; i++) {
		const struct block_start *b = &line->starts[i];
		uint32_t function = b->function == MAP_NONE ? MAP_NONE : h->functions[b->function];
		size_t k = 0;

		if (function == MAP_NONE)
			continue;
		while (k < n && v[k].function != function)
			k++;
		if (k == MAX_LISTED)
			continue;
		if (k == n)
			v[n++] = (struct copy){ function, STATE_NONE, UNKNOWN_NONE };
		state_improve(&v[k].state, &v[k].reason, b->state, b->reason);
	}
	return n;
}

static void copy_item(FILE *f, const struct source_line *line, const struct copy *copy)
{
	const struct html_report *h = line->x->h;
	const struct cov_function *fn = &h->c->functions[copy->function];
	const struct html_state state = html_state_of(line, copy->state, copy->reason);
	const char *page = fn->file == MAP_NONE ? NULL : h->files[fn->file].page;

	html_print(f, "copy-of-line", TEXT("state", html_state_name(copy->state)),
		   TEXT("sign", html_state_sign(copy->state)), NUMBER("line", page ? fn->line : 0),
		   TEXT("page", fn->file == line->x->file ? NULL : page),
		   TEXT("name", fn->display_name), PART("title", html_state_title, &state));
}

/* What a line has to unfold. */
struct details {
	const struct source_line *line;
	bool with_branches, with_conditions;
	struct copy copies[MAX_LISTED];
	size_t n_copies;
};

static void items(FILE *f, const void *data)
{
	const struct details *d = data;

	if (d->with_branches)
		branch_list(f, d->line);
	if (d->with_conditions)
		condition_list(f, d->line);
	for (size_t i = 0; d->n_copies >= 2 && i < d->n_copies; i++)
		copy_item(f, d->line, &d->copies[i]);
}

void html_line_details(FILE *f, const void *data)
{
	const struct source_line *line = data;
	const struct counts branches = html_count_branches(line);
	const struct counts conditions = count_conditions(line);
	struct details d = { .line = line };

	d.with_branches = branches.covered < branches.total && line->l;
	d.with_conditions = conditions.covered < conditions.total && line->l;
	d.n_copies = copies(line, d.copies);
	if (!d.with_branches && !d.with_conditions && d.n_copies < 2)
		return;
	html_print(f, "details", NUMBER("branches", d.with_branches ? branches.total : 0),
		   NUMBER("branches_covered", branches.covered),
		   NUMBER("conditions", d.with_conditions ? conditions.total : 0),
		   NUMBER("conditions_covered", conditions.covered),
		   NUMBER("copies", d.n_copies < 2 ? 0 : d.n_copies),
		   NUMBER("others", d.with_branches || d.with_conditions),
		   NUMBER("more", d.n_copies == MAX_LISTED), NUMBER("lazy", line->x->lazy),
		   PART("items", items, &d));
}
