/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
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

/* Writes what is read to a descriptor.  Returns -1 with err filled. */
static int expand(struct byte_source *s, int to, struct anycov_error *err)
{
	unsigned char part[65536];
	uint64_t all = 0;
	ssize_t n;

	while ((n = byte_source_read(s, part, sizeof(part), err)) > 0) {
		all += (uint64_t)n;
		if (all > EXPANDED_FILE_MAX)
			return anycov_error_set(err,
						"%s: expands to more than 1 GiB; decompress it "
						"with 'zstd -d'",
						s->path);
		if (write(to, part, (size_t)n) != n)
			return anycov_error_set(err, "%s: cannot be decompressed: %s", s->path,
						strerror(errno));
	}
	return n < 0 ? -1 : 0;
}

static int open_times(const char *path, unsigned expansions, bool takes_packed,
		      struct anycov_error *err);

/* Reads the file beside `path` that it is a difference to; one that is packed itself is refused. */
static void *read_base(const char *path, const char *name, size_t *n, struct anycov_error *err)
{
	const int length = (int)(base_name(path) - path);
	char *base = xasprintf("%.*s%s", length, path, name);
	void *bytes = NULL;
	int fd;

	if (access(base, F_OK)) {
		free(base);
		base = xasprintf("%.*s%s" COMPRESSED_END, length, path, name);
	}
	fd = open_times(base, 1, false, err);
	if (fd >= 0) {
		bytes = read_whole(fd, n);
		close(fd);
	}
	if (!bytes)
		anycov_error_set(err,
				 "%s: is a difference to %s, which is missing beside it or not as "
				 "it was; keep both together, or use 'anycov merge'",
				 path, name);
	free(base);
	return bytes;
}

/* Expands a compressed file, which fd is, to a file in memory. */
static int expand_file(const char *path, int fd, bool takes_packed, int to,
		       struct anycov_error *err)
{
	size_t begin, n = 0;
	char *name = packed_base(fd, &begin);
	void *base = name && takes_packed ? read_base(path, name, &n, err) : NULL;
	struct byte_source s;
	char proc[32];
	int status = name && !base ? -1 : 0;

	snprintf(proc, sizeof(proc), "/proc/self/fd/%d", fd);
	if (!status)
		status = byte_source_open(&s, proc, false, err);
	if (!status) {
		s.path = path;
		if (name)
			status = byte_source_skip_to(&s, begin, base, n, err);
		if (!status)
			status = expand(&s, to, err);
		byte_source_close(&s);
	}
	free(base);
	free(name);
	return status;
}

static bool begins_compressed(int fd)
{
	unsigned char begin[4];

	return pread(fd, begin, sizeof(begin), 0) == sizeof(begin) &&
	       is_compressed(begin, sizeof(begin));
}

static int open_times(const char *path, unsigned expansions, bool takes_packed,
		      struct anycov_error *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return anycov_error_set(err, "%s: cannot open: %s", path, strerror(errno));
	for (; expansions && begins_compressed(fd); expansions--) {
		int to = memfd_create("anycov", MFD_CLOEXEC), status;

		if (to < 0)
			anycov_error_set(err, "%s: cannot be decompressed: %s", path,
					 strerror(errno));
		status = to < 0 ? -1 : expand_file(path, fd, takes_packed, to, err);
		close(fd);
		if (status && to >= 0)
			close(to);
		if (status)
			return -1;
		fd = to;
	}
	return fd;
}

int open_expanded(const char *path, struct anycov_error *err)
{
	return open_times(path, EXPANSIONS_MAX, true, err);
}
