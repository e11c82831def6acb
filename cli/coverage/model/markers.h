/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Comments in a source that exclude lines from reports: LCOV_EXCL_LINE and others. */
#ifndef ANYCOV_MARKERS_H
#define ANYCOV_MARKERS_H

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
	char *problem; /* a marker without its counterpart, which was ignored, or NULL */
};

/*
 * Finds PREFIX_EXCL_LINE, _START, _STOP and the same with _BR_ (edges only), PREFIX being
 * LCOV, GCOV, GCOVR or ANYCOV.  The line of START is excluded, that of STOP is not.  text has
 * a 0 after its n bytes.
 */
void markers_read(struct markers *m, const char *text, size_t n);
bool markers_exclude_line(const struct markers *m, uint32_t line);
/* Returns whether a marker excludes the edges that begin on the line. */
bool markers_exclude_edges(const struct markers *m, uint32_t line);
void markers_free(struct markers *m);

#endif
