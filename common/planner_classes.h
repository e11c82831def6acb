/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The classes of a lossless plan while it is made (planner_lossless.c). */
#ifndef ANYCOV_PLANNER_CLASSES_H
#define ANYCOV_PLANNER_CLASSES_H

#include "common/planner_internal.h"

enum state {
	STATE_OPEN,      /* resolve_class() has not been called yet */
	STATE_PROBE,     /* one member is probed */
	STATE_INFERRED,  /* other classes imply one member, and this the others */
	STATE_UNRESOLVED /* the coverage of the class remains unknown */
};

/* Arrays are indexed by block; a class has the index of its first member. */
struct lossless {
	const struct anycov_cfg *cfg;
	struct anycov_plan *plan;
	struct anycov_paths paths;
	struct anycov_domtree dom, post;
	uint32_t *idom, *ipdom;
	uint32_t *noreturn; /* counts by anycov_count_noreturn() */
	uint32_t *cls;      /* class, or ANYCOV_NO_NODE if the block is on no path */
	uint32_t *next;     /* next member */
	uint32_t *stamp;    /* clock of the last search that found the block */
	uint32_t clock;
	uint32_t *found;  /* result of the last find_implying() */
	uint32_t *passed; /* unresolved blocks beyond which it continued */
	uint32_t n_passed;
	uint32_t *order; /* classes, implying ones first */
	uint32_t n_order;
	/* Of a class: */
	uint8_t *state;
	uint8_t *unprobeable; /* no member can contain a probe */
	uint8_t *optional;    /* no user code: probed only if another class needs it */
	uint8_t *needed;      /* used by a rule, or not optional */
	uint32_t *chosen;     /* the member with the probe or with the rule */
	uint8_t *backwards;   /* the rule uses predecessors */
	uint64_t *cost;       /* if optional: weight of the probes needed to resolve it */
};

static inline uint64_t weight_of(const struct lossless *l, uint32_t b)
{
	return l->cfg->weights ? l->cfg->weights[b] : 1;
}

static inline uint64_t add_weights(uint64_t a, uint64_t b)
{
	return a + b < a ? UINT64_MAX : a + b;
}

/* Returns true if control may enter b and not reach its post-dominator p. */
static inline bool may_not_reach(const struct lossless *l, uint32_t b, uint32_t p)
{
	return l->noreturn[b] != l->noreturn[p];
}

/*
 * Finds blocks before (or after) b that imply b and whose coverage a probe or a rule
 * determines, without duplicates, in l->found.  Returns their number, or ANYCOV_NO_NODE
 * if some path contains none of them.  candidates: no class is resolved yet; finds all
 * blocks that may belong to the rule for b, even if some path contains none.
 */
uint32_t anycov_find_implying(struct lossless *l, uint32_t b, bool before, bool candidates);

/* Adds the probes of anycov_cfg.probes_tails when all classes are resolved. */
void anycov_probe_tails(struct lossless *l);

#endif
