/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Writes parts of a machine's memory as an ELF core file, which memory_copy.h and GDB read. */
#ifndef ANYCOV_CORE_FILE_H
#define ANYCOV_CORE_FILE_H

#include "image/elf.h"

struct memory_part {
	uint64_t address;
	size_t n;
	unsigned char *bytes;
};

/* Writes n parts of the memory of the machine that img is of; f is a file that was not written
 * to.  Returns -1 with err filled; name is that of the file in it. */
int core_file_write(FILE *f, const char *name, const struct image *img,
		    const struct memory_part *parts, size_t n, struct anycov_error *err);

#endif
