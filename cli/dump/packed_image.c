/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "dump/byte_source.h"
#include "dump/packed_image.h"

/* Of the frame: magic number and size. */
#define HEAD_BYTES 8u
#define TEXT_MAX (sizeof(PACKED_BEGIN) - 1 + NAME_MAX)

/* A packed file may have been compressed as a whole. */
#define EXPANSIONS_MAX 2u

static uint32_t le32(const unsigned char *p)
{
	return (uint32_t)p[3] << 24 | (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 | p[0];
}

char *packed_base(int fd, size_t *bytes)
{
	const size_t begin = sizeof(PACKED_BEGIN) - 1;
	unsigned char head[HEAD_BYTES + TEXT_MAX];
	ssize_t got = pread(fd, head, sizeof(head), 0);
	const char *name = (const char *)head + HEAD_BYTES + begin;
	size_t n;

	if (got < (ssize_t)(HEAD_BYTES + begin) || le32(head) != PACKED_MAGIC)
		return NULL;
	n = le32(head + 4);
	if (n <= begin || n > (size_t)got - HEAD_BYTES ||
	    memcmp(head + HEAD_BYTES, PACKED_BEGIN, begin) || memchr(name, '/', n - begin) ||
	    memchr(name, 0, n - begin))
		return NULL;
	*bytes = HEAD_BYTES + n;
	return xstrndup(name, n - begin);
}

void *read_whole(int fd, size_t *n)
{
	struct stat st;
	char *all;

	if (fstat(fd, &st) || !S_ISREG(st.st_mode) || (uint64_t)st.st_size > EXPANDED_FILE_MAX)
		return NULL;
	*n = (size_t)st.st_size;
	all = xmalloc(*n + 1);
	for (size_t at = 0; at < *n;) {
		ssize_t got = pread(fd, all + at, *n - at, (off_t)at);

		if (got <= 0) {
			free(all);
			return NULL;
		}
		at += (size_t)got;
	}
	return all;
}

/* Returns all that is read, to be freed, or NULL with err filled.  guess: how much that may be. */
static void *expand(struct byte_source *s, size_t guess, size_t *n, struct anycov_error *err)
{
	size_t room = guess < EXPANDED_FILE_MAX ? guess + 65536u : 65536u;
	unsigned char *all = xmalloc(room);
	ssize_t got;

	*n = 0;
	while ((got = byte_source_read(s, all + *n, room - *n, err)) > 0) {
		*n += (size_t)got;
		if (*n > EXPANDED_FILE_MAX) {
			anycov_error_set(err,
					 "%s: expands to more than 1 GiB; decompress it with 'zstd "
					 "-d'",
					 s->path);
			got = -1;
			break;
		}
		if (*n == room)
			all = xrealloc(all, room *= 2);
	}
	if (!got)
		return all;
	free(all);
	return NULL;
}

static int open_times(struct expanded_file *f, const char *path, unsigned expansions,
		      bool takes_packed, struct anycov_error *err);

/* Reads a file that others are differences to, unless it is packed itself. */
static void *read_base_file(const char *path, size_t *n, struct anycov_error *err)
{
	struct expanded_file f;

	if (open_times(&f, path, 1, false, err))
		return NULL;
	if (f.fd >= 0) {
		f.bytes = read_whole(f.fd, &f.n);
		close(f.fd);
	}
	*n = f.n;
	return f.bytes;
}

/*
 * Returns the contents of the file beside `path` that it is a difference to.  Those of the last one
 * are kept: files of one directory are differences to a few, whose names have their build IDs.
 */
static const void *read_base(const char *path, const char *name, size_t *n,
			     struct anycov_error *err)
{
	static struct {
		char *path;
		void *bytes;
		size_t n;
	} last;
	const int length = (int)(base_name(path) - path);
	char *base = xasprintf("%.*s%s", length, path, name);

	if (access(base, F_OK)) {
		free(base);
		base = xasprintf("%.*s%s" COMPRESSED_END, length, path, name);
	}
	if (!last.bytes || strcmp(last.path, base)) {
		free(last.path);
		free(last.bytes);
		last.path = xstrdup(base);
		last.bytes = read_base_file(base, &last.n, err);
	}
	free(base);
	if (!last.bytes)
		anycov_error_set(err,
				 "%s: is a difference to %s, which is missing beside it or not as "
				 "it was; keep both together, or use 'anycov merge'",
				 path, name);
	*n = last.n;
	return last.bytes;
}

/* Returns the expanded contents of a compressed file, which fd is, or NULL with err filled. */
static void *expand_file(const char *path, int fd, bool takes_packed, size_t *n,
			 struct anycov_error *err)
{
	size_t begin, base_bytes = 0;
	char *name = packed_base(fd, &begin);
	const void *base = name && takes_packed ? read_base(path, name, &base_bytes, err) : NULL;
	struct byte_source s;
	void *all = NULL;
	char proc[32];

	snprintf(proc, sizeof(proc), "/proc/self/fd/%d", fd);
	if ((base || !name) && !byte_source_open(&s, proc, false, err)) {
		s.path = path;
		/* A difference expands to about as much. */
		if (!name || !byte_source_skip_to(&s, begin, base, base_bytes, err))
			all = expand(&s, base_bytes + base_bytes / 4, n, err);
		byte_source_close(&s);
	}
	free(name);
	return all;
}

static bool begins_compressed(int fd)
{
	unsigned char begin[4];

	return pread(fd, begin, sizeof(begin), 0) == sizeof(begin) &&
	       is_compressed(begin, sizeof(begin));
}

/* Makes a descriptor of the bytes, as they are compressed again. */
static int make_file(struct expanded_file *f, const char *path, struct anycov_error *err)
{
	f->fd = memory_file(f->bytes, f->n);
	free(f->bytes);
	f->bytes = NULL;
	return f->fd >= 0 ? 0
			  : anycov_error_set(err, "%s: cannot be decompressed: %s", path,
					     strerror(errno));
}

static int open_times(struct expanded_file *f, const char *path, unsigned expansions,
		      bool takes_packed, struct anycov_error *err)
{
	*f = (struct expanded_file){ .fd = open(path, O_RDONLY | O_CLOEXEC) };
	if (f->fd < 0)
		return anycov_error_set(err, "%s: cannot open: %s", path, strerror(errno));
	for (; expansions && begins_compressed(f->fd); expansions--) {
		f->bytes = expand_file(path, f->fd, takes_packed, &f->n, err);
		close(f->fd);
		f->fd = -1;
		if (!f->bytes)
			return -1;
		if (!is_compressed(f->bytes, f->n))
			return 0;
		if (make_file(f, path, err))
			return -1;
	}
	return 0;
}

int open_expanded(struct expanded_file *f, const char *path, struct anycov_error *err)
{
	return open_times(f, path, EXPANSIONS_MAX, true, err);
}
