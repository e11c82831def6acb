/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Which ELF files are below the directories of --image-path, by build ID. */
#ifndef ANYCOV_IMAGE_INDEX_H
#define ANYCOV_IMAGE_INDEX_H

#include "base/base.h"

/* Sets the directories, which are read when a file is looked for the first time. */
void image_index_set(const struct string_list *directories);
/*
 * Returns the n-th image with a build ID, by path, or NULL; no file of separate debug information.
 */
const char *image_index_find(const unsigned char *id, size_t length, size_t n);
/*
 * Returns another file than path with this build ID and debug information, or NULL: if there are
 * several, one with both the map and .debug_info, else with the map, else with .debug_info.
 */
const char *image_index_find_debug(const unsigned char *id, size_t length, const char *path);
/* Returns a file of this name whose CRC is that of a .gnu_debuglink, or NULL. */
const char *image_index_find_linked(const char *name, uint32_t crc);

#endif
