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

/* Prints the lines that a test reaches, as "3-7 12": html_source.js reads it. */
static void ranges(FILE *f, const struct coverage *c, const struct test *t,
		   const struct cov_file *file)
{
	const size_t end = file->first + file->n;
	const char *space = "";

	for (size_t i = file->first; i < end; i++) {
		size_t last = i;

		if (!bit_set_has(&t->lines, i))
			continue;
		while (last + 1 < end && bit_set_has(&t->lines, last + 1))
			last++;
		fprintf(f, "%s%" PRIu32, space, c->lines[i].line);
		if (last > i)
			fprintf(f, "-%" PRIu32, c->lines[last].line);
		space = " ";
		i = last;
	}
}

void html_tests(FILE *f, const struct html_report *h, uint32_t index)
{
	const struct tests *t = h->c->html_tests;
	const struct cov_file *file = &h->c->files[index];
	size_t n = 0;

	for (size_t i = 0; i < t->n; i++)
		n += count_lines(&t->v[i], file) != 0;
	fprintf(f,
		"<details id=\"tests\"><summary>Tests: %zu of %zu reach this file</summary>\n<div "
		"class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"table of "
		"tests\"><table class=\"list\"><thead><tr><th scope=\"col\">test</th><th "
		"scope=\"col\" class=\"num\">lines</th><th scope=\"col\">which</th></tr></thead>"
		"<tbody>\n",
		n, t->n);
	for (size_t i = 0; i < t->n; i++) {
		size_t lines = count_lines(&t->v[i], file);

		if (!lines)
			continue;
		fputs("<tr><th scope=\"row\">", f);
		html_string(f, *t->v[i].name ? t->v[i].name : "(no test)");
		fprintf(f, "</th><td class=\"num\">%zu</td><td class=\"place\">", lines);
		ranges(f, h->c, &t->v[i], file);
		fputs("</td></tr>\n", f);
	}
	fputs("</tbody></table></div></details>\n", f);
}
