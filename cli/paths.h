/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Names of source files: where relative ones start, where others lie today. */
#ifndef ANYCOV_PATHS_H
#define ANYCOV_PATHS_H

#include "cli.h"

/*
 * path, from dir if it is relative ("" or NULL: not known), without "." and "..",
 * as far as words tell.  To be freed.
 */
char *path_tidy(const char *dir, const char *path);

/* Checks the words of --source-map, OLD=NEW each.  -1, or an exit status. */
int source_map_check(const struct words *rules);
/*
 * Where the file lies by the rule with the longest OLD that the path begins with
 * (whole names of folders; OLD "." stands for every relative path); NULL: by none.
 * To be freed.
 */
char *source_map_apply(const struct words *rules, const char *path);

#define SOURCE_MAP_ARG(rules)                                                     \
	{ ARG_WORDS, 0, "source-map", "OLD=NEW", (rules),                         \
	  "sources that were in folder OLD when they were compiled are in\nNEW" }

#endif
