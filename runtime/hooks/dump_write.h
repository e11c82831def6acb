/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Writes a dump (anycov/dump.h) to a sink, without a buffer of its own. */
#ifndef ANYCOV_DUMP_WRITE_H
#define ANYCOV_DUMP_WRITE_H

#include "record_context.h"
#include "anycov/anycov.h"

struct anycov_dump {
	anycov_sink *sink;
	void *arg;
	unsigned word_bytes;
	uint32_t crc;    /* of every byte so far */
	uint32_t chunks; /* so far */
	int error;       /* first error of the sink; nothing is written afterwards */
	/* ANYCOV_DUMP_C_* of the context that anycov_dump_ctx() writes next */
	uint32_t context_flags;
};

void anycov_dump_begin(struct anycov_dump *d, anycov_sink *sink, void *arg, unsigned word_bytes,
		       unsigned flags);
void anycov_dump_chunk(struct anycov_dump *d, const char *tag, uint32_t context, uint32_t length,
		       uint32_t flags);
void anycov_dump_bytes(struct anycov_dump *d, const void *data, size_t n);
ANYCOV_HIDDEN uint32_t anycov_crc32(uint32_t crc, const uint8_t *p, size_t n);
int anycov_dump_end(struct anycov_dump *d); /* 0 or the sink's error */

/*
 * Writes the records of a context, as one chunk or (above 1 GiB) several.  If the context still
 * records, the records present when the count is read are written.
 */
void anycov_dump_ctx(struct anycov_dump *d, const struct anycov_ctx *ctx, uint32_t id);

/* Returns the number of records in a context's PC or CMP buffer: at most its capacity, even if
 * more were executed. */
anycov_word anycov_ctx_count(const struct anycov_ctx *ctx);

#endif
