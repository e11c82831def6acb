/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Copies of a machine's memory, as debuggers and simulators write them: the bytes alone, an
 * Intel HEX file, S-records, or an ELF core file.
 */
#ifndef ANYCOV_MEMORY_COPY_H
#define ANYCOV_MEMORY_COPY_H

#include "base/base.h"

struct memory_copy {
	char *path;
	uint64_t address, n;  /* the part of the memory that was asked for */
	unsigned char *bytes; /* of it */
	unsigned char *known; /* of each: whether the file contains it */
	uint64_t low, end;    /* the addresses that the file contains, with gaps */
	bool is_raw;
	uint64_t offset; /* is_raw: in the file, of the byte at address; may wrap around */
};

/*
 * Reads n bytes at an address of the memory in FILE, or FILE@ADDRESS of the first byte of a file
 * without addresses.  base is added to addresses below it, because that of data in ELF files of
 * AVR is.  With n 0 only low and end are found.  Bytes that the file does not contain are not
 * known; that is no error.
 */
int memory_copy_read(struct memory_copy *c, const char *word, uint64_t base, uint64_t address,
		     uint64_t n, struct anycov_error *err);
void memory_copy_free(struct memory_copy *c);

#endif
