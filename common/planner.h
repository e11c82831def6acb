/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Which blocks of a function get a probe.  Input and output are plain arrays;
 * nothing here knows a compiler.
 */
#ifndef ANYCOV_PLANNER_H
#define ANYCOV_PLANNER_H

#include <stdbool.h>
#include <stdint.h>
#include "common/error.h"
#include "common/options.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ANYCOV_BLOCK_MUST (1u << 0)    /* always probed (function entry for fuzzers) */
#define ANYCOV_BLOCK_CANNOT (1u << 1)  /* cannot hold a probe */
#define ANYCOV_BLOCK_EXIT (1u << 2)    /* control leaves the function here normally */
#define ANYCOV_BLOCK_NORETURN (1u << 3) /* ends in a call that never returns */
#define ANYCOV_BLOCK_MAYEXIT (1u << 4) /* holds a call that may not come back */
#define ANYCOV_BLOCK_UNREACHABLE (1u << 5) /* holds nothing but unreachable */
#define ANYCOV_BLOCK_EMPTY (1u << 6)  /* holds no user code: NONE does not probe it
					 and nobody needs its coverage */

struct anycov_cfg_edge {
	uint32_t from, to;
};

/* Block 0 is the entry.  Parallel edges and self loops are allowed. */
struct anycov_cfg {
	uint32_t n_blocks;
	uint32_t n_edges;
	const struct anycov_cfg_edge *edges;
	const uint32_t *flags;   /* ANYCOV_BLOCK_*, one a block */
	const uint64_t *weights; /* executions, estimated; NULL: all 1 */
};

/*
 * A plan.  A block without a probe was covered iff one of its witnesses was:
 * witnesses[first[b] .. first[b + 1] - 1].  A witness may itself have no probe;
 * the rules then nest, without cycles.  DOM states no rules: unknown[b] = 1.
 */
struct anycov_plan {
	uint32_t n_blocks;
	uint32_t n_probes;
	uint8_t *probe;      /* 1: the block gets a probe */
	uint8_t *unknown;    /* 1: no probe and no rule */
	uint8_t *assumed;    /* 1: the rule holds only if every call came back */
	uint32_t *first;     /* n_blocks + 1 */
	uint32_t *witnesses;
};

/*
 * Plans one function.  NONE: every block that can hold a probe and is not only
 * unreachable.  DOM: LLVM's SanitizerCoverage rule (a block is left out if it
 * dominates all its successors or post-dominates all its more than one
 * predecessors; the entry always stays).  LOSSLESS: a cover of minimum executed
 * weight from which the coverage of every block follows, per complete
 * activation.  Returns 0, or -1 (out of memory, a malformed graph).
 */
int anycov_plan_blocks(const struct anycov_cfg *cfg, enum anycov_prune prune,
		       struct anycov_plan *plan, struct anycov_error *err);
void anycov_plan_free(struct anycov_plan *plan);

/*
 * A probe on an edge is one more block of code, and often two in the place of one.
 * It is worth that where it saves half of a probe that runs whenever the function
 * does, or more often: measured, these save nearly as much as all edges would and
 * cost a third of their probes.  How often the entry, the block before the edge and
 * the edge run.
 */
static inline bool anycov_edge_is_worth(uint64_t entry, uint64_t before, uint64_t edge)
{
	return before >= entry && edge <= before / 2;
}

/* Immediate dominators (post = false) or post-dominators (post = true, with a
 * virtual exit n_blocks); idom[b] = UINT32_MAX for the root and unreachable
 * blocks.  An endless loop counts as an exit, at the block that LLVM chooses.
 * idom holds n_blocks + 1 entries. */
int anycov_dominators(const struct anycov_cfg *cfg, bool post, uint32_t *idom,
		      struct anycov_error *err);

/*
 * LLVM's rule for comparisons under prune=dom: one that only decides whether a
 * loop goes round again is left out.  True if the edge from -> to is a back
 * edge in that rule's sense: to dominates from, or to has one successor and
 * that one dominates from.
 */
bool anycov_is_back_edge(const struct anycov_cfg *cfg, const uint32_t *idom,
			 uint32_t from, uint32_t to);

/*
 * The same for every edge at once, in near-linear time: back[i] = 1 if
 * cfg->edges[i] is a back edge in that sense.  anycov_is_back_edge looks through
 * all edges at each call; prefer this one.  back holds n_edges entries.
 */
int anycov_back_edges(const struct anycov_cfg *cfg, uint8_t *back, struct anycov_error *err);

/*
 * The least number of probes that any lossless plan has, computed from the
 * definition in quadratic time, at most 20000 blocks.  A block must be probed if
 * every other block on some entry-to-exit path through it also lies on a path
 * around it; a class of several blocks that imply each other needs one probe if
 * the same holds of the whole class.  Blocks probed by contract (MUST, NORETURN,
 * blocks from which only calls that never return are reached) are counted apart
 * and stand for their classes.  Blocks that never run are left out.
 */
struct anycov_bound {
	uint32_t must;    /* blocks */
	uint32_t classes; /* one probe each */
	uint32_t forced;  /* blocks probed by contract */
	uint64_t weight;  /* the least executed weight of all these */
};
int anycov_plan_bound(const struct anycov_cfg *cfg, struct anycov_bound *bound,
		      struct anycov_error *err);

/*
 * The same of the code alone: what leads to an EMPTY block leads to what follows it.
 * A plan that holds probes in such blocks (on edges) may have more than that.
 */
int anycov_plan_bound_of_code(const struct anycov_cfg *cfg, struct anycov_bound *bound,
			      struct anycov_error *err);

#ifdef __cplusplus
}
#endif
#endif
