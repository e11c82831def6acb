/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* --baseline: an earlier report or recording. */
#ifndef ANYCOV_BASELINE_ARGS_H
#define ANYCOV_BASELINE_ARGS_H

#include "cmd/args.h"
#include "cmd/covered.h"
#include "coverage/history/baseline.h"

#define BASELINE_ARG(path)                                                                         \
	{                                                                                          \
		ARG_TEXT, 0, "baseline", "FILE|DIR", path,                                         \
			"compare to an earlier report (JSON of --json, lcov,\n"                    \
			"Cobertura), report.json of a directory, or a recording:\n"                \
			"in text, --summary, --json and --html"                                    \
	}

/*
 * Reads it and sets now->all->baseline; path NULL: nothing.  images: where to search those of a
 * recording.  Returns an exit status.
 */
int baseline_args_apply(struct baseline *b, const char *path, const struct covered *now,
			const struct string_list *images);

#endif
