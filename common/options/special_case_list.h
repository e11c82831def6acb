/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Allow and ignore lists in the SanitizerSpecialCaseList format, as for clang's
 * -fsanitize-coverage-allowlist=: sections in [brackets], whose names are globs
 * (entries before the first section belong to [*]), entries "src:GLOB" and "fun:GLOB",
 * '#' comments; lines may end in CRLF.  All compilers read them as clang 22 does.
 */
#ifndef ANYCOV_SPECIAL_CASE_LIST_H
#define ANYCOV_SPECIAL_CASE_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include "common/error.h"

#ifdef __cplusplus
extern "C" {
#endif

struct anycov_list;

/* Reads a file and adds its entries to *list, which is created if NULL.  Returns 0, or -1
 * with err set. */
int anycov_list_load(struct anycov_list **list, const char *path, struct anycov_error *err);
/* Does the same with a text in memory; name is used in error texts. */
int anycov_list_parse(struct anycov_list **list, const char *name, const char *text, size_t length,
		      struct anycov_error *err);
void anycov_list_free(struct anycov_list *list);

/* The names of a source file; dir and shown may be NULL. */
struct anycov_source_names {
	const char *given; /* to the compiler */
	const char *dir;   /* absolute, of a relative one */
	const char *shown; /* in debug information */
};

/*
 * Return true if an entry matches this source file or function (assembler name).  Only
 * sections whose glob matches "coverage" count.  list may be NULL.  A source file has the names
 * that the compiler was given and that debug information has.  Entries that begin with '/' match
 * its absolute name as well, others that begin with no wildcard its name below dir or a
 * directory above: so src:lib/a.c also matches a.c compiled in lib.
 */
bool anycov_list_has_source(const struct anycov_list *list,
			    const struct anycov_source_names *names);
bool anycov_list_has_function(const struct anycov_list *list, const char *name);

/*
 * Returns entry i of the list, "FILE:LINE: src:GLOB", and whether it matched anything so far; NULL:
 * there are fewer.  Entries of files with the line "# anycov: entries may match nothing" are
 * left out.
 */
const char *anycov_list_entry(const struct anycov_list *list, size_t i, bool *matched);

/* Returns true if the glob (see glob.h) matches the text.  A malformed glob matches
 * nothing. */
bool anycov_glob_match(const char *glob, const char *text);

#ifdef __cplusplus
}
#endif
#endif
