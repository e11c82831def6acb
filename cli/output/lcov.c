/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * lcov's tracefile format.  Counts are numbers of records, 1 for inferred lines and 0
 * for lines that are not covered.  lcov has no "unknown", so unknown lines are omitted.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "output/output.h"

static void print_path(FILE *f, const struct cov_file *file)
{
	fprintf(f, "SF:%s\n", file->full);
}

static void print_functions(FILE *f, const struct coverage *c, uint32_t file)
{
	size_t found = 0, hit = 0;

	for (size_t i = 0; i < c->n_functions; i++)
		if (c->functions[i].file == file && c->functions[i].line)
			fprintf(f, "FN:%" PRIu32 ",%s\n", c->functions[i].line,
				c->functions[i].name);
	for (size_t i = 0; i < c->n_functions; i++) {
		const struct cov_function *fn = &c->functions[i];

		if (fn->file != file || !fn->line)
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
			uint64_t hits = l->hits ? l->hits : 1;

			if (state_is_unknown(l->state))
				continue;
			fprintf(f, "DA:%" PRIu32 ",%" PRIu64 "\n", l->line,
				state_is_covered(l->state) ? hits : 0);
			found++;
			hit += state_is_covered(l->state);
		}
		fprintf(f, "LF:%zu\nLH:%zu\nend_of_record\n", found, hit);
	}
}
