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

struct numset_slot {
	uint64_t key, value; /* key 0 marks a free slot */
};

struct numset {
	struct numset_slot *slots; /* key 0 is kept apart */
	size_t n, room;   /* room is 0 or a power of two, from 64 on */
	unsigned shift;   /* 64 - log2(room) */
	bool has_zero;
	uint64_t zero;
};

/* The value of a key, NULL if it is not there. */
uint64_t *numset_find(const struct numset *s, uint64_t key);
/* The value of a key, 0 at first. */
uint64_t *numset_at(struct numset *s, uint64_t key);
/* One more for each of n keys. */
void numset_count_all(struct numset *s, const uint64_t *keys, size_t n);
/* The next key in no order, from *at = 0 on; false: that was all. */
bool numset_next(const struct numset *s, size_t *at, uint64_t *key, uint64_t *value);
/* Empties it and keeps its room. */
void numset_clear(struct numset *s);
/* The key will be asked for soon. */
void numset_prefetch(const struct numset *s, uint64_t key);
/*
 * Room for n keys in all.  Call it before one table's keys are put into another:
 * in their order they would crowd the front of a table that still has to grow.
 */
void numset_reserve(struct numset *s, size_t n);
size_t numset_count(const struct numset *s);
/* The keys, sorted, to be freed; numset_count() of them. */
uint64_t *numset_sorted(const struct numset *s);
void numset_free(struct numset *s);

/* A key for bytes that have no number: FNV-1a of n more behind those that gave hash. */
#define HASH_START 14695981039346656037u
uint64_t hash_more(uint64_t hash, const void *bytes, size_t n);

#endif
