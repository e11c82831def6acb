/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Where an address comes from, by the image's DWARF (elfutils' libdw). */
#ifndef ANYCOV_DWARF_LINES_H
#define ANYCOV_DWARF_LINES_H

#include "elf_image.h"

struct place {
	const char *file; /* NULL: unknown; lives as long as the image */
	int line;
};

/* The line of the instruction that holds the address. */
struct place image_line_of(const struct image *img, uint64_t addr);

/* The folder in which the unit that holds the address was compiled, or NULL. */
const char *image_compile_dir(const struct image *img, uint64_t addr);

/* One sentence, for images where image_line_of() cannot work. */
#define NO_DEBUG_INFO \
	"%s: no debug information (DWARF); compile with -g to see files and lines"

#endif
