/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Finds the calls to hooks in machine code.  Each architecture says in its
 * scan_<arch>.c how its direct calls look and what a linker's stub (PLT entry,
 * veneer) looks like; scan.c does the rest.
 *
 * A chance match in data would need a whole call instruction with exactly the
 * address of a hook; where instructions are short enough for that (AVR,
 * compressed RISC-V) the code is walked instruction by instruction from
 * symbol to symbol instead of byte by byte.
 */
#ifndef ANYCOV_SCAN_H
#define ANYCOV_SCAN_H

#include "elf_image.h"
#include "numset.h"

struct call {
	uint64_t from;   /* address of the instruction (of the first of a pair) */
	uint64_t ret;    /* what a hook sees as its return address */
	int hook;        /* enum anycov_hook_id */
	bool jump;       /* a tail call: the hook sees its caller's return address */
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
	 * Is there a direct call or jump at p (n bytes of code from address
	 * addr on)?
	 */
	bool (*decode)(const struct image *img, const unsigned char *p, size_t n, uint64_t addr,
		       struct branch *b);
	/* Where a linker's stub at addr goes to; may be NULL. */
	bool (*stub)(const struct image *img, uint64_t addr, struct branch *b);
	/* Bytes of the instruction at p; NULL: look at every `step` bytes. */
	unsigned (*length)(const struct image *img, const unsigned char *p, size_t n);
	unsigned step;
	/* Calls in relocatable objects, ended by length 0. */
	const struct scan_reloc {
		uint32_t type;
		signed char from;     /* of the instruction, relative to the relocation */
		unsigned char length; /* from there to the return address */
		bool link;
		unsigned char opcode_mask, opcode; /* of the byte before; mask 0: any */
	} *relocs;
	uint32_t abs_relocs[3]; /* types that store an address, 0-terminated */
};

extern const struct scan_arch scan_x86_64, scan_i386, scan_aarch64, scan_arm, scan_riscv, scan_avr,
	scan_xtensa;

const struct scan_arch *scan_arch_of(const struct image *img);

struct call_list {
	struct call *v; /* sorted by ret */
	size_t n, room;
};

/* Finds all calls; -1 and err if the architecture is not known. */
int scan_calls(const struct image *img, struct call_list *calls, struct anycov_error *err);

/* Calls in a relocatable object, by its relocations (scan_reloc.c). */
int scan_relocations(const struct image *img, const struct scan_arch *arch,
		     struct call_list *calls, struct anycov_error *err);

/* Sign-extends the low bits of v. */
int64_t sign_extend(uint64_t v, unsigned bits);
/* Little-endian loads: code is little-endian on all these machines but old ARM. */
uint16_t load16(const unsigned char *p);
uint32_t load32(const unsigned char *p);

#endif
