/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Paths of source files: normalized, and mapped by --source-map. */
#ifndef ANYCOV_PATHS_H
#define ANYCOV_PATHS_H

#include "base/base.h"

/*
 * Returns path, relative to dir ("" or NULL: unknown), without "." and "..".  Does not
 * resolve symbolic links.  To be freed.
 */
char *path_normalize(const char *dir, const char *path);

/* Removes the last name of an absolute path.  Returns false, and leaves the path, at its end. */
bool path_go_up(char *path);

/* Returns the part of a path below a directory (NULL: unknown), or NULL. */
const char *path_below(const char *dir, const char *path);

/* Returns the file that a path refers to, after symbolic links, even if it does not exist. */
char *path_behind_links(const char *path);

/*
 * Returns whether a file that is written at path is below the directory, after symbolic links, and
 * in no directory of Git; what does not exist yet counts as what it is going to be.
 */
bool path_is_written_below(const char *dir, const char *path);

/* Returns whether both exist and are one file, whatever their names. */
bool path_is_same_file(const char *a, const char *b);

/* Checks the values of --source-map, OLD=NEW.  Returns -1, or an exit status. */
int source_map_check(const struct string_list *rules);
/*
 * Replaces the longest OLD that is a prefix of path (complete directory names; OLD "."
 * matches every relative path).  Returns NULL if no rule matches.  To be freed.
 */
char *source_map_apply(const struct string_list *rules, const char *path);

#endif
