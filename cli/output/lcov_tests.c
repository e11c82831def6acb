/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <ctype.h>
#include <inttypes.h>
#include "output/out_tests.h"

/* Prints a name as lcov reads it, which replaces all but letters and digits itself. */
static void print_test(FILE *f, const char *name)
{
	fputs("TN:", f);
	for (; *name; name++)
		putc(isalnum((unsigned char)*name) ? *name : '_', f);
	putc('\n', f);
}

/*
 * A function that this test does not cover and another one does is left out: whether this one
 * entered it may be unknown.
 */
static bool is_known(const struct test *test, const struct coverage *c, size_t function)
{
	const struct cov_function *fn = &c->functions[function];

	return fn->line &&
	       (bit_set_has(&test->functions, function) || fn->state == STATE_NOT_COVERED);
}

static void print_functions(FILE *f, const struct test *test, const struct coverage *c,
			    size_t first, size_t end)
{
	size_t found = 0, hit = 0;

	for (size_t i = first; i < end; i++)
		if (is_known(test, c, i))
			fprintf(f, "FN:%" PRIu32 ",%s\n", c->functions[i].line,
				c->functions[i].name);
	for (size_t i = first; i < end; i++) {
		bool covered = bit_set_has(&test->functions, i);

		if (!is_known(test, c, i))
			continue;
		fprintf(f, "FNDA:%d,%s\n", covered, c->functions[i].name);
		found++;
		hit += covered;
	}
	fprintf(f, "FNF:%zu\nFNH:%zu\n", found, hit);
}

static void print_lines(FILE *f, const struct test *test, const struct coverage *c,
			const struct cov_file *file)
{
	size_t found = 0, hit = 0;

	for (size_t i = file->first; i < file->first + file->n; i++) {
		bool covered = bit_set_has(&test->lines, i);

		if (!covered && !bit_set_has(&test->not_covered, i))
			continue;
		fprintf(f, "DA:%" PRIu32 ",%d\n", c->lines[i].line, covered);
		found++;
		hit += covered;
	}
	fprintf(f, "LF:%zu\nLH:%zu\nend_of_record\n", found, hit);
}

/* Returns whether the test shows anything of a file. */
static bool has_file(const struct test *test, const struct cov_file *file)
{
	for (size_t i = file->first; i < file->first + file->n; i++)
		if (bit_set_has(&test->lines, i) || bit_set_has(&test->not_covered, i))
			return true;
	return false;
}

void out_lcov_tests(FILE *f, const struct tests *t)
{
	const struct coverage *c = t->all;

	for (size_t i = 0; i < t->n; i++) {
		size_t function = 0, end;

		/* Functions are sorted by file, those without one first. */
		while (function < c->n_functions && c->functions[function].file == MAP_NONE)
			function++;
		for (size_t k = 0; k < c->n_files; k++, function = end) {
			for (end = function;
			     end < c->n_functions && c->functions[end].file == (uint32_t)k;)
				end++;
			if (!has_file(&t->v[i], &c->files[k]))
				continue;
			print_test(f, t->v[i].name);
			fprintf(f, "SF:%s\n", c->files[k].full);
			print_functions(f, &t->v[i], c, function, end);
			print_lines(f, &t->v[i], c, &c->files[k]);
		}
	}
}
