/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A dump while it is read: the bytes that are in memory, and numbers in them. */
#ifndef ANYCOV_READER_WINDOW_H
#define ANYCOV_READER_WINDOW_H

#include "dump/byte_source.h"
#include "dump/reader.h"

#define READER_WINDOW (1u << 18)

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
/*
 * Makes n bytes (n <= READER_WINDOW) available at window + start.  Returns -1 at the end, -2 on an
 * error.
 */
int reader_fill(struct dump_reader *r, size_t n);
/* Returns the next n bytes, or NULL with err filled; `what` names them in the error. */
const unsigned char *reader_take(struct dump_reader *r, size_t n, const char *what);
uint64_t reader_number(const struct dump_reader *r, const unsigned char *p, unsigned bytes);
/* Converts an array of words, with fast loops for native ones. */
void reader_numbers(const struct dump_reader *r, const unsigned char *p, unsigned bytes,
		    uint64_t *v, size_t n);

#endif
