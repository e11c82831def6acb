/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Reads a file or a pipe from its beginning, and decompresses what zstd compressed.  The memory
 * that it takes does not depend on how large the file becomes.
 */
#ifndef ANYCOV_BYTE_SOURCE_H
#define ANYCOV_BYTE_SOURCE_H

#include <sys/types.h>
#include "base/base.h"

/* What is appended to the names of compressed files in a directory. */
#define COMPRESSED_END ".zst"

struct zstd_stream;

struct byte_source {
	const char *path;
	int fd;
	bool seekable;
	uint64_t size;            /* of a regular file, 0: unknown */
	unsigned char begins[4];  /* of a pipe: bytes that were read to see what it is */
	size_t n_begins, begin;   /* begin: of the first that was not delivered */
	struct zstd_stream *zstd; /* NULL: the file is not compressed */
};

/* Returns whether a file begins like one that zstd wrote; n: bytes at p. */
bool is_compressed(const unsigned char *p, size_t n);

/* path "-": standard input.  as_is: does not decompress.  err->text begins with the path. */
int byte_source_open(struct byte_source *s, const char *path, bool as_is, struct anycov_error *err);
/* Reads up to n bytes.  Returns 0 at the end, -1 with err filled. */
ssize_t byte_source_read(struct byte_source *s, void *to, size_t n, struct anycov_error *err);
/* Keeps the compressed bytes of a pipe, so that it can be read again. */
int byte_source_keep(struct byte_source *s, struct anycov_error *err);
bool byte_source_can_rewind(const struct byte_source *s);
/* Goes back to the beginning. */
int byte_source_rewind(struct byte_source *s, struct anycov_error *err);
/* Goes to a frame that n bytes were the dictionary of; they must exist until it was read. */
int byte_source_skip_to(struct byte_source *s, uint64_t at, const void *prefix, size_t n,
			struct anycov_error *err);
void byte_source_close(struct byte_source *s);

/* Returns a file; what is written to it is compressed and written to `to`. */
FILE *compress_to(FILE *to);
/* Ends a file of compress_to(out->f).  Returns -1 with err filled, and out discarded. */
int compress_end(struct out_file *out, FILE *f, struct anycov_error *err);
/* The same, then as out_commit(). */
int compress_commit(struct out_file *out, FILE *f, struct anycov_error *err);

#endif
