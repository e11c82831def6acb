/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The source files of a map. */
#include <string.h>
#include "base/paths.h"
#include "image/map_read.h"

static bool is_file(const struct map_file *f, const char *dir, const char *path)
{
	return !strcmp(f->path, path) && !strcmp(f->dir, dir);
}

/* dir: "" of an absolute path. */
static uint32_t find_or_add(struct map *m, const char *dir, const char *path)
{
	const uint64_t hash = fnv1a_update(FNV1A_OFFSET, dir, strlen(dir) + 1);
	uint64_t *first = u64_map_get_or_add(&m->file_set, fnv1a_update(hash, path, strlen(path)));

	if (*first && is_file(&m->files[*first - 1], dir, path))
		return (uint32_t)(*first - 1);
	if (*first) /* two paths with one hash: search the second linearly */
		for (size_t i = 0; i < m->n_files; i++)
			if (is_file(&m->files[i], dir, path))
				return (uint32_t)i;
	ARRAY_GROW(m->files, m->n_files, m->files_room);
	m->files[m->n_files++] = (struct map_file){ .path = xstrdup(path),
						    .dir = intern(dir),
						    .full = path_normalize(dir, path) };
	if (!*first)
		*first = m->n_files;
	return (uint32_t)(m->n_files - 1);
}

uint32_t map_add_file(struct map *m, const char *dir, const char *path)
{
	if (path[0] == '/')
		dir = "";
	/* Most functions are in the file of the one before. */
	if (!m->last_file || !is_file(&m->files[m->last_file - 1], dir, path))
		m->last_file = find_or_add(m, dir, path) + 1;
	return m->last_file - 1;
}

void source_contents_add(struct source_contents *to, const struct source_contents *from)
{
	if (!from->known)
		return;
	if (to->known && (to->size != from->size || to->hash != from->hash))
		to->differ = true;
	else if (!to->known)
		*to = *from;
	to->differ |= from->differ;
}
