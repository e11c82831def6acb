/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Random control flow graphs, and walks through them. */
#ifndef ANYCOV_RANDOM_CFG_H
#define ANYCOV_RANDOM_CFG_H

#include <stdbool.h>
#include "common/planner.h"
#include "unit.h"

#define CFG_MAX 64

/* What a random graph may hold. */
#define CFG_NORETURN 1u /* calls that never return, at the end of blocks */
#define CFG_MAYEXIT 2u
#define CFG_CANNOT 4u
#define CFG_EMPTY 8u
#define CFG_UNREACHABLE 16u
#define CFG_ENDLESS 32u /* blocks that reach no exit */
#define CFG_MUST 64u

struct random_cfg {
	struct anycov_cfg cfg;
	struct anycov_cfg_edge edges[4 * CFG_MAX];
	uint32_t flags[CFG_MAX];
	uint64_t weights[CFG_MAX];
};

void random_cfg_make(struct random_cfg *r, uint64_t *seed, uint32_t max_blocks, unsigned what);
void random_cfg_print(const struct random_cfg *r);
bool random_cfg_is_endless(const struct anycov_cfg *cfg, uint32_t from);

/*
 * Runs from the entry and marks the blocks met.  Calls of MAYEXIT blocks stay
 * away if cuts are allowed, and an endless loop is left after some steps.
 * Returns false if the run was cut.
 */
bool random_cfg_walk(const struct anycov_cfg *cfg, uint64_t *seed, bool cuts, uint8_t *met);

#endif
