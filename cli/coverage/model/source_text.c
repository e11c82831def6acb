/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "build/kept_sources.h"
#include "common/map/source_copies.h"
#include "coverage/model/source_text.h"

/* Where there is something that is no regular file. */
#define NOT_REGULAR (-2)

/* Returns a descriptor of a regular file, NOT_REGULAR or -1. */
static int open_regular(const char *path, struct stat *st)
{
	int fd;

	/*
	 * The path is from an untrusted image: opening alone rewinds a tape, starts a watchdog or
	 * lets the writer of a pipe go on.  The flags are for what comes there in between.
	 */
	if (stat(path, st))
		return -1;
	if (!S_ISREG(st->st_mode))
		return NOT_REGULAR;
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd >= 0 && (fstat(fd, st) || !S_ISREG(st->st_mode))) {
		close(fd);
		return NOT_REGULAR;
	}
	return fd;
}

static int open_source(const struct cov_file *file, struct stat *st)
{
	int fd = open_regular(file->full, st);
	char *path;

	if (fd != -1 || !file->dir || file->compiler_path[0] == '/')
		return fd;
	/* "link/../x.c": a normalized path is wrong if `link` is a symbolic link. */
	path = xasprintf("%s/%s", file->dir, file->compiler_path);
	fd = open_regular(path, st);
	free(path);
	return fd;
}

static char *read_text(int fd, const struct stat *st, size_t *size)
{
	char *s;
	ssize_t got;

	if (st->st_size > (off_t)ANYCOV_SOURCE_MAX)
		return NULL;
	s = xmalloc((size_t)st->st_size + 1);
	*size = 0;
	while (*size < (size_t)st->st_size &&
	       (got = read(fd, s + *size, (size_t)st->st_size - *size)) > 0)
		*size += (size_t)got;
	s[*size] = 0;
	return s;
}

static bool is_text_of(const struct source_contents *built, const char *s, size_t n)
{
	return s && n == built->size &&
	       anycov_source_hash(ANYCOV_SOURCE_HASH_START, s, n) == built->hash;
}

/* Directories of copies. */
static struct string_list copies;

void source_text_use_copies(const char *list, bool named)
{
	char *directory = kept_sources_beside(list);
	bool is_known = false;
	struct stat st;

	for (size_t i = 0; i < copies.n; i++)
		is_known |= !strcmp(copies.v[i], directory);
	if (!is_known && !stat(directory, &st) && S_ISDIR(st.st_mode) &&
	    (named || !st.st_uid || st.st_uid == geteuid()))
		string_list_add_owned(&copies, directory);
	else
		free(directory);
}

/* Returns the text of a copy of what was compiled, which its hash proves; NULL: there is none. */
static char *read_copy(const struct source_contents *built, size_t *size, char **path)
{
	const struct anycov_contents contents = { built->size, built->hash };
	char name[ANYCOV_COPY_NAME_ROOM], *text = NULL;
	struct stat st;

	if (!built->known || built->differ || built->size > ANYCOV_SOURCE_MAX)
		return NULL;
	anycov_source_copy_name(name, &contents);
	for (size_t i = 0; i < copies.n && !text; i++) {
		char *at = xasprintf("%s/%s", copies.v[i], name);
		int fd = open_regular(at, &st);

		if (fd >= 0 && (uint64_t)st.st_size == built->size)
			text = read_text(fd, &st, size);
		if (!is_text_of(built, text, *size)) {
			free(text);
			text = NULL;
		}
		if (fd >= 0)
			close(fd);
		if (text && path)
			*path = at;
		else
			free(at);
	}
	return text;
}

char *source_text_compiled(const struct cov_file *file)
{
	char *path = NULL;
	size_t size = 0;

	if (source_is_same(file))
		return xstrdup(file->full);
	free(read_copy(&file->contents, &size, &path));
	return path;
}

static bool has_copy(const struct cov_file *file)
{
	size_t size = 0;
	char *text = read_copy(&file->contents, &size, NULL);
	bool has = text;

	free(text);
	return has;
}

char *source_text_read(const struct cov_file *file, size_t *size)
{
	struct stat st;
	int fd = open_source(file, &st);
	char *s = fd < 0 ? NULL : read_text(fd, &st, size), *copy;
	size_t n = 0;

	if (fd >= 0)
		close(fd);
	if (!copies.n || is_text_of(&file->contents, s, s ? *size : 0))
		return s;
	copy = read_copy(&file->contents, &n, NULL);
	if (!copy)
		return s;
	free(s);
	*size = n;
	return copy;
}

char *source_text_as_compiled(const struct cov_file *file, size_t *size)
{
	char *s = source_text_read(file, size);

	if (file->contents.known && !file->contents.differ &&
	    is_text_of(&file->contents, s, s ? *size : 0))
		return s;
	free(s);
	return NULL;
}

const char *source_text_problem(const struct cov_file *file, bool *missing)
{
	struct stat st;
	int fd = open_source(file, &st), why = errno;

	*missing = fd == -1 && (why == ENOENT || why == ENOTDIR);
	if (*missing)
		return "was not found";
	if (fd < 0)
		return fd == NOT_REGULAR ? "is no regular file" : "cannot be opened";
	close(fd);
	return st.st_size > (off_t)ANYCOV_SOURCE_MAX ? "has more than 64 MiB" : "cannot be read";
}

/* In a state of struct seen: the source is shown from a copy. */
#define WITH_COPY 16u

/* What was looked at. */
struct seen {
	struct u64_map states; /* by name and contents: state + 1, and WITH_COPY */
	/* By device, inode and size: a map may name a file a million times. */
	struct u64_map hashes;
};

/* Compares a file, which has the size that it had, with what was compiled. */
static unsigned compare_text(const struct source_contents *built, int fd, const struct stat *st,
			     struct seen *seen)
{
	const uint64_t identity[] = { (uint64_t)st->st_dev, (uint64_t)st->st_ino,
				      (uint64_t)st->st_size };
	uint64_t key = anycov_source_hash(ANYCOV_SOURCE_HASH_START, identity, sizeof(identity));
	const uint64_t *known = u64_map_find(&seen->hashes, key);
	uint64_t hash;
	size_t n;

	if (known) {
		hash = *known;
	} else {
		char *text = read_text(fd, st, &n);

		if (!text)
			return SOURCE_UNKNOWN;
		hash = anycov_source_hash(ANYCOV_SOURCE_HASH_START, text, n);
		*u64_map_get_or_add(&seen->hashes, key) = hash;
		free(text);
	}
	return hash == built->hash ? SOURCE_SAME : SOURCE_CHANGED;
}

static unsigned state_of(const struct cov_file *file, struct seen *seen)
{
	const struct source_contents *built = &file->contents;
	struct stat st;
	int fd = open_source(file, &st);
	unsigned state;

	if (fd == -1)
		return SOURCE_MISSING;
	if (!built->known)
		state = SOURCE_UNKNOWN;
	else if (built->differ || fd < 0 || (uint64_t)st.st_size != built->size)
		state = SOURCE_CHANGED;
	else
		state = compare_text(built, fd, &st, seen);
	if (fd >= 0)
		close(fd);
	return state;
}

bool source_is_same(const struct cov_file *file)
{
	struct seen seen = { 0 };
	bool is_same = state_of(file, &seen) == SOURCE_SAME;

	u64_map_free(&seen.hashes);
	return is_same;
}

/* The files in a state. */
struct named_sources {
	const char *example;
	size_t n, copies;
};

/* Names a file; what is left out is named by itself, and nothing is missing of one with a copy. */
static void add_name(struct named_sources *named, const struct cov_file *f)
{
	if (f->is_other || (f->is_copy && f->source == SOURCE_MISSING))
		return;
	named->copies += f->is_copy;
	if (!named->n++)
		named->example = f->path;
}

static void check_all(struct coverage *c, struct seen *seen, struct named_sources *named)
{
	for (size_t i = 0; i < c->n_files; i++) {
		struct cov_file *f = &c->files[i];
		uint64_t key = fnv1a_update(f->contents.hash + f->contents.differ, f->full,
					    strlen(f->full));
		uint64_t *state;

		if (!f->n)
			continue;
		state = u64_map_get_or_add(&seen->states, key);
		if (!*state) {
			f->source = (uint8_t)state_of(f, seen);
			f->is_copy = (f->source == SOURCE_CHANGED || f->source == SOURCE_MISSING) &&
				     has_copy(f);
			*state = f->source + 1u + (f->is_copy ? WITH_COPY : 0);
			add_name(&named[f->source], f);
		}
		f->source = (uint8_t)(*state % WITH_COPY - 1);
		f->is_copy = *state > WITH_COPY;
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
	struct named_sources named[SOURCE_MISSING + 1] = { { NULL, 0, 0 } };
	struct seen seen = { 0 };
	char *text;

	if (all)
		check_all(all, &seen, named);
	for (size_t i = 0; i < n; i++)
		if (v[i] != all)
			check_all(v[i], &seen, named);
	if (named[SOURCE_CHANGED].n) {
		text = names(&named[SOURCE_CHANGED]);
		warn("%s: changed since %s compiled; %s: build and record again", text,
		     named[SOURCE_CHANGED].n > 1 ? "they were" : "it was",
		     named[SOURCE_CHANGED].copies == named[SOURCE_CHANGED].n
			     ? "shown as compiled, of the copies that 'anycov cc' kept"
			     : "states are those of the line numbers then");
		free(text);
	}
	if (named[SOURCE_MISSING].n && names_missing) {
		text = names(&named[SOURCE_MISSING]);
		warn("%s: not found; lines with code are shown without their text: if it has "
		     "moved, use --source-map OLD=NEW",
		     text);
		free(text);
	}
	u64_map_free(&seen.states);
	u64_map_free(&seen.hashes);
}
