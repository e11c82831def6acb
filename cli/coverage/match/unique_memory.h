/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * How much memory a set of unique PCs needs (runtime/hooks/unique.h) so that it can hold all hook
 * calls of an image, each once.
 */
#ifndef ANYCOV_UNIQUE_MEMORY_H
#define ANYCOV_UNIQUE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The PCs that an image can record. */
struct unique_pcs {
	const uint64_t *home; /* the slot at which the search for each begins: its word */
	size_t n;             /* all of them, those without an address in home[], too */
	bool addresses_known; /* home[] has n elements */
	unsigned word_bytes;
};

struct unique_memory {
	uint64_t bytes;       /* of one piece of memory, as anycov_buffer() takes it */
	uint64_t words;       /* of these: the buffer, with the count */
	uint64_t table_bytes; /* and its table */
};

/* Returns how memory of this size is divided. */
struct unique_memory unique_memory_of(uint64_t bytes, unsigned word_bytes);
/* Returns the number of records that fit. */
uint64_t unique_memory_records(const struct unique_memory *m);
/*
 * Returns whether the table has a slot for each PC, in whatever order they are recorded.  A record
 * without one may be appended again.
 */
bool unique_memory_has_slots(const struct unique_memory *m, const struct unique_pcs *pcs);
/*
 * Finds the least memory into which all PCs fit and which has a slot for each.  Returns false if
 * none is known: addresses are not known, or too many are alike.
 */
bool unique_memory_find(struct unique_memory *m, const struct unique_pcs *pcs);

#endif
