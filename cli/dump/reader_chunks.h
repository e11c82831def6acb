/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Between reader.c, which reads files, and reader_chunks.c, which reads chunks without records. */
#ifndef ANYCOV_READER_CHUNKS_H
#define ANYCOV_READER_CHUNKS_H

#include "dump/byte_source.h"
#include "dump/reader.h"

/* Records that are delivered at once. */
#define BATCH 4096u

struct dump_reader {
	const char *path;
	struct byte_source from;
	bool kept; /* all of the input is in window */
	unsigned char *window;
	size_t start, end; /* unread bytes of the window */
	size_t room;
	uint64_t offset; /* in the file, of window[start] */
	bool eof;
	bool crc_on;
	uint32_t crc;
	uint32_t modules; /* of this dump */
	uint64_t code_blocks;
	bool has_cuts;
	struct dump_info info;
	const struct dump_visitor *v; /* NULL in the checking pass */
	void *ctx;
	struct anycov_error *err;
};

/* Fails at an offset of the file. */
int reader_bad(struct dump_reader *r, uint64_t offset, const char *what);
/* Returns the next n bytes, or NULL with err filled; `what` names them in the error. */
const unsigned char *reader_take(struct dump_reader *r, size_t n, const char *what);
uint64_t reader_number(const struct dump_reader *r, const unsigned char *p, unsigned bytes);
/* Converts an array of words, with fast loops for native ones. */
void reader_numbers(const struct dump_reader *r, const unsigned char *p, unsigned bytes,
		    uint64_t *v, size_t n);

/* Each reads the contents of a chunk and calls the visitor. */
int read_module(struct dump_reader *r, const struct dump_chunk *c);
int read_code(struct dump_reader *r, const struct dump_chunk *c);
int read_cuts(struct dump_reader *r, const struct dump_chunk *c);

#endif
