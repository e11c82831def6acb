/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>
#include "dump/byte_source.h"

/* A few bytes can be made to expand to any number; recordings of this size do not by as much. */
#define EXPANDS_TO_MOST (1ull << 30)
#define EXPANDS_BY_MOST 1000u
/* Higher levels make merged dumps smaller by less than 2 %. */
#define LEVEL 12

struct zstd_stream {
	ZSTD_DCtx *d;
	unsigned char *in;
	size_t start, end, room; /* unread compressed bytes of in */
	bool kept;               /* in has all that was read */
	bool eof;
	bool in_frame; /* the last frame is not complete */
	uint64_t taken, made;
};

bool is_compressed(const unsigned char *p, size_t n)
{
	uint32_t magic;

	if (n < 4)
		return false;
	magic = (uint32_t)p[3] << 24 | (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 | p[0];
	return magic == ZSTD_MAGICNUMBER ||
	       (magic & ZSTD_MAGIC_SKIPPABLE_MASK) == ZSTD_MAGIC_SKIPPABLE_START;
}

/* Returns bytes of the file as they are, 0 at its end, -1 with err filled. */
static ssize_t read_plain(struct byte_source *s, void *to, size_t n, struct anycov_error *err)
{
	size_t left = s->n_begins - s->begin;
	ssize_t got;

	if (left) {
		n = n < left ? n : left;
		memcpy(to, s->begins + s->begin, n);
		s->begin += n;
		return (ssize_t)n;
	}
	do {
		got = read(s->fd, to, n);
	} while (got < 0 && errno == EINTR);
	if (got < 0)
		anycov_error_set(err, "%s:0: cannot read: %s", s->path,
				 errno == EISDIR ? "a directory, which 'anycov report' "
						   "takes; name the dumps in it"
						 : strerror(errno));
	return got;
}

/* Reads the first bytes, and goes back if the file is no pipe. */
static int read_begin(struct byte_source *s, struct anycov_error *err)
{
	size_t n = 0;
	ssize_t got = 1;

	while (n < sizeof(s->begins) && got > 0) {
		got = read_plain(s, s->begins + n, sizeof(s->begins) - n, err);
		n += got > 0 ? (size_t)got : 0;
	}
	if (got < 0)
		return -1;
	if (!s->seekable || lseek(s->fd, 0, SEEK_SET))
		s->n_begins = n;
	return is_compressed(s->begins, n) ? 1 : 0;
}

static void start_zstd(struct byte_source *s)
{
	struct zstd_stream *z = xcalloc(1, sizeof(*z));

	z->d = ZSTD_createDCtx();
	z->room = ZSTD_DStreamInSize();
	z->in = xmalloc(z->room);
	if (!z->d) {
		input_error("out of memory");
		exit(EXIT_BAD_DATA);
	}
	s->zstd = z;
	s->size = 0;
}

int byte_source_open(struct byte_source *s, const char *path, bool as_is, struct anycov_error *err)
{
	struct stat st;
	int status = 0;

	memset(s, 0, sizeof(*s));
	s->path = path;
	s->fd = !strcmp(path, "-") ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
	if (s->fd < 0)
		return anycov_error_set(err, "%s: cannot open: %s", path, strerror(errno));
	if (!fstat(s->fd, &st) && S_ISREG(st.st_mode))
		s->size = (uint64_t)st.st_size;
	s->seekable = lseek(s->fd, 0, SEEK_SET) == 0;
	if (!as_is)
		status = read_begin(s, err);
	if (status > 0)
		start_zstd(s);
	if (status < 0)
		byte_source_close(s);
	return status < 0 ? -1 : 0;
}

/* Reads compressed bytes if there are none.  Returns -1 with err filled. */
static int refill(struct byte_source *s, struct anycov_error *err)
{
	struct zstd_stream *z = s->zstd;
	ssize_t got;

	if (z->start < z->end || z->eof)
		return 0;
	if (!z->kept)
		z->start = z->end = 0;
	got = z->kept ? 0 : read_plain(s, z->in, z->room, err);
	if (got < 0)
		return -1;
	z->eof = !got;
	z->end += (size_t)got;
	return 0;
}

static int bad(const struct byte_source *s, const char *what, struct anycov_error *err)
{
	return anycov_error_set(err, "%s:%llu: %s", s->path, (unsigned long long)s->zstd->taken,
				what);
}

static ssize_t read_zstd(struct byte_source *s, void *to, size_t n, struct anycov_error *err)
{
	struct zstd_stream *z = s->zstd;
	ZSTD_outBuffer out = { to, n, 0 };

	while (!out.pos) {
		ZSTD_inBuffer in;
		size_t status;

		if (refill(s, err))
			return -1;
		if (z->eof && !z->in_frame)
			return 0;
		in = (ZSTD_inBuffer){ z->in + z->start, z->end - z->start, 0 };
		status = ZSTD_decompressStream(z->d, &out, &in);
		if (ZSTD_isError(status))
			return anycov_error_set(err, "%s:%llu: cannot be decompressed: %s", s->path,
						(unsigned long long)z->taken,
						ZSTD_getErrorName(status));
		z->in_frame = status != 0;
		if (z->eof && !out.pos)
			return bad(s, "truncated: the compressed data are incomplete", err);
		z->start += in.pos;
		z->taken += in.pos;
		z->made += out.pos;
		if (z->made > EXPANDS_TO_MOST && z->made / EXPANDS_BY_MOST > z->taken)
			return bad(s,
				   "expands to more than 1 GiB, 1000 times its size, as no "
				   "recording does; if you trust it, decompress it with 'zstd -d'",
				   err);
	}
	return (ssize_t)out.pos;
}

ssize_t byte_source_read(struct byte_source *s, void *to, size_t n, struct anycov_error *err)
{
	return s->zstd ? read_zstd(s, to, n, err) : read_plain(s, to, n, err);
}

int byte_source_keep(struct byte_source *s, struct anycov_error *err)
{
	struct zstd_stream *z = s->zstd;
	ssize_t got = 1;

	if (s->seekable)
		return 0;
	while (got > 0) {
		if (z->end == z->room)
			z->in = xrealloc(z->in, z->room *= 2);
		got = read_plain(s, z->in + z->end, z->room - z->end, err);
		z->end += got > 0 ? (size_t)got : 0;
	}
	z->kept = true;
	return got < 0 ? -1 : 0;
}

int byte_source_skip_to(struct byte_source *s, uint64_t at, const void *prefix, size_t n,
			struct anycov_error *err)
{
	if (s->zstd && lseek(s->fd, (off_t)at, SEEK_SET) == (off_t)at &&
	    !ZSTD_isError(ZSTD_DCtx_refPrefix(s->zstd->d, prefix, n)))
		return 0;
	return anycov_error_set(err, "%s: cannot be decompressed", s->path);
}

bool byte_source_can_rewind(const struct byte_source *s)
{
	return s->seekable || (s->zstd && s->zstd->kept);
}

int byte_source_rewind(struct byte_source *s, struct anycov_error *err)
{
	struct zstd_stream *z = s->zstd;

	if (z) {
		ZSTD_DCtx_reset(z->d, ZSTD_reset_session_only);
		z->start = 0;
		z->end = z->kept ? z->end : 0;
		z->eof = z->in_frame = false;
		z->taken = z->made = 0;
	}
	if (!(z && z->kept) && lseek(s->fd, 0, SEEK_SET) < 0)
		return anycov_error_set(err, "%s:0: cannot read: %s", s->path, strerror(errno));
	return 0;
}

void byte_source_close(struct byte_source *s)
{
	if (s->zstd) {
		ZSTD_freeDCtx(s->zstd->d);
		free(s->zstd->in);
		free(s->zstd);
	}
	if (s->fd != STDIN_FILENO)
		close(s->fd);
	s->zstd = NULL;
	s->fd = -1;
}

/* A file whose bytes are compressed. */
struct compressed_file {
	ZSTD_CCtx *c;
	FILE *to;
	unsigned char *out;
	size_t room;
};

/* Returns whether the bytes, and with ZSTD_e_end all that were pending, were written. */
static bool put(struct compressed_file *f, const char *from, size_t n, ZSTD_EndDirective how)
{
	ZSTD_inBuffer in = { from, n, 0 };
	size_t status;

	do {
		ZSTD_outBuffer out = { f->out, f->room, 0 };

		status = ZSTD_compressStream2(f->c, &out, &in, how);
		if (ZSTD_isError(status) || fwrite(f->out, 1, out.pos, f->to) != out.pos)
			return false;
	} while (how == ZSTD_e_end ? status != 0 : in.pos < in.size);
	return true;
}

static ssize_t on_write(void *cookie, const char *from, size_t n)
{
	return put(cookie, from, n, ZSTD_e_continue) ? (ssize_t)n : 0;
}

static int on_close(void *cookie)
{
	struct compressed_file *f = cookie;
	bool good = put(f, NULL, 0, ZSTD_e_end);

	ZSTD_freeCCtx(f->c);
	free(f->out);
	free(f);
	return good ? 0 : -1;
}

FILE *compress_to(FILE *to)
{
	struct compressed_file *f = xcalloc(1, sizeof(*f));
	FILE *file = fopencookie(f, "w",
				 (cookie_io_functions_t){ .write = on_write, .close = on_close });

	f->c = ZSTD_createCCtx();
	f->to = to;
	f->room = ZSTD_CStreamOutSize();
	f->out = xmalloc(f->room);
	if (!file || !f->c) {
		input_error("out of memory");
		exit(EXIT_BAD_DATA);
	}
	/* Flags have no checksum of their own. */
	ZSTD_CCtx_setParameter(f->c, ZSTD_c_checksumFlag, 1);
	ZSTD_CCtx_setParameter(f->c, ZSTD_c_compressionLevel, LEVEL);
	return file;
}

int compress_commit(struct out_file *out, FILE *f, struct anycov_error *err)
{
	return compress_end(out, f, err) ? -1 : out_commit(out, err);
}

int compress_end(struct out_file *out, FILE *f, struct anycov_error *err)
{
	bool bad = ferror(f);

	if (!fclose(f) && !bad)
		return 0;
	anycov_error_set(err, "%s: cannot write: %s", out->path ? out->path : "standard output",
			 strerror(errno));
	out_discard(out);
	return -1;
}
