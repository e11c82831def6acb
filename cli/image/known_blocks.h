/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Functions that many images contain, such as those of a library that is linked to each test
 * program: the records of their blocks are decoded once.
 */
#ifndef ANYCOV_KNOWN_BLOCKS_H
#define ANYCOV_KNOWN_BLOCKS_H

#include "image/map_read.h"

struct known_blocks;

/* The records of a function's blocks, one after the other in a section. */
struct block_records {
	const unsigned char *bytes;
	size_t length;
	bool big_endian;
	uint64_t offset; /* in the file */
};

/* Sizes of a map's arrays before the blocks of a function were added. */
struct map_sizes {
	size_t blocks, numbers, lines;
};

/* Returns the blocks of a function whose records begin at r->bytes, and sets r->length; NULL if
 * they are not known.  r->length: bytes of the section that are left. */
const struct known_blocks *known_blocks_find(const struct map_function *f, struct block_records *r);
/* Adds them to the map. */
void known_blocks_append(const struct known_blocks *k, struct map *m, uint32_t function,
			 const struct block_records *r);
/* Keeps what was decoded, the second time that the function is met. */
void known_blocks_keep(const struct map *m, uint32_t function, const struct map_sizes *before,
		       const struct block_records *r);

#endif
