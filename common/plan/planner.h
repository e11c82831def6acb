/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Decides which blocks of a function get a probe.  Input and output are plain
 * arrays, so that no compiler is needed to use or test it.
 */
#ifndef ANYCOV_PLANNER_H
#define ANYCOV_PLANNER_H

#include <stdbool.h>
#include <stdint.h>
#include "common/plan/digraph.h"
#include "common/error.h"
#include "common/options/options.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ANYCOV_BLOCK_PROBE_REQUIRED (1u << 0)  /* always probed, such as the entry for fuzzers */
#define ANYCOV_BLOCK_PROBE_FORBIDDEN (1u << 1) /* cannot contain a probe */
#define ANYCOV_BLOCK_EXIT (1u << 2)            /* control leaves the function here normally */
#define ANYCOV_BLOCK_NORETURN (1u << 3)        /* ends in a call that never returns */
#define ANYCOV_BLOCK_UNREACHABLE (1u << 4)     /* contains only an unreachable statement */
/* Contains no user code: prune=none does not probe it, and lossless plans need not
 * determine its coverage. */
#define ANYCOV_BLOCK_EMPTY (1u << 5)

/*
 * Block 0 is the entry.  Parallel edges and self loops are allowed.  A block that EXIT is set for
 * may have successors, too: control either goes on to one of them or leaves the function.
 */
struct anycov_cfg {
	uint32_t n_blocks;
	uint32_t n_edges;
	const struct anycov_cfg_edge *edges;
	const uint32_t *flags;   /* ANYCOV_BLOCK_* of each block */
	const uint64_t *weights; /* estimated executions of each block; NULL: all 1 */
};

/*
 * A block without a probe is covered if and only if one of the blocks that imply it
 * is: implied_by[first[b] .. first[b + 1] - 1].  These may in turn have no probe;
 * the rules nest without cycles.  Plans for prune=dom have no rules.
 */
struct anycov_plan {
	uint32_t n_blocks;
	uint32_t n_probes;
	uint8_t *probe;   /* 1: the block gets a probe */
	uint8_t *unknown; /* 1: no probe and no rule */
	uint32_t *first;  /* n_blocks + 1 entries */
	uint32_t *implied_by;
};

/*
 * Plans the probes of one function.
 *   none      probes every block that can contain a probe and has user code
 *   dom       follows LLVM's SanitizerCoverage: omits a block that dominates all its
 *             successors, or has several predecessors and post-dominates them all;
 *             always probes the entry
 *   lossless  chooses the probes of least total weight that determine the coverage
 *             of every block, provided that each path through the graph is executed
 *             to its end (anycov_split_cfg() makes a graph where that is always so)
 * Returns 0, or -1 if out of memory or if the graph is malformed.
 */
int anycov_plan_blocks(const struct anycov_cfg *cfg, enum anycov_prune prune,
		       struct anycov_plan *plan, struct anycov_error *err);
void anycov_plan_free(struct anycov_plan *plan);

/* ---- call-safe plans ---- */

/*
 * Calls of a block that may not return cut it into parts: parts[b] of them in addition to the
 * first.  Parts are numbered from cfg->n_blocks on, in the order of their blocks.
 */
struct anycov_cuts {
	const uint32_t *n_parts;     /* of each block */
	const uint8_t *ends_in_call; /* of each block: its last part contains such a call, too */
	const uint8_t *is_empty;     /* of each block (its first part), then of each part */
	uint32_t n_all;              /* parts of all blocks */
};
/* The graph of the parts; cfg points to the arrays. */
struct anycov_split_cfg {
	struct anycov_cfg cfg;
	struct anycov_cfg_edge *edges;
	uint32_t *flags;
	uint64_t *weights;
};

/*
 * Builds the graph whose lossless plan is call-safe: no rule leads across a call that may not
 * return or around a loop that may not end.  Its nodes are the blocks of cfg (their first parts),
 * then all other parts.  Each part that contains such a call, and the last part of each block that
 * a back edge leaves, may also leave the function there.  Whatever a process executes, including
 * its end in a call or in a loop, is then a path of this graph.  Returns 0, or -1 with err set.
 */
int anycov_split_cfg(const struct anycov_cfg *cfg, const struct anycov_cuts *cuts,
		     struct anycov_split_cfg *split, struct anycov_error *err);
void anycov_split_cfg_free(struct anycov_split_cfg *split);

/*
 * Computes immediate dominators, or post-dominators with the virtual exit n_blocks.
 * idom has n_blocks + 1 entries; it is ANYCOV_NO_NODE for the root and for
 * unreachable blocks.  An endless loop counts as an exit, at the block that LLVM
 * chooses.  Returns 0, or -1 with err set.
 */
int anycov_dominators(const struct anycov_cfg *cfg, bool post, uint32_t *idom,
		      struct anycov_error *err);

/*
 * Sets back[i] to 1 if cfg->edges[i] is a back edge, else to 0.  It is one, as LLVM
 * defines it for comparisons under prune=dom, if its target, or the only successor of
 * its target, dominates its source.  Comparisons that only decide whether a loop repeats
 * get no hook.  back has n_edges entries.  Returns 0, or -1 with err set.
 */
int anycov_back_edges(const struct anycov_cfg *cfg, uint8_t *back, struct anycov_error *err);

/*
 * The least number of probes in any lossless plan.  A block needs a probe if some
 * path from entry to exit through it consists, apart from the block, of blocks that
 * are also on paths around it.  Blocks that imply each other form a class; a class
 * of several blocks needs one probe if the same is true of the class as a whole.
 * Blocks that must be probed whatever their class (PROBE_REQUIRED, NORETURN, and
 * blocks from which every path ends in a call that never returns) are counted
 * separately and cover their classes.  Unreachable blocks are not counted.
 */
struct anycov_bound {
	uint32_t must;    /* blocks that need a probe */
	uint32_t classes; /* classes that need one probe */
	uint32_t forced;  /* blocks that must be probed whatever their class */
	uint64_t weight;  /* least total weight of these probes */
};

/* Computes the bound from its definition, in quadratic time, for at most 20000
 * blocks.  Returns 0, or -1 with err set. */
int anycov_plan_bound(const struct anycov_cfg *cfg, struct anycov_bound *bound,
		      struct anycov_error *err);

/*
 * Computes the bound of the graph without its EMPTY blocks: each edge to one leads
 * to the blocks that follow it.  A plan with probes in such blocks (on edges) may
 * need more probes than that.
 */
int anycov_plan_bound_of_code(const struct anycov_cfg *cfg, struct anycov_bound *bound,
			      struct anycov_error *err);

#ifdef __cplusplus
}
#endif
#endif
