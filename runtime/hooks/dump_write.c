/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include "dump_write.h"
#include "anycov/buffer.h"
#include "anycov/dump.h"

/* zlib's CRC-32, four bits per step: a table of 64 bytes suits a microcontroller. */
uint32_t ANYCOV_NO_COV anycov_crc32(uint32_t crc, const uint8_t *p, size_t n)
{
	static const uint32_t table[16] = {
		0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4,
		0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
		0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
	};

	crc = ~crc;
	while (n--) {
		crc ^= *p++;
		crc = table[crc & 15] ^ (crc >> 4);
		crc = table[crc & 15] ^ (crc >> 4);
	}
	return ~crc;
}

void ANYCOV_NO_COV anycov_dump_bytes(struct anycov_dump *d, const void *data, size_t n)
{
	if (d->error || !n)
		return;
	d->crc = anycov_crc32(d->crc, data, n);
	d->error = d->sink(d->arg, data, n);
}

void ANYCOV_NO_COV anycov_dump_begin(struct anycov_dump *d, anycov_sink *sink, void *arg,
				     unsigned word_bytes, unsigned flags)
{
	static const char magic[] = ANYCOV_DUMP_MAGIC;
	union {
		struct anycov_dump_head h;
		uint8_t bytes[sizeof(struct anycov_dump_head)];
	} u;
	const uint16_t one = 1;
	unsigned i;

	d->sink = sink;
	d->arg = arg;
	d->word_bytes = word_bytes;
	d->crc = 0;
	d->chunks = 0;
	d->error = 0;
	d->context_flags = 0;
	for (i = 0; i < sizeof(u.bytes); i++)
		ANYCOV_WRITE(u.bytes[i], 0); /* volatile: the loop must not become memset() */
	for (i = 0; i < sizeof(u.h.magic); i++)
		u.h.magic[i] = (uint8_t)magic[i];
	u.h.version = ANYCOV_DUMP_VERSION;
	u.h.order = *(const uint8_t *)&one ? ANYCOV_DUMP_LITTLE : ANYCOV_DUMP_BIG;
	u.h.word_bytes = (uint8_t)word_bytes;
	u.h.flags = (uint8_t)flags;
	anycov_dump_bytes(d, u.bytes, sizeof(u.bytes));
}

static void put_chunk(struct anycov_dump *d, const char *tag, uint32_t context, uint32_t length,
		      uint32_t flags)
{
	struct anycov_dump_chunk c;
	unsigned i;

	for (i = 0; i < sizeof(c.tag); i++)
		c.tag[i] = (uint8_t)tag[i];
	c.context = context;
	c.length = length;
	c.flags = flags;
	anycov_dump_bytes(d, &c, sizeof(c));
}

void ANYCOV_NO_COV anycov_dump_chunk(struct anycov_dump *d, const char *tag, uint32_t context,
				     uint32_t length, uint32_t flags)
{
	put_chunk(d, tag, context, length, flags);
	d->chunks++;
}

int ANYCOV_NO_COV anycov_dump_end(struct anycov_dump *d)
{
	uint32_t tail[2];

	tail[0] = d->crc;
	tail[1] = d->chunks;
	put_chunk(d, ANYCOV_DUMP_TAG_END, 0, sizeof(tail), 0);
	anycov_dump_bytes(d, tail, sizeof(tail));
	return d->error;
}

static const char *tag_of(int kind)
{
	switch (kind) {
	case ANYCOV_M_CMP:
		return ANYCOV_DUMP_TAG_CMP;
	case ANYCOV_M_UNIQ_CMP:
		return ANYCOV_DUMP_TAG_UNIQ_CMP;
	case ANYCOV_M_UNIQ_PC:
	case ANYCOV_M_UNIQ_BOTH:
		return ANYCOV_DUMP_TAG_UNIQ_PC;
	case ANYCOV_M_UNIQ_EDGE:
		return ANYCOV_DUMP_TAG_UNIQ_EDGE;
	default:
		return ANYCOV_DUMP_TAG_PC;
	}
}

static anycov_word bounded(anycov_word n, anycov_word limit)
{
	return n < limit ? n : limit;
}

static anycov_word limit_of(const struct anycov_ctx *ctx)
{
#ifndef ANYCOV_PORT_BASIC_MODES
	if (ctx->kind > ANYCOV_M_PC)
		return ctx->unique.limit; /* ctx->limit may be 0 for the hook */
#endif
	return ctx->limit;
}

anycov_word ANYCOV_NO_COV anycov_ctx_count(const struct anycov_ctx *ctx)
{
	if (!ctx->area)
		return 0;
	if (ctx->kind == ANYCOV_M_CMP || ctx->kind == ANYCOV_M_UNIQ_CMP) {
		unsigned i;

		for (i = 0; i < 8 / sizeof(anycov_word); i++)
			if (i != ANYCOV_LOW_WORD && ANYCOV_READ(ctx->area[i]))
				return ctx->limit;
		return bounded(ANYCOV_READ(ctx->area[ANYCOV_LOW_WORD]), ctx->limit);
	}
	if (ctx->kind == ANYCOV_M_PC32)
		return bounded(ANYCOV_READ(*(const anycov_u32 *)ctx->area), limit_of(ctx));
	return bounded(ANYCOV_READ(ctx->area[ANYCOV_BUF_COUNT]), limit_of(ctx));
}

/* Writes n records of 1 << shift bytes. */
static void dump_records(struct anycov_dump *d, const char *tag, uint32_t id, const char *p,
			 anycov_word n, unsigned shift, int lost)
{
	const uint32_t flags = (lost ? ANYCOV_DUMP_C_LOST : 0) | d->context_flags;
	/* The length of a chunk has 32 bits. */
	const anycov_word most = (sizeof(size_t) > 2 ? (size_t)1 << 30 : (size_t)1 << 14) >> shift;

	do {
		anycov_word part = bounded(n, most);
		size_t bytes = (size_t)part << shift;

		anycov_dump_chunk(d, tag, id, bytes, flags);
		anycov_dump_bytes(d, p, bytes);
		p += bytes;
		n -= part;
	} while (n);
}

#define LOG2_WORD (sizeof(anycov_word) == 8 ? 3 : sizeof(anycov_word) == 4 ? 2 : 1)

void ANYCOV_NO_COV anycov_dump_ctx(struct anycov_dump *d, const struct anycov_ctx *ctx, uint32_t id)
{
	anycov_word n = anycov_ctx_count(ctx);
	int lost = n >= limit_of(ctx);

	if (!ctx->area || ctx->kind == ANYCOV_M_OFF)
		return;
	if (ctx->kind == ANYCOV_M_PC32) { /* the dump header has the word size: four bytes */
		dump_records(d, ANYCOV_DUMP_TAG_PC, id, (const char *)ctx->area + 4, n, 2, lost);
		return;
	}
	if (ctx->kind == ANYCOV_M_CMP || ctx->kind == ANYCOV_M_UNIQ_CMP)
		dump_records(d, tag_of(ctx->kind), id, (const char *)ctx->area + 8, n, 5, lost);
	else
		dump_records(d, tag_of(ctx->kind), id, (const char *)(ctx->area + 1), n, LOG2_WORD,
			     lost);
#ifndef ANYCOV_PORT_BASIC_MODES
	if (ctx->kind == ANYCOV_M_UNIQ_BOTH && ctx->edge.area) {
		n = bounded(ANYCOV_READ(ctx->edge.area[0]), ctx->edge.limit);
		dump_records(d, ANYCOV_DUMP_TAG_UNIQ_EDGE, id, (const char *)(ctx->edge.area + 1),
			     n, LOG2_WORD, n >= ctx->edge.limit);
	}
#endif
}
