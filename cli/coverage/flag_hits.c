/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "coverage/flag_hits.h"

/* Bytes of a program's memory. */
struct memory {
	const char *path; /* of the file */
	uint64_t offset;  /* in the file */
	uint64_t address;
	const unsigned char *bytes;
	uint64_t n;
};

static bool is_inside(const struct memory *v, uint64_t address)
{
	return address - v->address < v->n;
}

/* Checks that each flag of the image is there and is one; force: those that are there. */
static int check_flags(const struct instrumented_image *m, const struct memory *v, bool force,
		       struct anycov_error *err)
{
	for (size_t i = 0; i < m->map->n_flags; i++) {
		const struct map_flags *f = &m->map->flags[i];

		for (uint32_t k = 0; k < f->blocks.n && !f->dropped; k++) {
			uint64_t at = f->addr + k - v->address;

			if (!is_inside(v, f->addr + k)) {
				if (force)
					continue;
				return anycov_error_set(
					err,
					"%s: contains no flag at 0x%llx, where %s has one; use "
					"the image that was run",
					v->path, (unsigned long long)f->addr + k, m->img->path);
			}
			if (v->bytes[at] > 1)
				return anycov_error_set(
					err,
					"%s:%llu: byte 0x%02x is not a flag, which is 0 or 1; is "
					"the address right, and was the memory initialized?",
					v->path, (unsigned long long)(v->offset + at),
					v->bytes[at]);
		}
	}
	return 0;
}

static void take_flags(struct instrumented_image *m, const struct memory *v)
{
	if (!m->flags_hit)
		m->flags_hit = xcalloc(m->map->n_blocks, 1);
	for (size_t i = 0; i < m->map->n_flags; i++) {
		const struct map_flags *f = &m->map->flags[i];

		if (f->dropped || f->function == MAP_NONE)
			continue;
		for (uint32_t k = 0; k < f->blocks.n; k++) {
			const struct map_block *b = map_block(m->map, f->function,
							      m->map->numbers[f->blocks.first + k]);

			if (b && is_inside(v, f->addr + k) &&
			    v->bytes[f->addr + k - v->address] == f->hit_value)
				m->flags_hit[b - m->map->blocks] = 1;
		}
	}
}

/* Fails unless the image has flags. */
static int check_image(const struct instrumented_image *m, const char *path,
		       struct anycov_error *err)
{
	for (size_t i = 0; m->map && i < m->map->n_flags; i++)
		if (!m->map->flags[i].dropped)
			return 0;
	return anycov_error_set(err,
				"%s: %s has no flags in its map; build it with '--coverage "
				"flags' and do not strip it",
				path, m->img->path);
}

bool flags_are_of(const struct instrumented_image *m, const struct flags_file *f)
{
	return f->build_id_length && f->build_id_length == m->img->build_id_length &&
	       !memcmp(f->build_id, m->img->build_id, f->build_id_length);
}

static char *hex(const unsigned char *p, unsigned n)
{
	struct string_buffer t = { 0 };

	string_buffer_append(&t, n ? "" : "none");
	for (unsigned i = 0; i < n && i < 8; i++)
		string_buffer_appendf(&t, "%02x%s", p[i], i == 7 && n > 8 ? "..." : "");
	return t.s;
}

/* Fails unless the flags are of this build of the image. */
static int check_build(const struct instrumented_image *m, const struct flags_file *f,
		       struct anycov_error *err)
{
	const struct image *img = m->img;
	uint64_t address, size;
	char *want, *have;

	if (img->big_endian != f->big_endian)
		return anycov_error_set(err,
					"%s: the byte order differs from that of %s; use the "
					"image that was run",
					f->path, img->path);
	if (!flags_are_of(m, f) && (f->build_id_length || img->build_id_length)) {
		want = hex(f->build_id, f->build_id_length);
		have = hex(img->build_id, img->build_id_length);
		anycov_error_set(err,
				 "%s: build ID %s does not match %s (%s); use the image that "
				 "was run, or --force",
				 f->path, want, img->path, have);
		free(want);
		free(have);
		return -1;
	}
	if (!image_flags(img, &address, &size))
		return 0;
	if (f->address != address || f->n_flags != size)
		return anycov_error_set(
			err,
			"%s: has %llu flags at 0x%llx, but %s has %llu at 0x%llx; use the image "
			"that was run",
			f->path, (unsigned long long)f->n_flags, (unsigned long long)f->address,
			img->path, (unsigned long long)size, (unsigned long long)address);
	return 0;
}

int flags_apply(struct instrumented_image *m, const struct flags_file *f, bool force,
		struct anycov_error *err)
{
	const struct memory v = { f->path, f->at_flags, f->address, f->flags, f->n_flags };
	struct image_records *r = &m->records;
	struct anycov_error other = { { 0 } };
	bool same = !check_build(m, f, &other);

	if (!same && !force) {
		*err = other;
		return -1;
	}
	if (check_image(m, f->path, err) || check_flags(m, &v, !same, err))
		return -1;
	take_flags(m, &v);
	r->flag_files++;
	r->started += f->started;
	r->ended += f->ended;
	r->ended_cut += f->ended_cut;
	r->how |= f->how;
	r->forced = r->forced || !same;
	return 0;
}

/* Splits FILE@ADDRESS; a name may contain "@". */
static char *split_word(const char *word, uint64_t *address, bool *has_address)
{
	const char *at = strrchr(word, '@');

	*has_address = at && parse_u64(at + 1, address);
	return *has_address ? xstrndup(word, (size_t)(at - word)) : xstrdup(word);
}

/* Reads n bytes of the file from an offset on. */
static int read_bytes(const char *path, int fd, unsigned char *to, uint64_t n, uint64_t offset,
		      struct anycov_error *err)
{
	while (n) {
		ssize_t got = pread(fd, to, n, (off_t)offset);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return anycov_error_set(err, "%s:%llu: cannot read: %s", path,
						(unsigned long long)offset,
						got ? strerror(errno) : "truncated");
		to += got;
		n -= (uint64_t)got;
		offset += (uint64_t)got;
	}
	return 0;
}

/* Reads the section of flags from a copy of the memory, whose first byte is at *start. */
static int read_memory(const char *path, int fd, const uint64_t *start, struct memory *v,
		       unsigned char **bytes, struct anycov_error *err)
{
	struct stat st;
	uint64_t size;

	if (fstat(fd, &st) || !S_ISREG(st.st_mode))
		return anycov_error_set(err, "%s: not a file of a memory", path);
	size = (uint64_t)st.st_size;
	if (!start && size != v->n)
		return anycov_error_set(
			err,
			"%s: has %llu bytes, and the image %llu flags; give the address of the "
			"first byte: %s@ADDRESS",
			path, (unsigned long long)size, (unsigned long long)v->n, path);
	v->offset = start ? v->address - *start : 0;
	if (v->offset > size || v->n > size - v->offset)
		return anycov_error_set(
			err, "%s: contains 0x%llx to 0x%llx, but the flags are at 0x%llx to 0x%llx",
			path, (unsigned long long)*start, (unsigned long long)(*start + size),
			(unsigned long long)v->address, (unsigned long long)(v->address + v->n));
	*bytes = xmalloc(v->n ? v->n : 1);
	v->bytes = *bytes;
	return read_bytes(path, fd, *bytes, v->n, v->offset, err);
}

int flags_apply_memory(struct instrumented_image *m, const char *word, struct anycov_error *err)
{
	struct memory v = { 0 };
	unsigned char *bytes = NULL;
	bool has_address;
	uint64_t start = 0;
	char *path = split_word(word, &start, &has_address);
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), status;

	v.path = path;
	/* AVR data are at 0x800000 in ELF files and at 0 in the machine. */
	if (m->img->machine == EM_AVR)
		start |= 0x800000;
	if (fd < 0)
		status = anycov_error_set(err, "%s: cannot open: %s", path, strerror(errno));
	else
		status = check_image(m, path, err);
	if (!status && !image_flags(m->img, &v.address, &v.n))
		status = anycov_error_set(err, "%s: has flags in its map, but no section of them",
					  m->img->path);
	if (!status)
		status = read_memory(path, fd, has_address ? &start : NULL, &v, &bytes, err);
	if (!status)
		status = check_flags(m, &v, false, err);
	if (!status) {
		take_flags(m, &v);
		m->records.memories++;
	}
	if (fd >= 0)
		close(fd);
	free(bytes);
	free(path);
	return status;
}
