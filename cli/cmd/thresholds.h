/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* --fail-under-lines and others. */
#ifndef ANYCOV_THRESHOLDS_H
#define ANYCOV_THRESHOLDS_H

#include "cmd/args.h"
#include "coverage/model/coverage.h"

/* Values of the options, per cent; NULL: not given. */
struct thresholds {
	const char *lines, *functions, *branches, *changes;
	const char *loss; /* points, "": 0 */
};

#define THRESHOLD_ARGS(t)                                                                          \
	{ ARG_TEXT, 0,           "fail-under-lines",                                               \
	  "N",      &(t)->lines, "exit 4 if less than N per cent of the lines are covered" },      \
		{ ARG_TEXT,                                                                        \
		  0,                                                                               \
		  "fail-under-functions",                                                          \
		  "N",                                                                             \
		  &(t)->functions,                                                                 \
		  "exit 4 if less than N per cent of the functions are" },                         \
		{ ARG_TEXT,                                                                        \
		  0,                                                                               \
		  "fail-under-branches",                                                           \
		  "N",                                                                             \
		  &(t)->branches,                                                                  \
		  "exit 4 if less than N per cent of the branches are" },                          \
		{ ARG_MAYBE,                                                                       \
		  0,                                                                               \
		  "fail-on-loss",                                                                  \
		  "N",                                                                             \
		  &(t)->loss,                                                                      \
		  "exit 4 if the share of lines, branches or changed lines is\n"                   \
		  "more than N points (0) below that of --baseline" },                             \
	{                                                                                          \
		ARG_TEXT, 0, "fail-under-changes", "N", &(t)->changes,                             \
			"exit 4 if less than N per cent of the changed lines\n"                    \
			"are (--changes)"                                                          \
	}

/* Checks the values.  Returns -1, or an exit status after an error. */
int thresholds_check(const struct thresholds *t);
/*
 * Compares what is covered with the thresholds and names each that is missed; changes: of
 * --changes, NULL: not given.  Returns EXIT_OK or EXIT_THRESHOLD.
 */
int thresholds_compare(const struct thresholds *t, const struct coverage *c,
		       const struct counts *changes);

#endif
