/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Tables, their constructors and the gate variable as assembly text, for a compiler that
 * cannot express them as variables (GCC).  Each function appends to a FILE: gas syntax for
 * ELF, no compiler's escapes.
 */
#ifndef ANYCOV_TABLE_ASM_H
#define ANYCOV_TABLE_ASM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include "common/instrument.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Room for a label of the two functions below. */
#define ANYCOV_LABEL_MAX 64
/* The first element of a function's piece; serial: the number of the function in the file. */
void anycov_piece_label(char out[ANYCOV_LABEL_MAX], enum anycov_table_id table, unsigned serial);
/* A block whose address a table contains. */
void anycov_block_label(char out[ANYCOV_LABEL_MAX], uint32_t block, unsigned serial);

/* What the text of a piece names. */
struct anycov_piece_place {
	unsigned serial;
	unsigned pointer_bytes;
	const char *function; /* its symbol: the address of block 0 */
	const char *group;    /* comdat group of the function, or NULL */
	/*
	 * The first function of the file in this function's section, by its symbol and by its
	 * serial; NULL: the assembler cannot tie sections.  The same one for all functions
	 * that share a section, because every name makes a section of its own and assemblers
	 * search them one after the other.
	 */
	const char *section_symbol;
	unsigned section_serial;
	bool is_relocated;       /* the program's loader changes addresses */
	bool counts_words;       /* addresses of code count words (AVR) */
	const uint8_t *has_code; /* by block: its label is in the code */
	/* The symbol that item calls; NULL: a constant address; "": no code calls it. */
	const char *(*callee)(void *user, uint32_t item);
	void *user;
};
void anycov_write_piece(FILE *out, const struct anycov_piece *piece,
			const struct anycov_piece_place *place);

/* A definition of the gate variable for a unit that has none: 0. */
void anycov_write_gate(FILE *out, const char *symbol_prefix);

/* A definition of ANYCOV_ONE_FUZZER, of this section. */
void anycov_write_fuzzer(FILE *out, const char *symbol_prefix, const char *section);

/* The entry of .init_array that calls a constructor, in the comdat group of its name. */
void anycov_write_ctor(FILE *out, const char *name, unsigned pointer_bytes);

#ifdef __cplusplus
}
#endif
#endif
