/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Sources with the states of their lines, in a terminal (report FUNCTION|FILE). */
#ifndef ANYCOV_SHOW_H
#define ANYCOV_SHOW_H

#include "coverage/coverage.h"

/*
 * Prints the files and functions that a name means: a pattern of a path, or of a function's
 * name, demangled or not.  Returns how many there are.
 */
size_t out_show(FILE *f, const struct coverage *c, struct selection *s, const char *name,
		bool colour);

#endif
