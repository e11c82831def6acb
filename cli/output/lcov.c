/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * lcov's tracefile format, as geninfo(1) of lcov 1.x and 2.x has it.  Counts are those of
 * traces, 1 if none shows what is covered, and of branches, and 0 for what is not covered.  lcov
 * has no "unknown", so unknown lines, functions and outcomes are omitted.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "output/lcov.h"
#include "output/output.h"

static void print_path(FILE *f, const struct cov_file *file)
{
	fputs("SF:", f);
	print_sanitized(f, file->full); /* records are lines */
	putc('\n', f);
}

static bool is_known(const struct lcov_functions *v, size_t i, uint64_t *hits)
{
	const struct cov_function *fn = &((const struct coverage *)v->of)->functions[i];

	*hits = cov_function_hits(fn);
	return fn->line && fn->state != STATE_UNKNOWN;
}

static bool is_line_known(const struct lcov_functions *v, size_t i)
{
	return ((const struct coverage *)v->of)->lines[i].state != STATE_UNKNOWN;
}

static bool line_is_unknown(const struct coverage *c, const struct cov_branch *b)
{
	const struct cov_line *l = coverage_line(c, b->file, b->line);

	return !l || l->state == STATE_UNKNOWN;
}

/*
 * An outcome is "-" if its block was never executed.  Readers merge by line, block and outcome, so
 * that the known outcomes keep their numbers.  What exceptions do has an "e", which lcov 1 does not
 * read.
 */
static void print_branches(FILE *f, const struct coverage *c, const struct cov_file *file,
			   unsigned version)
{
	size_t found = 0, hit = 0;

	for (size_t i = file->first_branch; i < file->first_branch + file->n_branches; i++) {
		const struct cov_branch *b = &c->branches[i];

		if (line_is_unknown(c, b))
			continue;
		for (uint32_t k = 0; k < b->n; k++) {
			const struct cov_outcome *o = &c->outcomes[b->first + k];
			bool taken = state_is_covered(o->state);

			if (o->state == STATE_UNKNOWN)
				continue;
			fprintf(f, "BRDA:%" PRIu32 ",%s%" PRIu32 ",%" PRIu32 ",%s\n", b->line,
				o->is_throw && version == 2 ? "e" : "", b->number, k,
				taken                           ? "1"
				: b->state == STATE_NOT_COVERED ? "-"
								: "0");
			found++;
			hit += taken;
		}
	}
	if (found)
		fprintf(f, "BRF:%zu\nBRH:%zu\n", found, hit);
}

/* Returns whether the format can have what is known of a condition. */
static bool is_condition_known(const struct cov_condition *t)
{
	if (t->state[0] == STATE_UNKNOWN || t->state[1] == STATE_UNKNOWN)
		return false;
	return t->knows_values || state_is_covered(t->state[0]) == state_is_covered(t->state[1]);
}

/* Returns whether an earlier decision of the line has as many conditions: readers would merge both.
 */
static bool is_second(const struct coverage *c, const struct cov_file *file, size_t decision)
{
	const struct cov_decision *d = &c->decisions[decision];

	for (size_t i = decision; i-- > file->first_decision && c->decisions[i].line == d->line;)
		if (c->decisions[i].n == d->n)
			return true;
	return false;
}

/* Returns whether a decision is listed: readers want all of its conditions. */
static bool is_decision_known(const struct coverage *c, const struct cov_file *file,
			      size_t decision)
{
	const struct cov_decision *d = &c->decisions[decision];
	const struct cov_line *l = coverage_line(c, d->file, d->line);

	if (!d->is_matched || !l || l->state == STATE_UNKNOWN || is_second(c, file, decision))
		return false;
	for (size_t i = d->first; i < d->first + d->n; i++)
		if (!is_condition_known(&c->conditions[i]))
			return false;
	return true;
}

/* Line, conditions of the decision, value of this one, whether it decided, its index and text. */
static void print_conditions(FILE *f, const struct coverage *c, const struct cov_file *file)
{
	size_t found = 0, hit = 0;

	for (size_t i = file->first_decision; i < file->first_decision + file->n_decisions; i++) {
		const struct cov_decision *d = &c->decisions[i];

		for (uint32_t k = 0; k < d->n && is_decision_known(c, file, i); k++)
			for (unsigned value = 2; value-- > 0;) {
				const struct cov_condition *t = &c->conditions[d->first + k];
				bool shown = state_is_covered(t->state[value]);

				fprintf(f, "MCDC:%" PRIu32 ",%" PRIu32 ",%c,%d,%" PRIu32 ",",
					d->line, d->n, value ? 't' : 'f', shown, k);
				lcov_print_name(f, t->text);
				found++;
				hit += shown;
			}
	}
	if (found)
		fprintf(f, "MCF:%zu\nMCH:%zu\n", found, hit);
}

static void write_tracefile(FILE *f, const struct coverage *c, unsigned version)
{
	struct lcov_functions functions = { .is_known = is_known,
					    .is_line_known = is_line_known,
					    .of = c };

	if (c->tests) {
		out_lcov_tests(f, c->tests, version);
		return;
	}
	/* Functions are sorted by file, those without one first. */
	functions.end = lcov_functions_end(c, 0, MAP_NONE);
	for (size_t i = 0; i < c->n_files; i++) {
		const struct cov_file *file = &c->files[i];
		size_t found = 0, hit = 0;

		functions.first = functions.end;
		functions.end = lcov_functions_end(c, functions.first, (uint32_t)i);
		if (!file->n)
			continue;
		fprintf(f, "TN:\n");
		print_path(f, file);
		lcov_print_functions(f, c, &functions, version);
		print_branches(f, c, file, version);
		print_conditions(f, c, file);
		for (size_t j = file->first; j < file->first + file->n; j++) {
			const struct cov_line *l = &c->lines[j];

			if (l->state == STATE_UNKNOWN)
				continue;
			fprintf(f, "DA:%" PRIu32 ",%" PRIu64 "\n", l->line, cov_line_hits(l));
			found++;
			hit += state_is_covered(l->state);
		}
		fprintf(f, "LF:%zu\nLH:%zu\nend_of_record\n", found, hit);
	}
}

void out_lcov(FILE *f, const struct coverage *c)
{
	write_tracefile(f, c, 1);
}

void out_lcov_2(FILE *f, const struct coverage *c)
{
	write_tracefile(f, c, 2);
}
