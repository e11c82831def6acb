/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The branches of a function as conditions, and which of them can be one decision. */
#ifndef ANYCOV_MCDC_GRAPH_H
#define ANYCOV_MCDC_GRAPH_H

#include "coverage/model/model.h"
#include "coverage/mcdc/decision_paths.h"
#include "coverage/mcdc/decisions.h"

/* A block with two successors. */
struct mcdc_node {
	uint32_t block;
	uint32_t file, line; /* file: index in the map's, or MAP_NONE */
	/* By the value that is tested in the code; which one is which may not be known. */
	struct {
		uint32_t to;
		uint8_t state, reason;
	} v[2];
	bool knows_values;
};

struct mcdc_graph {
	const struct coverage *c;
	const struct cov_function *f;
	struct mcdc_node *nodes; /* by file, line and block */
	size_t n, room;
	uint32_t *n_preds, *n_succs, *succ; /* of blocks: numbers of edges, the last successor */
	/* Of blocks: ends in a call that may throw; its exceptions are no edges here. */
	bool *throws;
	uint32_t n_blocks;
};

/* Conditions that can be one decision, in the order of evaluation. */
struct mcdc_group {
	const struct mcdc_node *v[DECISION_CONDITIONS];
	struct decision_graph graph; /* by the value in the code */
	uint32_t ends[2];            /* blocks */
	bool is_value;               /* v[graph.n - 1] is no branch: NULL */
	uint32_t value_block;        /* is_value: has the code of that condition */
};

void mcdc_graph_make(struct mcdc_graph *g, const struct coverage *c, const struct cov_function *f);
void mcdc_graph_free(struct mcdc_graph *g);
/*
 * Returns whether nodes can be all conditions of one decision: && and || of them has this graph,
 * which is entered at its first condition alone.
 */
bool mcdc_graph_group(const struct mcdc_graph *g, const struct mcdc_node *nodes, size_t n,
		      struct mcdc_group *group);
/*
 * Returns whether one end of a group does nothing but go on to the other one, by code that may be
 * before this place.  So does code that computes the last condition of a value, for which there is
 * no branch.
 */
bool mcdc_graph_may_hide(const struct mcdc_graph *g, const struct mcdc_group *group, uint32_t line,
			 uint32_t column);
/*
 * Returns whether a group has the form of a decision in the text, and sets for each condition which
 * value in the code is the one that it has in the text if it is true.
 */
bool mcdc_graph_is_form(const struct mcdc_group *group, const struct text_decision *d,
			const struct text_condition *conditions, uint8_t *true_is);

/*
 * The same of a group whose graph is the compiler's own: values in the code are as they are
 * tested.  GCC may exchange the results of ?:, and a macro negate what it was given.
 */
bool mcdc_graph_has_form(const struct mcdc_group *group, const struct text_decision *d,
			 const struct text_condition *conditions, uint8_t *true_is);

/*
 * Returns whether nodes are the branches of a decision whose value clang computes: the last
 * condition has no branch of its own.  The code of it is a block of its own, at `line` from
 * `column` on, which goes on to where the others go if they decide; in a loop there the value is
 * tested.  true_is: as above.
 */
bool mcdc_graph_value(const struct mcdc_graph *g, const struct mcdc_node *nodes, size_t n,
		      const struct text_decision *d, const struct text_condition *conditions,
		      uint32_t column, struct mcdc_group *group, uint8_t *true_is);

#endif
