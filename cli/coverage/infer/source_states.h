/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* States of the blocks of source functions (place=early), from those of the code made of them. */
#ifndef ANYCOV_SOURCE_STATES_H
#define ANYCOV_SOURCE_STATES_H

#include "coverage/model/instrumented_image.h"

/* Sets them from the states of blocks with code and the marks of the map. */
void compute_source_states(struct instrumented_image *m);

#endif
