/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Paths of the same source file.  A recursive build has several files main.c, and one
 * header as ../h.h and h.h; the directory that paths are relative to identifies them.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "coverage/model/coverage.h"
#include "base/paths.h"

void coverage_set_dirs(struct coverage *c, const struct instrumented_image *m)
{
	bool *done = xcalloc(m->map->n_functions, sizeof(*done));

	for (size_t i = 0; i < m->n_probes; i++) {
		const struct image_probe *s = &m->probes[i];
		const struct map_function *f;
		const char *dir = NULL;

		if (s->function == MAP_NONE || done[s->function])
			continue;
		done[s->function] = true;
		f = &m->map->functions[s->function];
		for (uint32_t j = 0; j < f->n_files; j++) {
			struct cov_file *file = &c->files[f->files[j]];

			if (file->compiler_path[0] == '/' || file->dir)
				continue;
			if (!dir)
				dir = image_compile_dir(m->img, s->return_address - 1);
			file->dir = dir;
			m->map->files[f->files[j]].dir = dir ? dir : "";
		}
	}
	free(done);
}

/* A file as it was collected. */
struct named {
	struct cov_file *file;
	uint32_t index, group; /* index in coverage.files; number of the distinct file */
	bool moved;            /* mapped by --source-map, to elsewhere than below here */
	char *spelling;        /* the compiler's path without "." and "x/.." */
};

static int compare_named(const void *a, const void *b)
{
	const struct named *x = a, *y = b;
	int order = strcmp(x->file->full, y->file->full);

	if (!order && x->file->is_other != y->file->is_other)
		return x->file->is_other - y->file->is_other;
	return order ? order : strcmp(x->file->compiler_path, y->file->compiler_path);
}

static bool is_same_file(const struct cov_file *a, const struct cov_file *b)
{
	return !strcmp(a->full, b->full) && a->is_other == b->is_other;
}

static uint64_t hash_text(const char *s)
{
	return fnv1a_update(FNV1A_OFFSET, s, strlen(s));
}

/* Completes relative paths of which one full path is known: GCC with -flto names no directory. */
static void find_dirs(struct coverage *c)
{
	/* By the compiler's path: index + 1 of a full one, or several. */
	struct u64_map fulls = { 0 };
	const uint64_t several = UINT64_MAX;

	for (size_t i = 0; i < c->n_files; i++) {
		const struct cov_file *f = &c->files[i];
		uint64_t *known;

		if (f->full[0] != '/')
			continue;
		known = u64_map_get_or_add(&fulls, hash_text(f->compiler_path));
		*known = !*known || (*known != several &&
				     !strcmp(f->full, c->files[*known - 1].full))
				 ? i + 1
				 : several;
	}
	for (size_t i = 0; i < c->n_files; i++) {
		struct cov_file *f = &c->files[i];
		const uint64_t *known = f->full[0] == '/'
						? NULL
						: u64_map_find(&fulls, hash_text(f->compiler_path));

		if (!known || *known == several)
			continue;
		free(f->full);
		f->full = xstrdup(c->files[*known - 1].full);
	}
	u64_map_free(&fulls);
}

/* Returns a path whose directory has no symbolic links, or NULL; the file may be one. */
static char *real_path(const char *full)
{
	const char *base = base_name(full);
	char *dir, *real, *path = NULL;

	if (full[0] != '/')
		return NULL;
	dir = xstrndup(full, (size_t)(base - full));
	real = realpath(dir, NULL);
	if (real)
		path = xasprintf("%s/%s", strcmp(real, "/") ? real : "", base);
	free(real);
	free(dir);
	return path;
}

/*
 * Gives files the path without symbolic links if another one has it, too, so that two spellings of
 * a directory are one, or if it is below the current directory, whose path has none.
 */
static void resolve_links(struct coverage *c)
{
	const uint64_t several = UINT64_MAX;
	struct u64_map spellings = { 0 }; /* by path without links: hash of the one, or several */
	char **real = xcalloc(c->n_files, sizeof(*real)), *here = getcwd(NULL, 0);

	for (size_t i = 0; i < c->n_files; i++) {
		uint64_t hash = hash_text(c->files[i].full) | 1, *found;

		real[i] = real_path(c->files[i].full);
		if (!real[i])
			continue;
		found = u64_map_get_or_add(&spellings, hash_text(real[i]));
		*found = !*found || *found == hash ? hash : several;
	}
	for (size_t i = 0; i < c->n_files; i++)
		if (real[i] && (path_below(here, real[i]) ||
				*u64_map_get_or_add(&spellings, hash_text(real[i])) == several)) {
			free(c->files[i].full);
			c->files[i].full = real[i];
		} else {
			free(real[i]);
		}
	u64_map_free(&spellings);
	free(real);
	free(here);
}

static struct named *name_files(struct coverage *c, const struct string_list *rules)
{
	struct named *v = xcalloc(c->n_files, sizeof(*v));
	bool *was_moved = xcalloc(c->n_files, sizeof(*was_moved));

	for (size_t i = 0; i < c->n_files; i++) {
		struct cov_file *f = &c->files[i];
		char *moved;

		f->full = path_normalize(f->dir, f->compiler_path);
		moved = source_map_apply(rules, f->full);
		if (moved) {
			free(f->full);
			f->full = moved;
		}
		was_moved[i] = moved != NULL;
	}
	find_dirs(c);
	resolve_links(c);
	for (size_t i = 0; i < c->n_files; i++) {
		struct cov_file *f = &c->files[i];

		v[i] = (struct named){ f, (uint32_t)i, 0, was_moved[i],
				       path_normalize(NULL, f->compiler_path) };
	}
	free(was_moved);
	if (c->n_files)
		qsort(v, c->n_files, sizeof(*v), compare_named);
	for (size_t i = 1; i < c->n_files; i++)
		v[i].group = v[i - 1].group + !is_same_file(v[i - 1].file, v[i].file);
	return v;
}

/*
 * Chooses the path in reports.  Below the current directory it is the one from there, as a
 * recursive build compiles "x.c" in each of its directories.  Else it is that of the compiler
 * if it is of one file only and the file has no other one, else the full path.
 */
static void choose_names(struct named *v, size_t n)
{
	const uint64_t several = UINT64_MAX;
	struct u64_map groups = { 0 }; /* by spelling: its group + 1, or several */
	char *here = getcwd(NULL, 0);

	for (size_t i = 0; i < n; i++) {
		const char *below = path_below(here, v[i].file->full);
		uint64_t *group;

		if (below) {
			free(v[i].spelling);
			v[i].spelling = xstrdup(below);
			v[i].moved = false;
		}
		group = u64_map_get_or_add(&groups, hash_text(v[i].spelling));
		if (v[i].file->is_other)
			continue;
		*group = !*group || *group == v[i].group + 1u ? v[i].group + 1u : several;
	}
	for (size_t i = 0, next; i < n; i = next) {
		struct cov_file *f = v[i].file;
		bool plain = !v[i].moved;

		for (next = i; next < n && v[next].group == v[i].group; next++)
			plain = plain && !strcmp(v[i].spelling, v[next].spelling) &&
				*u64_map_get_or_add(&groups, hash_text(v[i].spelling)) != several;
		f->path = xstrdup(plain ? v[i].spelling : f->full);
	}
	u64_map_free(&groups);
	free(here);
}

static int compare_files(const void *a, const void *b)
{
	const struct named *x = a, *y = b;
	int order = x->file->is_other - y->file->is_other;

	if (!order)
		order = strcmp(x->file->path, y->file->path);
	return order ? order : strcmp(x->file->full, y->file->full);
}

static void free_file(struct cov_file *f)
{
	free(f->path);
	free(f->full);
	free(f->compiler_path);
}

static int compare_aliases(const void *a, const void *b)
{
	const struct path_alias *x = a, *y = b;

	return strcmp(x->compiler_path, y->compiler_path);
}

/* Returns the group that a name is of in reports. */
static uint32_t reported_group(const struct named *v, size_t i)
{
	size_t first = i;

	while (first && v[i].file->is_other && !strcmp(v[first - 1].file->full, v[i].file->full))
		first--;
	return v[first].group;
}

void coverage_resolve_files(struct coverage *c, const struct string_list *source_map)
{
	struct named *v = name_files(c, source_map), *heads;
	struct cov_file *files = xcalloc(c->n_files, sizeof(*files));
	uint32_t *new_index = xcalloc(c->n_files, sizeof(*new_index)); /* of a group */
	size_t n = 0;

	choose_names(v, c->n_files);
	heads = xcalloc(c->n_files, sizeof(*heads));
	for (size_t i = 0; i < c->n_files; i++)
		if (!i || v[i].group != v[i - 1].group)
			heads[n++] = v[i];
	/* By path, so that outputs do not depend on the link order. */
	if (n)
		qsort(heads, n, sizeof(*heads), compare_files);
	for (size_t i = 0; i < n; i++)
		new_index[heads[i].group] = (uint32_t)i;
	c->n_files_found = c->n_files;
	c->file_of = xcalloc(c->n_files, sizeof(*c->file_of));
	c->path_aliases = xcalloc(c->n_files, sizeof(*c->path_aliases));
	for (size_t i = 0; i < c->n_files; i++) {
		c->file_of[v[i].index] = new_index[v[i].group];
		c->path_aliases[i] = (struct path_alias){ xstrdup(v[i].file->compiler_path),
							  new_index[reported_group(v, i)] };
	}
	for (size_t i = 0; i < c->n_files; i++) {
		struct cov_file *file = &files[new_index[v[i].group]];
		struct source_contents contents = file->contents;
		bool head = v[i].file->path != NULL;

		source_contents_add(&contents, &v[i].file->contents);
		if (head)
			*file = *v[i].file;
		else
			free_file(v[i].file);
		file->contents = contents;
	}
	for (size_t i = 0; i < n; i++)
		c->n_others += files[i].is_other;
	if (c->n_files)
		qsort(c->path_aliases, c->n_files, sizeof(*c->path_aliases), compare_aliases);
	free(c->files);
	c->files = files;
	c->files_room = c->n_files;
	c->n_files = n;
	for (size_t i = 0; i < c->n_files_found; i++)
		free(v[i].spelling);
	free(new_index);
	free(heads);
	free(v);
}

uint32_t coverage_file(const struct coverage *c, const char *compiler_path)
{
	const struct path_alias key = { (char *)(uintptr_t)compiler_path, 0 };
	const struct path_alias *s = c->n_files_found
					     ? bsearch(&key, c->path_aliases, c->n_files_found,
						       sizeof(key), compare_aliases)
					     : NULL;

	return s ? s->file : MAP_NONE;
}

void coverage_free_files(struct coverage *c)
{
	for (size_t i = 0; i < c->n_files + c->n_others; i++)
		free_file(&c->files[i]);
	for (size_t i = 0; i < c->n_files_found; i++)
		free(c->path_aliases[i].compiler_path);
	free(c->files);
	free(c->path_aliases);
	free(c->file_of);
}
