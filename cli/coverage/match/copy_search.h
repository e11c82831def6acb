/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Finds where an image was in a copy of a machine's memory. */
#ifndef ANYCOV_COPY_SEARCH_H
#define ANYCOV_COPY_SEARCH_H

#include "coverage/model/instrumented_image.h"

/*
 * Sets *offset, address in memory - address in the image, at which the copy contains all flags of
 * the image and the bytes beside those of each function.  word, base: as memory_copy_read().
 * Returns -1 with err filled if there is no such place, or more than one.
 */
int copy_search(const struct instrumented_image *m, const char *word, uint64_t base,
		uint64_t *offset, struct anycov_error *err);

#endif
