/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Load addresses of images for dumps without a list of modules: of a kernel with KASLR
 * and of its modules (--kaslr, --module).
 */
#ifndef ANYCOV_LOAD_MAP_H
#define ANYCOV_LOAD_MAP_H

#include "coverage/model/instrumented_image.h"

struct load_range {
	uint64_t first, end; /* in memory */
	uint64_t delta;      /* address in the image = address in memory - delta */
	size_t image;
};

struct load_map {
	uint64_t kaslr;
	struct load_range *v;
	size_t n, room;
};

/*
 * Adds "NAME=BASE", or "NAME=.SECTION=ADDR" for one section of a kernel module: NAME is the file
 * name of an image, with or without .ko.
 */
int load_map_add_module(struct load_map *p, struct instrumented_image *const *images, size_t n,
			const char *word, struct anycov_error *err);
/*
 * Returns the range containing the address, as recorded or with the KASLR offset added,
 * or NULL; *addr becomes the address in the image.
 */
const struct load_range *load_map_find(const struct load_map *p, uint64_t *addr);
void load_map_free(struct load_map *p);

#endif
