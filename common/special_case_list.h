/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Allow and ignore lists in the SanitizerSpecialCaseList format that clang's
 * -fsanitize-coverage-allowlist= reads: sections in [brackets] (globs; entries
 * before the first section belong to [*]), lines "src:glob" and "fun:glob",
 * '#' comments, CRLF tolerated.  The dialect is that of clang 22, whichever
 * compiler reads the list.
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

/* Reads the file and adds its entries to *list (created when NULL). */
int anycov_list_load(struct anycov_list **list, const char *path,
		     struct anycov_error *err);
/* The same from memory; name stands in error texts. */
int anycov_list_parse(struct anycov_list **list, const char *name,
		      const char *text, size_t length, struct anycov_error *err);
void anycov_list_free(struct anycov_list *list);

/* Does the list name this source file / this function (assembler name)?
 * Only sections whose glob matches "coverage" count. */
bool anycov_list_has_source(const struct anycov_list *list, const char *path);
bool anycov_list_has_function(const struct anycov_list *list, const char *name);

/* Shell-like glob: * ? [set] {a,b} and \ escapes, as clang 18 and later have
 * it (glob.h).  A malformed glob matches nothing. */
bool anycov_glob_match(const char *glob, const char *text);

#ifdef __cplusplus
}
#endif
#endif
