/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The text of source files. */
#ifndef ANYCOV_SOURCE_TEXT_H
#define ANYCOV_SOURCE_TEXT_H

#include "coverage/coverage.h"

/*
 * Returns the source of a file with a 0 after it, or NULL if it cannot be read or has more
 * than 64 MiB; *size is its length.  To be freed.
 */
char *source_text_read(const struct cov_file *file, size_t *size);

#endif
