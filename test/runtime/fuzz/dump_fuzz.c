/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * libFuzzer: the input is a file for the reader of dumps.  Its last byte selects a dump or raw
 * memory, and whether the dump gets a valid END chunk (a checksum cannot be guessed, and the
 * code after it would not be reached).  The reader must not crash, read out of bounds, or
 * deliver part of a file that it then rejects.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>
#include "anycov/dump.h"
#include "dump/reader.h"

/* No progress output. */
void progress(const char *what, uint64_t done, uint64_t total)
{
	(void)what, (void)done, (void)total;
}

void progress_end(void)
{
}

static size_t delivered;
static uint64_t sum;

static int on_head(void *ctx, const struct dump_info *info)
{
	(void)ctx;
	if (info->word_bytes != 2 && info->word_bytes != 4 && info->word_bytes != 8)
		abort();
	return 0;
}

static int on_chunk(void *ctx, const struct dump_chunk *c)
{
	(void)ctx;
	if (strlen(c->tag) > 4)
		abort();
	delivered++;
	return 0;
}

static int on_pcs(void *ctx, const struct dump_chunk *c, const uint64_t *pcs, size_t n)
{
	(void)ctx, (void)c;
	while (n--)
		sum += pcs[n];
	delivered++;
	return 0;
}

static int on_cmps(void *ctx, const struct dump_chunk *c, const struct dump_cmp *cmps, size_t n)
{
	(void)ctx, (void)c;
	while (n--)
		sum += cmps[n].type + cmps[n].arg1 + cmps[n].arg2 + cmps[n].pc;
	delivered++;
	return 0;
}

static int on_module(void *ctx, const struct dump_module *m)
{
	uint32_t i;

	(void)ctx;
	for (i = 0; i < m->build_id_length; i++)
		sum += m->build_id[i];
	sum += strlen(m->path);
	delivered++;
	return 0;
}

static int on_note(void *ctx, const struct dump_chunk *c, const char *s, size_t n)
{
	(void)ctx, (void)c;
	while (n--)
		sum += (unsigned char)s[n];
	delivered++;
	return 0;
}

static int on_code(void *ctx, const struct dump_code *code)
{
	(void)ctx;
	for (size_t i = 0; i < code->n; i++)
		sum += code->crcs[i] + code->address + code->block;
	delivered++;
	return 0;
}

static uint32_t number(uint32_t v, bool big)
{
	return big ? __builtin_bswap32(v) : v;
}

/* Consecutive chunks, then END; the file has `size` bytes so far. */
static size_t seal(uint8_t *file, size_t size)
{
	bool big = size > 7 && file[7] == ANYCOV_DUMP_BIG;
	struct anycov_dump_chunk c;
	uint32_t tail[2], chunks = 0;
	size_t at = sizeof(struct anycov_dump_head);

	for (; at + sizeof(c) <= size; at += number(c.length, big)) {
		memcpy(&c, file + at, sizeof(c));
		at += sizeof(c);
		chunks++;
		if (number(c.length, big) > size - at)
			break;
	}
	memset(&c, 0, sizeof(c));
	memcpy(c.tag, "END ", 4);
	c.length = number(sizeof(tail), big);
	tail[0] = number((uint32_t)crc32(0, file, (uInt)size), big);
	tail[1] = number(chunks, big);
	memcpy(file + size, &c, sizeof(c));
	memcpy(file + size + sizeof(c), tail, sizeof(tail));
	return size + sizeof(c) + sizeof(tail);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct dump_visitor v = {
		.head = on_head,
		.chunk = on_chunk,
		.pcs = on_pcs,
		.cmps = on_cmps,
		.module = on_module,
		.code = on_code,
		.note = on_note,
	};
	struct raw_format raw = { 0, false, false };
	struct anycov_error err;
	static char path[64];
	static uint8_t file[1 << 16];
	static int fd = -1;
	unsigned how = size ? data[size - 1] % 16 : 0;

	if (fd < 0) {
		fd = memfd_create("dump", 0);
		snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	}
	if (size)
		size--;
	if (size > sizeof(file) - 64)
		return 0;
	memcpy(file, data, size);
	if (how < 6)
		size = seal(file, size);
	if (ftruncate(fd, 0) || pwrite(fd, file, size, 0) != (ssize_t)size)
		return 0;
	if (how > 8) { /* mostly dumps */
		raw.word_bytes = how & 1 ? 8 : how & 2 ? 4 : 2;
		raw.big_endian = how & 4;
		raw.cmp = how == 15;
	}
	memset(&err, 0, sizeof(err));
	delivered = 0;
	if (dump_read(path, &raw, &v, NULL, &err) && delivered)
		abort(); /* a partial result without an error */
	return sum == 42 ? -1 : 0;
}
