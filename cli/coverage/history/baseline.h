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

struct baseline_file {
	char *path; /* as the earlier report shows it; after baseline_compare() as this one */
	char *full; /* its absolute path, NULL: not known or the same */
	struct counts lines;
	bool present; /* in the report that is compared to it */
};

struct baseline {
	char *path;
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
/* Adds the lines of all files whose paths begin with path[0..n-1], and returns their number. */
size_t baseline_below(const struct baseline *b, const char *path, size_t n, struct counts *lines);
/* Returns the change of the share that is covered, in points of a hundred. */
double baseline_points(const struct counts *now, const struct counts *then);
void baseline_free(struct baseline *b);

#endif
