/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Calls that did not return, which files of flags name. */
#ifndef ANYCOV_CUT_CALLS_H
#define ANYCOV_CUT_CALLS_H

#include "dump/flags_file.h"
#include "coverage/instrumented_image.h"

/*
 * Adds calls (n) to those of their image; path: its file.  Returns false if the function of one
 * cannot be found: then it may be any.
 */
bool cut_calls_add(struct instrumented_image *m, const char *path, const struct flags_cut *cuts,
		   size_t n);
/* How calls of a function ended: bits. */
enum {
	CUT_AT_CALL = 1,     /* in a call that did not return */
	CUT_AT_ANY_CALL = 2, /* which may be one that compilers know to return */
	CUT_ANYWHERE = 4     /* interrupted by a signal whose handler left them */
};
/* Finds these bits of all functions, when all calls were added. */
void find_cut_functions(struct instrumented_image *m);
/* Returns these bits for a function of the map; 0: each call returned.  One as it was written has
 * those of all code that contains marks of it. */
unsigned how_function_was_cut(const struct instrumented_image *m, uint32_t function);
/*
 * Decides the blocks without a flag of a function that was cut (its hits are in m->states): each
 * process ran paths from the entry to an exit, or to a call that did not return, and all of them
 * together ran what was hit.  What is on each such set of paths was covered, what is on none was
 * not, the rest is unknown.  are_theirs: some of these processes made each of the calls; if not, a
 * set of paths need not have one to each.  Returns false, with all states as before, if that would
 * take too long or the map is damaged.
 */
bool decide_cut_function(struct instrumented_image *m, const struct map_function *f,
			 bool are_theirs);

#endif
