/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * lcov's tracefile format.  Counts are numbers of records, 1 for inferred lines and 0
 * for lines that are not covered.  lcov has no "unknown", so unknown lines and functions are
 * omitted.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "output/output.h"

static void print_path(FILE *f, const struct cov_file *file)
{
	fprintf(f, "SF:%s\n", file->full);
}

static bool is_function_of(const struct cov_function *fn, uint32_t file)
{
	return fn->file == file && fn->line && fn->state != STATE_UNKNOWN;
}

static void print_functions(FILE *f, const struct coverage *c, uint32_t file)
{
	size_t found = 0, hit = 0;

	for (size_t i = 0; i < c->n_functions; i++)
		if (is_function_of(&c->functions[i], file))
			fprintf(f, "FN:%" PRIu32 ",%s\n", c->functions[i].line,
				c->functions[i].name);
	for (size_t i = 0; i < c->n_functions; i++) {
		const struct cov_function *fn = &c->functions[i];

		if (!is_function_of(fn, file))
			continue;
		fprintf(f, "FNDA:%" PRIu64 ",%s\n", fn->covered ? fn->hits : 0, fn->name);
		found++;
		hit += fn->covered;
	}
	fprintf(f, "FNF:%zu\nFNH:%zu\n", found, hit);
}

void out_lcov(FILE *f, const struct coverage *c)
{
	for (size_t i = 0; i < c->n_files; i++) {
		const struct cov_file *file = &c->files[i];
		size_t found = 0, hit = 0;

		if (!file->n)
			continue;
		fprintf(f, "TN:\n");
		print_path(f, file);
		print_functions(f, c, (uint32_t)i);
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
