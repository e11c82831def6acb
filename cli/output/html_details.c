/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What a line of source shows in addition to its state: branches, and copies of it. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "output/html_source.h"

/* Signs of branches in the column; more are counted. */
#define MAX_SIGNS 8u
/* Branches and functions that the list of a line has. */
#define MAX_LISTED 40u

const struct coverage *html_cause(const struct source_rows *x, const struct source_line *line,
				  unsigned reason)
{
	return line->l && reason ? coverage_cause(x->h->c, line->l, reason) : x->h->c;
}

static struct counts count_branches(const struct source_rows *x, const struct source_line *line)
{
	struct counts t = { 0 };

	for (size_t i = 0; i < line->n_branches; i++)
		for (size_t k = 0; k < line->branches[i].n; k++) {
			const struct cov_outcome *o =
				&x->h->c->outcomes[line->branches[i].first + k];

			counts_add_state(&t, o->state, o->reason);
		}
	return t;
}

/* Returns the sign of a branch: that of a state, without how it is known. */
static const char *branch_sign(unsigned state)
{
	return html_state_sign(state_is_covered(state) ? STATE_HIT : state);
}

void html_branch_signs(const struct source_rows *x, const struct source_line *line)
{
	const struct counts t = count_branches(x, line);

	fprintf(x->f, "<td class=\"blocks\" title=\"%zu of %zu branches covered\">", t.covered,
		t.total);
	if (t.total > MAX_SIGNS)
		fprintf(x->f, "%zu/%zu", t.covered, t.total);
	for (size_t i = 0; t.total <= MAX_SIGNS && i < line->n_branches; i++) {
		fputs(i ? " " : "", x->f);
		for (size_t k = 0; k < line->branches[i].n; k++)
			fputs(branch_sign(x->h->c->outcomes[line->branches[i].first + k].state),
			      x->f);
	}
	fputs("</td>", x->f);
}

static void branch_item(const struct source_rows *x, const struct source_line *line,
			const struct cov_branch *b, const struct cov_outcome *o)
{
	fprintf(x->f, "<li class=\"%s\">%s %s", html_state_name(o->state), branch_sign(o->state),
		o->is_throw ? "by an exception " : "");
	if (b->condition) {
		fputs("<code>", x->f);
		html_string(x->f, b->condition);
		fprintf(x->f, "</code>%s, ", outcome_word(o));
	}
	if (o->line)
		fprintf(x->f, "to line <a href=\"#L%" PRIu32 "\">%" PRIu32 "</a>", o->line,
			o->line);
	else
		fprintf(x->f, "to block %" PRIu32, o->block);
	fputs(": ", x->f);
	html_state_title(x->f, html_cause(x, line, o->reason), o->state, o->reason);
	fputs("</li>", x->f);
}

static void branch_list(const struct source_rows *x, const struct source_line *line)
{
	size_t shown = 0;

	for (size_t i = 0; i < line->n_branches; i++)
		for (size_t k = 0; k < line->branches[i].n && shown++ < MAX_LISTED; k++)
			branch_item(x, line, &line->branches[i],
				    &x->h->c->outcomes[line->branches[i].first + k]);
}

static void condition_item(const struct source_rows *x, const struct source_line *line,
			   const struct cov_condition *t, size_t number)
{
	const unsigned reason = t->reason[0] ? t->reason[0] : t->reason[1];
	const bool missed = t->state[0] == STATE_NOT_COVERED || t->state[1] == STATE_NOT_COVERED;
	const unsigned state = missed ? STATE_NOT_COVERED : STATE_UNKNOWN;
	char *outcomes = condition_outcomes(t);

	fprintf(x->f, "<li class=\"%s\">%s MC/DC ", html_state_name(state), branch_sign(state));
	if (t->text) {
		fputs("<code>", x->f);
		html_string(x->f, t->text);
		fputs("</code>", x->f);
	} else {
		fprintf(x->f, "condition %zu", number);
	}
	fprintf(x->f, ": %s", outcomes);
	if (reason) {
		char *why = unknown_text(html_cause(x, line, reason), reason);

		fputs(": ", x->f);
		html_string(x->f, why);
		free(why);
	}
	fputs("</li>", x->f);
	free(outcomes);
}

/* Lists the conditions of the line's decisions that did not show both outcomes to decide. */
static void condition_list(const struct source_rows *x, const struct source_line *line)
{
	const struct coverage *c = x->h->c;
	size_t shown = 0;

	for (size_t i = 0; i < line->n_decisions; i++) {
		const struct cov_decision *d = &line->decisions[i];

		for (size_t k = 0; k < d->n; k++) {
			const struct cov_condition *t = &c->conditions[d->first + k];

			if ((!state_is_covered(t->state[0]) || !state_is_covered(t->state[1])) &&
			    shown++ < MAX_LISTED)
				condition_item(x, line, t, k);
		}
	}
}

static struct counts count_conditions(const struct source_rows *x, const struct source_line *line)
{
	struct counts t = { 0 };

	for (size_t i = 0; i < line->n_decisions; i++)
		for (size_t k = 0; k < line->decisions[i].n; k++) {
			const struct cov_condition *v =
				&x->h->c->conditions[line->decisions[i].first + k];

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
static size_t copies(const struct source_rows *x, const struct source_line *line, struct copy *v)
{
	size_t n = 0;

	for (size_t i = 0; x->h->functions && i < line->n_starts; i++) {
		const struct block_start *b = &line->starts[i];
		uint32_t function =
			b->function == MAP_NONE ? MAP_NONE : x->h->functions[b->function];
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

static void copy_item(const struct source_rows *x, const struct source_line *line,
		      const struct copy *copy)
{
	const struct cov_function *fn = &x->h->c->functions[copy->function];
	const char *page = fn->file == MAP_NONE ? NULL : x->h->files[fn->file].page;

	fprintf(x->f, "<li class=\"%s\">%s in ", html_state_name(copy->state),
		html_state_sign(copy->state));
	if (page && fn->line)
		fprintf(x->f, "<a href=\"%s#L%" PRIu32 "\">", fn->file == x->file ? "" : page,
			fn->line);
	html_string(x->f, fn->display_name);
	fprintf(x->f, "%s: ", page && fn->line ? "</a>" : "");
	html_state_title(x->f, html_cause(x, line, copy->reason), copy->state, copy->reason);
	fputs("</li>", x->f);
}

void html_line_details(const struct source_rows *x, const struct source_line *line)
{
	const struct counts t = count_branches(x, line);
	struct copy v[MAX_LISTED];
	size_t n = copies(x, line, v);
	bool with_branches = t.total && t.covered < t.total && line->l;
	const struct counts conditions = count_conditions(x, line);
	bool with_conditions = conditions.covered < conditions.total && line->l;

	if (!with_branches && !with_conditions && n < 2)
		return;
	/*
	 * No details elements: their shadow trees make a browser's layout of a table slow.  With
	 * scripts the list is one text, of which they make elements when it is unfolded.
	 */
	fputs("<button type=\"button\" class=\"more\" aria-expanded=\"false\">", x->f);
	if (with_branches)
		fprintf(x->f, "branches %zu/%zu", t.covered, t.total);
	if (with_conditions)
		fprintf(x->f, "%sMC/DC %zu/%zu", with_branches ? ", " : "", conditions.covered,
			conditions.total);
	if (n >= 2)
		fprintf(x->f, "%sin %zu%s functions", with_branches || with_conditions ? ", " : "",
			n, n == MAX_LISTED ? " or more" : "");
	/* In a lazy table the whole row is in such an element already. */
	fputs(x->lazy ? "</button><ul>" : "</button><noscript><ul>", x->f);
	if (with_branches)
		branch_list(x, line);
	if (with_conditions)
		condition_list(x, line);
	for (size_t i = 0; n >= 2 && i < n; i++)
		copy_item(x, line, &v[i]);
	fputs(x->lazy ? "</ul>" : "</ul></noscript>", x->f);
}
