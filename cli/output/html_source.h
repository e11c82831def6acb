/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The rows of a source file in its page. */
#ifndef ANYCOV_HTML_SOURCE_H
#define ANYCOV_HTML_SOURCE_H

#include "output/html.h"
#include "output/html_code.h"

/* First lines of the runs of consecutive lines to which the keys of the page go. */
struct source_runs {
	struct string_buffer lines;
	uint32_t last; /* the last line of the last run */
};

/*
 * Pages of files with more lines are lazy: the rows of a table are the text of a noscript element,
 * beside the source as plain text, until the window is near.  All elements of 30,000 lines are half
 * a million, which a browser takes 100 ms and more to look through when it collects garbage, in the
 * middle of scrolling.
 */
#define HTML_LAZY_LINES 2000u

/* What the rows of a file are made of. */
struct source_rows {
	FILE *f;
	const struct html_report *h;
	uint32_t file;  /* index in h->c->files */
	bool with_hits; /* a column has the executions that traces counted */
	const struct block_starts *starts;
	const struct changed_file *changed; /* whose lines are marked; NULL: none */
	const struct cov_branch *branches;  /* of the file, by line */
	size_t n_branches;
	unsigned char *classes; /* enum code_class of the bytes of the current line */
	size_t classes_room;
	struct source_runs missed,
		incomplete; /* not covered; those, and unknown or partly covered */
	bool lazy;          /* a long file: scripts make the rows that are near the window */
	struct string_buffer plain; /* the text of the lines of the current table, if lazy */
	uint32_t last;              /* the last line */
};

struct source_line {
	const struct source_rows *x;
	uint32_t number;
	const char *s; /* its text, n bytes */
	size_t n;
	const struct cov_line *l; /* NULL: it has no code */
	const struct block_start *starts;
	size_t n_starts;
	const struct cov_branch *branches;
	size_t n_branches;
	const struct cov_decision *decisions;
	size_t n_decisions;
};

/* Prints the rows of a file, in tables; the source may be empty. */
void html_source_rows(struct source_rows *x, const char *source, size_t size);
/*
 * Returns a state with the report to ask for the text of its reason: of the image that the line,
 * or code of it, is unknown in, if the report is of several.
 */
struct html_state html_state_of(const struct source_line *line, unsigned state, unsigned reason);
/* Returns the totals of the branches of a line (html_details.c). */
struct counts html_count_branches(const struct source_line *line);
/* Prints a sign for each branch of a struct source_line. */
void html_branch_signs(FILE *f, const void *line);
/* Prints what can be unfolded after it: its branches, and the functions with copies of it. */
void html_line_details(FILE *f, const void *line);

struct tests;
/* Returns how many tests reach a line of the report (html_tests.c). */
size_t html_count_tests(const struct tests *t, size_t line);
/* Prints the tests that reach a file, and which lines of it. */
void html_tests(FILE *f, const struct html_report *h, uint32_t index);

#endif
