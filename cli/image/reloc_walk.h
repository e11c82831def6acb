/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Relocations of a section, REL and RELA alike, with their symbols. */
#ifndef ANYCOV_RELOC_WALK_H
#define ANYCOV_RELOC_WALK_H

#include <gelf.h>
#include "image/elf.h"

struct reloc_walk {
	const struct image *img;
	Elf_Data *data, *syms;
	size_t names; /* section of the names of symbols */
	size_t next, n;
	bool is_rela;
};

struct relocation {
	uint64_t offset, addend; /* addend: 0 in a REL entry, which has it in place */
	uint32_t type;
	GElf_Sym sym;
};

/* Begins with the first entry of a section of type SHT_REL or SHT_RELA, whose link is valid. */
void reloc_walk_begin(struct reloc_walk *w, const struct image *img, const struct section *rel);
/* Gets the next entry that has a symbol.  Returns false after the last one. */
bool reloc_walk_next(struct reloc_walk *w, struct relocation *r);
/* Returns the name of an entry's symbol, or NULL. */
const char *reloc_walk_name(const struct reloc_walk *w, const struct relocation *r);

#endif
