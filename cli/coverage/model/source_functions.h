/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The functions of the source that functions of an image are instances of: those with one file,
 * line and source_name().  The line alone does not do, since a macro may define several functions
 * at one.
 */
#ifndef ANYCOV_SOURCE_FUNCTIONS_H
#define ANYCOV_SOURCE_FUNCTIONS_H

#include "coverage/model/model.h"

/*
 * Gives the bodies of OpenMP constructs, of which GCC makes functions NAME._omp_fn.N, the line of
 * the function that they are part of.
 */
void source_functions_place_constructs(struct coverage *c);
/*
 * Sets the source names of those functions that begin at one line.  v: the indices of all
 * functions, sorted by file and line.  Returns whether there are any.
 */
bool source_functions_name(struct coverage *c, const size_t *v);
/*
 * Finds the functions of the source and counts their lines, before lines are merged.  v: as above,
 * by source name as well; functions without a display name are variants of the ones before.
 */
void source_functions_find(struct coverage *c, const size_t *v);
/* Adds up the instances, and counts, when all functions are final and sorted. */
void source_functions_count(struct coverage *c);
void source_functions_free(struct coverage *c);

#endif
