/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * An ELF image (executable, shared library, kernel, module or object): sections with
 * their bytes, symbols by address.
 *
 * Addresses are link-time addresses (no load bias).  The sections of a relocatable
 * object are laid out one after the other, as libdwfl does it, so that addresses are
 * unique there, too.
 */
#ifndef ANYCOV_ELF_H
#define ANYCOV_ELF_H

#include <elfutils/libdwfl.h>
#include "base/base.h"

struct section {
	const char *name;
	uint64_t addr, size, offset;
	uint64_t flags, align;
	uint32_t type, link, info;
	const unsigned char *bytes; /* NULL: no contents in the file (.bss, damaged) */
	size_t index;
	Elf_Scn *scn;
	size_t relocs; /* index of the section with its relocations, or 0 */
};

struct symbol {
	const char *name;
	uint64_t addr, size; /* without the Thumb bit */
	unsigned char type;  /* STT_* */
	unsigned char bind;
	size_t section; /* 0: undefined or absolute */
};

enum code_kind { CODE_UNKNOWN, CODE_ARM, CODE_THUMB, CODE_DATA };

/* The kind of the bytes of a 32-bit ARM image, up to the next mark of the section. */
struct code_mark {
	uint64_t addr;
	enum code_kind kind;
	bool mapping; /* from a mapping symbol, not from a function's */
};

struct image {
	char *path;
	int fd;     /* -1: the file is in contents */
	Dwfl *dwfl; /* NULL, like module: a file without code */
	Dwfl_Module *module;
	void *contents;
	size_t n_contents;
	Elf *elf;
	uint16_t machine, type;
	uint32_t e_flags;
	bool is64, big_endian;
	bool relocatable;        /* ET_REL */
	bool has_debug;          /* line numbers can be looked up */
	struct units *units;     /* dwarf_lines.c; NULL until used */
	struct inlines *inlines; /* dwarf_inlines.c; NULL until used */
	unsigned char build_id[64];
	unsigned build_id_length;
	struct section *sections;
	size_t n_sections;
	size_t *loaded; /* sections with an address and bytes, by address */
	size_t n_loaded;
	struct symbol *symbols; /* defined code and data symbols, by address */
	size_t n_symbols, symbols_room;
	struct code_mark *marks; /* by address; only of 32-bit ARM (code_kind.c) */
	size_t n_marks, marks_room;
};

/* Finds files of debug information that libdwfl does not find (image_index.h). */
struct debug_finder {
	/* Returns another file than path with a build ID, or NULL. */
	const char *(*by_id)(const unsigned char *id, size_t length, const char *path);
	/* Returns the file that a .gnu_debuglink names, or NULL. */
	const char *(*by_link)(const char *name, uint32_t crc);
};

/* finder: may be NULL; it is used as long as the image is open. */
struct image *image_open(const char *path, const struct debug_finder *finder,
			 struct anycov_error *err);
/* The same of an open file, which is closed with the image.  path: its name in messages. */
struct image *image_open_fd(const char *path, int fd, const struct debug_finder *finder,
			    struct anycov_error *err);
/* The same of its contents, which are freed with the image. */
struct image *image_open_bytes(const char *path, void *bytes, size_t n,
			       const struct debug_finder *finder, struct anycov_error *err);
void image_close(struct image *img);
/* Frees all but the path, the build ID and what the ELF header contains. */
void image_unload(struct image *img);

const struct section *image_section(const struct image *img, const char *name);
/*
 * Finds the section of flags (coverage=flags), or by the symbols of its bounds where it is
 * part of another one.  Returns false if the image has none.
 */
bool image_flags(const struct image *img, uint64_t *address, uint64_t *size);
/*
 * Decompresses the bytes of a section that -gz compressed (those named .debug_*) and
 * restores its name.  Calling it again has no effect.
 */
int image_decompress(const struct image *img, size_t index, struct anycov_error *err);
/* Returns the loaded section containing the address, or NULL. */
const struct section *image_section_at(const struct image *img, uint64_t addr);
/* Returns n bytes at an address, or NULL if they are not in the file. */
const unsigned char *image_bytes(const struct image *img, uint64_t addr, size_t n);
/* Returns the function (or other code symbol) containing the address, or NULL. */
const struct symbol *image_symbol_at(const struct image *img, uint64_t addr);
/* Notes what a symbol of a 32-bit ARM image tells about code; addr has the Thumb bit. */
void image_add_mark(struct image *img, const char *name, uint64_t addr, uint64_t size,
		    bool function);
/* Sorts the marks; call it after the last symbol. */
void image_finish_marks(struct image *img);
/* Returns the kind of the code at an address, CODE_UNKNOWN if no symbol tells it. */
enum code_kind image_code_kind(const struct image *img, uint64_t addr);
/* Reads a number in the byte order of the image. */
static inline uint64_t image_number(const struct image *img, const unsigned char *p, unsigned bytes)
{
	uint64_t v = 0;

	if (img->big_endian)
		for (unsigned i = 0; i < bytes; i++)
			v = v << 8 | p[i];
	else
		for (unsigned i = bytes; i; i--)
			v = v << 8 | p[i - 1];
	return v;
}

/* Returns whether a section of this type (sh_type) has bytes that the program defines. */
bool section_has_data(const struct image *img, uint32_t type);
/* Returns whether the section is loaded and executable. */
bool section_is_code(const struct section *s);

/* Returns "0x1234", or ".text+0x34" in a relocatable object; to be freed. */
char *image_address_text(const struct image *img, uint64_t return_address);
/* The same for the start of a function. */
char *image_start_text(const struct image *img, uint64_t addr);

#endif
