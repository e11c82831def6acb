/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "anycov/dump.h"
#include "dump/reader_chunks.h"

/* The longest path has 4096 bytes, the longest build ID 64. */
#define MODULE_MAX 8192u
#define BUILD_ID_MAX 64u
#define MODULE_HEAD 28u
/* They take memory, and few compressed bytes expand to many of them. */
#define MODULES_MAX (1u << 16)
#define CODE_BLOCKS_MAX (1u << 22)
/* Of an entry of a CUTS chunk. */
#define CUT_BYTES 16u

int read_module(struct dump_reader *r, const struct dump_chunk *c)
{
	struct dump_module m;
	const unsigned char *p;
	char *path;
	uint32_t rest;
	int status = 0;

	if (r->modules++ == MODULES_MAX)
		return reader_bad(r, c->offset, "damaged: impossible number of modules");
	if (c->length < MODULE_HEAD || c->length > MODULE_MAX)
		return reader_bad(r, c->offset, "damaged: MOD chunk of impossible length");
	p = reader_take(r, c->length, "MOD chunk");
	if (!p)
		return -1;
	m.bias = reader_number(r, p, 8);
	m.first = reader_number(r, p + 8, 8);
	m.end = reader_number(r, p + 16, 8);
	m.build_id_length = (uint32_t)reader_number(r, p + 24, 4);
	m.build_id = p + MODULE_HEAD;
	rest = c->length - MODULE_HEAD;
	if (m.build_id_length > rest || m.build_id_length > BUILD_ID_MAX)
		return reader_bad(r, c->offset + 16 + 24,
				  "damaged: build ID longer than its chunk");
	if (m.first > m.end)
		return reader_bad(r, c->offset + 16 + 8, "damaged: module ends before it begins");
	rest -= m.build_id_length;
	if (memchr(m.build_id + m.build_id_length, 0, rest))
		return reader_bad(r, c->offset + 16 + MODULE_HEAD + m.build_id_length,
				  "damaged: NUL in the path of a module");
	if (!r->v || !r->v->module)
		return 0;
	path = xstrndup((const char *)m.build_id + m.build_id_length, rest);
	m.path = path;
	status = r->v->module(r->ctx, &m);
	free(path);
	return status;
}

int read_code(struct dump_reader *r, const struct dump_chunk *c)
{
	uint64_t crcs[BATCH];
	struct dump_code code = { .crcs = crcs };
	size_t n = (c->length - sizeof(struct anycov_dump_code)) / 4;
	const unsigned char *p;

	if (c->length < sizeof(struct anycov_dump_code) || c->length % 4)
		return reader_bad(r, c->offset, "damaged: CODE chunk of impossible length");
	r->code_blocks += n;
	if (r->code_blocks > CODE_BLOCKS_MAX)
		return reader_bad(r, c->offset, "damaged: impossible number of blocks of code");
	p = reader_take(r, sizeof(struct anycov_dump_code), "CODE chunk");
	if (!p)
		return -1;
	code.address = reader_number(r, p, 4) | reader_number(r, p + 4, 4) << 32;
	code.block = (uint32_t)reader_number(r, p + 8, 4);
	if (!code.block || n > (UINT64_MAX - code.address) / code.block)
		return reader_bad(r, c->offset + 16, "damaged: CODE chunk of impossible blocks");
	for (; n; n -= code.n) {
		int status;

		code.n = n < BATCH ? n : BATCH;
		p = reader_take(r, 4 * code.n, "CODE chunk");
		if (!p)
			return -1;
		reader_numbers(r, p, 4, crcs, code.n);
		status = r->v && r->v->code ? r->v->code(r->ctx, &code) : 0;
		if (status)
			return status;
		code.address += code.n * code.block;
	}
	return 0;
}

/* Skips entries. */
static int skip(struct dump_reader *r, size_t n)
{
	for (size_t some; n; n -= some) {
		some = n < BATCH ? n : BATCH;
		if (!reader_take(r, some, "CUTS chunk"))
			return -1;
	}
	return 0;
}

int read_cuts(struct dump_reader *r, const struct dump_chunk *c)
{
	const size_t head = sizeof(struct anycov_dump_cuts);
	const size_t n = c->length < head ? 0 : (c->length - head) / CUT_BYTES;
	struct dump_cuts cuts;
	const unsigned char *p;

	if (c->length < head || c->length != head + n * CUT_BYTES)
		return reader_bad(r, c->offset, "damaged: CUTS chunk of impossible length");
	if (r->has_cuts)
		return reader_bad(r, c->offset, "damaged: two CUTS chunks");
	r->has_cuts = true;
	p = reader_take(r, head, "CUTS chunk");
	if (!p)
		return -1;
	cuts.missed = (uint32_t)reader_number(r, p, 4);
	if (cuts.missed & ~(uint32_t)(ANYCOV_DUMP_CUTS_OLD | ANYCOV_DUMP_CUTS_TASK_EXIT))
		return reader_bad(r, c->offset + 16, "unsupported way in which calls ended");
	if (skip(r, n * CUT_BYTES))
		return -1;
	cuts.is_task_exit = cuts.missed == ANYCOV_DUMP_CUTS_TASK_EXIT && !n;
	return r->v && r->v->cuts ? r->v->cuts(r->ctx, c, &cuts) : 0;
}

int read_name(struct dump_reader *r, const struct dump_chunk *c)
{
	char name[ANYCOV_DUMP_NAME_MAX + 1];
	const unsigned char *p;

	if (!c->length || c->length > ANYCOV_DUMP_NAME_MAX)
		return reader_bad(r, c->offset, "damaged: NAME chunk of impossible length");
	p = reader_take(r, c->length, "NAME chunk");
	if (!p)
		return -1;
	if (memchr(p, 0, c->length))
		return reader_bad(r, c->offset + 16, "damaged: NUL in the name of a context");
	memcpy(name, p, c->length);
	name[c->length] = 0;
	return r->v && r->v->name ? r->v->name(r->ctx, c, name) : 0;
}
