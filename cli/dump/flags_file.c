/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "anycov/flags_file.h"
#include "dump/byte_source.h"
#include "dump/flags_file.h"

/* The longest path of Linux has 4096 bytes. */
#define PATH_BYTES_MAX 4096u
#define PAGE_BYTES_MAX (1u << 24)
/* A sparse file of any size is easily made. */
#define FLAGS_MAX (1u << 30)
#define KNOWN_HOW (ANYCOV_FLAGS_MAPPED | ANYCOV_FLAGS_COPIED)

/* Offsets of members of the header. */
#define AT(member) ((unsigned)offsetof(struct anycov_flags_head, member))
#define BYTES(member) ((unsigned)sizeof(((struct anycov_flags_head *)0)->member))

enum { HEAD_BYTES = sizeof(struct anycov_flags_head) };

struct flags_reading {
	const char *path;
	struct anycov_error *err;
	int fd;
	unsigned char *all; /* of a compressed file, what it expands to */
	uint64_t size;
	unsigned char head[HEAD_BYTES];
	bool big_endian;
};

static uint64_t number(const unsigned char *p, unsigned bytes, bool big_endian)
{
	uint64_t v = 0;

	for (unsigned i = 0; i < bytes; i++)
		v |= (uint64_t)p[big_endian ? bytes - 1 - i : i] << (8 * i);
	return v;
}

#define FIELD(r, member) number((r)->head + AT(member), BYTES(member), (r)->big_endian)
#define OLD_FIELD(r, member)                                                                       \
	number((r)->head + offsetof(struct anycov_flags_old_head, member),                         \
	       sizeof(((struct anycov_flags_old_head *)0)->member), (r)->big_endian)

size_t flags_name_length(const char *path)
{
	size_t n = strlen(path), end = strlen(ANYCOV_FLAGS_FILE_END);

	if (ends_with(path, ANYCOV_FLAGS_FILE_END COMPRESSED_END))
		return n - end - strlen(COMPRESSED_END);
	return ends_with(path, ANYCOV_FLAGS_FILE_END) ? n - end : 0;
}

char *flags_image_beside(const char *path)
{
	size_t n = flags_name_length(path);
	char *image = xasprintf("%.*s" ANYCOV_FLAGS_IMAGE_END, (int)(n ? n : strlen(path)), path);
	char *compressed = xasprintf("%s" COMPRESSED_END, image);
	bool is_compressed = access(image, F_OK) && !access(compressed, F_OK);

	free(is_compressed ? image : compressed);
	return is_compressed ? compressed : image;
}

bool is_flags_file(const unsigned char *p, size_t n)
{
	return n >= 4 && (number(p, 4, false) == ANYCOV_FLAGS_MAGIC ||
			  number(p, 4, true) == ANYCOV_FLAGS_MAGIC);
}

static int bad(const struct flags_reading *r, uint64_t offset, const char *what)
{
	return anycov_error_set(r->err, "%s:%llu: %s", r->path, (unsigned long long)offset, what);
}

/* Reads n bytes at an offset.  Returns -1 with err filled if the file ends before. */
static int read_at(const struct flags_reading *r, void *to, uint64_t n, uint64_t offset)
{
	unsigned char *p = to;

	if (r->all && (offset > r->size || n > r->size - offset))
		return bad(r, r->size, "truncated");
	if (r->all && n)
		memcpy(to, r->all + offset, n);
	while (n && !r->all) {
		ssize_t got = pread(r->fd, p, n, (off_t)offset);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return anycov_error_set(r->err, "%s:%llu: cannot read: %s", r->path,
						(unsigned long long)offset, strerror(errno));
		if (!got)
			return bad(r, offset, "truncated");
		p += got;
		n -= (uint64_t)got;
		offset += (uint64_t)got;
	}
	return 0;
}

static bool has_lanes(const struct flags_reading *r)
{
	return FIELD(r, version) == ANYCOV_FLAGS_VERSION_LANES;
}

static bool is_old(const struct flags_reading *r)
{
	return FIELD(r, version) < ANYCOV_FLAGS_VERSION;
}

/* Returns the bytes of the flags, and of each lane. */
static uint64_t area_bytes(const struct flags_reading *r)
{
	uint64_t page = FIELD(r, page_bytes);

	return (FIELD(r, n_flags) + page - 1) / page * page;
}

/* Reads how many lanes follow the flags; they must end the file. */
static int read_lanes_head(const struct flags_reading *r, uint64_t *n)
{
	uint64_t page = FIELD(r, page_bytes), at = FIELD(r, at_flags) + area_bytes(r);
	unsigned char number_of[4];

	*n = 0;
	if (!has_lanes(r))
		return 0;
	if (r->size < at || r->size - at < page)
		return bad(r, r->size, "truncated before the lanes");
	if (read_at(r, number_of, sizeof(number_of), at))
		return -1;
	*n = number(number_of, sizeof(number_of), r->big_endian);
	if (*n > ANYCOV_FLAGS_LANES_MAX)
		return bad(r, at, "damaged: impossible number of lanes");
	at += page + *n * area_bytes(r);
	if (r->size < at)
		return bad(r, r->size, "truncated in the lanes");
	return r->size - at < page ? 0 : bad(r, at, "damaged: data after the last lane");
}

static int check_head(const struct flags_reading *r)
{
	uint64_t page = FIELD(r, page_bytes), at = FIELD(r, at_flags), n = FIELD(r, n_flags), end;
	uint64_t names = HEAD_BYTES + FIELD(r, build_id_bytes) + FIELD(r, path_bytes);

	if (FIELD(r, version) < ANYCOV_FLAGS_VERSION_OLD ||
	    FIELD(r, version) > ANYCOV_FLAGS_VERSION)
		return anycov_error_set(
			r->err,
			"%s:%u: unsupported version %u of a file of flags; this anycov reads %u "
			"to %u",
			r->path, AT(version), (unsigned)FIELD(r, version), ANYCOV_FLAGS_VERSION_OLD,
			ANYCOV_FLAGS_VERSION);
	if (FIELD(r, build_id_bytes) > sizeof(((struct flags_file *)0)->build_id))
		return bad(r, AT(build_id_bytes), "damaged: build ID of impossible length");
	if (FIELD(r, path_bytes) > PATH_BYTES_MAX)
		return bad(r, AT(path_bytes), "damaged: path of impossible length");
	if (page < HEAD_BYTES || page > PAGE_BYTES_MAX || (page & (page - 1)))
		return bad(r, AT(page_bytes), "damaged: impossible page size");
	if (at < names || at % page || at > r->size)
		return bad(r, AT(at_flags),
			   at > r->size ? "truncated before the flags"
					: "damaged: flags are not after the names");
	if (!n || n > FLAGS_MAX)
		return bad(r, AT(n_flags), "damaged: impossible number of flags");
	if (n > r->size - at)
		return anycov_error_set(r->err, "%s:%llu: truncated: %llu of %llu flags", r->path,
					(unsigned long long)r->size,
					(unsigned long long)(r->size - at), (unsigned long long)n);
	end = at + n;
	if (!has_lanes(r) && r->size - end >= page)
		return bad(r, end, "damaged: data after the last flag");
	if (FIELD(r, address) + n < n)
		return bad(r, AT(address), "damaged: impossible address");
	if (FIELD(r, how) & ~(uint64_t)(is_old(r) ? ANYCOV_FLAGS_OLD_HOW : KNOWN_HOW))
		return bad(r, AT(how), "unsupported way in which flags were recorded");
	if (!is_old(r) && FIELD(r, reserved))
		return bad(r, AT(reserved), "damaged: not 0");
	return 0;
}

static bool are_counts_possible(const struct flags_reading *r)
{
	if (is_old(r))
		return OLD_FIELD(r, n_ended) <= FIELD(r, n_started);
	return FIELD(r, n_copied) <= FIELD(r, n_copying) &&
	       FIELD(r, n_copying) <= FIELD(r, n_started);
}

/* Reads the header; again if a process changed the counts meanwhile. */
static int read_head(struct flags_reading *r)
{
	for (int i = 0; i < 4; i++) {
		if (r->size < 4)
			return bad(r, 0, "not a file of flags");
		if (read_at(r, r->head, r->size < HEAD_BYTES ? 4 : HEAD_BYTES, 0))
			return -1;
		if (!is_flags_file(r->head, 4))
			return bad(r, 0, "not a file of flags");
		if (r->size < HEAD_BYTES)
			return bad(r, r->size, "truncated (header)");
		r->big_endian = number(r->head, 4, true) == ANYCOV_FLAGS_MAGIC;
		if (check_head(r))
			return -1;
		if (are_counts_possible(r))
			return 0;
	}
	return bad(r, AT(n_copying),
		   is_old(r) ? "damaged: more processes ended than started"
			     : "damaged: impossible numbers of processes");
}

/* Adds what is set in lanes. */
static int read_lanes(const struct flags_reading *r, struct flags_file *f)
{
	uint64_t bytes = area_bytes(r), n, at;
	unsigned char *lane;
	int status = read_lanes_head(r, &n);

	if (status || !n)
		return status;
	lane = xmalloc(f->n_flags);
	at = FIELD(r, at_flags) + bytes + FIELD(r, page_bytes);
	for (uint64_t i = 0; i < n && !status; i++) {
		status = read_at(r, lane, f->n_flags, at + i * bytes);
		for (uint64_t k = 0; k < f->n_flags && !status; k++)
			f->flags[k] |= lane[k];
	}
	free(lane);
	return status;
}

static void take_counts(const struct flags_reading *r, struct flags_file *f)
{
	f->started = FIELD(r, n_started);
	f->how = (uint32_t)FIELD(r, how) & KNOWN_HOW;
	if (!is_old(r)) {
		f->copying = FIELD(r, n_copying);
		f->copied = FIELD(r, n_copied);
	} else if (f->how & ANYCOV_FLAGS_COPIED) {
		uint64_t lost = f->started - OLD_FIELD(r, n_ended);

		f->copying = f->started < UINT32_MAX ? f->started : UINT32_MAX;
		f->copied = f->copying - (lost < f->copying ? lost : f->copying);
	}
}

/* A process that began meanwhile may have flags there. */
static int read_flags(const struct flags_reading *r, struct flags_file *f)
{
	struct flags_reading after = *r;

	f->flags = xmalloc(f->n_flags);
	if (read_at(r, f->flags, f->n_flags, FIELD(r, at_flags)) || read_lanes(r, f) ||
	    read_head(&after))
		return -1;
	take_counts(&after, f);
	return 0;
}

static int read_body(const struct flags_reading *r, struct flags_file *f, bool flags)
{
	uint64_t at_path = HEAD_BYTES + FIELD(r, build_id_bytes), n_path = FIELD(r, path_bytes);

	f->build_id_length = (unsigned)FIELD(r, build_id_bytes);
	f->image = xcalloc(n_path + 1, 1);
	f->n_flags = FIELD(r, n_flags);
	if (read_at(r, f->build_id, f->build_id_length, HEAD_BYTES) ||
	    read_at(r, f->image, n_path, at_path))
		return -1;
	if (strlen(f->image) != n_path)
		return bad(r, at_path, "damaged: NUL in the path of the image");
	if (!n_path) { /* it was not known */
		free(f->image);
		f->image = xstrdup(base_name(r->path));
	}
	f->path = xstrdup(r->path);
	f->big_endian = r->big_endian;
	f->page_bytes = (uint32_t)FIELD(r, page_bytes);
	f->at_flags = FIELD(r, at_flags);
	f->address = FIELD(r, address);
	take_counts(r, f);
	return flags ? read_flags(r, f) : 0;
}

/* Expands a compressed file, unless it begins like none of flags. */
static int expand(struct flags_reading *r)
{
	struct byte_source s;
	size_t room = 1u << 16;
	ssize_t got = 1;
	unsigned char begins[4];

	if (pread(r->fd, begins, sizeof(begins), 0) != sizeof(begins) ||
	    !is_compressed(begins, sizeof(begins)))
		return 0;
	if (byte_source_open(&s, r->path, false, r->err))
		return -1;
	r->all = xmalloc(room);
	r->size = 0;
	while (got > 0 && r->size <= FLAGS_EXPANDED_MAX &&
	       (r->size < 4 || is_flags_file(r->all, 4))) {
		if (r->size == room)
			r->all = xrealloc(r->all, room *= 2);
		got = byte_source_read(&s, r->all + r->size, room - r->size, r->err);
		r->size += got > 0 ? (uint64_t)got : 0;
	}
	byte_source_close(&s);
	if (got > 0 && r->size > FLAGS_EXPANDED_MAX)
		return bad(r, 0,
			   "expands to more than 256 MiB; if you trust it, decompress it with "
			   "'zstd -d'");
	return got < 0 ? -1 : 0;
}

static int read_file(const char *path, struct flags_file *f, bool flags, struct anycov_error *err)
{
	struct flags_reading r = { .path = path, .err = err };
	struct stat st;
	int status;

	memset(f, 0, sizeof(*f));
	r.fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (r.fd < 0)
		return anycov_error_set(err, "%s: cannot open: %s", path, strerror(errno));
	if (fstat(r.fd, &st) || !S_ISREG(st.st_mode)) {
		close(r.fd);
		return anycov_error_set(err, "%s:0: not a file of flags", path);
	}
	r.size = (uint64_t)st.st_size;
	status = expand(&r);
	if (!status)
		status = read_head(&r);
	if (!status)
		status = read_body(&r, f, flags);
	close(r.fd);
	free(r.all);
	if (status)
		flags_file_free(f);
	return status;
}

int flags_file_read(const char *path, struct flags_file *f, struct anycov_error *err)
{
	return read_file(path, f, true, err);
}

int flags_file_read_head(const char *path, struct flags_file *f, struct anycov_error *err)
{
	return read_file(path, f, false, err);
}

static void put(FILE *to, const struct flags_file *f, uint64_t v, unsigned bytes)
{
	for (unsigned i = 0; i < bytes; i++)
		putc((int)(v >> 8 * (f->big_endian ? bytes - 1 - i : i) & 0xff), to);
}

void flags_file_write(FILE *to, const struct flags_file *f)
{
	size_t n_path = strlen(f->image);
	uint64_t end = HEAD_BYTES + f->build_id_length + n_path;
	uint64_t at = (end + f->page_bytes - 1) / f->page_bytes * f->page_bytes;

	put(to, f, ANYCOV_FLAGS_MAGIC, BYTES(magic));
	put(to, f, ANYCOV_FLAGS_VERSION, BYTES(version));
	put(to, f, f->build_id_length, BYTES(build_id_bytes));
	put(to, f, n_path, BYTES(path_bytes));
	put(to, f, f->page_bytes, BYTES(page_bytes));
	put(to, f, at, BYTES(at_flags));
	put(to, f, f->n_flags, BYTES(n_flags));
	put(to, f, f->address, BYTES(address));
	put(to, f, f->started, BYTES(n_started));
	put(to, f, f->copying, BYTES(n_copying));
	put(to, f, f->copied, BYTES(n_copied));
	put(to, f, 0, BYTES(reserved));
	put(to, f, f->how, BYTES(how));
	fwrite(f->build_id, 1, f->build_id_length, to);
	fwrite(f->image, 1, n_path, to);
	for (; end < at; end++)
		putc(0, to);
	fwrite(f->flags, 1, f->n_flags, to);
	/* Processes map whole pages. */
	for (end = f->n_flags; end % f->page_bytes; end++)
		putc(0, to);
}

void flags_file_free(struct flags_file *f)
{
	free(f->path);
	free(f->image);
	free(f->flags);
	memset(f, 0, sizeof(*f));
}
