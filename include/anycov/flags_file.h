/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The file of flags: which probes of an image were hit, in any process that ran it.
 * Processes map it shared over the section of flags, so that a store of a flag is a
 * store to the file.  Written by runtime/flags/, read by cli/.
 *
 * One file an image and user: <directory>/user-<uid>/<name>-<build ID in hexadecimal>.flags, with
 * the effective user ID in decimal.  A directory of a user and its files belong to the user, and
 * no other user can write them, so no other user changes memory of a process.  Files directly in
 * the directory are read, too: those of 'anycov merge', of anycov_set_snapshot() and of older
 * versions. Beside each, with the ending .image, an ELF file of the same class, machine and byte
 * order that contains no code: the sections of the image that a report reads (the map, the build ID
 * as a note, and one named __anycov_flags with the address and size of the flags, with or without
 * bytes).  It needs no program headers and no symbols.
 *
 *   offset 0          struct anycov_flags_head, build ID, path of the image (no NUL)
 *   offset at_flags   the flags: a copy of the section, byte for byte; at_flags is a
 *                     multiple of page_bytes, and so is the size of the file
 *
 * Numbers have the byte order of the image, which magic shows.  A file is visible
 * under its name only when it is complete.  Each count is changed by one atomic addition.
 * An image without a build ID has
 * build_id_bytes == 0 and in the name 16 digits that tell its builds apart.
 *
 * A kernel writes address 0: its modules have no addresses in their files.  The build ID shows
 * which image it is.
 *
 * Versions 1 and 2 (struct anycov_flags_old_head) are read: they counted processes whose end was
 * seen.  In version 2 parts of the file that belonged to one process each ("lanes") follow the
 * flags at the next multiple of page_bytes: a page that begins with their number (32 bits, at most
 * 16), then each with as many bytes as the flags, rounded up to page_bytes.  What is set in one of
 * them is set.
 */
#ifndef ANYCOV_FLAGS_FILE_H
#define ANYCOV_FLAGS_FILE_H

#include <stdint.h>

#define ANYCOV_FLAGS_MAGIC 0x616e7966u /* "anyf" where the most significant byte is first */
#define ANYCOV_FLAGS_VERSION 3
#define ANYCOV_FLAGS_VERSION_LANES 2
#define ANYCOV_FLAGS_VERSION_OLD 1
#define ANYCOV_FLAGS_FILE_END ".flags"
#define ANYCOV_FLAGS_IMAGE_END ".image"
/* Of files that are being written, and of what a process left that was killed then. */
#define ANYCOV_FLAGS_TEMPORARY_END ".tmp"
/* Begins the name of a user's directory; the user ID follows. */
#define ANYCOV_FLAGS_USER_BEGIN "user-"
/* In each directory of flags: only a directory that has it is ever emptied. */
#define ANYCOV_FLAGS_DIR_MARKER ".anycov-data"

/*
 * Types of file systems (statfs, 32 bits) where not all who map a file see the same bytes: NFS, 9p,
 * SMB, CIFS, SMB 2, AFS, Coda, Ceph, Lustre.
 */
#define ANYCOV_FLAGS_REMOTE                                                                        \
	0x6969, 0x01021997, 0x517b, 0xff534d42, 0xfe534d42, 0x5346414f, 0x73757245, 0x00c36400,    \
		0x0bd00bd0

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
	uint64_t address;    /* of the section in the image, before any load bias; a kernel: 0 */
	uint64_t n_started;  /* how often a process began to record; a forked one goes on */
	uint32_t n_copying;  /* of those: where the section could not be the file */
	uint32_t n_copied;   /* of those: that copied their flags at the end; the rest are lost */
	uint32_t reserved;   /* 0 */
	uint32_t how;        /* enum anycov_flags_how, of all processes so far */
};

/* How flags came into the file: bits. */
enum anycov_flags_how {
	/* The section has pages of its own: it is the file, unless the file system forbids it. */
	ANYCOV_FLAGS_MAPPED = 1,
	ANYCOV_FLAGS_COPIED = 2 /* copied when a process ended: SIGKILL lost its flags */
};

/* Of versions 1 and 2: the same up to n_started. */
struct anycov_flags_old_head {
	uint8_t same[48];
	uint64_t n_ended;     /* processes whose end was seen */
	uint32_t n_ended_cut; /* not used any more */
	uint32_t how;         /* MAPPED, COPIED, and bits that are not used any more */
};
#define ANYCOV_FLAGS_OLD_HOW 255u
#define ANYCOV_FLAGS_LANES_MAX 16u

#endif
