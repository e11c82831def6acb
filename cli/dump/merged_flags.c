/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "anycov/flags_file.h"
#include "dump/byte_source.h"
#include "dump/packed_image.h"
#include "dump/merged_flags.h"

/* As the runtime names files (runtime/flags/self.c). */
#define BASE_SHOWN 100
#define ID_SHOWN 32u

/* Returns the name of a file without its ending; one without a build ID keeps its own. */
static char *name_of(const char *path, const struct flags_file *f)
{
	struct string_buffer t = { 0 };
	const char *base = base_name(path);

	if (!f->build_id_length) {
		size_t n = flags_name_length(base);

		return xstrndup(base, n ? n : strlen(base));
	}
	string_buffer_appendf(&t, "%.*s-", BASE_SHOWN, base_name(f->image));
	for (unsigned i = 0; i < f->build_id_length && i < ID_SHOWN; i++)
		string_buffer_appendf(&t, "%02x", f->build_id[i]);
	return t.s;
}

/* Maps the .image file beside a file of flags, if there is one. */
static void take_image(struct merged_flags_file *f, const char *path)
{
	struct expanded_file e = { .fd = -1 };
	struct stat st, expanded;
	struct anycov_error err;
	char *image;
	void *at;
	int fd;

	if (f->image || !flags_name_length(path))
		return;
	image = flags_image_beside(path);
	if (!stat(image, &st) && S_ISREG(st.st_mode))
		open_expanded(&e, image, &err);
	fd = e.bytes ? memory_file(e.bytes, e.n) : e.fd;
	free(e.bytes);
	free(image);
	if (fd < 0)
		return;
	if (!fstat(fd, &expanded) && expanded.st_size > 0) {
		at = mmap(NULL, (size_t)expanded.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
		if (at != MAP_FAILED) {
			f->image = at;
			f->image_bytes = (size_t)expanded.st_size;
			f->image_time = st.st_mtim;
		}
	}
	close(fd);
}

static uint64_t larger(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/*
 * Joins the counts of processes: the larger ones.  A sum would count a recording twice that is
 * given twice, or that an engine merges again after a failure.  What a report concludes depends
 * only on whether the flags of any process are lost.
 */
static void join_counts(struct flags_file *to, const struct flags_file *from)
{
	uint64_t lost = larger(to->copying - to->copied, from->copying - from->copied);

	to->started = larger(to->started, from->started);
	to->copying = larger(to->copying, from->copying);
	to->copied = to->copying - lost;
}

static int merge_into(struct flags_file *to, const struct flags_file *from,
		      struct anycov_error *err)
{
	if (to->n_flags != from->n_flags || to->address != from->address ||
	    to->big_endian != from->big_endian || to->build_id_length != from->build_id_length ||
	    memcmp(to->build_id, from->build_id, to->build_id_length))
		return anycov_error_set(err,
					"%s: differs from %s in the number, the address or the "
					"build ID of its flags; remove the one that is damaged",
					from->path, to->path);
	for (uint64_t i = 0; i < to->n_flags; i++)
		to->flags[i] |= from->flags[i];
	join_counts(to, from);
	to->how |= from->how;
	/* The result is the same in any order. */
	if (from->page_bytes > to->page_bytes)
		to->page_bytes = from->page_bytes;
	if (strcmp(from->image, to->image) < 0) {
		free(to->image);
		to->image = xstrdup(from->image);
	}
	return 0;
}

int merged_flags_add(struct merged_flags *m, const char *path, struct anycov_error *err)
{
	struct flags_file f;
	struct merged_flags_file *file;
	uint64_t *index;
	char *name;
	int status;

	if (flags_file_read(path, &f, err))
		return -1;
	name = name_of(path, &f);
	index = u64_map_get_or_add(&m->by_name, fnv1a_update(FNV1A_OFFSET, name, strlen(name)));
	if (!*index) {
		ARRAY_GROW(m->v, m->n, m->room);
		m->v[m->n++] = (struct merged_flags_file){ .name = name, .flags = f };
		*index = m->n;
		take_image(&m->v[m->n - 1], path);
		return 0;
	}
	file = &m->v[*index - 1];
	status = merge_into(&file->flags, &f, err);
	take_image(file, path);
	free(name);
	flags_file_free(&f);
	return status;
}

static int write_flags(const struct merged_flags_file *f, const char *path, bool compress,
		       struct anycov_error *err)
{
	struct out_file out;
	FILE *to;

	if (out_open(&out, path, err))
		return -1;
	to = compress ? compress_to(out.f) : out.f;
	flags_file_write(to, &f->flags);
	return compress ? compress_commit(&out, to, err) : out_commit(&out, err);
}

static int write_image(const struct merged_flags_file *f, const char *path, bool compress,
		       struct anycov_error *err)
{
	const struct timespec times[2] = { f->image_time, f->image_time };
	struct out_file out;
	FILE *to;

	if (out_open(&out, path, err))
		return -1;
	to = compress ? compress_to(out.f) : out.f;
	fwrite(f->image, 1, f->image_bytes, to);
	if (compress && compress_end(&out, to, err))
		return -1;
	if (!fflush(out.f))
		futimens(fileno(out.f), times);
	return out_commit(&out, err);
}

static int write_one(const struct merged_flags_file *f, const char *directory, bool compress,
		     struct anycov_error *err)
{
	/* What is too large to be expanded again remains as it is. */
	bool small = compress && f->flags.n_flags < FLAGS_EXPANDED_MAX / 2;
	bool small_image = compress && f->image_bytes <= EXPANDED_FILE_MAX;
	char *path = xasprintf("%s/%s" ANYCOV_FLAGS_FILE_END "%s", directory, f->name,
			       small ? COMPRESSED_END : "");
	char *image = xasprintf("%s/%s" ANYCOV_FLAGS_IMAGE_END "%s", directory, f->name,
				small_image ? COMPRESSED_END : "");
	int status = write_flags(f, path, small, err);

	if (!status && f->image)
		status = write_image(f, image, small_image, err);
	free(path);
	free(image);
	return status;
}

int merged_flags_write(const struct merged_flags *m, const char *directory, bool compress,
		       struct anycov_error *err)
{
	for (size_t i = 0; i < m->n; i++)
		if (write_one(&m->v[i], directory, compress, err))
			return -1;
	return 0;
}

void merged_flags_free(struct merged_flags *m)
{
	for (size_t i = 0; i < m->n; i++) {
		free(m->v[i].name);
		if (m->v[i].image)
			munmap(m->v[i].image, m->v[i].image_bytes);
		flags_file_free(&m->v[i].flags);
	}
	free(m->v);
	u64_map_free(&m->by_name);
	memset(m, 0, sizeof(*m));
}
