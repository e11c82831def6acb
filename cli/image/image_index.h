/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Which ELF files are below the directories of --image-path, or were built, by build ID. */
#ifndef ANYCOV_IMAGE_INDEX_H
#define ANYCOV_IMAGE_INDEX_H

#include "base/base.h"
#include "image/elf.h"

/* Sets the directories, which are read when a file is looked for the first time.  no_builds:
 * nothing is taken from the lists of build trees. */
void image_index_set(const struct string_list *directories, bool no_builds);
/*
 * Adds the programs and libraries that are in the list of a build tree (build/build_list.h): the
 * tree of the current directory, and the one that a file is in or was.  image_index_finder
 * does it if it finds nothing else.
 */
void image_index_read_builds(const char *path);
/*
 * Returns the n-th image with a build ID, by path, or NULL; no file of separate debug information.
 */
const char *image_index_find(const unsigned char *id, size_t length, size_t n);
/*
 * For image_open().  If several files have the build ID, it finds one with both the map and
 * .debug_info, else with the map, else with .debug_info.
 */
extern const struct debug_finder image_index_finder;

#endif
