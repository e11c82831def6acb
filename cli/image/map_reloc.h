/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Addresses in the map of a relocatable object, from its relocations. */
#ifndef ANYCOV_MAP_RELOC_H
#define ANYCOV_MAP_RELOC_H

#include "image/elf.h"

struct map_reloc {
	uint64_t offset; /* in the section */
	uint64_t value;  /* the symbol's, plus the addend of a RELA entry */
	bool in_place;   /* REL: the addend is in the section */
};

struct map_relocs {
	struct map_reloc *v; /* by offset */
	size_t n, room;
};

int map_relocs_read(struct map_relocs *relocs, const struct image *img, const struct section *sec,
		    struct anycov_error *err);
/* Returns the address at an offset with `content`; *kept: there is a relocation. */
uint64_t map_relocs_apply(const struct map_relocs *relocs, uint64_t offset, uint64_t content,
			  bool *kept);
void map_relocs_free(struct map_relocs *relocs);

#endif
