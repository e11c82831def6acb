/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Checks where the linker script of firmware placed the flags. */
#ifndef ANYCOV_FLAGS_PLACED_H
#define ANYCOV_FLAGS_PLACED_H

#include "coverage/model/instrumented_image.h"

/* Returns whether no line of the script places the flags, so that they are no part of .data. */
bool flags_are_unplaced(const struct image *img);
/* Fails, with the line to add to the script, if it does not place the flags that start-up code has
 * to copy, or drops them. */
int flags_check_placed(const struct instrumented_image *m, struct anycov_error *err);

#endif
