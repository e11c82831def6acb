/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Finds where an image is in the memory of a target that executes it. */
#ifndef ANYCOV_TARGET_SEARCH_H
#define ANYCOV_TARGET_SEARCH_H

#include "dump/gdb_remote.h"
#include "image/elf.h"

/*
 * Sets *offset, address in memory - address in the image: code that the target's PC, its link
 * register or a word of its stack points to is that of the image, and so are samples of all of its
 * code.  Returns -1 with err filled if there is no such place, or more than one.
 */
int target_search(struct gdb_remote *g, const struct image *img, uint64_t *offset,
		  struct anycov_error *err);

#endif
