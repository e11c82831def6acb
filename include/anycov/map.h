/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The map: records in the section .anycov_map of instrumented objects and
 * images.  It is not loaded, so it costs neither flash nor RAM.  Written by
 * common/map_asm.c (as assembly), read by cli/.
 *
 * Numbers have the byte order of the image; records are packed, so nothing is
 * aligned.  "uleb" is DWARF's unsigned LEB128, "str" a NUL-terminated string.
 * Every record is
 *
 *   u8 tag, u8 version, u32 length of the body, body
 *
 * and a reader skips tags and versions it does not know.
 *
 *   'S' site, one for each machine copy of a probe
 *        addr   a label at or a few instructions after the return address of
 *               the probe's call, never after the next probe's call.
 *               8 bytes in ELFCLASS64, else 4.
 *        u64    function id: a number that its 'F' record has, and no other
 *               function's (a hash of what the records say)
 *        u32    number of the site in its function; copies that the optimiser
 *               makes of a site share it
 *        u32    block of the site in its function
 *        u8     kind: enum anycov_site_kind
 *        addr   kinds GUARD, COUNTER, FLAG: the probe's guard, counter or flag
 *   'F' function
 *        u64    function id
 *        u8     enum anycov_level (1 func, 2 bb, 3 edge)
 *        u8     enum anycov_prune (0 none, 1 dom, 2 lossless)
 *        str    assembler name
 *        str    main source file
 *        uleb   number of blocks
 *        uleb   line where the function is defined (0: unknown)
 *        uleb   file of that line, as below
 *        uleb   number of files, then each: str
 *        str    folder where relative names of files start; empty: not known.
 *               May be missing, as what follows the witnesses in 'B'
 *   'B' block
 *        u64    function id
 *        uleb   number of the block; 0 is the entry
 *        uleb   flags: ANYCOV_MAP_BLOCK_*
 *        uleb   number of successors, then each: uleb block
 *        uleb   number of lines, then each: uleb file (index in 'F'), uleb line
 *        uleb   number of witnesses, then each: uleb block.  A block without a
 *               probe was covered if and only if one of its witnesses was.
 *        uleb   for each of the lines: the column (bytes, from 1) at which the
 *               block begins there; 0: not known
 *   'A' which runtime the unit needs
 *        addr   a symbol that this runtime defines (hooks.def)
 */
#ifndef ANYCOV_MAP_H
#define ANYCOV_MAP_H

#define ANYCOV_MAP_VERSION 1
#define ANYCOV_MAP_SITE 'S'
#define ANYCOV_MAP_FUNCTION 'F'
#define ANYCOV_MAP_BLOCK 'B'
#define ANYCOV_MAP_ABI 'A' /* the address of a tag symbol: which runtime the unit needs */

enum anycov_site_kind {
	ANYCOV_SITE_PC = 1,
	ANYCOV_SITE_CMP = 2,
	ANYCOV_SITE_SWITCH = 3,
	ANYCOV_SITE_GUARD = 4,
	ANYCOV_SITE_DATA = 5, /* div, gep, load, store, indirect call, stack depth */
	ANYCOV_SITE_ENTRY = 6,
	ANYCOV_SITE_EXIT = 7,
	/* Probes without a call: addr is in the code that counts or sets the flag,
	 * at its first instruction or a few behind. */
	ANYCOV_SITE_COUNTER = 8,
	ANYCOV_SITE_FLAG = 9
};

#define ANYCOV_MAP_BLOCK_PROBED 1u   /* has a probe of its own */
#define ANYCOV_MAP_BLOCK_UNKNOWN 2u  /* pruned, and nothing tells (prune=dom) */
#define ANYCOV_MAP_BLOCK_ASSUMED 4u  /* the witnesses decide only if every call
					in between came back */
#define ANYCOV_MAP_BLOCK_EXIT 8u     /* control leaves the function here */
#define ANYCOV_MAP_BLOCK_EMPTY 16u   /* holds no code of the user */
#define ANYCOV_MAP_BLOCK_CALLS 32u   /* holds a call that may not come back, or in
					which recording may begin */

#endif
