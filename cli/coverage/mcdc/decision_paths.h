/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Masking MC/DC of one decision from the states of its edges.
 *
 * A decision is a graph without cycles: its conditions in the order of evaluation, each of which
 * goes to a later condition or to one of two ends.  An evaluation is a path from the first
 * condition to an end.  It shows that a condition decides if the condition was evaluated, and the
 * other value of it, with the others as they were evaluated, can lead to the other end.
 */
#ifndef ANYCOV_DECISION_PATHS_H
#define ANYCOV_DECISION_PATHS_H

#include <stdbool.h>
#include <stdint.h>

#define DECISION_CONDITIONS 64u /* of a decision that is examined, at most */

/* Where an edge leads that ends the decision: END, or END + 1. */
#define DECISION_END DECISION_CONDITIONS

struct decision_edge {
	uint8_t to;    /* a later condition, or an end */
	bool covered;  /* by some evaluation */
	bool excluded; /* not covered by any; neither: not known */
};

struct decision_graph {
	uint32_t n;                                     /* conditions */
	struct decision_edge v[DECISION_CONDITIONS][2]; /* by condition and its value */
	/* Of all evaluations with an end, if more is known of them than the edges show. */
	bool end_covered[2], end_excluded[2];
	/* Conditions in which an evaluation may have ended before the decision did: a bit each. */
	uint64_t may_end;
};

enum decision_answer { DECISION_UNKNOWN, DECISION_SHOWN, DECISION_NOT_SHOWN };

/*
 * Sets for each condition and value whether an evaluation showed that the condition decides with
 * it: answers[] is the same whichever evaluations made the record, or unknown.  Returns false if
 * the decision has too many ways, or no evaluations make the record.
 */
bool decision_decide(const struct decision_graph *g,
		     enum decision_answer answers[DECISION_CONDITIONS][2]);

#endif
