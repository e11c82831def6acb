/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Outcomes of the branches of a line, with equal words once: those of macros have no texts. */
#ifndef ANYCOV_BRANCH_ROWS_H
#define ANYCOV_BRANCH_ROWS_H

#include "coverage/model/coverage.h"

#define BRANCH_ROWS_MAX 40u

struct branch_row {
	const struct cov_branch *b;
	const struct cov_outcome *o; /* NULL: the condition was never evaluated */
	size_t n;                    /* how many of the line have the same words */
};

struct branch_rows {
	struct branch_row v[BRANCH_ROWS_MAX];
	size_t n, more; /* more: that have no row */
};

/* Adds an outcome to the row with its words, or as a row if there are fewer than `most`. */
void branch_rows_add(struct branch_rows *t, size_t most, const struct cov_branch *b,
		     const struct cov_outcome *o);

#endif
