/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include "anycov/buffer.h"
#include "anycov/dump.h"
#include "dump/byte_source.h"
#include "dump/console_log.h"
#include "dump/flags_file.h"
#include "dump/reader_chunks.h"

static const struct {
	char tag[5];
	enum dump_chunk_kind kind;
} tags[] = {
	{ ANYCOV_DUMP_TAG_PC, DUMP_PC },          { ANYCOV_DUMP_TAG_UNIQ_PC, DUMP_UNIQ_PC },
	{ ANYCOV_DUMP_TAG_UNIQ_EDGE, DUMP_EDGE }, { ANYCOV_DUMP_TAG_COUNTERS, DUMP_COUNTERS },
	{ ANYCOV_DUMP_TAG_CMP, DUMP_CMP },        { ANYCOV_DUMP_TAG_UNIQ_CMP, DUMP_UNIQ_CMP },
	{ ANYCOV_DUMP_TAG_MODULE, DUMP_MODULE },  { ANYCOV_DUMP_TAG_NOTE, DUMP_NOTE },
	{ ANYCOV_DUMP_TAG_CODE, DUMP_CODE },      { ANYCOV_DUMP_TAG_CUTS, DUMP_CUTS },
	{ ANYCOV_DUMP_TAG_NAME, DUMP_NAME },      { ANYCOV_DUMP_TAG_END, DUMP_END },
};

static const char flags_not_a_dump[] =
	"a file of flags, not a dump; use 'anycov report' or 'anycov dump'";

enum dump_chunk_kind dump_kind(const char tag[4])
{
	for (size_t i = 0; i < sizeof(tags) / sizeof(*tags); i++)
		if (!memcmp(tag, tags[i].tag, 4))
			return tags[i].kind;
	return DUMP_OTHER;
}

static int read_pcs(struct dump_reader *r, const struct dump_chunk *c, uint64_t n)
{
	uint64_t pcs[BATCH];

	while (n) {
		size_t k = n < BATCH ? (size_t)n : BATCH;
		const unsigned char *p = reader_take(r, k * r->info.word_bytes, "records");
		int status;

		if (!p)
			return -1;
		n -= k;
		if (!r->v || !r->v->pcs)
			continue;
		reader_numbers(r, p, r->info.word_bytes, pcs, k);
		status = r->v->pcs(r->ctx, c, pcs, k);
		if (status)
			return status;
	}
	return 0;
}

static int read_cmps(struct dump_reader *r, const struct dump_chunk *c, uint64_t n)
{
	struct dump_cmp cmps[BATCH / 4];

	while (n) {
		size_t k = n < BATCH / 4 ? (size_t)n : BATCH / 4;
		const unsigned char *p = reader_take(r, k * 32, "records");
		int status;

		if (!p)
			return -1;
		n -= k;
		if (!r->v || !r->v->cmps)
			continue;
		for (size_t i = 0; i < k; i++, p += 32) {
			cmps[i].type = reader_number(r, p, 8);
			cmps[i].arg1 = reader_number(r, p + 8, 8);
			cmps[i].arg2 = reader_number(r, p + 16, 8);
			cmps[i].pc = reader_number(r, p + 24, 8);
		}
		status = r->v->cmps(r->ctx, c, cmps, k);
		if (status)
			return status;
	}
	return 0;
}

static int read_rest(struct dump_reader *r, const struct dump_chunk *c)
{
	uint32_t n = c->length;

	while (n) {
		uint32_t k = n < READER_WINDOW / 2 ? n : READER_WINDOW / 2;
		const unsigned char *p = reader_take(r, k, "chunk");
		int status;

		if (!p)
			return -1;
		n -= k;
		if (c->kind != DUMP_NOTE || !r->v || !r->v->note)
			continue;
		status = r->v->note(r->ctx, c, (const char *)p, k);
		if (status)
			return status;
	}
	return 0;
}

static int read_end(struct dump_reader *r, const struct dump_chunk *c, uint32_t flags, uint32_t crc,
		    uint32_t chunks)
{
	const unsigned char *p;

	if (c->length != 8)
		return reader_bad(r, c->offset + 8, "damaged: END chunk of wrong length");
	/* These two are not part of the checksum, so check them. */
	if (c->context || flags)
		return reader_bad(r, c->offset + (c->context ? 4 : 12),
				  "damaged: header of the END chunk");
	p = reader_take(r, 8, "END chunk");
	if (!p)
		return -1;
	if (reader_number(r, p, 4) != crc)
		return reader_bad(r, c->offset + 16, "damaged: wrong checksum");
	if (reader_number(r, p + 4, 4) != chunks)
		return reader_bad(r, c->offset + 20, "damaged: wrong number of chunks");
	return 0;
}

static int read_body(struct dump_reader *r, const struct dump_chunk *c)
{
	switch (c->kind) {
	case DUMP_PC:
	case DUMP_UNIQ_PC:
	case DUMP_EDGE:
	case DUMP_COUNTERS:
		if (c->length % r->info.word_bytes)
			return reader_bad(r, c->offset + 8,
					  "damaged: length is not a multiple of the word size");
		return read_pcs(r, c, c->length / r->info.word_bytes);
	case DUMP_CMP:
	case DUMP_UNIQ_CMP:
		if (c->length % 32)
			return reader_bad(r, c->offset + 8,
					  "damaged: length is not a multiple of the record size");
		return read_cmps(r, c, c->length / 32);
	case DUMP_MODULE:
		return read_module(r, c);
	case DUMP_CODE:
		return read_code(r, c);
	case DUMP_CUTS:
		return read_cuts(r, c);
	case DUMP_NAME:
		return read_name(r, c);
	default:
		return read_rest(r, c);
	}
}

static int read_chunks(struct dump_reader *r)
{
	for (uint32_t chunks = 0;; chunks++) {
		struct dump_chunk c = { .offset = r->offset };
		uint32_t crc = r->crc, flags;
		const unsigned char *p;
		int status;

		if (!reader_fill(r, 1) || !r->eof)
			p = reader_take(r, 16, "chunk header");
		else
			return reader_bad(r, r->offset, "truncated: no END chunk");
		if (!p)
			return -1;
		memcpy(c.tag, p, 4);
		c.kind = dump_kind(c.tag);
		c.context = (uint32_t)reader_number(r, p + 4, 4);
		c.length = (uint32_t)reader_number(r, p + 8, 4);
		flags = (uint32_t)reader_number(r, p + 12, 4);
		c.lost = flags & ANYCOV_DUMP_C_LOST;
		c.from_start = flags & ANYCOV_DUMP_C_FROM_START;
		c.forked = flags & ANYCOV_DUMP_C_FORKED;
		if (c.kind == DUMP_END)
			return read_end(r, &c, flags, crc, chunks);
		for (int i = 0; i < 4; i++)
			if (c.tag[i] < ' ' || c.tag[i] > '~')
				return reader_bad(r, c.offset, "damaged: not a chunk");
		if (r->v && r->v->chunk) {
			status = r->v->chunk(r->ctx, &c);
			if (status)
				return status;
		}
		status = read_body(r, &c);
		if (status)
			return status;
	}
}

static int read_head(struct dump_reader *r)
{
	const unsigned char *p;
	uint64_t at = r->offset;

	r->crc = (uint32_t)crc32(0, NULL, 0);
	r->crc_on = true;
	r->modules = 0;
	r->code_blocks = 0;
	r->has_cuts = false;
	if (!reader_fill(r, 6) && !at && is_flags_file(r->window + r->start, 6))
		return reader_bad(r, at, flags_not_a_dump);
	if (!reader_fill(r, 4) && !at && !memcmp(r->window + r->start, ELFMAG, SELFMAG))
		return reader_bad(r, at,
				  "an ELF file, not a recording; use --image for a program, "
				  "--memory for a core file");
	if (reader_fill(r, 6) || memcmp(r->window + r->start, ANYCOV_DUMP_MAGIC, 6))
		return reader_bad(r, at,
				  at ? "damaged: data after the end of the dump is not another dump"
				     : "not an anycov dump; use --raw for a raw KCOV buffer");
	p = reader_take(r, sizeof(struct anycov_dump_head), "dump header");
	if (!p)
		return -1;
	if (p[6] != ANYCOV_DUMP_VERSION)
		return anycov_error_set(
			r->err, "%s:%llu: unsupported dump version %u; this anycov reads %u",
			r->path, (unsigned long long)at + 6, p[6], ANYCOV_DUMP_VERSION);
	if (p[7] != ANYCOV_DUMP_LITTLE && p[7] != ANYCOV_DUMP_BIG)
		return reader_bad(r, at + 7, "damaged: byte order is neither 1 nor 2");
	if (p[8] != 2 && p[8] != 4 && p[8] != 8)
		return reader_bad(r, at + 8, "damaged: word size is not 2, 4 or 8");
	if (p[9] & ~ANYCOV_DUMP_F_RAW_PC)
		return reader_bad(r, at + 9, "unsupported flag in the header");
	r->info.path = r->path;
	r->info.big_endian = p[7] == ANYCOV_DUMP_BIG;
	r->info.word_bytes = p[8];
	r->info.raw_pc = p[9] & ANYCOV_DUMP_F_RAW_PC;
	return r->v && r->v->head ? r->v->head(r->ctx, &r->info) : 0;
}

/* Reads one or more dumps in a file, as `cat A B` makes it. */
static int read_dumps(struct dump_reader *r)
{
	do {
		int status = read_head(r);

		if (!status)
			status = read_chunks(r);
		if (status)
			return status;
		status = reader_fill(r, 1);
		if (status == -2)
			return -1;
	} while (r->end != r->start);
	return 0;
}

/* Returns whether a buffer with so many bytes of records has no room for another one. */
static bool is_full(const struct dump_reader *r, uint64_t used, unsigned record)
{
	uint64_t size = r->kept ? r->end : r->from.size;

	return size && used + record > size;
}

/* Reads a raw KCOV buffer: a count, then records; the rest is ignored. */
static int read_raw(struct dump_reader *r, const struct raw_format *raw)
{
	struct dump_chunk c = { .kind = raw->cmp ? DUMP_CMP : DUMP_PC };
	unsigned word = raw->cmp ? 8 : raw->word_bytes;
	const unsigned char *p;
	uint64_t n;
	int status;

	memcpy(c.tag, raw->cmp ? ANYCOV_DUMP_TAG_CMP : ANYCOV_DUMP_TAG_PC, 5);
	r->info.path = r->path;
	r->info.word_bytes = raw->word_bytes;
	r->info.big_endian = raw->big_endian;
	r->info.raw_pc = true;
	p = reader_take(r, word, "record count");
	if (!p)
		return -1;
	n = reader_number(r, p, word);
	/* No buffer is this large: wrong word size or byte order. */
	if (n > UINT32_MAX / 32)
		return anycov_error_set(
			r->err, "%s:0: invalid record count %llu; check --raw and --big-endian",
			r->path, (unsigned long long)n);
	c.length = (uint32_t)n * (raw->cmp ? 32 : word);
	c.lost = is_full(r, word + c.length, raw->cmp ? 32 : word);
	if (r->v && r->v->head) {
		status = r->v->head(r->ctx, &r->info);
		if (status)
			return status;
	}
	if (r->v && r->v->chunk) {
		status = r->v->chunk(r->ctx, &c);
		if (status)
			return status;
	}
	return raw->cmp ? read_cmps(r, &c, n) : read_pcs(r, &c, n);
}

static int one_pass(struct dump_reader *r, const struct raw_format *raw)
{
	r->start = 0;
	r->offset = 0;
	/* Else the only pass is already at the beginning. */
	if (!r->kept && byte_source_can_rewind(&r->from)) {
		if (byte_source_rewind(&r->from, r->err))
			return -1;
		r->end = 0;
		r->eof = false;
	}
	return raw && raw->word_bytes ? read_raw(r, raw) : read_dumps(r);
}

/* Reads all of a pipe into memory, which cannot be read twice. */
static int spool(struct dump_reader *r)
{
	int status = 0;

	r->kept = true;
	while (!r->eof && !status) {
		if (r->end == r->room) {
			r->room *= 2;
			r->window = xrealloc(r->window, r->room);
		}
		status = reader_fill(r, r->end - r->start + 1);
	}
	return status == -2 ? -1 : 0;
}

/* Replaces the window by the decoded lines of a dump; without any its first bytes remain. */
static int decode_text(struct dump_reader *r)
{
	size_t room = 0, n = 0, head = r->end < 16 ? r->end : 16;
	unsigned char *out = NULL, begins[16];
	struct console_log t = { 0 };
	int status;

	memcpy(begins, r->window, head);
	do {
		if (room - n < r->end / 2 + 1) {
			room = (room + r->end / 2 + sizeof(begins)) * 2;
			out = xrealloc(out, room);
		}
		n += console_log_decode(&t, out + n, r->window, r->end);
		r->offset += r->end;
		r->start = r->end = 0;
		status = reader_fill(r, 1);
	} while (!status);
	if (!n)
		memcpy(out, begins, n = head);
	free(r->window);
	r->window = out;
	r->room = room;
	r->end = n;
	r->offset = 0;
	r->kept = true;
	return status == -2 ? -1 : 0;
}

/* Decodes a console log with a dump in it. */
static int take_text(struct dump_reader *r)
{
	int status = reader_fill(r, 7);

	if (status == -2)
		return -1;
	/* The lines of a text are kept in memory, so it must not expand to any size. */
	if (r->from.zstd &&
	    (status || memcmp(r->window, ANYCOV_DUMP_MAGIC, 6) || r->window[6] == ':'))
		return is_flags_file(r->window, r->end)
			       ? reader_bad(r, 0, flags_not_a_dump)
			       : reader_bad(r, 0,
					    "compressed, and not an anycov dump; decompress a "
					    "console log with 'zstd -d'");
	/* The prefix of such lines begins like a dump. */
	if (r->end >= 6 && !memcmp(r->window, ANYCOV_DUMP_MAGIC, 6) &&
	    (status || r->window[6] != ':'))
		return 0;
	return decode_text(r);
}

int dump_read(const char *path, const struct raw_format *raw, const struct dump_visitor *v,
	      void *ctx, struct anycov_error *err)
{
	struct dump_reader r = { .path = path, .err = err, .room = READER_WINDOW };
	const bool is_raw = raw && raw->word_bytes;
	int status;

	if (byte_source_open(&r.from, path, is_raw, err))
		return -1;
	r.window = xmalloc(r.room);
	status = r.from.zstd && !v->once ? byte_source_keep(&r.from, err) : 0;
	if (!status && !is_raw)
		status = take_text(&r);
	if (!status && !byte_source_can_rewind(&r.from) && !r.kept && !v->once)
		status = spool(&r);
	r.ctx = ctx;
	if (!v->once && !status)
		status = one_pass(&r, raw);
	if (!status) {
		r.v = v;
		status = one_pass(&r, raw);
	}
	free(r.window);
	byte_source_close(&r.from);
	return status;
}
