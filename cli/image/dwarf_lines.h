/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Source locations of addresses, from DWARF (elfutils' libdw). */
#ifndef ANYCOV_DWARF_LINES_H
#define ANYCOV_DWARF_LINES_H

#include "image/elf.h"

struct source_location {
	const char *file; /* NULL: unknown; valid while the image is open */
	int line;         /* 0: code without a line, made by the compiler */
};

/* Returns the unit containing the address, or NULL; *bias: address in the image - in DWARF. */
Dwarf_Die *image_unit_at(struct image *img, uint64_t addr, uint64_t *bias);
void image_units_free(struct image *img);

/*
 * Returns the addresses at which the code of a line begins or ends, in no order, some of them
 * several times; *n: how many.  To be freed.
 */
uint64_t *image_line_bounds(struct image *img, size_t *n);

/* Returns the source location of the instruction containing the address. */
struct source_location image_line_of(struct image *img, uint64_t addr);
/* The same; *column (bytes, from 1; 0: unknown) may be NULL. */
struct source_location image_column_of(struct image *img, uint64_t addr, int *column);

/*
 * Returns the assembler name of the innermost inlined function containing the address,
 * or NULL.  The first call for a unit reads the unit.
 */
const char *image_inlined_at(struct image *img, uint64_t addr);
/*
 * Returns the assembler name of the function whose body contains the address, or NULL: for code
 * without a symbol, such as a weak function that another object overrides.
 */
const char *image_subprogram_at(struct image *img, uint64_t addr);
void image_inlines_free(struct image *img);

/* Returns the directory in which the code at the address was compiled, or NULL. */
const char *image_compile_dir(struct image *img, uint64_t addr);

/* Errors for images without what a report needs. */
#define NO_LINES                                                                                   \
	"%s: no debug information, so lines are unknown; compile with -g (clang: "                 \
	"-gline-tables-only, avr-gcc 5: -gdwarf-2) and do not strip the image"
#define NO_DEBUG_INFO                                                                              \
	"%s: no debug information, no symbols and no map of the probes; compile with -g and do "   \
	"not strip the image"
#define NO_PROBES                                                                                  \
	"%s: no probes; compile with 'anycov flags', and neither strip the image nor drop "        \
	".debug_anycov_map in its linker script"

#endif
