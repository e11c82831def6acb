/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The list of what 'anycov cc' made in a build tree: the file .anycov-build in the directory
 * where the first compiler of the tree ran.  A line for each file:
 *
 *   built PATH          an object or image with probes
 *   plain PATH REASON   one that was compiled without
 *
 * A path is relative to the directory of the list if it is below it.  Bytes of it up to ' ', '%'
 * and DEL are %XX.  A later line of a path replaces an earlier one.
 */
#ifndef ANYCOV_BUILD_LIST_H
#define ANYCOV_BUILD_LIST_H

#include "base/base.h"

#define BUILD_LIST_NAME ".anycov-build"

/*
 * Adds a file to the list of its build tree, which is made if there is none; reason: why it was
 * compiled without probes, or NULL.  What cannot be written is left out: a list is no reason
 * for a compiler to fail or to print.  Returns whether the list is written and had no line with
 * the reason.
 */
bool build_list_add(const char *output, const char *reason);

/*
 * Returns the directory of copies of sources for a file that is made, which is beside the list of
 * its build tree, of what a test builds elsewhere beside the list of the tree of the tests; NULL:
 * there is none, or it cannot be filled.  To be freed.
 */
char *build_list_sources(const char *output);

struct built_file {
	char *path;   /* absolute */
	char *reason; /* NULL: built with probes */
};

struct build_list {
	struct string_list lists; /* that were read */
	struct built_file *files; /* each once, by path */
	size_t n_files, room;
};

/* Returns the list of the tree that a directory is in, or NULL; to be freed. */
char *build_list_above(const char *directory);
/*
 * Adds what a list names; named: by the user, so that it may be another user's.  Returns 1 with err
 * filled if it is another user's and is not named, -1 with err filled if it is no list.
 */
int build_list_read(struct build_list *b, const char *path, bool named, struct anycov_error *err);
/* Sorts the files and keeps the last line of each. */
void build_list_finish(struct build_list *b);
void build_list_free(struct build_list *b);

#endif
