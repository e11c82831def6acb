/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <string.h>
#include <zlib.h>
#include "anycov/dump.h"
#include "dump/writer.h"

void dump_writer_bytes(struct dump_writer *w, const void *p, size_t n)
{
	w->crc = (uint32_t)crc32(w->crc, p, (uInt)n);
	fwrite(p, 1, n, w->f);
}

void dump_writer_number(struct dump_writer *w, uint64_t v, unsigned bytes)
{
	unsigned char b[8];

	for (unsigned i = 0; i < bytes; i++)
		b[i] = (unsigned char)(v >> 8 * i);
	dump_writer_bytes(w, b, bytes);
}

void dump_writer_chunk(struct dump_writer *w, const char *tag, uint32_t context, uint32_t length,
		       uint32_t flags)
{
	dump_writer_bytes(w, tag, 4);
	dump_writer_number(w, context, 4);
	dump_writer_number(w, length, 4);
	dump_writer_number(w, flags, 4);
	w->chunks++;
}

void dump_writer_begin(struct dump_writer *w, FILE *f, unsigned word_bytes, bool raw_pc)
{
	unsigned char head[16] = { 0 };

	memset(w, 0, sizeof(*w));
	w->f = f;
	w->word_bytes = word_bytes;
	memcpy(head, ANYCOV_DUMP_MAGIC, 6);
	head[6] = ANYCOV_DUMP_VERSION;
	head[7] = ANYCOV_DUMP_LITTLE;
	head[8] = (unsigned char)word_bytes;
	head[9] = raw_pc ? ANYCOV_DUMP_F_RAW_PC : 0;
	w->crc = (uint32_t)crc32(0, NULL, 0);
	dump_writer_bytes(w, head, sizeof(head));
}

void dump_writer_end(struct dump_writer *w)
{
	uint32_t crc = w->crc, chunks = w->chunks;

	dump_writer_chunk(w, ANYCOV_DUMP_TAG_END, 0, 8, 0);
	dump_writer_number(w, crc, 4);
	dump_writer_number(w, chunks, 4);
}
