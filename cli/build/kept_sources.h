/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The directory of copies of sources beside a list of 'anycov cc' (build/build_list.h).  Compilers
 * fill it (common/map/source_copies.h), reports read it.
 */
#ifndef ANYCOV_KEPT_SOURCES_H
#define ANYCOV_KEPT_SOURCES_H

#include "base/base.h"

#define KEPT_SOURCES_NAME ".anycov-sources"
/* Of a tree; a compiler does not fill the last of its file system either. */
#define KEPT_SOURCES_MAX (512u << 20)

/* Returns the directory beside a list; to be freed. */
char *kept_sources_beside(const char *list);
/* Makes the directory unless it is there.  Returns whether it may be filled. */
bool kept_sources_make(const char *directory);
/*
 * Removes what was not used since before, and if that leaves more than max bytes, the oldest until
 * half of them are free.
 */
void kept_sources_trim(const char *directory, const struct timespec *before, uint64_t max);

#endif
