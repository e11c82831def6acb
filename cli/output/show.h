/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Sources with the states of their lines, in a terminal (report FUNCTION|FILE). */
#ifndef ANYCOV_SHOW_H
#define ANYCOV_SHOW_H

#include "coverage/model/coverage.h"

/* Returns the last line of a function's code in its file, at least that where it begins. */
uint32_t function_last_line(const struct coverage *c, const struct cov_function *fn);

/*
 * Prints the files and functions that a name means: a pattern of a path, or of a function's
 * name, demangled or not; if there is none, of the last part of such a name.  Returns how many
 * there are.
 */
size_t out_show(FILE *f, const struct coverage *c, struct selection *s, const char *name,
		bool colour);

#endif
