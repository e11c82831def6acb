/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * lcov's tracefile format, as geninfo(1) of lcov 1.x and 2.x has it.  Counts are numbers of
 * records, 1 for inferred lines and outcomes of branches, and 0 for what is not covered.  lcov has
 * no "unknown", so unknown lines, functions and outcomes are omitted.
 *
 * Functions are FN and FNDA records: lcov 1.x does not know FNL and FNA, and lcov 2.x reads both.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "output/out_tests.h"
#include "output/output.h"

static void print_path(FILE *f, const struct cov_file *file)
{
	fputs("SF:", f);
	print_sanitized(f, file->full); /* records are lines */
	putc('\n', f);
}

static bool is_function_of(const struct cov_function *fn, uint32_t file)
{
	return fn->file == file && fn->line && fn->state != STATE_UNKNOWN;
}

static void print_function(FILE *f, const char *key, uint64_t n, const char *name)
{
	fprintf(f, "%s:%" PRIu64 ",", key, n);
	print_sanitized(f, name);
	putc('\n', f);
}

static void print_functions(FILE *f, const struct coverage *c, uint32_t file)
{
	size_t found = 0, hit = 0;

	for (size_t i = 0; i < c->n_functions; i++)
		if (is_function_of(&c->functions[i], file))
			print_function(f, "FN", c->functions[i].line, c->functions[i].name);
	for (size_t i = 0; i < c->n_functions; i++) {
		const struct cov_function *fn = &c->functions[i];

		if (!is_function_of(fn, file))
			continue;
		print_function(f, "FNDA", fn->covered ? fn->hits : 0, fn->name);
		found++;
		hit += fn->covered;
	}
	fprintf(f, "FNF:%zu\nFNH:%zu\n", found, hit);
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

void out_lcov(FILE *f, const struct coverage *c)
{
	if (c->tests) {
		out_lcov_tests(f, c->tests);
		return;
	}
	for (size_t i = 0; i < c->n_files; i++) {
		const struct cov_file *file = &c->files[i];
		size_t found = 0, hit = 0;

		if (!file->n)
			continue;
		fprintf(f, "TN:\n");
		print_path(f, file);
		print_functions(f, c, (uint32_t)i);
		print_branches(f, c, file);
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
