/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What a function's records prove, however its calls ended. */
#ifndef ANYCOV_CERTAIN_H
#define ANYCOV_CERTAIN_H

#include "model.h"

/*
 * Turns the states of f's blocks, as the map's rules give them, into those that
 * hold even if a call was cut off anywhere: what is proved becomes COVER_INFERRED
 * or COVER_NOT, the rest COVER_ASSUMED or COVER_ASSUMED_NOT.  from_start: no
 * record comes from a call that had begun before recording did.
 */
void certain_states(struct model *m, const struct map_function *f, bool from_start);

#endif
