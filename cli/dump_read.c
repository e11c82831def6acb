/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include "anycov/buffer.h"
#include "anycov/dump.h"
#include "dump_read.h"
#include "text_dump.h"

#define WINDOW (1u << 18)
#define BATCH 4096u
/* A path of 4096 bytes and a build id of 64 are the longest that exist. */
#define MODULE_MAX 8192u
#define BUILD_ID_MAX 64u
#define MODULE_HEAD 28u

struct reader {
	const char *path;
	int fd;
	bool seekable;
	bool kept;           /* all of the input is in window */
	unsigned char *window;
	size_t start, end;   /* unread bytes of the window */
	size_t room;
	uint64_t offset;     /* in the file, of window[start] */
	uint64_t size;       /* of the file, 0: not known */
	bool eof;
	bool crc_on;
	uint32_t crc;
	struct dump_info info;
	const struct dump_visitor *v; /* NULL in the checking pass */
	void *ctx;
	struct anycov_error *err;
};

static const struct {
	char tag[5];
	enum dump_chunk_kind kind;
} tags[] = {
	{ "PC  ", DUMP_PC },       { "UPC ", DUMP_UNIQ_PC }, { "EDGE", DUMP_EDGE },
	{ "CNT ", DUMP_COUNTERS },
	{ "CMP ", DUMP_CMP },      { "UCMP", DUMP_UNIQ_CMP }, { "MOD ", DUMP_MODULE },
	{ "NOTE", DUMP_NOTE },     { "END ", DUMP_END },
};

enum dump_chunk_kind dump_kind(const char tag[4])
{
	for (size_t i = 0; i < sizeof(tags) / sizeof(*tags); i++)
		if (!memcmp(tag, tags[i].tag, 4))
			return tags[i].kind;
	return DUMP_OTHER;
}

static int bad(struct reader *r, uint64_t offset, const char *what)
{
	return anycov_fail(r->err, "%s:%llu: %s", r->path, (unsigned long long)offset, what);
}

/* Makes n bytes (n <= WINDOW) available at window + start; -1: no more. */
static int fill(struct reader *r, size_t n)
{
	while (r->end - r->start < n) {
		ssize_t got;

		if (r->eof)
			return -1;
		if (r->start && r->room - r->start < n) {
			memmove(r->window, r->window + r->start, r->end - r->start);
			r->end -= r->start;
			r->start = 0;
		}
		progress(r->path, r->offset, r->size);
		got = read(r->fd, r->window + r->end, r->room - r->end);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0) {
			anycov_fail(r->err, "%s:%llu: cannot be read: %s", r->path,
				    (unsigned long long)r->offset, strerror(errno));
			return -2;
		}
		if (!got)
			r->eof = true;
		r->end += (size_t)got;
	}
	return 0;
}

/* The next n bytes, or NULL with err filled: what names the thing cut off. */
static const unsigned char *take(struct reader *r, size_t n, const char *what)
{
	const unsigned char *p;
	int status = fill(r, n);

	if (status) {
		if (status == -1)
			anycov_fail(r->err, "%s:%llu: the file ends within %s; it is cut off",
				    r->path,
				    (unsigned long long)(r->offset + (r->end - r->start)), what);
		return NULL;
	}
	p = r->window + r->start;
	if (r->crc_on)
		r->crc = (uint32_t)crc32(r->crc, p, (uInt)n);
	r->start += n;
	r->offset += n;
	return p;
}

static uint64_t number(const struct reader *r, const unsigned char *p, unsigned bytes)
{
	uint64_t v = 0;

	for (unsigned i = 0; i < bytes; i++)
		v |= (uint64_t)p[r->info.big_endian ? bytes - 1 - i : i] << (8 * i);
	return v;
}

/* Words of a common kind at once; the compiler makes loads of these loops. */
static void numbers(const struct reader *r, const unsigned char *p, uint64_t *v, size_t n)
{
	unsigned bytes = r->info.word_bytes;
	uint16_t order = 1;
	bool host_big = !*(const unsigned char *)&order;

	if (r->info.big_endian == host_big && bytes == 8) {
		memcpy(v, p, n * 8);
	} else if (r->info.big_endian == host_big && bytes == 4) {
		for (size_t i = 0; i < n; i++) {
			uint32_t w;

			memcpy(&w, p + 4 * i, 4);
			v[i] = w;
		}
	} else {
		for (size_t i = 0; i < n; i++)
			v[i] = number(r, p + i * bytes, bytes);
	}
}

static int read_pcs(struct reader *r, const struct dump_chunk *c, uint64_t n)
{
	uint64_t pcs[BATCH];

	while (n) {
		size_t k = n < BATCH ? (size_t)n : BATCH;
		const unsigned char *p = take(r, k * r->info.word_bytes, "the records of a chunk");
		int status;

		if (!p)
			return -1;
		n -= k;
		if (!r->v || !r->v->pcs)
			continue;
		numbers(r, p, pcs, k);
		status = r->v->pcs(r->ctx, c, pcs, k);
		if (status)
			return status;
	}
	return 0;
}

static int read_cmps(struct reader *r, const struct dump_chunk *c, uint64_t n)
{
	struct dump_cmp cmps[BATCH / 4];

	while (n) {
		size_t k = n < BATCH / 4 ? (size_t)n : BATCH / 4;
		const unsigned char *p = take(r, k * 32, "the records of a chunk");
		int status;

		if (!p)
			return -1;
		n -= k;
		if (!r->v || !r->v->cmps)
			continue;
		for (size_t i = 0; i < k; i++, p += 32) {
			cmps[i].type = number(r, p, 8);
			cmps[i].arg1 = number(r, p + 8, 8);
			cmps[i].arg2 = number(r, p + 16, 8);
			cmps[i].pc = number(r, p + 24, 8);
		}
		status = r->v->cmps(r->ctx, c, cmps, k);
		if (status)
			return status;
	}
	return 0;
}

static int read_module(struct reader *r, const struct dump_chunk *c)
{
	struct dump_module m;
	const unsigned char *p;
	char *path;
	uint32_t rest;
	int status = 0;

	if (c->length < MODULE_HEAD || c->length > MODULE_MAX)
		return bad(r, c->offset, "a MOD chunk of this length cannot be; the dump is damaged");
	p = take(r, c->length, "a MOD chunk");
	if (!p)
		return -1;
	m.bias = number(r, p, 8);
	m.first = number(r, p + 8, 8);
	m.end = number(r, p + 16, 8);
	m.build_id_length = (uint32_t)number(r, p + 24, 4);
	m.build_id = p + MODULE_HEAD;
	rest = c->length - MODULE_HEAD;
	if (m.build_id_length > rest || m.build_id_length > BUILD_ID_MAX)
		return bad(r, c->offset + 16 + 24,
			   "the length of a build id exceeds its chunk; the dump is damaged");
	if (m.first > m.end)
		return bad(r, c->offset + 16 + 8,
			   "a module ends before it begins; the dump is damaged");
	rest -= m.build_id_length;
	if (memchr(m.build_id + m.build_id_length, 0, rest))
		return bad(r, c->offset + 16 + MODULE_HEAD + m.build_id_length,
			   "the path of a module holds a NUL; the dump is damaged");
	if (!r->v || !r->v->module)
		return 0;
	path = xstrndup((const char *)m.build_id + m.build_id_length, rest);
	m.path = path;
	status = r->v->module(r->ctx, &m);
	free(path);
	return status;
}

static int read_rest(struct reader *r, const struct dump_chunk *c)
{
	uint32_t n = c->length;

	while (n) {
		uint32_t k = n < WINDOW / 2 ? n : WINDOW / 2;
		const unsigned char *p = take(r, k, "a chunk");
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

static int read_end(struct reader *r, const struct dump_chunk *c, uint32_t flags, uint32_t crc,
		    uint32_t chunks)
{
	const unsigned char *p;

	if (c->length != 8)
		return bad(r, c->offset + 8, "the END chunk has a wrong length; the dump is damaged");
	/* No checksum covers these two, so nothing else may stand there. */
	if (c->context || flags)
		return bad(r, c->offset + (c->context ? 4 : 12),
			   "the head of the END chunk is not as it must be; the dump is damaged");
	p = take(r, 8, "the END chunk");
	if (!p)
		return -1;
	if (number(r, p, 4) != crc)
		return bad(r, c->offset + 16, "the checksum is wrong; the dump is damaged");
	if (number(r, p + 4, 4) != chunks)
		return bad(r, c->offset + 20, "the number of chunks is wrong; the dump is damaged");
	return 0;
}

static int read_body(struct reader *r, const struct dump_chunk *c)
{
	switch (c->kind) {
	case DUMP_PC:
	case DUMP_UNIQ_PC:
	case DUMP_EDGE:
	case DUMP_COUNTERS:
		if (c->length % r->info.word_bytes)
			return bad(r, c->offset + 8, "the length is no multiple of a word; the dump is damaged");
		return read_pcs(r, c, c->length / r->info.word_bytes);
	case DUMP_CMP:
	case DUMP_UNIQ_CMP:
		if (c->length % 32)
			return bad(r, c->offset + 8, "the length is no multiple of a record; the dump is damaged");
		return read_cmps(r, c, c->length / 32);
	case DUMP_MODULE:
		return read_module(r, c);
	default:
		return read_rest(r, c);
	}
}

static int read_chunks(struct reader *r)
{
	for (uint32_t chunks = 0;; chunks++) {
		struct dump_chunk c = { .offset = r->offset };
		uint32_t crc = r->crc, flags;
		const unsigned char *p;
		int status;

		if (!fill(r, 1) || !r->eof)
			p = take(r, 16, "the head of a chunk");
		else
			return bad(r, r->offset, "the END chunk is missing; the dump is cut off");
		if (!p)
			return -1;
		memcpy(c.tag, p, 4);
		c.kind = dump_kind(c.tag);
		c.context = (uint32_t)number(r, p + 4, 4);
		c.length = (uint32_t)number(r, p + 8, 4);
		flags = (uint32_t)number(r, p + 12, 4);
		c.lost = flags & ANYCOV_DUMP_C_LOST;
		c.from_start = flags & ANYCOV_DUMP_C_FROM_START;
		if (c.kind == DUMP_END)
			return read_end(r, &c, flags, crc, chunks);
		for (int i = 0; i < 4; i++)
			if (c.tag[i] < ' ' || c.tag[i] > '~')
				return bad(r, c.offset, "no chunk begins here; the dump is damaged");
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

static int read_head(struct reader *r)
{
	const unsigned char *p;
	uint64_t at = r->offset;

	r->crc = (uint32_t)crc32(0, NULL, 0);
	r->crc_on = true;
	if (fill(r, 6) || memcmp(r->window + r->start, ANYCOV_DUMP_MAGIC, 6))
		return bad(r, at, at ? "no dump begins here, though the one before it ended"
				     : "this is no anycov dump (give --raw for the memory of a KCOV buffer)");
	p = take(r, sizeof(struct anycov_dump_head), "the head of the dump");
	if (!p)
		return -1;
	if (p[6] != ANYCOV_DUMP_VERSION)
		return anycov_fail(r->err, "%s:%llu: dump format %u is not known to this anycov (it reads %u)",
				   r->path, (unsigned long long)at + 6, p[6], ANYCOV_DUMP_VERSION);
	if (p[7] != ANYCOV_DUMP_LITTLE && p[7] != ANYCOV_DUMP_BIG)
		return bad(r, at + 7, "the byte order is neither 1 nor 2; the dump is damaged");
	if (p[8] != 2 && p[8] != 4 && p[8] != 8)
		return bad(r, at + 8, "a word has neither 2, 4 nor 8 bytes; the dump is damaged");
	if (p[9] & ~ANYCOV_DUMP_F_RAW_PC)
		return bad(r, at + 9, "a flag is not known to this anycov");
	r->info.path = r->path;
	r->info.big_endian = p[7] == ANYCOV_DUMP_BIG;
	r->info.word_bytes = p[8];
	r->info.raw_pc = p[9] & ANYCOV_DUMP_F_RAW_PC;
	return r->v && r->v->head ? r->v->head(r->ctx, &r->info) : 0;
}

/* Dumps may follow each other in one file, as `cat A B` makes it. */
static int read_dumps(struct reader *r)
{
	do {
		int status = read_head(r);

		if (!status)
			status = read_chunks(r);
		if (status)
			return status;
		status = fill(r, 1);
		if (status == -2)
			return -1;
	} while (r->end != r->start);
	return 0;
}

/* The memory of a KCOV buffer: a count, then records; the rest is not looked at. */
static int read_raw(struct reader *r, const struct raw_format *raw)
{
	struct dump_chunk c = { .kind = raw->cmp ? DUMP_CMP : DUMP_PC };
	unsigned word = raw->cmp ? 8 : raw->word_bytes;
	const unsigned char *p;
	uint64_t n;
	int status;

	memcpy(c.tag, raw->cmp ? "CMP " : "PC  ", 5);
	r->info.path = r->path;
	r->info.word_bytes = raw->word_bytes;
	r->info.big_endian = raw->big_endian;
	r->info.raw_pc = true;
	p = take(r, word, "the count word");
	if (!p)
		return -1;
	n = number(r, p, word);
	/* Nothing this large was ever mapped: a wrong word size or byte order. */
	if (n > UINT32_MAX / 32)
		return anycov_fail(r->err, "%s:0: the count word is %llu; is the word size or byte order right?",
				   r->path, (unsigned long long)n);
	c.length = (uint32_t)n * (raw->cmp ? 32 : word);
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

static int one_pass(struct reader *r, const struct raw_format *raw)
{
	r->start = 0;
	r->offset = 0;
	/* Else the only pass is at the beginning already. */
	if (!r->kept && r->seekable) {
		if (lseek(r->fd, 0, SEEK_SET) < 0)
			return anycov_fail(r->err, "%s:0: cannot be read: %s", r->path,
					   strerror(errno));
		r->end = 0;
		r->eof = false;
	}
	return raw && raw->word_bytes ? read_raw(r, raw) : read_dumps(r);
}

/* A pipe cannot be read twice: keep all of it. */
static int spool(struct reader *r)
{
	int status = 0;

	r->kept = true;
	while (!r->eof && !status) {
		if (r->end == r->room) {
			r->room *= 2;
			r->window = xrealloc(r->window, r->room);
		}
		status = fill(r, r->end - r->start + 1);
	}
	return status == -2 ? -1 : 0;
}

/* All that lines of a dump stand for becomes the window; without such lines its head stays. */
static int decode_text(struct reader *r)
{
	size_t room = 0, n = 0, head = r->end < 16 ? r->end : 16;
	unsigned char *out = NULL, begins[16];
	struct text_dump t = { 0 };
	int status;

	memcpy(begins, r->window, head);
	do {
		if (room - n < r->end / 2 + 1) {
			room = (room + r->end / 2 + sizeof(begins)) * 2;
			out = xrealloc(out, room);
		}
		n += text_dump_decode(&t, out + n, r->window, r->end);
		r->offset += r->end;
		r->start = r->end = 0;
		status = fill(r, 1);
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

/* What is neither a dump nor raw memory may be a console's log with a dump in it. */
static int take_text(struct reader *r)
{
	int status = fill(r, 7);

	if (status == -2)
		return -1;
	/* The mark of a dump as text begins like the dump itself. */
	if (r->end >= 6 && !memcmp(r->window, ANYCOV_DUMP_MAGIC, 6) &&
	    (status || r->window[6] != ':'))
		return 0;
	return decode_text(r);
}

int dump_read(const char *path, const struct raw_format *raw, const struct dump_visitor *v,
	      void *ctx, struct anycov_error *err)
{
	struct reader r = { .path = path, .err = err, .room = WINDOW };
	struct stat st;
	int status = 0;

	r.fd = !strcmp(path, "-") ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
	if (r.fd < 0)
		return anycov_fail(err, "%s: cannot be opened: %s", path, strerror(errno));
	if (!fstat(r.fd, &st) && S_ISREG(st.st_mode))
		r.size = (uint64_t)st.st_size;
	r.window = xmalloc(r.room);
	r.seekable = lseek(r.fd, 0, SEEK_SET) == 0;
	if (!(raw && raw->word_bytes))
		status = take_text(&r);
	if (!status && !r.seekable && !r.kept && !v->once)
		status = spool(&r);
	r.ctx = ctx;
	if (!v->once && !status)
		status = one_pass(&r, raw);
	if (!status) {
		r.v = v;
		status = one_pass(&r, raw);
	}
	free(r.window);
	if (r.fd != STDIN_FILENO)
		close(r.fd);
	return status;
}
