/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <ctype.h>
#include <inttypes.h>
#include "output/lcov.h"

/* Prints a name as lcov reads it, which replaces all but letters and digits itself. */
static void print_test(FILE *f, const char *name)
{
	fputs("TN:", f);
	for (; *name; name++)
		putc(isalnum((unsigned char)*name) ? *name : '_', f);
	putc('\n', f);
}

/* What is asked for of functions. */
struct of_test {
	const struct test *test;
	const struct coverage *c;
};

/*
 * A function that this test does not cover and another one does is left out: whether this one
 * entered it may be unknown.
 */
static bool is_known(const struct lcov_functions *v, size_t i, uint64_t *hits)
{
	const struct of_test *of = v->of;
	const struct cov_function *fn = &of->c->functions[i];

	*hits = bit_set_has(&of->test->functions, i);
	return fn->line && (*hits || fn->state == STATE_NOT_COVERED);
}

static bool is_line_known(const struct lcov_functions *v, size_t i)
{
	const struct of_test *of = v->of;

	return bit_set_has(&of->test->lines, i) || bit_set_has(&of->test->not_covered, i);
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

void out_lcov_tests(FILE *f, const struct tests *t, unsigned version)
{
	const struct coverage *c = t->all;

	for (size_t i = 0; i < t->n; i++) {
		const struct of_test of = { &t->v[i], c };
		struct lcov_functions functions = { .is_known = is_known,
						    .is_line_known = is_line_known,
						    .of = &of };

		functions.end = lcov_functions_end(c, 0, MAP_NONE);
		for (size_t k = 0; k < c->n_files; k++) {
			functions.first = functions.end;
			functions.end = lcov_functions_end(c, functions.first, (uint32_t)k);
			if (!has_file(&t->v[i], &c->files[k]))
				continue;
			print_test(f, t->v[i].name);
			fputs("SF:", f);
			print_sanitized(f, c->files[k].full);
			putc('\n', f);
			lcov_print_functions(f, c, &functions, version);
			print_lines(f, &t->v[i], c, &c->files[k]);
		}
	}
}
