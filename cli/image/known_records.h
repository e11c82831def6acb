/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Functions that many images contain, such as those of a library that is linked to each test
 * program: the records of their blocks, and of their decisions, are decoded once.
 */
#ifndef ANYCOV_KNOWN_RECORDS_H
#define ANYCOV_KNOWN_RECORDS_H

#include "image/map_read.h"

struct known_records;

/* Records of a function, one after the other in a section. */
struct function_records {
	const unsigned char *bytes;
	size_t length;
	bool big_endian;
	uint64_t offset; /* in the file */
};

/* Sizes of a map's arrays before the records of a function were decoded. */
struct map_sizes {
	size_t blocks, numbers, lines, decisions, conditions;
};

struct map_sizes map_sizes_of(const struct map *m);
/* Makes room in an empty map. */
void map_reserve(struct map *m, const struct map_sizes *sizes);
/* Returns the function's records that begin at r->bytes, and sets r->length; NULL if they are not
 * known.  r->length: bytes of the section that are left. */
const struct known_records *known_records_find(const struct map_function *f,
					       struct function_records *r);
/* Adds what they contain to the map. */
void known_records_append(const struct known_records *k, struct map *m, uint32_t function,
			  const struct function_records *r);
/* Keeps what was decoded, the second time that the records are met. */
void known_records_keep(const struct map *m, uint32_t function, const struct map_sizes *before,
			const struct function_records *r);

#endif
