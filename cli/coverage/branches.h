/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Branches: the edges out of a block that has several. */
#ifndef ANYCOV_BRANCHES_H
#define ANYCOV_BRANCHES_H

#include "coverage/coverage.h"

/* The edges of one block: edges[first .. first + n - 1]. */
struct source_branch {
	uint32_t file, line; /* of the block's last line; file: index in files */
	uint32_t block;
	size_t first, n;
};

struct branches {
	struct source_branch *v; /* by file, line, then as the functions are */
	size_t n, room;
	struct counts counts; /* of their edges */
};

/* Collects the branches of all functions; without a map there are none. */
void branches_make(struct branches *to, const struct coverage *c);
void branches_free(struct branches *b);
/* Returns the *n branches of a file. */
const struct source_branch *branches_of_file(const struct branches *b, uint32_t file, size_t *n);

#endif
