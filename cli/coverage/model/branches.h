/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Branches: the blocks of a function that have several successors, by source line, with the
 * state of each outcome.  struct coverage has them by file and line.
 */
#ifndef ANYCOV_BRANCHES_H
#define ANYCOV_BRANCHES_H

#include "coverage/model/model.h"

/*
 * Collects the branches of all functions, before variants of functions and lines are merged.
 * Without a map there are none.  with_throws: also what exceptions do, which calls throw.
 */
void branches_collect(struct coverage *c, bool with_throws);
/*
 * Merges the branches of a function's variants, numbers those of each line, drops those of
 * lines that were not selected, and counts.  Lines and functions must be final;
 * kept_as: the index of each function when it was found -> of the one it was merged to.
 */
void branches_finish(struct coverage *c, const uint32_t *kept_as);

/*
 * Returns which of two edges out of a block, to these blocks, is that of its first successor; 2 if
 * it is not known.  Compilers have the one that is taken if what is tested is true first.
 */
unsigned branch_first_edge(const struct coverage *c, const struct cov_function *f, uint32_t block,
			   const uint32_t to[2]);

#endif
