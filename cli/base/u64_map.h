/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A hash table from 64-bit numbers to 64-bit numbers (PC -> hits, address -> hook),
 * with open addressing.
 */
#ifndef ANYCOV_U64_MAP_H
#define ANYCOV_U64_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct u64_map_slot {
	uint64_t key, value; /* key 0 marks a free slot */
};

struct u64_map {
	struct u64_map_slot *slots; /* key 0 is stored in `zero` */
	size_t n, room;             /* room is 0 or a power of two, from 64 on */
	unsigned shift;             /* 64 - log2(room) */
	bool has_zero;
	uint64_t zero;
};

/* Returns the value of a key, or NULL. */
uint64_t *u64_map_find(const struct u64_map *s, uint64_t key);
/* Returns the value of a key, which is added with value 0 if necessary. */
uint64_t *u64_map_get_or_add(struct u64_map *s, uint64_t key);
/* Increments the values of n keys. */
void u64_map_increment_all(struct u64_map *s, const uint64_t *keys, size_t n);
/* Adds n keys, with value 0 if they are new. */
void u64_map_add_all(struct u64_map *s, const uint64_t *keys, size_t n);
/* Iterates over the keys in no order, from *at = 0 on.  Returns false at the end. */
bool u64_map_next(const struct u64_map *s, size_t *at, uint64_t *key, uint64_t *value);
/* Removes all keys and keeps the memory. */
void u64_map_clear(struct u64_map *s);
/* Prefetches the slot of a key. */
void u64_map_prefetch(const struct u64_map *s, uint64_t key);
/*
 * Reserves memory for n keys in total.  Call it before adding the keys of another
 * table: in their order they would collide in a table that is still small.
 */
void u64_map_reserve(struct u64_map *s, size_t n);
size_t u64_map_count(const struct u64_map *s);
/* Returns the u64_map_count() keys, sorted; to be freed. */
uint64_t *u64_map_sorted(const struct u64_map *s);
void u64_map_free(struct u64_map *s);

/* Continues an FNV-1a hash with n bytes. */
#define FNV1A_OFFSET 14695981039346656037u
uint64_t fnv1a_update(uint64_t hash, const void *bytes, size_t n);

#endif
