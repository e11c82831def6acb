/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "coverage/model/source_text.h"
#include "output/branch_rows.h"
#include "output/show.h"
#include "output/text.h"

#define MOST_OUTCOMES 16u /* of the branches of a line */

/* By answer: sign, colour. */
struct answer {
	char sign;
	const char *colour;
};

static struct answer answer_of(unsigned state)
{
	if (state == STATE_NONE)
		return (struct answer){ ' ', "" };
	if (state_is_covered(state))
		return (struct answer){ '+', "\033[32m" };
	if (state == STATE_UNKNOWN)
		return (struct answer){ '?', "\033[33m" };
	return (struct answer){ '-', "\033[31m" };
}

static void print_row(FILE *f, uint32_t number, unsigned state, const char *s, size_t n,
		      bool colour)
{
	struct answer a = answer_of(state);
	bool marked = colour && *a.colour;

	fprintf(f, "%s%6" PRIu32 " %c  ", marked ? a.colour : "", number, a.sign);
	/* What is covered is plain, as there is most of it. */
	if (marked && a.sign == '+')
		fputs(PLAIN, f);
	text_source(f, s, n && s[n - 1] == '\r' ? n - 1 : n);
	fprintf(f, "%s\n", marked && a.sign != '+' ? PLAIN : "");
}

/* Says if the text is not that of the source as it was compiled. */
static void print_notice(FILE *f, const struct cov_file *file, bool has_text)
{
	bool missing;

	if (file->is_copy) {
		fprintf(f, "  the source %s: this is a copy of what was compiled\n",
			file->source == SOURCE_MISSING ? "is not there any more" : "has changed");
	} else if (!has_text) {
		fprintf(f, "  the source %s: ", source_text_problem(file, &missing));
		fprintf(f, "lines with code are shown%s\n",
			missing ? "; if it has moved, use --source-map" : "");
	} else if (file->source == SOURCE_CHANGED) {
		fputs("  the source has changed since it was compiled: states are those of the "
		      "line\n  numbers then; build and record again\n",
		      f);
	}
}

static const char *answer_text(const struct cov_condition *t, unsigned value)
{
	return t->state[value] == STATE_UNKNOWN    ? "unknown"
	       : state_is_covered(t->state[value]) ? "covered"
						   : "not covered";
}

char *condition_outcomes(const struct cov_condition *t)
{
	const char *no = answer_text(t, 0), *yes = answer_text(t, 1);

	return yes == no         ? xasprintf("true and false %s", yes)
	       : t->knows_values ? xasprintf("true %s, false %s", yes, no)
				 : xasprintf("one outcome %s, one %s", yes, no);
}

/* Prints what is known of the outcomes of a condition. */
static void print_outcomes(FILE *f, const struct cov_condition *t)
{
	char *outcomes = condition_outcomes(t);

	fputs(outcomes, f);
	free(outcomes);
	for (unsigned value = 0; value < 2; value++)
		if (t->state[value] == STATE_UNKNOWN) {
			fprintf(f, " (%s)", unknown_name(t->reason[value]));
			break;
		}
}

/* Prints the conditions of the decisions of a line that are not covered. */
static void print_conditions(FILE *f, const struct coverage *c, const struct cov_file *file,
			     uint32_t line)
{
	for (size_t i = file->first_decision; i < file->first_decision + file->n_decisions; i++) {
		const struct cov_decision *d = &c->decisions[i];
		size_t covered = 0;

		if (d->line != line)
			continue;
		for (size_t k = d->first; k < d->first + d->n; k++)
			for (unsigned value = 0; value < 2; value++)
				covered += state_is_covered(c->conditions[k].state[value]);
		fprintf(f, "          condition outcomes covered %zu/%" PRIu32 "\n", covered,
			2 * d->n);
		for (size_t k = d->first; k < d->first + d->n && covered < 2 * (size_t)d->n; k++) {
			const struct cov_condition *t = &c->conditions[k];

			if (state_is_covered(t->state[0]) && state_is_covered(t->state[1]))
				continue;
			fprintf(f, "          condition %zu", k - d->first);
			if (t->text) {
				fputs(" (", f);
				text_source(f, t->text, strlen(t->text));
				fputs(")", f);
			}
			fputs(": ", f);
			print_outcomes(f, t);
			putc('\n', f);
		}
	}
}

const char *outcome_word(const struct cov_outcome *o)
{
	return o->value == OUTCOME_TRUE ? " true" : o->value == OUTCOME_FALSE ? " false" : "";
}

/* Begins a row with the sign of a state and the condition of a branch, as far as it is known. */
static void begin_branch(FILE *f, const struct cov_branch *b, unsigned state, bool colour)
{
	const struct answer a = answer_of(state);

	fprintf(f, "%s       %c      ", colour ? a.colour : "", a.sign);
	if (!b->condition)
		return;
	text_source(f, b->condition, strlen(b->condition));
	fputs(":", f);
}

/* Prints a row: "x == 2: true never". */
static void print_branch(FILE *f, const struct branch_row *r, bool colour)
{
	const struct cov_outcome *o = r->o;
	const char *blank = r->b->condition ? " " : "";

	begin_branch(f, r->b, o ? o->state : STATE_NOT_COVERED, colour);
	if (!o)
		fputs(" never evaluated", f);
	else if (o->value != OUTCOME_UNKNOWN)
		fputs(outcome_word(o), f);
	else if (o->line)
		fprintf(f, "%sto line %" PRIu32, blank, o->line);
	else
		fprintf(f, "%sto block %" PRIu32, blank, o->block);
	if (o && o->is_throw)
		fputs(" by an exception", f);
	if (o && o->state == STATE_UNKNOWN)
		fprintf(f, " unknown (%s)", unknown_name(o->reason));
	else if (o)
		fputs(" never", f);
	if (r->n > 1)
		fprintf(f, " (%zu branches)", r->n);
	fprintf(f, "%s\n", colour ? PLAIN : "");
}

/*
 * Prints what of the branches of a line that was executed is not known to be taken; first: of
 * those at this line or a later one.
 */
static void print_branches(FILE *f, const struct coverage *c, const struct cov_file *file,
			   size_t first, uint32_t line, bool colour)
{
	const size_t end = file->first_branch + file->n_branches;
	struct branch_rows rows = { .n = 0 };

	for (size_t i = first; i < end && c->branches[i].line == line; i++) {
		const struct cov_branch *b = &c->branches[i];
		const struct cov_outcome *v = &c->outcomes[b->first];
		size_t missed = 0;

		for (size_t k = 0; k < b->n; k++)
			missed += !state_is_covered(v[k].state);
		if (missed == b->n && b->condition && b->state == STATE_NOT_COVERED) {
			branch_rows_add(&rows, MOST_OUTCOMES, b, NULL);
			continue;
		}
		for (size_t k = 0; k < b->n; k++)
			if (!state_is_covered(v[k].state))
				branch_rows_add(&rows, MOST_OUTCOMES, b, &v[k]);
	}
	for (size_t i = 0; i < rows.n; i++)
		print_branch(f, &rows.v[i], colour);
	if (rows.more)
		fprintf(f, "              and %zu more\n", rows.more);
}

static size_t blanks(const char *s, const char *stop)
{
	size_t n = 0;

	while (s + n < stop && (s[n] == ' ' || s[n] == '\t'))
		n++;
	return n;
}

/* Returns whether a line is a brace that ends a function, which has no code, or a block in it. */
static bool is_end(const char *s, const char *stop, size_t indent)
{
	size_t n = blanks(s, stop);

	if (n < indent || s + n >= stop || s[n] != '}')
		return false;
	s += n + 1;
	s += blanks(s, stop);
	return s >= stop || *s == '\n' || *s == '\r';
}

/* Prints the lines first to last of a file; without its source those with code. */
static void print_lines(FILE *f, const struct coverage *c, const struct cov_file *file,
			uint32_t first, uint32_t last, bool colour)
{
	size_t size = 0, at = file->first, end = file->first + file->n;
	size_t branch = file->first_branch, end_branch = branch + file->n_branches;
	char *text = source_text_read(file, &size);
	const char *s = text, *stop = text ? text + size : NULL;
	size_t indent = 0;
	bool ended = false;

	print_notice(f, file, text);
	for (uint32_t number = 1; number <= last && (s < stop || at < end); number++) {
		const char *nl = s < stop ? memchr(s, '\n', (size_t)(stop - s)) : NULL;
		const char *next = nl ? nl + 1 : stop;
		unsigned state = STATE_NONE;

		if (s >= stop && c->lines[at].line > number)
			number = c->lines[at].line;
		if (at < end && c->lines[at].line == number)
			state = c->lines[at++].state;
		if (number >= first && number <= last) {
			print_row(f, number, state, s < stop ? s : "",
				  s < stop ? (size_t)((nl ? nl : stop) - s) : 0, colour);
			while (branch < end_branch && c->branches[branch].line < number)
				branch++;
			if (state_is_covered(state))
				print_branches(f, c, file, branch, number, colour);
			print_conditions(f, c, file, number);
		}
		if (number == first && s < stop)
			indent = blanks(s, stop);
		ended = number > first && s < stop && is_end(s, stop, indent) &&
			blanks(s, stop) == indent;
		s = next;
		if (number == last && !ended && s < stop && is_end(s, stop, indent))
			last++;
	}
	free(text);
}

static void print_head(FILE *f, const char *name, const char *place, const struct counts *t)
{
	char share[SHARE_ROOM];

	print_sanitized(f, name);
	print_sanitized(f, place);
	fprintf(f, "\n  %zu of %zu lines covered (%s %%), %zu not covered (-), %zu unknown (?)\n",
		t->covered, t->total, share_text(share, t->covered, t->total),
		counts_not_covered(t), t->unknown);
}

uint32_t function_last_line(const struct coverage *c, const struct cov_function *fn)
{
	const struct map *map = c->instrumented->map;
	uint32_t last = fn->line;

	if (!fn->map || !fn->map->blocks) {
		const struct cov_file *file = &c->files[fn->file];
		const struct cov_function *next = fn + 1;
		bool has_next = next < c->functions + c->n_functions && next->file == fn->file;

		for (size_t i = file->first; i < file->first + file->n; i++)
			if (c->lines[i].line > last && (!has_next || c->lines[i].line < next->line))
				last = c->lines[i].line;
		return last;
	}
	for (size_t i = fn->map->first_block; i < fn->map->first_block + fn->map->blocks; i++) {
		const struct map_block *b = &map->blocks[i];

		for (uint32_t k = 0; k < b->lines.n; k++) {
			const struct map_line *l = &map->lines[b->lines.first + k];

			if (c->file_of[l->file] == fn->file && l->line > last)
				last = l->line;
		}
	}
	return last;
}

static size_t show_functions(FILE *f, const struct coverage *c, const char *name, bool own,
			     bool colour)
{
	size_t found = 0;

	for (size_t i = 0; i < c->n_functions; i++) {
		const struct cov_function *fn = &c->functions[i];
		char *place;

		if (!function_means(name, fn->name, fn->display_name, own))
			continue;
		if (found++)
			putc('\n', f);
		if (fn->file == MAP_NONE || !fn->line) {
			print_head(f, fn->display_name, ": its lines are unknown", &fn->lines);
			continue;
		}
		place = xasprintf(" (%s:%" PRIu32 ")", c->files[fn->file].path, fn->line);
		print_head(f, fn->display_name, place, &fn->lines);
		free(place);
		print_lines(f, c, &c->files[fn->file], fn->line, function_last_line(c, fn), colour);
	}
	return found;
}

size_t out_show(FILE *f, const struct coverage *c, struct selection *s, const char *name,
		bool colour)
{
	size_t found = 0;

	for (size_t i = 0; i < c->n_files; i++) {
		if (!c->files[i].n || !selection_file_matches(s, name, &c->files[i]))
			continue;
		if (found++)
			putc('\n', f);
		print_head(f, c->files[i].path, "", &c->files[i].lines);
		print_lines(f, c, &c->files[i], 1, UINT32_MAX - 1, colour);
	}
	if (!found)
		found = show_functions(f, c, name, false, colour);
	return found ? found : show_functions(f, c, name, true, colour);
}
