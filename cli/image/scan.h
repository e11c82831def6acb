/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Finds the calls of hooks in machine code.  scan_<arch>.c decodes direct calls and
 * linker stubs (PLT entries, veneers) of an architecture; scan.c does the rest.
 *
 * Data that looks like a call must contain exactly the address of a hook.  Where
 * instructions are short enough to make that likely (AVR, compressed RISC-V), code is
 * decoded instruction by instruction from symbol to symbol instead of byte by byte.
 */
#ifndef ANYCOV_SCAN_H
#define ANYCOV_SCAN_H

#include "image/elf.h"
#include "base/u64_map.h"

struct call {
	uint64_t from; /* address of the instruction (of the first of a pair) */
	uint64_t ret;  /* return address that the hook sees */
	int hook;      /* enum anycov_hook_id */
	bool jump;     /* a tail call: the hook sees the return address of its caller */
};

struct branch {
	uint64_t target; /* address of code, or of the slot that holds it */
	unsigned length; /* bytes up to the return address */
	bool link;       /* a call; else a jump */
	bool slot;       /* target is a slot of the GOT */
};

struct scan_arch {
	uint16_t machine;
	/*
	 * Decodes a direct call or jump at p (n bytes of code at address addr); returns
	 * false if there is none.
	 */
	bool (*decode)(const struct image *img, const unsigned char *p, size_t n, uint64_t addr,
		       struct branch *b);
	/*
	 * Decodes in the other instruction set where the image does not tell which one a word
	 * belongs to; tried if decode() found no call of a hook.  May be NULL.
	 */
	bool (*decode_other)(const struct image *img, const unsigned char *p, size_t n,
			     uint64_t addr, struct branch *b);
	/* Decodes a linker stub at addr; may be NULL. */
	bool (*stub)(const struct image *img, uint64_t addr, struct branch *b);
	/* Returns the size of the instruction at p; NULL: try every `step` bytes. */
	unsigned (*length)(const struct image *img, const unsigned char *p, size_t n);
	unsigned step;
	/* Calls in relocatable objects; the last entry has length 0. */
	const struct scan_reloc {
		uint32_t type;
		signed char from;     /* of the instruction, relative to the relocation */
		unsigned char length; /* from there to the return address */
		bool link;
		unsigned char opcode_mask, opcode; /* of the byte before; mask 0: any */
	} * relocs;
	uint32_t abs_relocs[3]; /* types that store an address, 0-terminated */
};

extern const struct scan_arch scan_x86_64, scan_i386, scan_aarch64, scan_arm, scan_riscv, scan_avr,
	scan_xtensa;

const struct scan_arch *scan_arch_of(const struct image *img);

struct call_list {
	struct call *v; /* sorted by ret */
	size_t n, room;
};

/* Finds all calls.  Returns -1 with err filled if the architecture is unsupported. */
int scan_calls(const struct image *img, struct call_list *calls, struct anycov_error *err);

/* Finds the calls in a relocatable object by its relocations (scan_reloc.c). */
int scan_relocations(const struct image *img, const struct scan_arch *arch, struct call_list *calls,
		     struct anycov_error *err);

#endif
