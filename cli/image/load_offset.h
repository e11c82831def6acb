/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The load offset of an image that runs elsewhere than it was linked for: address in memory -
 * address in the image, modulo the image's addresses.
 */
#ifndef ANYCOV_LOAD_OFFSET_H
#define ANYCOV_LOAD_OFFSET_H

#include "image/elf.h"

struct load_offset {
	bool given;
	bool is_auto; /* to be found in the target's memory, or in a copy of it */
	uint64_t value;
};

#define NO_LOAD_OFFSET "--load-offset %s: is neither a number, such as 0x200000 or -4096, nor auto"

/* Takes a number, which may be negative, or "auto".  Returns false if it is neither. */
bool load_offset_parse(const char *word, struct load_offset *to);

/* Returns the address in memory. */
static inline uint64_t load_offset_apply(const struct image *img, uint64_t address, uint64_t offset)
{
	return img->is64 ? address + offset : (uint32_t)(address + offset);
}

/* Returns the offset of something that is at `address` in the image and at `memory` in memory. */
static inline uint64_t load_offset_between(const struct image *img, uint64_t address,
					   uint64_t memory)
{
	return img->is64 ? memory - address : (uint32_t)(memory - address);
}

/* Writes an offset as load_offset_parse() takes it, and returns to. */
#define LOAD_OFFSET_ROOM 24
const char *load_offset_text(const struct image *img, uint64_t offset, char to[LOAD_OFFSET_ROOM]);

#endif
