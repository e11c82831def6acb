/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* --baseline: an earlier report or recording. */
#ifndef ANYCOV_BASELINE_ARGS_H
#define ANYCOV_BASELINE_ARGS_H

#include "cmd/args.h"
#include "cmd/covered.h"
#include "coverage/history/baseline.h"

struct baseline_args {
	const char *path, *commit;
};

#define BASELINE_ARGS(args)                                                                        \
	{ ARG_TEXT,                                                                                \
	  0,                                                                                       \
	  "baseline",                                                                              \
	  "FILE|DIR",                                                                              \
	  &(args)->path,                                                                           \
	  "compare to an earlier report (JSON of --json, lcov,\n"                                  \
	  "Cobertura), report.json of a directory, or a recording:\n"                              \
	  "in text, --summary, --json and --html" },                                               \
	{                                                                                          \
		ARG_TEXT, 0, "baseline-commit", "REF", &(args)->commit,                            \
			"commit that the baseline was made from, if it does not\n"                 \
			"have it (lcov, Cobertura): --html marks lines by it"                      \
	}

/* Returns -1, or EXIT_USAGE after an error message. */
int baseline_args_check(const struct baseline_args *args);
/*
 * Reads it and sets now->all->baseline; args->path NULL: nothing.  images: where to search those of
 * a recording.  Returns an exit status.
 */
int baseline_args_apply(struct baseline *b, const struct baseline_args *args,
			const struct covered *now, const struct string_list *images);

#endif
