/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>
#include "anycov/flags_file.h"
#include "dump/byte_source.h"
#include "dump/packed_image.h"

/* Smaller files take little space. */
#define LEAST_BYTES 65536u
/* What a difference may be: programs that share less have a map of their own. */
#define LEAST_GAIN 4u
/* Files that each other one is compared to. */
#define BASES_MAX 4u
/* Level 3 makes them smaller by 3 % and takes twice the time. */
#define LEVEL 1
/* What each decoder takes. */
#define WINDOW_LOG_MAX 27

struct base {
	char *name;
	void *bytes;
	size_t n;
};

struct packing {
	int dir;
	struct string_list names;
	struct string_list bases; /* that packed files refer to, and must remain */
	struct base v[BASES_MAX]; /* of those in memory, the last used first */
	size_t n;
	ZSTD_CCtx *c;
};

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void read_directory(struct packing *p)
{
	DIR *d = fdopendir(dup(p->dir));
	const struct dirent *e;

	while (d && (e = readdir(d)))
		if (ends_with(e->d_name, ANYCOV_FLAGS_IMAGE_END))
			string_list_add(&p->names, e->d_name);
	if (d) {
		rewinddir(d);
		closedir(d);
	}
	if (p->names.n)
		qsort(p->names.v, p->names.n, sizeof(*p->names.v), compare_names);
}

static int open_one(const struct packing *p, const char *name)
{
	return openat(p->dir, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
}

static void find_bases(struct packing *p)
{
	for (size_t i = 0; i < p->names.n; i++) {
		int fd = open_one(p, p->names.v[i]);
		size_t n;
		char *base = fd < 0 ? NULL : packed_base(fd, &n);

		if (base)
			string_list_add(&p->bases, base);
		free(base);
		if (fd >= 0)
			close(fd);
	}
	string_list_sort(&p->bases);
}

/* Returns a frame of `bytes` as a difference to a base, of *size bytes, or NULL if it is large. */
static unsigned char *difference(struct packing *p, const struct base *base, const void *bytes,
				 size_t n, size_t *size)
{
	const size_t room = n / LEAST_GAIN;
	unsigned char *to = xmalloc(room);
	int log = 20;

	while (log < WINDOW_LOG_MAX && (size_t)1 << log < base->n + n)
		log++;
	ZSTD_CCtx_reset(p->c, ZSTD_reset_session_and_parameters);
	ZSTD_CCtx_setParameter(p->c, ZSTD_c_compressionLevel, LEVEL);
	ZSTD_CCtx_setParameter(p->c, ZSTD_c_windowLog, log);
	ZSTD_CCtx_setParameter(p->c, ZSTD_c_enableLongDistanceMatching, 1);
	ZSTD_CCtx_setParameter(p->c, ZSTD_c_checksumFlag, 1);
	ZSTD_CCtx_refPrefix(p->c, base->bytes, base->n);
	*size = ZSTD_compress2(p->c, to, room, bytes, n);
	if (!ZSTD_isError(*size))
		return to;
	free(to);
	return NULL;
}

/* Replaces a file by a packed one, of its time and mode; failures leave it as it is. */
static void replace(const struct packing *p, const char *name, const struct stat *st,
		    const struct base *base, const unsigned char *frame, size_t size)
{
	char *temporary = xasprintf("%s.%ld" ANYCOV_FLAGS_TEMPORARY_END, name, (long)getpid());
	const struct timespec times[2] = { st->st_atim, st->st_mtim };
	const size_t n = strlen(PACKED_BEGIN) + strlen(base->name);
	int fd = openat(p->dir, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
			0600);
	FILE *f = fd < 0 ? NULL : fdopen(fd, "w");
	bool good = f != NULL;

	for (unsigned i = 0; good && i < 4; i++)
		putc((int)(PACKED_MAGIC >> 8 * i & 0xff), f);
	for (unsigned i = 0; good && i < 4; i++)
		putc((int)(n >> 8 * i & 0xff), f);
	if (good) {
		fprintf(f, PACKED_BEGIN "%s", base->name);
		fwrite(frame, 1, size, f);
		good = !fflush(f) && !ferror(f) && !fchmod(fd, st->st_mode & 07777) &&
		       !futimens(fd, times) && !renameat(p->dir, temporary, p->dir, name);
		fclose(f);
	}
	if (fd >= 0 && !good)
		unlinkat(p->dir, temporary, 0);
	free(temporary);
}

/* Keeps a file in memory in place of the one that was used longest ago. */
static void add_base(struct packing *p, const char *name, void *bytes, size_t n)
{
	if (p->n == BASES_MAX) {
		p->n--;
		free(p->v[p->n].name);
		free(p->v[p->n].bytes);
	}
	memmove(p->v + 1, p->v, p->n++ * sizeof(*p->v));
	p->v[0] = (struct base){ xstrdup(name), bytes, n };
}

static void use_first(struct packing *p, size_t i)
{
	const struct base used = p->v[i];

	memmove(p->v + 1, p->v, i * sizeof(*p->v));
	p->v[0] = used;
}

/* Packs a file, or makes it a base. */
static void pack(struct packing *p, const char *name)
{
	int fd = open_one(p, name);
	unsigned char begin[4], *frame = NULL;
	void *bytes = NULL;
	size_t n = 0, size;
	struct stat st;

	/* Files with several links are shared by tests, in whose directories are no others. */
	if (fd >= 0 && !fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_nlink == 1 &&
	    st.st_uid == geteuid() && st.st_size >= LEAST_BYTES &&
	    (st.st_size >> (WINDOW_LOG_MAX - 1)) == 0 &&
	    pread(fd, begin, sizeof(begin), 0) == sizeof(begin) &&
	    !is_compressed(begin, sizeof(begin)))
		bytes = read_whole(fd, &n);
	if (fd >= 0)
		close(fd);
	if (!bytes)
		return;
	for (size_t i = 0; i < p->n && !frame && !string_list_has(&p->bases, name); i++) {
		frame = difference(p, &p->v[i], bytes, n, &size);
		if (!frame)
			continue;
		replace(p, name, &st, &p->v[i], frame, size);
		use_first(p, i);
	}
	if (!frame)
		add_base(p, name, bytes, n);
	else
		free(bytes);
	free(frame);
}

void pack_images(int dir)
{
	struct packing p = { .dir = dir, .c = ZSTD_createCCtx() };

	read_directory(&p);
	find_bases(&p);
	/* Files that are bases already first. */
	for (size_t i = 0; p.c && i < p.bases.n; i++)
		pack(&p, p.bases.v[i]);
	for (size_t i = 0; p.c && i < p.names.n; i++)
		if (!string_list_has(&p.bases, p.names.v[i]))
			pack(&p, p.names.v[i]);
	for (size_t i = 0; i < p.n; i++) {
		free(p.v[i].name);
		free(p.v[i].bytes);
	}
	ZSTD_freeCCtx(p.c);
	string_list_free(&p.names);
	string_list_free(&p.bases);
}
