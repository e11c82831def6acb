/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The parts of lcov's tracefiles. */
#ifndef ANYCOV_LCOV_H
#define ANYCOV_LCOV_H

#include "coverage/history/tests.h"

/* Functions of a file: indices in coverage.functions. */
struct lcov_functions {
	size_t first, end;
	/* Returns whether a function is listed, and its count. */
	bool (*is_known)(const struct lcov_functions *v, size_t i, uint64_t *hits);
	/* Returns whether a line (an index in coverage.lines) is listed. */
	bool (*is_line_known)(const struct lcov_functions *v, size_t i);
	const void *of; /* what both need */
};

/* Prints a name as the end of a record. */
void lcov_print_name(FILE *f, const char *name);
/* Returns the end of the functions of a file, which begin at `first`. */
size_t lcov_functions_end(const struct coverage *c, size_t first, uint32_t file);
/* Prints the records of functions; version: 1 or 2. */
void lcov_print_functions(FILE *f, const struct coverage *c, const struct lcov_functions *v,
			  unsigned version);

/*
 * Writes a tracefile with a record (TN) for each test and file.  Counts are 1, so that
 * readers, which add them up, show how many tests reach a line.
 */
void out_lcov_tests(FILE *f, const struct tests *t, unsigned version);

#endif
