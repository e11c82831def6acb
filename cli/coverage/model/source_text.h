/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The text of source files. */
#ifndef ANYCOV_SOURCE_TEXT_H
#define ANYCOV_SOURCE_TEXT_H

#include "coverage/model/coverage.h"

/* Whether a source is the one that was compiled. */
enum source_state {
	SOURCE_UNKNOWN, /* the map does not say (an older build), or it was not looked at */
	SOURCE_SAME,
	SOURCE_CHANGED, /* since it was compiled, or between two units that contain it */
	SOURCE_MISSING
};

/*
 * Returns the source of a file with a 0 after it, or NULL if it cannot be read or has more
 * than 64 MiB; *size is its length.  To be freed.  Of a file that is missing, or not what was
 * compiled, it is the text of a copy if there is one.
 */
char *source_text_read(const struct cov_file *file, size_t *size);

/*
 * Returns the path of a file with the text that was compiled, which the map's hash proves: the
 * source, or a copy; NULL: there is none.  To be freed.
 */
char *source_text_compiled(const struct cov_file *file);

/* Returns the text if it is proved to be the one that was compiled, as source_text_read(). */
char *source_text_as_compiled(const struct cov_file *file, size_t *size);

/* Returns why there is no text, "was not found" or the like; *missing: it may have moved. */
const char *source_text_problem(const struct cov_file *file, bool *missing);

/*
 * Has copies that 'anycov cc' kept beside a list be used (build/kept_sources.h); named: the list
 * is, by the user, so that they may be another user's.
 */
void source_text_use_copies(const char *list, bool named);

/* Returns whether a file is there, and is what was compiled. */
bool source_is_same(const struct cov_file *file);

/*
 * Compares the sources that have lines in any of v[], and in all, with what was compiled (all may
 * be one of v[], or NULL), and names those that have changed; names_missing: those that are
 * missing, too.
 */
void sources_check(struct coverage *const *v, size_t n, struct coverage *all, bool names_missing);

#endif
