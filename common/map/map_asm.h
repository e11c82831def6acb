/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The map (anycov/map.h) as assembly text, the same for both compilers.
 *
 * The text of a site directly follows its hook call, in an asm statement
 * whose operand or text differs from every other site's: this gives the site an
 * identity that no optimiser may merge with another's.  The text of a function
 * (records F and B) holds no labels and goes once into the assembly file.
 */
#ifndef ANYCOV_MAP_ASM_H
#define ANYCOV_MAP_ASM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "anycov/map.h"

#ifdef __cplusplus
extern "C" {
#endif

struct anycov_site {
	uint64_t function; /* anycov_map_function.id */
	uint32_t number;   /* in the function, from 0 */
	uint32_t block;
	unsigned kind;           /* enum anycov_site_kind */
	unsigned addr_bytes;     /* 4 or 8: the ELF class */
	const char *group;       /* comdat group of the function, NULL, or: */
#define ANYCOV_GROUP_OF_CODE "?" /* that of the section the text lands in, if any */
	const char *section;     /* of the records; NULL: .anycov_map */
	/* The address of the site's guard, counter or flag as the assembler takes
	 * it, or NULL: it has none. */
	const char *variable;
	/*
	 * A label that no other text of the assembly file has (".L...", made of
	 * letters, digits and whatever the adapter puts a number for), or NULL.
	 * With it the record's section is tied to the section of the code
	 * (SHF_LINK_ORDER), so that a linker that drops unused sections keeps or
	 * drops both: GNU ld else drops every record.  Assemblers before
	 * binutils 2.35 do not know that flag.
	 */
	const char *label;
	/*
	 * The label of a site before this one, in the same section of code: the
	 * record joins that one's section (each label makes one, and assemblers
	 * search them one after the other).  NULL: it makes its own.
	 */
	const char *link;
	/*
	 * NULL: the record is one of the map.  Else it is one of sites=trap, and the code gets
	 * this relocation, which changes nothing: with the code a linker then keeps the flag,
	 * which no instruction names.
	 */
	const char *trap_keeps;
	bool has_nop; /* of a trap: it is over an instruction of its own */
};

#define ANYCOV_SITE_ASM_MAX 512

/*
 * Writes the site's text: gas syntax, lines separated by newlines, no compiler
 * escapes (the adapter doubles '%' or '$').  Accepted by GNU as and by LLVM's
 * integrated assembler on every ELF target.  Returns its length, or 0 if it
 * does not fit into n bytes (a very long group name: give a larger buffer).
 */
size_t anycov_site_asm(char *buf, size_t n, const struct anycov_site *site);

/*
 * Writes the record of a tag symbol: a linker looks for the symbol although the
 * section is not loaded, so a unit links only with a runtime that defines it.
 */
#define ANYCOV_TAG_ASM_MAX 256
void anycov_tag_asm(char buf[ANYCOV_TAG_ASM_MAX], const char *section, unsigned addr_bytes,
		    const char *symbol);

struct anycov_map_line {
	uint32_t file; /* index in files */
	uint32_t line;
	uint32_t column; /* in bytes, from 1; 0: not known.  Of several records of a
			  * line the first with a column counts. */
	uint32_t part;   /* of the block: 0, or after which call (struct anycov_parts) */
};

/*
 * Calls that may not return cut a block into parts.  What is after such a call is another part of
 * it, if it has a line (or at the late place a mark) that was not there before.  In rules and marks
 * parts have numbers as blocks do, from n_blocks on.
 */
struct anycov_parts {
	uint32_t n;        /* without the first one */
	bool ends_in_call; /* the last one contains a call that may not return */
	bool may_end;      /* one of these may end the program, as the unit shows */
};
/* A part of a block, the first one excepted. */
struct anycov_map_part {
	uint32_t flags; /* ANYCOV_MAP_BLOCK_* */
	uint32_t n_implied_by;
	const uint32_t *implied_by;
};
struct anycov_map_block {
	uint32_t flags; /* ANYCOV_MAP_BLOCK_* */
	uint32_t n_succs, n_lines, n_implied_by;
	const uint32_t *succs;
	const struct anycov_map_line *lines; /* sorted and without repeats on output */
	const uint32_t *implied_by;
	uint32_t n_parts, first_part; /* number of the first one in rules and marks */
	const struct anycov_map_part *parts;
};
/* As in record 'D'. */
struct anycov_map_condition {
	struct anycov_map_line place;
	const char *text; /* not NULL */
	uint32_t to[2];   /* by value: ANYCOV_MAP_IS_FALSE, ... */
	uint32_t n_blocks;
	const uint32_t *blocks;
	uint32_t shown_in[2]; /* by value: 1 + a block, or 0 */
};
struct anycov_map_decision {
	uint32_t n;
	const struct anycov_map_condition *conditions;
};
struct anycov_mark; /* common/facts.h */
struct anycov_map_function {
	uint64_t id; /* of anycov_map_function_id() */
	const char *name, *unit;
	const char *dir;  /* where relative names of files start; NULL: not known */
	const char *salt; /* tells units of one name apart, for the id; may be NULL */
	unsigned level, prune;
	uint32_t line, file;
	const char *group; /* as in struct anycov_site */
	const char *section;
	uint32_t n_files, n_blocks, n_parts;
	const char *const *files;
	const struct anycov_map_block *blocks;
	bool is_source; /* its blocks are those of the source (place=early) */
	bool lists_decisions, tests_as_written;
	const struct anycov_map_decision *decisions;
	uint32_t n_decisions;
	/* Blocks of source functions in this function's blocks; its own are not shown. */
	bool has_marks;
	const struct anycov_mark *marks;
	uint32_t n_marks;
};

/* Which blocks the flags of a function are of. */
struct anycov_map_flags {
	uint64_t function; /* anycov_map_function.id */
	unsigned hit_value, addr_bytes;
	const char *group, *section; /* as in struct anycov_site */
	const char *variable;        /* the address of the first flag */
	unsigned seal;               /* the byte beside them; 0: none */
	const char *label;           /* to define in the code, before the record; or: */
	const char *symbol;          /* of the function */
	uint32_t n;
	const uint32_t *blocks; /* of each flag */
};

/*
 * A hash of all that the records say (f->id apart) and of the salt.  The name and the
 * unit alone would not do: a build that enters directories compiles main.c in several of them, or
 * one file twice with other macros, and static functions of one name would be one.
 */
uint64_t anycov_map_function_id(const struct anycov_map_function *f);
/* Adds a text (NULL: an empty one) to a hash. */
uint64_t anycov_map_hash_text(uint64_t hash, const char *text);

/*
 * The function's records as assembly text (malloc'ed, NUL-terminated, no
 * compiler escapes), between .pushsection and .popsection.  NULL: no memory.
 */
char *anycov_map_function_asm(const struct anycov_map_function *f);

/*
 * The record of the contents of a source file.  is_linked: a linker keeps one of equal ones.  To be
 * freed; NULL: no memory.
 */
struct anycov_contents; /* common/map/source_files.h */
char *anycov_map_contents_asm(const char *section, bool is_linked, const char *file,
			      const char *dir, const struct anycov_contents *contents);

/* The same for the record of a function's flags. */
char *anycov_map_flags_asm(const struct anycov_map_flags *f);

/*
 * Records of a list's entries; is_linked: a linker keeps one of equal ones.  To be freed; NULL: no
 * memory.
 */
struct anycov_list; /* common/options/special_case_list.h */
char *anycov_map_list_asm(const char *section, bool is_linked, const struct anycov_list *list);

/* The record of a step of link-time optimization: of a unit, or with NULL of a link.  To be freed.
 */
char *anycov_map_lto_asm(const char *section, const char *unit);

/* A byte of an asm text, and what a compiler takes for it in an asm statement. */
struct anycov_asm_escape {
	char byte;
	const char *text;
};
/* Returns the text with these bytes replaced, to be freed; the list ends with byte 0.  Without
 * memory it ends the program. */
char *anycov_escape_asm(const char *text, const struct anycov_asm_escape *list);

#ifdef __cplusplus
}
#endif
#endif
