/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Which tests reach the lines of a source file, in its page. */
#include <inttypes.h>
#include "coverage/history/tests.h"
#include "output/html_source.h"

size_t html_count_tests(const struct tests *t, size_t line)
{
	size_t n = 0;

	for (size_t i = 0; i < t->n; i++)
		n += bit_set_has(&t->v[i].lines, line);
	return n;
}

static size_t count_lines(const struct test *t, const struct cov_file *file)
{
	size_t n = 0;

	for (size_t i = file->first; i < file->first + file->n; i++)
		n += bit_set_has(&t->lines, i);
	return n;
}

/* The tests of a file, or one of them. */
struct file_tests {
	const struct coverage *c;
	const struct tests *tests;
	const struct test *test;
	const struct cov_file *file;
};

/* Prints the lines that a test reaches, as "3-7 12": html_source.js reads it. */
static void ranges(FILE *f, const void *data)
{
	const struct file_tests *t = data;
	const struct cov_line *lines = t->c->lines;
	const size_t end = t->file->first + t->file->n;
	const char *space = "";

	for (size_t i = t->file->first; i < end; i++) {
		size_t last = i;

		if (!bit_set_has(&t->test->lines, i))
			continue;
		while (last + 1 < end && bit_set_has(&t->test->lines, last + 1))
			last++;
		fprintf(f, "%s%" PRIu32, space, lines[i].line);
		if (last > i)
			fprintf(f, "-%" PRIu32, lines[last].line);
		space = " ";
		i = last;
	}
}

static void rows(FILE *f, const void *data)
{
	struct file_tests t = *(const struct file_tests *)data;

	for (size_t i = 0; i < t.tests->n; i++) {
		size_t lines;

		t.test = &t.tests->v[i];
		lines = count_lines(t.test, t.file);
		if (lines)
			html_print(f, "test",
				   TEXT("name", *t.test->name ? t.test->name : "(no test)"),
				   NUMBER("lines", lines), PART("which", ranges, &t));
	}
}

void html_tests(FILE *f, const struct html_report *h, uint32_t index)
{
	const struct file_tests t = { .c = h->c,
				      .tests = h->c->html_tests,
				      .file = &h->c->files[index] };
	size_t n = 0;

	for (size_t i = 0; i < t.tests->n; i++)
		n += count_lines(&t.tests->v[i], t.file) != 0;
	html_print(f, "tests", NUMBER("n", n), NUMBER("all", t.tests->n), PART("rows", rows, &t));
}
