/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Where images lay in memory when a dump itself does not say so: a kernel that
 * moved itself (KASLR), and modules that it loaded (--kaslr, --module).
 */
#ifndef ANYCOV_PLACE_H
#define ANYCOV_PLACE_H

#include "model.h"

struct place_range {
	uint64_t first, end; /* in memory */
	uint64_t delta;      /* address in the image = address in memory - delta */
	size_t model;
};

struct places {
	uint64_t kaslr;
	struct place_range *v;
	size_t n, room;
};

/* "NAME=BASE": NAME is an image's file name, with or without .ko. */
int place_module(struct places *p, struct model *const *models, size_t n, const char *word,
		 struct anycov_error *err);
/* The range that holds the address, as recorded or KASLR added, or NULL. */
const struct place_range *place_find(const struct places *p, uint64_t *addr);
void places_free(struct places *p);

#endif
