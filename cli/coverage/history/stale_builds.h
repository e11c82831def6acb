/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Sources that differed between builds.  Line numbers of one source mean nothing in another with
 * the same path, so that only images that were compiled from one of them are merged: the one that
 * is there now, else that of the newest image.  Images of which nothing was recorded are not asked;
 * those that do not know what they were compiled from are merged with any.
 */
#ifndef ANYCOV_BUILDS_H
#define ANYCOV_BUILDS_H

#include "coverage/model/coverage.h"

/* Returns whether v[] were compiled from several contents of one path. */
bool builds_differ(struct coverage *const *v, size_t n);
/* Sets is_other in the files of v[] whose lines are left out when v[] are merged. */
void builds_choose(struct coverage *const *v, size_t n);
/* Sets n_left_out in the files of all, which v[] were merged to, and names these files. */
void builds_name(struct coverage *all, struct coverage *const *v, size_t n);

#endif
