/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* States that the records of a function prove however its calls ended. */
#ifndef ANYCOV_PROVEN_STATES_H
#define ANYCOV_PROVEN_STATES_H

#include "coverage/model/instrumented_image.h"

/*
 * Returns whether the rules of a function of m->map need calls that were recorded from entry to
 * exit, and some may not have been.
 */
bool has_incomplete_calls(const struct instrumented_image *m, uint32_t function,
			  const struct recording *e);
/*
 * Weakens the states that the rules gave f's blocks to what holds even if a call stopped
 * part-way: STATE_INFERRED and STATE_NOT_COVERED if they are still proved, else STATE_UNKNOWN.
 * Blocks with a probe keep their state.
 */
void keep_proven_states(struct instrumented_image *m, const struct map_function *f,
			const struct recording *e);

#endif
