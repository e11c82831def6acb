/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "coverage/history/stale_builds.h"
#include "coverage/model/source_text.h"

/* A source as one image was compiled from it. */
struct built_source {
	struct cov_file *file;
	uint64_t path; /* hash of its full path */
	size_t image;  /* index in v[] */
};

static uint64_t hash_path(const struct cov_file *f)
{
	return fnv1a_update(FNV1A_OFFSET, f->full, strlen(f->full));
}

static int compare_numbers(uint64_t x, uint64_t y)
{
	return x < y ? -1 : x > y;
}

static int compare_contents(const struct source_contents *x, const struct source_contents *y)
{
	int order = compare_numbers(x->hash, y->hash);

	if (!order)
		order = compare_numbers(x->size, y->size);
	return order ? order : x->differ - y->differ;
}

static int compare_sources(const void *a, const void *b)
{
	const struct built_source *x = a, *y = b;
	int order = compare_numbers(x->path, y->path);

	if (!order)
		order = strcmp(x->file->full, y->file->full);
	if (!order)
		order = compare_contents(&x->file->contents, &y->file->contents);
	return order ? order : compare_numbers(x->image, y->image);
}

/* seen: hash of a path -> contents of the first. */
bool builds_differ(struct coverage *const *v, size_t n)
{
	struct u64_map seen = { 0 };
	bool differ = false;

	for (size_t i = 0; i < n && !differ; i++)
		for (size_t k = 0; k < v[i]->n_files && !differ; k++) {
			const struct source_contents *s = &v[i]->files[k].contents;
			uint64_t *known, contents;

			if (!s->known)
				continue;
			contents = (s->hash ^ s->size * 0x9e3779b97f4a7c15u) + s->differ;
			contents += !contents;
			known = u64_map_get_or_add(&seen, hash_path(&v[i]->files[k]));
			differ = *known && *known != contents;
			*known = contents;
		}
	u64_map_free(&seen);
	return differ;
}

static struct built_source *sort_sources(struct coverage *const *v, size_t n, size_t *n_sources)
{
	struct built_source *s = NULL;
	size_t room = 0;

	*n_sources = 0;
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < v[i]->n_files; k++) {
			struct cov_file *f = &v[i]->files[k];

			if (!f->contents.known)
				continue;
			ARRAY_GROW(s, *n_sources, room);
			s[(*n_sources)++] = (struct built_source){ f, hash_path(f), i };
		}
	if (*n_sources)
		qsort(s, *n_sources, sizeof(*s), compare_sources);
	return s;
}

/*
 * Returns when the file of an image was made: of a program, when it was linked; of the copy beside
 * a recording, when it first ran.
 */
static struct timespec time_of(const struct coverage *c)
{
	const struct instrumented_image *m = c->instrumented;
	struct stat st;

	if (!m->img || stat(m->img->path, &st))
		return (struct timespec){ 0 };
	return st.st_mtim;
}

static bool is_newer(const struct timespec *x, const struct timespec *y)
{
	return x->tv_sec != y->tv_sec ? x->tv_sec > y->tv_sec : x->tv_nsec > y->tv_nsec;
}

/* An image that was only named, as those of diff are for both sides, must not replace records. */
static bool is_recorded(const struct coverage *c)
{
	return c->recording.missing != UNKNOWN_NOT_RECORDED;
}

/* Returns the contents of the newest recorded image, or NULL: none is recorded. */
static const struct source_contents *newest_of(struct coverage *const *v,
					       const struct built_source *s, size_t n,
					       const struct timespec *times)
{
	const struct built_source *newest = NULL;

	for (size_t i = 0; i < n; i++)
		if (is_recorded(v[s[i].image]) &&
		    (!newest || is_newer(&times[s[i].image], &times[newest->image])))
			newest = &s[i];
	return newest ? &newest->file->contents : NULL;
}

/* Chooses among the images of one path. */
static void choose(struct coverage *const *v, const struct built_source *s, size_t n,
		   const struct timespec *times)
{
	const struct source_contents *chosen = NULL, *checked = NULL;

	if (!compare_contents(&s[0].file->contents, &s[n - 1].file->contents))
		return;
	for (size_t i = 0; i < n && !chosen; i++) {
		const struct source_contents *contents = &s[i].file->contents;

		if (!is_recorded(v[s[i].image]) ||
		    (checked && !compare_contents(checked, contents)))
			continue;
		checked = contents;
		if (source_is_same(s[i].file))
			chosen = contents;
	}
	if (!chosen)
		chosen = newest_of(v, s, n, times);
	if (!chosen) /* all is unknown */
		return;
	for (size_t i = 0; i < n; i++)
		s[i].file->is_other = compare_contents(&s[i].file->contents, chosen) != 0;
}

void builds_choose(struct coverage *const *v, size_t n)
{
	struct built_source *s;
	struct timespec *times;
	size_t n_sources;

	/* Most reports have no such path, and need no list of all files. */
	if (!builds_differ(v, n))
		return;
	s = sort_sources(v, n, &n_sources);
	times = xcalloc(n, sizeof(*times));
	for (size_t i = 0; i < n; i++)
		times[i] = time_of(v[i]);
	for (size_t i = 0, next; i < n_sources; i = next) {
		for (next = i + 1;
		     next < n_sources && !strcmp(s[i].file->full, s[next].file->full);)
			next++;
		choose(v, s + i, next - i, times);
	}
	free(times);
	free(s);
}

/* The files of a kind of choice. */
struct named_builds {
	const char *example;
	size_t n;
	uint32_t most; /* images whose lines of one file were left out */
};

static void name(const struct named_builds *b, const char *whose)
{
	char *more, *builds;

	if (!b->n)
		return;
	more = b->n == 1 ? xstrdup("")
			 : xasprintf(" and %zu other source%s", b->n - 1, b->n > 2 ? "s" : "");
	builds = xasprintf("%s%u build%s", b->n > 1 ? "up to " : "", (unsigned)b->most,
			   b->most > 1 ? "s" : "");
	warn("%s%s: changed between builds; lines are those of %s, and what %s with another source "
	     "recorded of %s is left out: remove old recordings, or build all and record again",
	     b->example, more, whose, builds, b->n > 1 ? "them" : "it");
	free(more);
	free(builds);
}

void builds_name(struct coverage *all, struct coverage *const *v, size_t n)
{
	struct u64_map left_out = { 0 };
	struct named_builds now = { NULL, 0, 0 }, newest = { NULL, 0, 0 };

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < v[i]->n_files && is_recorded(v[i]); k++)
			if (v[i]->files[k].is_other && v[i]->files[k].n)
				++*u64_map_get_or_add(&left_out, hash_path(&v[i]->files[k]));
	for (size_t i = 0; left_out.n && i < all->n_files; i++) {
		struct cov_file *f = &all->files[i];
		const uint64_t *images = u64_map_find(&left_out, hash_path(f));
		struct named_builds *b = images && source_is_same(f) ? &now : &newest;

		if (!images)
			continue;
		f->n_left_out = (uint32_t)*images;
		if (!b->n++)
			b->example = f->path;
		if (f->n_left_out > b->most)
			b->most = f->n_left_out;
	}
	name(&now, "the source as it is now");
	name(&newest, "the newest build");
	u64_map_free(&left_out);
}
