/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Distinct comparison records: a hash table over an array. */
#ifndef ANYCOV_COMPARISONS_H
#define ANYCOV_COMPARISONS_H

#include <stddef.h>
#include <stdint.h>
#include "dump/reader.h"

struct comparison {
	size_t image;
	size_t probe; /* index of the probe in the image, SIZE_MAX: none */
	uint64_t pc;  /* in the image */
	uint64_t type, arg1, arg2;
	uint64_t hits;
};

/* Distinct comparisons. */
struct comparisons {
	struct comparison *v;
	size_t n, room;
	size_t *table, slots; /* index + 1 by hash */
};

/* Returns the entry of a comparison, which is added with 0 hits if necessary. */
struct comparison *comparisons_at(struct comparisons *c, const struct comparison *key);
/* Counts a record at its address as recorded, not yet in an image. */
void comparisons_count(struct comparisons *c, const struct dump_cmp *record);
void comparisons_free(struct comparisons *c);

#endif
