/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Lists of tests: all of them, those that reach something, those that a change needs. */
#ifndef ANYCOV_OUT_TESTS_H
#define ANYCOV_OUT_TESTS_H

#include <jansson.h>
#include <stdio.h>
#include "coverage/history/changes.h"
#include "coverage/history/tests.h"

/* What a question is about: a part of a file's lines, or functions. */
struct tests_query {
	const char *word;         /* as given */
	struct bit_set lines;     /* indices in coverage.lines */
	struct bit_set functions; /* indices in coverage.functions */
	bool is_function;         /* functions are asked for, else lines */
	unsigned state, reason;   /* of what is asked for, in all recordings */
};

/* Which tests are listed. */
enum tests_choice { TESTS_ALL, TESTS_REDUNDANT, TESTS_NEEDED };

/* Returns how many lines or functions of a query a test reaches. */
size_t tests_reached(const struct test *t, const struct tests_query *q);

/* Print tables for people.  n_never_ran: images and objects that were built and not run. */
void out_tests(FILE *f, const struct tests *t, enum tests_choice choice, size_t n_never_ran);
void out_tests_query(FILE *f, const struct tests *t, const struct tests_query *q);
/* what: "what changed since REF". */
void out_tests_change(FILE *f, const struct tests *t, const struct tests_query *q);
/* Prints the names alone, one a line: those that a query (NULL: of n) chooses, else by choice. */
void out_tests_names(FILE *f, const struct tests *t, const struct tests_query *q, size_t n,
		     enum tests_choice choice);
/* Writes a JSON document of all tests and the answers to the queries. */
void out_tests_json(FILE *f, const struct tests *t, const struct tests_query *q, size_t n);
/* Return the names of all tests, and the indices of those that cover a line. */
json_t *json_test_names(const struct tests *t);
json_t *json_tests_of_line(const struct tests *t, size_t line);

#endif
