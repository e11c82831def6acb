/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* --include, --exclude, --function, --exclude-*-by-pattern, --throw-branches, --no-markers. */
#ifndef ANYCOV_SELECT_ARGS_H
#define ANYCOV_SELECT_ARGS_H

#include "cmd/args.h"
#include "coverage/model/select.h"

#define SELECT_ARGS(s)                                                                             \
	{ ARG_WORDS,                                                                               \
	  0,                                                                                       \
	  "include",                                                                               \
	  "GLOB",                                                                                  \
	  &(s)->include,                                                                           \
	  "only source files that match, system headers too; * matches\n"                          \
	  "any characters; may be repeated" },                                                     \
		{ ARG_WORDS,     0,                                                                \
		  "exclude",     "GLOB",                                                           \
		  &(s)->exclude, "no source files that match; may be repeated" },                  \
		{ ARG_WORDS,       0,                                                              \
		  "function",      "GLOB",                                                         \
		  &(s)->functions, "only functions whose name, demangled or not, matches" },       \
		{ ARG_WORDS,                                                                       \
		  0,                                                                               \
		  "exclude-lines-by-pattern",                                                      \
		  "REGEX",                                                                         \
		  &(s)->line_patterns,                                                             \
		  "no lines whose beginning matches, such as '.*assert\\('; POSIX\n"               \
		  "extended; may be repeated" },                                                   \
		{ ARG_WORDS,                                                                       \
		  0,                                                                               \
		  "exclude-branches-by-pattern",                                                   \
		  "REGEX",                                                                         \
		  &(s)->branch_patterns,                                                           \
		  "no branches of such lines; may be repeated" },                                  \
		{ ARG_FLAG,                                                                        \
		  0,                                                                               \
		  "throw-branches",                                                                \
		  NULL,                                                                            \
		  &(s)->throw_branches,                                                            \
		  "count as branches whether calls threw an exception" },                          \
	{                                                                                          \
		ARG_FLAG, 0, "no-markers", NULL, &(s)->no_markers,                                 \
			"report lines that LCOV_EXCL_LINE and others exclude"                      \
	}

#endif
