/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Writes dumps (anycov/dump.h), little-endian. */
#ifndef ANYCOV_DUMP_OUT_H
#define ANYCOV_DUMP_OUT_H

#include "cli.h"

/* More records than fit one chunk go into several. */
#define DUMP_CHUNK_MAX (1u << 30)

struct dump_out {
	FILE *f;
	uint32_t crc, chunks;
	unsigned word_bytes;
};

void dump_put_head(struct dump_out *w, FILE *f, unsigned word_bytes, bool raw_pc);
void dump_put_chunk(struct dump_out *w, const char *tag, uint32_t context, uint32_t length,
		    uint32_t flags);
void dump_put(struct dump_out *w, const void *p, size_t n);
void dump_put_number(struct dump_out *w, uint64_t v, unsigned bytes);
void dump_put_end(struct dump_out *w);

#endif
