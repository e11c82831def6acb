/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Operands of report that are no recordings but names of sources and functions. */
#ifndef ANYCOV_SHOW_ARGS_H
#define ANYCOV_SHOW_ARGS_H

#include "coverage/model/coverage.h"

/*
 * Moves the operands that name a source file or a function to names: those that do not
 * exist and do not look like a recording, and files with the name of a source that are none.
 * Returns -1, or EXIT_USAGE if one is empty.
 */
int take_names(struct string_list *operands, struct string_list *names);
/*
 * Adds the directory that 'anycov run' writes, for operands without a recording.  Returns -1, or
 * EXIT_USAGE if it is not there; help: what to do then.
 */
int add_default_directory(struct string_list *operands, const struct string_list *names,
			  const char *help);
/*
 * Shows them, on a terminal by $ANYCOV_PAGER, $PAGER or less; output NULL: standard output.
 * Returns an exit status.
 */
int show_names(const struct string_list *names, const struct coverage *c, struct selection *s,
	       const char *output);
/* Prints that a word names nothing, and what may be meant.  Returns an exit status. */
int reject_name(const struct coverage *c, const char *word);

#endif
