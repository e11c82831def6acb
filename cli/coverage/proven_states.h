/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* States that are proved by the records of a function, however its calls ended. */
#ifndef ANYCOV_PROVEN_STATES_H
#define ANYCOV_PROVEN_STATES_H

#include "coverage/instrumented_image.h"

/*
 * The map's rules are valid if each activation of f ran to its end.  Weakens the states
 * that they gave f's blocks to what holds even if an activation stopped part-way (exit,
 * longjmp, a fault): STATE_INFERRED and STATE_NOT_COVERED if they are still proved, else
 * STATE_UNKNOWN.  Blocks whose own probe was hit keep their state; so do those whose rule
 * is valid wherever a call was cut, if all were cut at calls that may not return.
 */
void keep_proven_states(struct instrumented_image *m, const struct map_function *f,
			const struct recording *e);

#endif
