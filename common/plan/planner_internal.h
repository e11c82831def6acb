/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Shared by the planner_*.c files: exits, paths, and the rules of each prune= value. */
#ifndef ANYCOV_PLANNER_INTERNAL_H
#define ANYCOV_PLANNER_INTERNAL_H

#include "common/alloc.h"
#include "common/plan/planner.h"

/*
 * Finds the blocks in which the function ends: blocks without successors, blocks
 * with the flag EXIT, and one block of each endless loop, chosen as LLVM chooses it.
 * exits has n_blocks entries.  Returns the number of exits, or -1 if out of memory.
 */
int64_t anycov_find_exits(const struct anycov_cfg *cfg, const struct anycov_digraph *g,
			  uint32_t *exits);

/*
 * The paths on which prune=lossless and its lower bound are defined: those from node
 * start to node end.  start precedes the entry, and end follows every exit.  In an
 * endless loop each iteration is a path of its own: end follows one block of the
 * loop, and start precedes the successors of that block.
 */
struct anycov_paths {
	struct anycov_digraph g; /* n + 2 nodes */
	uint32_t n, start, end;
	uint8_t *live;   /* the block is on a path */
	uint8_t *forced; /* probed even if other blocks imply it */
};

/* Returns 0, or -1 if out of memory. */
int anycov_paths_build(struct anycov_paths *paths, const struct anycov_cfg *cfg);
void anycov_paths_free(struct anycov_paths *paths);

/* Returns 0, or -1 with err set if the graph is malformed. */
int anycov_check_cfg(const struct anycov_cfg *cfg, struct anycov_error *err);
/* Sets the error text for lack of memory; returns -1. */
int anycov_error_oom(struct anycov_error *err);

/* Choose the probes of prune=dom and prune=lossless; plan->probe is zero on entry.
 * Return 0, or -1 if out of memory. */
int anycov_plan_dom(const struct anycov_cfg *cfg, struct anycov_plan *plan);
int anycov_plan_lossless(const struct anycov_cfg *cfg, struct anycov_plan *plan);

/* Returns true if a block with these flags can contain a probe and is ever executed. */
static inline bool anycov_can_probe(uint32_t flags)
{
	return !(flags & (ANYCOV_BLOCK_PROBE_FORBIDDEN | ANYCOV_BLOCK_UNREACHABLE));
}

#endif
