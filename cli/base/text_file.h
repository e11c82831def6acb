/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#ifndef ANYCOV_TEXT_FILE_H
#define ANYCOV_TEXT_FILE_H

#include <stddef.h>

/*
 * Reads a file, or a pipe.  Returns its n bytes and a NUL, or NULL with errno set; to be freed.
 */
char *text_file_read(const char *path, size_t *n);

#endif
