/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * An earlier report that a report is compared to: as 'anycov report --json' wrote it, a tracefile
 * of lcov, Cobertura's XML, or the totals of a recording.
 */
#ifndef ANYCOV_BASELINE_H
#define ANYCOV_BASELINE_H

#include "coverage/model/coverage.h"

/* What a directory of earlier reports calls the document. */
#define BASELINE_NAME "report.json"

struct baseline_line {
	uint32_t line;
	uint8_t state; /* STATE_NOT_COVERED, STATE_UNKNOWN, or that it is covered */
};

struct baseline_file {
	char *path; /* as the earlier report shows it; after baseline_compare() as this one */
	char *full; /* its absolute path, NULL: not known or the same */
	struct counts lines;
	struct baseline_line *v; /* by line; lcov and Cobertura do not list what is unknown */
	size_t n, room;
	struct source_contents contents; /* of its source then, as far as known */
	bool present;                    /* in the report that is compared to it */
};

struct baseline {
	char *path;
	char *commit;         /* that was checked out, or NULL */
	bool is_commit_given; /* by --baseline-commit */
	struct counts lines, functions, branches;
	struct baseline_file *v; /* by path */
	size_t n, room;
	size_t n_new, n_vanished; /* files, after baseline_compare() */
};

/* Reads FILE, or report.json of a directory.  Nothing in it is trusted. */
int baseline_read(struct baseline *b, const char *path, struct anycov_error *err);
/* Makes it from the coverage of a recording. */
void baseline_take(struct baseline *b, const char *path, const struct coverage *c);
/*
 * Finds the files that are in both, by the paths that the reports show or by full ones, after
 * --source-map.  None is an error: the baseline is of other sources.
 */
int baseline_compare(struct baseline *b, const struct coverage *c,
		     const struct string_list *source_map, struct anycov_error *err);
/* Returns a file of the baseline, or NULL. */
const struct baseline_file *baseline_file(const struct baseline *b, const char *path);
/* Adds a line; they are sorted when all have been read. */
void baseline_add_line(struct baseline_file *f, uint32_t line, unsigned state);
/* Returns the state of a line, STATE_NONE if it is not listed. */
unsigned baseline_state(const struct baseline_file *f, uint32_t line);
/* Adds the lines of all files whose paths begin with path[0..n-1], and returns their number. */
size_t baseline_below(const struct baseline *b, const char *path, size_t n, struct counts *lines);
/* Returns the change of the share that is covered, in points of a hundred. */
double baseline_points(const struct counts *now, const struct counts *then);
void baseline_free(struct baseline *b);

#endif
