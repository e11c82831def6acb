/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "common/source_files.h"
#include "coverage/source_text.h"

static int open_source(const struct cov_file *file)
{
	/* The path is from an untrusted image: do not wait for a pipe or open a device. */
	const int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
	int fd = open(file->full, flags);
	char *path;

	if (fd >= 0 || !file->dir || file->compiler_path[0] == '/')
		return fd;
	/* "link/../x.c": a normalized path is wrong if `link` is a symbolic link. */
	path = xasprintf("%s/%s", file->dir, file->compiler_path);
	fd = open(path, flags);
	free(path);
	return fd;
}

char *source_text_read(const struct cov_file *file, size_t *size)
{
	int fd = open_source(file);
	struct stat st;
	char *s = NULL;
	ssize_t got;

	if (fd < 0)
		return NULL;
	if (!fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_size <= (off_t)ANYCOV_SOURCE_MAX) {
		s = xmalloc((size_t)st.st_size + 1);
		*size = 0;
		while (*size < (size_t)st.st_size &&
		       (got = read(fd, s + *size, (size_t)st.st_size - *size)) > 0)
			*size += (size_t)got;
		s[*size] = 0;
	}
	close(fd);
	return s;
}

static unsigned state_of(const struct cov_file *file)
{
	const struct source_contents *built = &file->contents;
	int fd = open_source(file);
	unsigned state = SOURCE_UNKNOWN;
	struct stat st;
	char *text;
	size_t n;

	if (fd < 0)
		return SOURCE_MISSING;
	if (!built->known)
		state = SOURCE_UNKNOWN;
	else if (built->differ || fstat(fd, &st) || (uint64_t)st.st_size != built->size)
		state = SOURCE_CHANGED;
	close(fd);
	if (state || !built->known)
		return state;
	text = source_text_read(file, &n);
	if (text)
		state = anycov_source_hash(ANYCOV_SOURCE_HASH_START, text, n) == built->hash
				? SOURCE_SAME
				: SOURCE_CHANGED;
	free(text);
	return state;
}

/* The files in a state. */
struct named_sources {
	const char *example;
	size_t n;
};

static void check_all(struct coverage *c, struct u64_map *known, struct named_sources *named)
{
	for (size_t i = 0; i < c->n_files; i++) {
		struct cov_file *f = &c->files[i];
		uint64_t key = fnv1a_update(f->contents.hash + f->contents.differ, f->full,
					    strlen(f->full));
		uint64_t *state;

		if (!f->n)
			continue;
		state = u64_map_get_or_add(known, key);
		if (!*state) {
			f->source = (uint8_t)state_of(f);
			*state = f->source + 1u;
			if (!named[f->source].n++)
				named[f->source].example = f->path;
		}
		f->source = (uint8_t)(*state - 1);
	}
}

/* Returns "a.c" or "a.c and 2 other sources"; to be freed. */
static char *names(const struct named_sources *v)
{
	if (v->n == 1)
		return xstrdup(v->example);
	return xasprintf("%s and %zu other source%s", v->example, v->n - 1, v->n > 2 ? "s" : "");
}

void sources_check(struct coverage *const *v, size_t n, struct coverage *all, bool names_missing)
{
	struct named_sources named[SOURCE_MISSING + 1] = { { NULL, 0 } };
	struct u64_map known = { 0 };
	char *text;

	if (all)
		check_all(all, &known, named);
	for (size_t i = 0; i < n; i++)
		if (v[i] != all)
			check_all(v[i], &known, named);
	if (named[SOURCE_CHANGED].n) {
		text = names(&named[SOURCE_CHANGED]);
		warn("%s: changed since %s compiled; states are those of the line numbers then: "
		     "build and record again",
		     text, named[SOURCE_CHANGED].n > 1 ? "they were" : "it was");
		free(text);
	}
	if (named[SOURCE_MISSING].n && names_missing) {
		text = names(&named[SOURCE_MISSING]);
		warn("%s: not found; lines with code are shown without their text: if it has "
		     "moved, use --source-map OLD=NEW",
		     text);
		free(text);
	}
	u64_map_free(&known);
}
