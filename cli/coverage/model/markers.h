/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Comments in a source that exclude lines from reports: LCOV_EXCL_LINE and others. */
#ifndef ANYCOV_MARKERS_H
#define ANYCOV_MARKERS_H

#include <regex.h>
#include "base/base.h"

struct marked_lines {
	uint32_t first, last; /* last: included */
};

/* Disjoint and sorted. */
struct marked_ranges {
	struct marked_lines *v;
	size_t n, room;
};

struct markers {
	struct marked_ranges lines, edges; /* edges: of EXCL_BR markers */
	struct marked_ranges functions;    /* that begin there */
	struct marked_ranges unreachable;  /* are among "lines", too */
	/* Of the first marker of each kind that was ignored, or NULL. */
	char *problem, *unsupported;
};

/*
 * Finds PREFIX_EXCL_LINE, _START, _STOP, the same with EXCL_BR (edges only) and UNREACHABLE, and
 * PREFIX_EXCL_FUNCTION, PREFIX being LCOV, GCOV, GCOVR or ANYCOV.  The line of START is excluded,
 * that of STOP is not.  text has a 0 after its n bytes.
 */
void markers_read(struct markers *m, const char *text, size_t n);
/*
 * Excludes the lines, or with "edges" the edges of those, whose beginning matches one of n regular
 * expressions.
 */
void markers_add_matches(struct markers *m, const char *text, const regex_t *regexes, size_t n,
			 bool edges);
bool markers_exclude_line(const struct markers *m, uint32_t line);
/* Returns whether a marker excludes the edges that begin on the line. */
bool markers_exclude_edges(const struct markers *m, uint32_t line);
/* Returns whether a marker excludes the function that begins on the line. */
bool markers_exclude_function(const struct markers *m, uint32_t line);
/* Returns whether a marker says that the line, which it excludes, is not executed. */
bool markers_unreachable(const struct markers *m, uint32_t line);
void markers_free(struct markers *m);

#endif
