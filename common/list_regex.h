/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The regular expressions of old special case lists.  LLVM reads them with an
 * engine of its own; this one checks and rewrites them, so that the C library's
 * engine accepts the same ones and reads them alike.
 */
#ifndef ANYCOV_LIST_REGEX_H
#define ANYCOV_LIST_REGEX_H

#include <stddef.h>

/*
 * Makes a POSIX extended expression that matches whole strings out of an entry:
 * '*' stands for ".*".  *out is malloc'ed.  Returns NULL, or what is wrong with
 * the entry (a phrase); *out is then NULL.
 */
const char *anycov_list_regex(const char *text, size_t n, char **out);

#endif
