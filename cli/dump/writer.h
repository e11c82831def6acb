/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Writes dumps (anycov/dump.h), little-endian. */
#ifndef ANYCOV_WRITER_H
#define ANYCOV_WRITER_H

#include "base/base.h"

/* Larger numbers of records are split into several chunks. */
#define DUMP_CHUNK_MAX (1u << 30)

struct dump_writer {
	FILE *f;
	uint32_t crc, chunks;
	unsigned word_bytes;
};

void dump_writer_begin(struct dump_writer *w, FILE *f, unsigned word_bytes, bool raw_pc);
void dump_writer_chunk(struct dump_writer *w, const char *tag, uint32_t context, uint32_t length,
		       uint32_t flags);
void dump_writer_bytes(struct dump_writer *w, const void *p, size_t n);
void dump_writer_number(struct dump_writer *w, uint64_t v, unsigned bytes);
void dump_writer_end(struct dump_writer *w);

#endif
