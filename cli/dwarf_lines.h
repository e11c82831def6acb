/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Where an address comes from, by the image's DWARF (elfutils' libdw). */
#ifndef ANYCOV_DWARF_LINES_H
#define ANYCOV_DWARF_LINES_H

#include "elf_image.h"

struct place {
	const char *file; /* NULL: unknown; lives as long as the image */
	int line;         /* 0: of no line of its own (the compiler's doing) */
};

/* The unit that holds the address, or NULL; *bias: image's address - DWARF's. */
Dwarf_Die *image_unit_at(struct image *img, uint64_t addr, uint64_t *bias);
void image_units_free(struct image *img);

/* The line of the instruction that holds the address. */
struct place image_line_of(struct image *img, uint64_t addr);
/* The same; *column (bytes, from 1; 0: not known) may be NULL. */
struct place image_column_of(struct image *img, uint64_t addr, int *column);

/*
 * The innermost inlined function that holds the address, by its assembler name,
 * or NULL.  The first call for a unit reads the unit.
 */
const char *image_inlined_at(struct image *img, uint64_t addr);
/* The function itself: for code that no symbol names (a weak one that lost). */
const char *image_subprogram_at(struct image *img, uint64_t addr);
void image_inlines_free(struct image *img);

/* The folder in which the unit that holds the address was compiled, or NULL. */
const char *image_compile_dir(struct image *img, uint64_t addr);

/* One sentence, for images where image_line_of() cannot work. */
#define NO_LINES \
	"%s: no debug information, so that no line is known; compile with -g and do not strip the image"
#define NO_DEBUG_INFO \
	"%s: no debug information (DWARF) and no map of the probes; compile with -g, and give the image before it was stripped"

#endif
