/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Files of flags (anycov/flags_file.h): which probes of an image were hit. */
#ifndef ANYCOV_FLAGS_FILE_READ_H
#define ANYCOV_FLAGS_FILE_READ_H

#include "anycov/flags_file.h"
#include "base/base.h"

/* What a compressed file may expand to, because it is read into memory. */
#define FLAGS_EXPANDED_MAX (1u << 28)

/* A call that did not return; addresses of the image. */
struct flags_cut {
	uint64_t address;   /* after the call */
	uint64_t from, end; /* its function, or the part of it that contains the call */
	bool any_call;      /* it may be a call that compilers know to return */
};

/* Whether a signal interrupted the function, which ended at any instruction. */
static inline bool flags_cut_is_interrupted(const struct flags_cut *cut)
{
	return cut->address == cut->from + ANYCOV_FLAGS_INTERRUPTED;
}

/*
 * Takes a call from the fields of struct anycov_flags_cut.  Returns false if there can be no such
 * call.
 */
bool flags_cut_take(struct flags_cut *cut, uint64_t address, uint64_t before, uint64_t bytes);
/* Sorts calls and joins those with one address.  Returns how many remain. */
size_t flags_cuts_unite(struct flags_cut *v, size_t n);

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
	/* Likewise, what processes hit whose end was not seen, if it is not among those; or NULL.
	 */
	unsigned char *unended;
	uint64_t n_flags;
	uint64_t started, ended, ended_cut; /* processes */
	uint32_t how;                       /* enum anycov_flags_how */
	struct flags_cut *cuts;
	size_t n_cuts;
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
/* The same without the flags themselves and the cuts, which are NULL. */
int flags_file_read_head(const char *path, struct flags_file *f, struct anycov_error *err);
/* With ANYCOV_FLAGS_TOGETHER adds `unended` to the flags. */
void flags_file_join(struct flags_file *f);
/* Writes it in the same byte order. */
void flags_file_write(FILE *to, const struct flags_file *f);
void flags_file_free(struct flags_file *f);

#endif
