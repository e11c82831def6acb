/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The map: records in the section .anycov_map of instrumented objects and
 * images.  It is not loaded, so it costs neither flash nor RAM.  Written by
 * common/map/map_asm.c (as assembly), read by cli/.
 *
 * Numbers have the byte order of the image; records are packed, so nothing is
 * aligned.  "uleb" is DWARF's unsigned LEB128, "str" a NUL-terminated string.
 * Every record is
 *
 *   u8 tag, u8 version, u32 length of the body, body
 *
 * and a reader skips tags and versions it does not know.  All versions are 1, but for 'B'.
 *
 *   'S' site, one for each machine copy of a probe
 *        addr   a label at or a few instructions after the return address of
 *               the probe's call, never after the next probe's call.
 *               8 bytes in ELFCLASS64, else 4.
 *        u64    function ID: a number that its 'F' record has, and no other
 *               function's (a hash of the contents of the records)
 *        u32    number of the probe in its function; copies that the optimizer
 *               makes of a probe share it
 *        u32    block of the probe in its function
 *        u8     kind: enum anycov_site_kind
 *        addr   kinds GUARD, COUNTER, FLAG: the probe's guard, counter or flag
 *   'F' function
 *        u64    function ID
 *        u8     enum anycov_level
 *        u8     enum anycov_prune: for which executions the rules of 'B' hold
 *        str    assembler name
 *        str    main source file
 *        uleb   number of blocks, with the parts of them ('B')
 *        uleb   line where the function is defined (0: unknown)
 *        uleb   file of that line, as below
 *        uleb   number of files, then each: str
 *        str    directory that relative file names start from; empty: unknown.
 *               May be missing, like the columns of 'B'
 *   'B' block: version 2
 *        u64    function ID
 *        uleb   number of the block; 0 is the entry
 *        uleb   flags: ANYCOV_MAP_BLOCK_*
 *        uleb   number of successors, then each: uleb block
 *        uleb   number of lines, then each: uleb file (index in 'F'), uleb line; by file and
 *               line, and after all others those of the file in which the block ends
 *        uleb   number of implying blocks, then each: uleb block.  A block without a
 *               probe was covered if and only if one of its implying blocks was.
 *        uleb   for each of the lines: the column (bytes, from 1) at which the
 *               block begins there; 0: unknown
 *        uleb   number of parts that are after calls that may not return; may be missing:
 *               none.  They are executed after the block, one after the other, if each call
 *               before returns.  Flags EXIT and RESUMES belong to the last part.  Then
 *        uleb   number of the first part, as of a block, for 'M'; the others follow.  Then
 *               for each part
 *        uleb   flags: CALLS, PROBED, UNKNOWN, EMPTY and ASSUMED
 *        uleb   how many of the lines are its own.  The block's own ones are the first of
 *               all, then those of the first part, and so on
 *        uleb   number of implying blocks, then each: uleb block or part.  A part is PROBED, is
 *               UNKNOWN, or has implying blocks; in a source function ('O') it may have none.
 *               Version 1 has no such list and only the flags CALLS and PROBED: each part is
 *               implied by the block or part before it, ASSUMED, and the block's EMPTY is that
 *               of its parts
 *   'V' flags of a function whose probes are flags (coverage=flags); they have no 'S'
 *        u64    function ID
 *        u8     the value of a flag whose probe was hit: 0 or 1; before, it is the other.
 *               ANYCOV_MAP_HIT_ODD: any odd number; before, it is 0
 *        addr   the function's first flag; the others follow it
 *        uleb   number of flags, then for each: uleb block
 *        addr   the function's code.  Linkers leave 0 there if they drop the code, also
 *               where they keep the flags.  May be missing
 *        u8     the byte after the last flag (ANYCOV_MAP_HIT_ODD: before the first one, whose
 *               address is odd), not 0 or 1, if the flags are part of .data:
 *               another value shows that start-up code did not initialize the memory, or
 *               that it is not this image's.  May be missing
 *   'O' the function with this ID is as it was written (place=early): it has no code of
 *       its own.  A block of it was covered if and only if one of the blocks that 'M'
 *       records name was; a block that none of them names is not in the program.  Code
 *       without probes ('M', and no block with a probe) shows nothing of what it contains.
 *        u64    function ID
 *   'M' blocks of source functions in the blocks of a function with code
 *        u64    function ID
 *        uleb   number of source functions, then each: u64 function ID
 *        uleb   number of blocks, then for each: uleb block, uleb source function (index
 *               in the list), uleb block of that
 *   'D' the decisions of a source function, as the compiler sees them: those without '&&', '||'
 *       and '?:', too.  A branch that is in none of them is none of the user's.  Compilers that
 *       see none have no such record.  It may test the negation of a condition, and exchange the
 *       results of ?:
 *   'W' the same; conditions are tested as they are written, without '!'
 *        u64    function ID
 *        uleb   number of decisions, then for each:
 *        uleb   number of conditions, in the order of evaluation, then for each:
 *        uleb   file (index in 'F'), uleb line, uleb column of a place in its text; a line
 *               or column of 0 is unknown
 *        str    its text as far as the compiler can print it; empty: unknown
 *        uleb   where an evaluation goes if it is false: 0 the decision is false, 1 it is
 *               true, 2 + I condition I, a later one
 *        uleb   the same if it is true, as the first successor of its blocks is taken
 *        uleb   number of blocks that end in its branch, then each: uleb block.  Several are
 *               copies (of a destructor's call); none: the compiler made no branch of it
 *        uleb   1 + the block that runs if an evaluation shows that the condition decides
 *               with false: it leads nowhere and has no line.  0: there is none, edges tell
 *        uleb   the same for true
 *   'L' an entry of an allow or ignore list that a translation unit was compiled with
 *        u8     1: it matched a function or a file there
 *        str    "FILE:LINE: ENTRY"
 *   'U' a step of a compilation with link-time optimization
 *        u8     0: code of the unit waits for the link; 1: a link gave code its probes
 *        str    0: the unit; 1: ""
 *   'C' contents of a source file when it was compiled
 *        str    the file, as in 'F'
 *        str    directory that a relative name starts from
 *        u64    number of bytes
 *        u64    their FNV-1a hash
 *   'A' which runtime the translation unit needs
 *        addr   a symbol that this runtime defines (hooks.def)
 */
#ifndef ANYCOV_MAP_H
#define ANYCOV_MAP_H

#define ANYCOV_MAP_VERSION 1
#define ANYCOV_MAP_BLOCK_VERSION 2 /* of 'B' */
#define ANYCOV_MAP_SITE 'S'
#define ANYCOV_MAP_FUNCTION 'F'
#define ANYCOV_MAP_BLOCK 'B'
#define ANYCOV_MAP_FLAGS 'V'
#define ANYCOV_MAP_HIT_ODD 2
#define ANYCOV_MAP_SOURCE 'O'
#define ANYCOV_MAP_MARKS 'M'
#define ANYCOV_MAP_DECISIONS 'D'
#define ANYCOV_MAP_DECISIONS_AS_WRITTEN 'W'
#define ANYCOV_MAP_LIST 'L'
#define ANYCOV_MAP_LTO 'U'
#define ANYCOV_MAP_CONTENTS 'C'
#define ANYCOV_MAP_ABI 'A' /* the address of a tag symbol: which runtime the unit needs */

/* Of 'D': where an evaluation goes. */
#define ANYCOV_MAP_IS_FALSE 0u
#define ANYCOV_MAP_IS_TRUE 1u
#define ANYCOV_MAP_CONDITION 2u /* and the condition's number */
/* How many ways through a decision reports try; of one with more all outcomes have blocks. */
#define ANYCOV_MAP_DECISION_WAYS 4096u

/* Where probes are; the numbers are the map's. */
enum anycov_level {
	ANYCOV_LEVEL_DEFAULT = 0, /* in options only, until anycov_options_finish() */
	ANYCOV_LEVEL_FUNC = 1,
	ANYCOV_LEVEL_BB = 2,
	ANYCOV_LEVEL_EDGE = 3
};

/* Which probes were left out; the numbers are the map's. */
enum anycov_prune {
	ANYCOV_PRUNE_NONE = 0,
	ANYCOV_PRUNE_DOM = 1,
	/* Lossless, complete: rules hold for calls of the function that were recorded from entry to
	 * exit.  Traces of the kernel's preset, and maps of older builds. */
	ANYCOV_PRUNE_LOSSLESS = 2,
	/* Lossless, call-safe: no rule crosses a call that may not return, or a back edge. */
	ANYCOV_PRUNE_CALL_SAFE = 3
};

/*
 * Kinds of probes: X(identifier, number in the map, name in outputs).
 * DATA: div, gep, load, store, indirect call, stack depth.  COUNTER and FLAG have no
 * call: addr is in the code that counts or sets the flag, at its first instruction
 * or a few after it.
 */
#define ANYCOV_SITE_KINDS(X)                                                                       \
	X(PC, 1, "pc")                                                                             \
	X(CMP, 2, "cmp")                                                                           \
	X(SWITCH, 3, "switch")                                                                     \
	X(GUARD, 4, "guard")                                                                       \
	X(DATA, 5, "data")                                                                         \
	X(ENTRY, 6, "entry")                                                                       \
	X(EXIT, 7, "exit")                                                                         \
	X(COUNTER, 8, "counter")                                                                   \
	X(FLAG, 9, "flag")

enum anycov_site_kind {
#define ANYCOV_SITE_ENUM(id, number, name) ANYCOV_SITE_##id = number,
	ANYCOV_SITE_KINDS(ANYCOV_SITE_ENUM)
#undef ANYCOV_SITE_ENUM
};

#define ANYCOV_MAP_BLOCK_PROBED 1u  /* has a probe of its own */
#define ANYCOV_MAP_BLOCK_UNKNOWN 2u /* pruned without a rule (prune=dom) */
/* The implying blocks decide only if every call in between returned. */
#define ANYCOV_MAP_BLOCK_ASSUMED 4u
#define ANYCOV_MAP_BLOCK_EXIT 8u   /* control leaves the function here */
#define ANYCOV_MAP_BLOCK_EMPTY 16u /* contains no code of the user */
/* Contains a call that may not return, or in which recording may begin. */
#define ANYCOV_MAP_BLOCK_CALLS 32u
/* Ends in a call of the unwinder that goes on; it has the line of code before, whichever it is. */
#define ANYCOV_MAP_BLOCK_RESUMES 64u
/* GCC's: each call that may end in longjmp() leads here, and from here to each setjmp(). */
#define ANYCOV_MAP_BLOCK_DISPATCHER 128u
/* Of a source function, with EMPTY: on an edge, with a mark that shows whether it was taken. */
#define ANYCOV_MAP_BLOCK_EDGE 256u
/* Its branch is none of the source as it is at -O0: of a switch that resumes a coroutine, say. */
#define ANYCOV_MAP_BLOCK_MADE_BRANCH 512u
/* Ends in a call that may throw: of its successors all but the first are for exceptions. */
#define ANYCOV_MAP_BLOCK_THROWS 1024u
/* Its branch chooses a handler by the type of an exception. */
#define ANYCOV_MAP_BLOCK_CATCHES 2048u

#endif
