/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The file of flags: which probes of an image were hit, in any process that ran it.
 * Processes map it shared over the section of flags, so that a store of a flag is a
 * store to the file.  Written by runtime/port/host/, read by cli/.
 *
 * One file an image: <directory>/<name>-<build ID in hexadecimal>.flags.  Beside it,
 * with the ending .image, an ELF file of the same class, machine and byte order that
 * contains no code: the sections of the image that a report reads (the map, the build
 * ID as a note, and one named __anycov_flags with the address and size of the flags,
 * with or without bytes).  It needs no program headers and no symbols.
 *
 *   offset 0          struct anycov_flags_head, build ID, path of the image (no NUL)
 *   offset at_flags   the flags: a copy of the section, byte for byte; at_flags is a
 *                     multiple of page_bytes
 *
 * Between the path and at_flags, struct anycov_flags_cut, as many as fit, end at at_flags if
 * ANYCOV_FLAGS_CUT is set: at least ANYCOV_FLAGS_CUTS.
 *
 * Lanes (version 2) follow the flags at the next multiple of page_bytes: a page that begins with
 * struct anycov_flags_lanes, then its n lanes, each as many bytes as the flags, rounded up to
 * page_bytes.  A process maps a lane over its section, which no other process has, and moves what
 * it hit to the flags when its end is counted.  If all are taken it shares lane 0.  A child of
 * fork() begins with the flags of its parent.  So the flags show what processes hit whose end was
 * seen, and the lanes what the others did: SIGKILL leaves calls incomplete of these alone.  A lane
 * that is not taken may have flags, too.
 *
 * Numbers have the byte order of the image, which magic shows.  A file is visible
 * under its name only when it is complete.  Each count is changed by one atomic addition;
 * only an exec that fails takes back an end.  An image without a build ID has
 * build_id_bytes == 0 and in the name 16 digits that tell its builds apart.
 *
 * What the counts mean to a reader.  A block without a flag follows from flags by the
 * rules of the map, which are valid for calls that were entered and left.  A reader
 * uses them all if n_ended == n_started and n_ended_cut == 0, but for the functions that
 * a cut names.  So count a process
 *
 *   in n_ended      when its end was seen: exit(), _exit(), the return of main(), exec, a
 *                   signal that the program does not handle.  If calls are not known
 *                   that a signal left, it is not counted, unless its flags were copied
 *                   then and ANYCOV_FLAGS_SIGNAL is set
 *   in n_ended_cut  unless each of its calls returned or is in the table of cuts: exit()
 *                   below main(), longjmp(), exceptions, exec, threads that end early or
 *                   still run.  ANYCOV_FLAGS_ANYWHERE is set before, unless each of the
 *                   others ended in a call
 *
 * With n_ended_cut != 0 a reader uses the rules without a call in between that may not
 * return; with ANYCOV_FLAGS_ANYWHERE, too, and after an end that was not seen, only what
 * holds for calls that ended at any instruction.  The same applies to each function that a
 * cut names, whatever the counts are.
 *
 * With ANYCOV_FLAGS_CLEARED a function may have been active when its flags were cleared: the
 * paths that a reader looks at begin after each call, too; with ANYCOV_FLAGS_CLEARED_ANYWHERE,
 * in each block.  A process that clears sets them before, and counts itself in n_ended_cut.
 *
 * The table of cuts is a set of calls that did not return, of any process: an entry is
 * used if its address is not 0.  A writer takes an empty entry by one atomic exchange of
 * the address, stores the rest, sets ANYCOV_FLAGS_CUT, and then counts the process.  It
 * counts it in n_ended_cut, too, if it has calls that it cannot name, if the table is
 * full, or if the names leave no room for one.
 */
#ifndef ANYCOV_FLAGS_FILE_H
#define ANYCOV_FLAGS_FILE_H

#include <stdint.h>

#define ANYCOV_FLAGS_MAGIC 0x616e7966u /* "anyf" where the most significant byte is first */
#define ANYCOV_FLAGS_VERSION 2
#define ANYCOV_FLAGS_VERSION_WITHOUT_LANES 1
#define ANYCOV_FLAGS_FILE_END ".flags"
#define ANYCOV_FLAGS_IMAGE_END ".image"
/* Of files that are being written, and of what a process left that was killed then. */
#define ANYCOV_FLAGS_TEMPORARY_END ".tmp"
/* In each directory of flags: only a directory that has it is ever emptied. */
#define ANYCOV_FLAGS_DIR_MARKER ".anycov-data"

/*
 * What 'anycov run' sets the soft limit RLIMIT_LOCKS to, which no Linux after 2.4 uses: processes
 * inherit it whatever becomes of their environment.  One with this limit and without ANYCOV_DIR
 * takes the value of its parent, or of the nearest process above that has one.
 */
#define ANYCOV_FLAGS_RUN_LIMIT 0x616e7966

/* Entries of the table of cuts: of any file; a writer makes room for one for 16 flags, up to
 * ANYCOV_FLAGS_CUTS_MAX, and a reader looks at no more than that. */
#define ANYCOV_FLAGS_CUTS 128u
#define ANYCOV_FLAGS_CUTS_MAX 4096u
#define ANYCOV_FLAGS_CUTS_OF(n_flags)                                                              \
	((n_flags) / 16 < ANYCOV_FLAGS_CUTS       ? ANYCOV_FLAGS_CUTS                              \
	 : (n_flags) / 16 > ANYCOV_FLAGS_CUTS_MAX ? ANYCOV_FLAGS_CUTS_MAX                          \
						  : (uint32_t)((n_flags) / 16))

/* Lanes of a new file: as many as fit into this many bytes, up to the most; none if these are fewer
 * than the least: to move the flags of a larger section would take too long. */
#define ANYCOV_FLAGS_LANES_BYTES (1u << 20)
#define ANYCOV_FLAGS_LANES_LEAST 4u
#define ANYCOV_FLAGS_LANES_MAX 16u

/* In the object that names a directory at link time: the text that its name replaces. */
#define ANYCOV_FLAGS_DIR_TEXT "anycov: the directory"

/*
 * The ELF note of an image that was linked with the startup object: one that has flags but
 * no such note records nothing.  Its contents are private to the runtime.
 */
#define ANYCOV_FLAGS_NOTE_NAME "anycov"
#define ANYCOV_FLAGS_NOTE_TYPE 1

struct anycov_flags_head { /* 64 bytes */
	uint32_t magic;
	uint16_t version;
	uint16_t build_id_bytes;
	uint32_t path_bytes;
	uint32_t page_bytes; /* of the process that made the file */
	uint64_t at_flags;   /* offset of the first flag */
	uint64_t n_flags;    /* bytes of the section */
	uint64_t address;    /* of the section in the image, before any load bias */
	uint64_t n_started;  /* processes that stored to the file: mapped it, or were forked then */
	uint64_t n_ended;    /* of those: that ended where the runtime saw it */
	uint32_t n_ended_cut; /* of those: with incomplete calls, or where that is not known */
	uint32_t how;         /* enum anycov_flags_how, of all processes so far */
};

/*
 * A call that may not have returned, once, in the image before any load bias.  A handler of a
 * signal may leave what it interrupted: `before` is ANYCOV_FLAGS_INTERRUPTED, and the function
 * ended at any instruction; its callers have ANYCOV_FLAGS_ANY_CALL.
 */
struct anycov_flags_cut {
	uint64_t address; /* where the caller would have gone on; 0: the entry is empty */
	uint32_t before;  /* bytes of the function, or of a part of it, up to there */
	uint32_t bytes;   /* of all of the function or part */
};
/* No call has one byte, so no call goes on at such an address: a function's first byte may be
 * where a call at the end of the function in front of it would. */
#define ANYCOV_FLAGS_INTERRUPTED 1u
/* In `before`: the call may be one that compilers know to return. */
#define ANYCOV_FLAGS_ANY_CALL 0x80000000u

struct anycov_flags_lanes {
	uint32_t n;                               /* at most ANYCOV_FLAGS_LANES_MAX */
	uint32_t taken[ANYCOV_FLAGS_LANES_MAX];   /* 1: a process has the lane; not of lane 0 */
	uint32_t emptied[ANYCOV_FLAGS_LANES_MAX]; /* how often a process began to move its flags */
};

/* How flags came into the file: bits. */
enum anycov_flags_how {
	ANYCOV_FLAGS_MAPPED = 1, /* the section was the file: nothing can be lost */
	ANYCOV_FLAGS_COPIED = 2, /* copied when the process ended: SIGKILL lost its flags */
	ANYCOV_FLAGS_SIGNAL = 4, /* a signal ended one in n_ended_cut, at any instruction */
	ANYCOV_FLAGS_CUT = 8,    /* the table of cuts has entries */
	/* Of the processes in n_ended_cut: their calls may have ended at any instruction. */
	ANYCOV_FLAGS_ANYWHERE = 16,
	/* Flags were cleared while calls were active, which went on: the file shows them from
	 * there on, and their first blocks may lack a flag. */
	ANYCOV_FLAGS_CLEARED = 32,
	/* Other threads or processes were active then: between any two instructions. */
	ANYCOV_FLAGS_CLEARED_ANYWHERE = 64,
	/* What processes hit whose end was not seen may be among the flags. */
	ANYCOV_FLAGS_TOGETHER = 128
};

#endif
