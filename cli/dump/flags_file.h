/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Files of flags (anycov/flags_file.h): which probes of an image were hit. */
#ifndef ANYCOV_FLAGS_FILE_READ_H
#define ANYCOV_FLAGS_FILE_READ_H

#include "anycov/flags_file.h"
#include "base/base.h"

/* What a compressed file may expand to, because it is read into memory. */
#define FLAGS_EXPANDED_MAX (1u << 28)

struct flags_file {
	char *path;
	bool big_endian;
	unsigned char build_id[64];
	unsigned build_id_length;
	char *image; /* path of the image when it was run */
	uint32_t page_bytes;
	uint64_t address;     /* of the section of flags in the image */
	uint64_t at_flags;    /* offset of the first one in the file */
	unsigned char *flags; /* one byte each */
	uint64_t n_flags;
	uint64_t started;         /* processes */
	uint64_t copying, copied; /* of those: that were to copy their flags, and did */
	uint32_t how;             /* enum anycov_flags_how */
};

/* Returns the length of a path without ".flags" or ".flags.zst", 0 if it has no such end. */
size_t flags_name_length(const char *path);
/* Returns the path of the image beside a file of flags, "x.image" or "x.image.zst"; to be freed. */
char *flags_image_beside(const char *path);
/* Returns whether a file begins like these; n: bytes at p. */
bool is_flags_file(const unsigned char *p, size_t n);

/*
 * Reads a file, which processes may be writing to.  Nothing in it is trusted.  On an error
 * err->text begins with FILE:OFFSET, and *f is empty.
 */
int flags_file_read(const char *path, struct flags_file *f, struct anycov_error *err);
/* The same without the flags themselves, which are NULL. */
int flags_file_read_head(const char *path, struct flags_file *f, struct anycov_error *err);
/* Writes it in the same byte order. */
void flags_file_write(FILE *to, const struct flags_file *f);
void flags_file_free(struct flags_file *f);

#endif
