/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The coverage of several images together, by source. */
#ifndef ANYCOV_MERGE_IMAGES_H
#define ANYCOV_MERGE_IMAGES_H

#include "coverage/coverage.h"

/*
 * Merges images: a function that several of them have with the same blocks is one, covered
 * where any image covered it; a line is covered if any image covers it.  The coverages must
 * be kept until the result is freed.
 */
struct coverage *merge_images(struct coverage *const *v, size_t n,
			      const struct string_list *source_map, struct selection *selection);

#endif
