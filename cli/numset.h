/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A table from 64-bit numbers to 64-bit numbers (PC -> hits, address -> hook).
 * Open addressing; grows with distinct keys, not with records.
 */
#ifndef ANYCOV_NUMSET_H
#define ANYCOV_NUMSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct numset {
	uint64_t *keys;   /* 0 marks a free slot; key 0 is kept apart */
	uint64_t *values;
	size_t n, room;   /* room is 0 or a power of two */
	bool has_zero;
	uint64_t zero;
};

/* The value of a key, NULL if it is not there. */
uint64_t *numset_find(const struct numset *s, uint64_t key);
/* The value of a key, 0 at first. */
uint64_t *numset_at(struct numset *s, uint64_t key);
size_t numset_count(const struct numset *s);
/* The keys, sorted, to be freed; numset_count() of them. */
uint64_t *numset_sorted(const struct numset *s);
void numset_free(struct numset *s);

#endif
