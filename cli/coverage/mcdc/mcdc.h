/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Masking MC/DC: which outcomes of each condition were shown to decide its decision.  The record
 * has edges and no evaluations; decision_paths.h has what follows from edges.  Which branches are
 * one decision is decided by the text of the source (decisions.h) and the graph together.
 *
 * Only with place=early: later the graph is not the source's.
 */
#ifndef ANYCOV_MCDC_H
#define ANYCOV_MCDC_H

#include "coverage/model/model.h"

/* Has reports made from now on have decisions (--mcdc). */
void mcdc_enable(void);
bool mcdc_is_enabled(void);
/* Has them find decisions, whose texts name branches, and report none. */
void mcdc_enable_texts(void);
/* Returns whether any image has branches of the source; before the selection, or after it. */
bool mcdc_is_known(const struct coverage *c);
/* Finds the decisions of all functions, before anything is left out by a selection. */
void mcdc_collect(struct coverage *c);
/* Drops the decisions of what was not selected; functions must not have been merged yet. */
void mcdc_select(struct coverage *c);
/* As branches_finish(). */
void mcdc_finish(struct coverage *c, const uint32_t *kept_as);
void mcdc_free(struct coverage *c);

#endif
