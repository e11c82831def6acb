/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Random control-flow graphs, and random executions of them. */
#ifndef ANYCOV_RANDOM_CFG_H
#define ANYCOV_RANDOM_CFG_H

#include <stdbool.h>
#include "common/plan/planner.h"
#include "unit.h"

#define CFG_MAX 64

/* Of blocks with calls that may not return; the planner does not look at it. */
#define ANYCOV_BLOCK_MAY_NOT_RETURN (1u << 31)

/* Flags that blocks of a random graph may have. */
#define CFG_NORETURN 1u /* calls that never return, at the end of blocks */
#define CFG_MAY_NOT_RETURN 2u
#define CFG_FORBIDDEN 4u
#define CFG_EMPTY 8u
#define CFG_UNREACHABLE 16u
#define CFG_ENDLESS 32u /* blocks from which no exit can be reached */
#define CFG_REQUIRED 64u

struct random_cfg {
	struct anycov_cfg cfg;
	struct anycov_cfg_edge edges[4 * CFG_MAX];
	uint32_t flags[CFG_MAX];
	uint64_t weights[CFG_MAX];
};

void random_cfg_make(struct random_cfg *r, uint64_t *seed, uint32_t max_blocks, unsigned what);
void random_cfg_print(const struct random_cfg *r);
bool random_cfg_is_endless(const struct anycov_cfg *cfg, uint32_t from);

/* Executes the function once, from entry to exit, and marks the covered blocks. */
void random_cfg_execute(const struct anycov_cfg *cfg, uint64_t *seed, uint8_t *covered);

/* Random calls that may not return, in blocks of a graph. */
struct random_cuts {
	struct anycov_cuts cuts;
	uint32_t n_parts[CFG_MAX];
	uint8_t ends_in_call[CFG_MAX], is_empty[4 * CFG_MAX];
};
void random_cuts_make(struct random_cuts *c, uint64_t *seed, const struct anycov_cfg *cfg);
/*
 * Executes the function once and marks the covered parts, numbered as in anycov_split_cfg().
 * Each call may not return, and a process may end in the last part of any block that it has
 * executed before.
 */
void random_cuts_execute(const struct anycov_cfg *cfg, const struct random_cuts *c, uint64_t *seed,
			 uint8_t *covered);

#endif
