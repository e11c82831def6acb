/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Reads dumps (anycov/dump.h) and raw KCOV buffers as a stream.
 *
 * A file is read twice: once to check every length and the CRC, and if it is valid a
 * second time to deliver its records.  So part of a bad file is never delivered, and
 * memory does not grow with the number of records.  A visitor that discards everything
 * when dump_read() fails can request a single pass.
 */
#ifndef ANYCOV_READER_H
#define ANYCOV_READER_H

#include "base/base.h"

struct dump_info {
	const char *path;
	unsigned word_bytes;
	bool big_endian;
	bool raw_pc; /* AVR word addresses, Thumb bits: PCs are not normalized */
};

enum dump_chunk_kind {
	DUMP_PC,
	DUMP_UNIQ_PC,
	DUMP_EDGE,
	DUMP_COUNTERS,
	DUMP_CMP,
	DUMP_UNIQ_CMP,
	DUMP_MODULE,
	DUMP_CODE,
	DUMP_CUTS,
	DUMP_NAME,
	DUMP_NOTE,
	DUMP_END,
	DUMP_OTHER
};

struct dump_chunk {
	enum dump_chunk_kind kind;
	char tag[5];
	uint32_t context;
	uint32_t length;
	bool lost, from_start, forked; /* ANYCOV_DUMP_C_* */
	uint64_t offset;               /* in the file */
};

struct dump_cmp {
	uint64_t type, arg1, arg2, pc;
};

struct dump_module {
	uint64_t bias, first, end;
	const unsigned char *build_id;
	uint32_t build_id_length;
	const char *path;
};

/* Checksums of a part of an image's code, one for each block of bytes from its address on. */
struct dump_code {
	uint64_t address;
	uint32_t block;
	const uint64_t *crcs;
	size_t n;
};

/* How the calls of a task ended. */
struct dump_cuts {
	uint32_t missed;   /* ANYCOV_DUMP_CUTS_* */
	bool is_task_exit; /* a task of Linux ended, whose dump has all of its calls */
};

/* Callbacks, any may be NULL.  A result other than 0 stops the reader. */
struct dump_visitor {
	bool once; /* a single pass */
	int (*head)(void *ctx, const struct dump_info *info);
	int (*chunk)(void *ctx, const struct dump_chunk *chunk);
	int (*pcs)(void *ctx, const struct dump_chunk *chunk, const uint64_t *pcs, size_t n);
	int (*cmps)(void *ctx, const struct dump_chunk *chunk, const struct dump_cmp *cmps,
		    size_t n);
	int (*module)(void *ctx, const struct dump_module *module);
	/* in parts, as notes are */
	int (*code)(void *ctx, const struct dump_code *code);
	int (*cuts)(void *ctx, const struct dump_chunk *chunk, const struct dump_cuts *cuts);
	/* the name of chunk->context, whose records follow */
	int (*name)(void *ctx, const struct dump_chunk *chunk, const char *name);
	int (*note)(void *ctx, const struct dump_chunk *chunk, const char *s, size_t n);
};

/* The format of a raw KCOV buffer. */
struct raw_format {
	unsigned word_bytes; /* 0: the file is a dump */
	bool big_endian;
	bool cmp;
};

/*
 * Reads a file and calls the visitor.  err->text begins with FILE:OFFSET.  A visitor
 * that returns a value other than 0 must fill err.
 */
int dump_read(const char *path, const struct raw_format *raw, const struct dump_visitor *v,
	      void *ctx, struct anycov_error *err);

enum dump_chunk_kind dump_kind(const char tag[4]);

#endif
