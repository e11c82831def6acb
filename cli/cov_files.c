/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Which names mean the same file.  A build that enters folders calls several files
 * main.c, and one header ../h.h and h.h; what tells is where the names start.
 */
#include <stdlib.h>
#include <string.h>
#include "coverage.h"
#include "paths.h"

/* A file as it was collected. */
struct named {
	struct cov_file *file;
	uint32_t index, group; /* in coverage.files; which file it is */
	bool moved;            /* --source-map said where it is */
};

static int compare_named(const void *a, const void *b)
{
	const struct named *x = a, *y = b;
	int order = strcmp(x->file->full, y->file->full);

	return order ? order : strcmp(x->file->spelled, y->file->spelled);
}

static struct named *name_files(struct coverage *c, const struct words *rules)
{
	struct named *v = xcalloc(c->n_files, sizeof(*v));

	for (size_t i = 0; i < c->n_files; i++) {
		struct cov_file *f = &c->files[i];
		char *moved;

		f->full = path_tidy(f->dir, f->spelled);
		moved = source_map_apply(rules, f->full);
		if (moved) {
			free(f->full);
			f->full = moved;
		}
		v[i] = (struct named){ f, (uint32_t)i, 0, moved != NULL };
	}
	if (c->n_files)
		qsort(v, c->n_files, sizeof(*v), compare_named);
	for (size_t i = 1; i < c->n_files; i++)
		v[i].group = v[i - 1].group + (strcmp(v[i - 1].file->full, v[i].file->full) != 0);
	return v;
}

static uint64_t hash_text(const char *s)
{
	return hash_more(HASH_START, s, strlen(s));
}

/*
 * People know a file by the name that the compiler was given, if it means one file
 * and that file has no other; else by its whole path.
 */
static void choose_names(struct named *v, size_t n)
{
	const uint64_t several = UINT64_MAX;
	struct numset groups = { 0 }; /* by spelling: its group + 1, or several */

	for (size_t i = 0; i < n; i++) {
		uint64_t *group = numset_at(&groups, hash_text(v[i].file->spelled));

		*group = !*group || *group == v[i].group + 1u ? v[i].group + 1u : several;
	}
	for (size_t i = 0, next; i < n; i = next) {
		struct cov_file *f = v[i].file;
		bool plain = !v[i].moved;

		for (next = i; next < n && v[next].group == v[i].group; next++)
			plain = plain && !strcmp(f->spelled, v[next].file->spelled) &&
				*numset_at(&groups, hash_text(f->spelled)) != several;
		f->path = xstrdup(plain ? f->spelled : f->full);
	}
	numset_free(&groups);
}

static int compare_files(const void *a, const void *b)
{
	const struct named *x = a, *y = b;
	int order = strcmp(x->file->path, y->file->path);

	return order ? order : strcmp(x->file->full, y->file->full);
}

static void free_file(struct cov_file *f)
{
	free(f->path);
	free(f->full);
	free(f->spelled);
}

static int compare_spellings(const void *a, const void *b)
{
	const struct spelling *x = a, *y = b;

	return strcmp(x->spelled, y->spelled);
}

void coverage_settle_files(struct coverage *c, const struct words *source_map)
{
	struct named *v = name_files(c, source_map), *heads;
	struct cov_file *files = xcalloc(c->n_files, sizeof(*files));
	uint32_t *place = xcalloc(c->n_files, sizeof(*place)); /* of a group */
	size_t n = 0;

	choose_names(v, c->n_files);
	heads = xcalloc(c->n_files, sizeof(*heads));
	for (size_t i = 0; i < c->n_files; i++)
		if (!i || v[i].group != v[i - 1].group)
			heads[n++] = v[i];
	/* By path, so that outputs do not depend on the order of the link. */
	if (n)
		qsort(heads, n, sizeof(*heads), compare_files);
	for (size_t i = 0; i < n; i++)
		place[heads[i].group] = (uint32_t)i;
	c->n_files_met = c->n_files;
	c->file_of = xcalloc(c->n_files, sizeof(*c->file_of));
	c->spellings = xcalloc(c->n_files, sizeof(*c->spellings));
	for (size_t i = 0; i < c->n_files; i++) {
		c->file_of[v[i].index] = place[v[i].group];
		c->spellings[i] = (struct spelling){ xstrdup(v[i].file->spelled),
						     place[v[i].group] };
	}
	for (size_t i = 0; i < c->n_files; i++) {
		bool head = v[i].file->path != NULL;

		if (head)
			files[place[v[i].group]] = *v[i].file;
		else
			free_file(v[i].file);
	}
	if (c->n_files)
		qsort(c->spellings, c->n_files, sizeof(*c->spellings), compare_spellings);
	free(c->files);
	c->files = files;
	c->files_room = c->n_files;
	c->n_files = n;
	free(place);
	free(heads);
	free(v);
}

uint32_t coverage_file(const struct coverage *c, const char *spelled)
{
	const struct spelling key = { (char *)(uintptr_t)spelled, 0 };
	const struct spelling *s = c->n_files_met
					   ? bsearch(&key, c->spellings, c->n_files_met,
						     sizeof(key), compare_spellings)
					   : NULL;

	return s ? s->file : MAP_NONE;
}

void coverage_free_files(struct coverage *c)
{
	for (size_t i = 0; i < c->n_files; i++)
		free_file(&c->files[i]);
	for (size_t i = 0; i < c->n_files_met; i++)
		free(c->spellings[i].spelled);
	free(c->files);
	free(c->spellings);
	free(c->file_of);
}
