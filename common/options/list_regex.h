/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Regular expressions of special case lists of version 1.  LLVM has its own regular
 * expression engine; this code checks and rewrites expressions so that the C library
 * accepts the same ones and matches the same texts.
 */
#ifndef ANYCOV_LIST_REGEX_H
#define ANYCOV_LIST_REGEX_H

#include <stddef.h>

/*
 * Translates an entry to a POSIX extended regular expression that matches whole
 * strings; '*' becomes ".*".  *out is allocated.  Returns NULL, or a phrase that
 * describes the error; *out is then NULL.
 */
const char *anycov_list_regex(const char *text, size_t n, char **out);

#endif
