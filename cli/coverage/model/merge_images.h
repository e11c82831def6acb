/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The coverage of several images together, by source. */
#ifndef ANYCOV_MERGE_IMAGES_H
#define ANYCOV_MERGE_IMAGES_H

#include "coverage/model/coverage.h"

/*
 * The functions of images, by what makes them the same: the contents of their sources, too.  If an
 * image does not have one hash of a source (another anycov, units of different contents), its
 * functions are the same whatever the contents.
 */
struct function_keys {
	struct u64_map by_source;     /* with hashes of the sources */
	struct u64_map by_place;      /* without */
	struct u64_map of_any_source; /* the same, of functions without one hash */
};

/* Adds those of an image.  Returns whether one was not there. */
bool function_keys_add(struct function_keys *k, const struct instrumented_image *m);
/* Returns whether one of an image is there, whatever the contents of its sources. */
bool function_keys_share(const struct function_keys *k, const struct instrumented_image *m);
void function_keys_free(struct function_keys *k);

/*
 * Merges images: a function that several of them have with the same blocks is one, covered
 * where any image covered it; a line is covered if any image covers it.  The coverages must
 * be kept until the result is freed.
 */
struct coverage *merge_images(struct coverage *const *v, size_t n,
			      const struct string_list *source_map, struct selection *selection);

/*
 * The same one by one, so that images can be unloaded after they were added.  The caller has
 * builds_choose() choose before.
 */
struct merging *merge_begin(void);
void merge_add(struct merging *u, const struct coverage *c);
/* Returns the result of v[], which were added in this order, and frees u. */
struct coverage *merge_end(struct merging *u, struct coverage *const *v, size_t n,
			   const struct string_list *source_map, struct selection *selection);
/* Frees u. */
void merge_cancel(struct merging *u);

#endif
