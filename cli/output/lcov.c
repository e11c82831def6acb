/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * lcov's tracefile format, as geninfo(1) of lcov 1.x and 2.x has it.  Counts are those of
 * traces, 1 if none shows what is covered, and of branches, and 0 for what is not covered.  lcov
 * has no "unknown", so unknown lines, functions and outcomes are omitted.
 *
 * Functions are FN and FNDA records, which all versions read, or FNL and FNA, which lcov 1.x does
 * not know, and which have the ends of functions.  Not both: lcov 2.x would add up their counts.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "output/lcov.h"
#include "output/output.h"
#include "output/show.h"

static void print_path(FILE *f, const struct cov_file *file)
{
	fputs("SF:", f);
	print_sanitized(f, file->full); /* records are lines */
	putc('\n', f);
}

static void print_name(FILE *f, const char *name)
{
	print_sanitized(f, name);
	putc('\n', f);
}

/* Where a function is. */
struct place {
	uint32_t first, last; /* lines */
	uint64_t hits;
};

/*
 * Finds where a function is and returns whether it is listed.  genhtml 2.x refuses one that begins
 * at a line without a count, so that a function begins at its first listed line.
 */
static bool find_place(const struct coverage *c, const struct lcov_functions *v, size_t function,
		       struct place *p)
{
	const struct cov_function *fn = &c->functions[function];
	const struct cov_file *file;
	size_t low, high;

	if (!v->is_known(v, function, &p->hits))
		return false;
	file = &c->files[fn->file];
	low = file->first;
	high = file->first + file->n;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (c->lines[middle].line < fn->line)
			low = middle + 1;
		else
			high = middle;
	}
	p->last = function_last_line(c, fn);
	for (; low < file->first + file->n && c->lines[low].line <= p->last; low++) {
		if (!v->is_line_known(v, low))
			continue;
		p->first = c->lines[low].line;
		return true;
	}
	return false;
}

/* Prints functions in the form that lcov 1.x reads, too. */
static void functions_1(FILE *f, const struct coverage *c, const struct lcov_functions *v)
{
	size_t found = 0, hit = 0;
	struct place p = { 0 };

	for (size_t i = v->first; i < v->end; i++) {
		if (!find_place(c, v, i, &p))
			continue;
		fprintf(f, "FN:%" PRIu32 ",", p.first);
		print_name(f, c->functions[i].name);
	}
	for (size_t i = v->first; i < v->end; i++) {
		if (!find_place(c, v, i, &p))
			continue;
		fprintf(f, "FNDA:%" PRIu64 ",", p.hits);
		print_name(f, c->functions[i].name);
		found++;
		hit += p.hits != 0;
	}
	fprintf(f, "FNF:%zu\nFNH:%zu\n", found, hit);
}

/* Prints functions as lcov 2.2 and later write them: those of one line are names of one function.
 */
static void functions_2(FILE *f, const struct coverage *c, const struct lcov_functions *v)
{
	size_t found = 0, hit = 0;

	for (size_t i = v->first, next; i < v->end; i = next) {
		struct place p = { 0 }, other;
		bool any_hit = false;

		next = i + 1;
		if (!find_place(c, v, i, &p))
			continue;
		for (; next < v->end && c->functions[next].line == c->functions[i].line; next++)
			if (find_place(c, v, next, &other) && other.last > p.last)
				p.last = other.last;
		fprintf(f, "FNL:%zu,%" PRIu32 ",%" PRIu32 "\n", found, p.first, p.last);
		for (size_t k = i; k < next; k++) {
			if (!find_place(c, v, k, &other))
				continue;
			fprintf(f, "FNA:%zu,%" PRIu64 ",", found, other.hits);
			print_name(f, c->functions[k].name);
			any_hit |= other.hits != 0;
		}
		found++;
		hit += any_hit;
	}
	fprintf(f, "FNF:%zu\nFNH:%zu\n", found, hit);
}

void lcov_print_functions(FILE *f, const struct coverage *c, const struct lcov_functions *v,
			  unsigned version)
{
	(version == 2 ? functions_2 : functions_1)(f, c, v);
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

size_t lcov_functions_end(const struct coverage *c, size_t first, uint32_t file)
{
	while (first < c->n_functions && c->functions[first].file == file)
		first++;
	return first;
}

static bool line_is_unknown(const struct coverage *c, const struct cov_branch *b)
{
	const struct cov_line *l = coverage_line(c, b->file, b->line);

	return !l || l->state == STATE_UNKNOWN;
}

/*
 * An outcome is "-" if its block was never executed.  Readers merge by line, block and outcome, so
 * that the known outcomes keep their numbers.
 */
static void print_branches(FILE *f, const struct coverage *c, const struct cov_file *file)
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
			fprintf(f, "BRDA:%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%s\n", b->line,
				b->number, k,
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
				print_name(f, t->text);
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
		print_branches(f, c, file);
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
