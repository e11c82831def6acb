/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What formats list that have no word for "unknown". */
#ifndef ANYCOV_LISTED_H
#define ANYCOV_LISTED_H

#include "coverage/model/coverage.h"

struct listed {
	size_t lines, lines_hit, outcomes, taken;
};

/*
 * Counts the known outcomes of branches v[*at..], as far as they are of this line; not whether
 * calls throw.  *at begins with the first of the file's, and lines are asked for in order.
 */
struct listed listed_outcomes(const struct coverage *c, const struct cov_file *file, uint32_t line,
			      size_t *at);
void listed_add(struct listed *sum, const struct listed *t);
/* Returns the file's path below a directory (NULL: unknown), else its full path. */
const char *listed_path(const struct cov_file *file, const char *directory);

#endif
