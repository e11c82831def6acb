/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * An ELF image (executable, shared library, kernel, module or object) as the
 * rest of the command sees it: sections with their bytes, symbols by address.
 *
 * Addresses are those of the file (no load bias).  In relocatable objects the
 * sections are laid out one behind the other, as libdwfl does it, so that an
 * address is unique there too.
 */
#ifndef ANYCOV_ELF_IMAGE_H
#define ANYCOV_ELF_IMAGE_H

#include <elfutils/libdwfl.h>
#include "cli.h"

struct section {
	const char *name;
	uint64_t addr, size, offset;
	uint64_t flags, align;
	uint32_t type, link, info;
	const unsigned char *bytes; /* NULL: nothing in the file (.bss, damaged) */
	size_t index;
	Elf_Scn *scn;
	size_t relocs;              /* the section with its relocations, or 0 */
};

struct symbol {
	const char *name;
	uint64_t addr, size; /* without the Thumb bit */
	unsigned char type;  /* STT_* */
	unsigned char bind;
	size_t section;      /* 0: undefined or absolute */
};

struct image {
	char *path;
	int fd;
	Dwfl *dwfl;
	Dwfl_Module *module;
	Elf *elf;
	uint16_t machine, type;
	uint32_t e_flags;
	bool is64, big_endian;
	bool relocatable;    /* ET_REL */
	bool has_debug;      /* line numbers can be looked up */
	struct units *units;     /* dwarf_lines.c; NULL until asked for */
	struct inlines *inlines; /* dwarf_inlines.c; NULL until asked for */
	unsigned char build_id[64];
	unsigned build_id_length;
	struct section *sections;
	size_t n_sections;
	size_t *loaded;      /* sections with an address and bytes, by address */
	size_t n_loaded;
	struct symbol *symbols; /* defined code and data symbols, by address */
	size_t n_symbols, symbols_room;
};

struct image *image_open(const char *path, struct anycov_error *err);
void image_close(struct image *img);

const struct section *image_section(const struct image *img, const char *name);
/*
 * Has the section's bytes as they were before -gz compressed them (all that are called
 * .debug_*), and its name; done once.
 */
int image_decompress(const struct image *img, size_t index, struct anycov_error *err);
/* The loaded section that holds the address, or NULL. */
const struct section *image_section_at(const struct image *img, uint64_t addr);
/* n bytes at an address, or NULL if the file does not hold them. */
const unsigned char *image_bytes(const struct image *img, uint64_t addr, size_t n);
/* The function (or other code symbol) that holds the address, or NULL. */
const struct symbol *image_symbol_at(const struct image *img, uint64_t addr);
/* A number in the image's byte order. */
uint64_t image_number(const struct image *img, const unsigned char *p, unsigned bytes);
/* Executable and loaded. */
bool section_is_code(const struct section *s);

/* "0x1234", or ".text+0x34" in a relocatable object; to be freed. */
char *image_address_text(const struct image *img, uint64_t addr);

#endif
