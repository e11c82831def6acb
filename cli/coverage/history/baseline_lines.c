/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "coverage/history/baseline_lines.h"

uint64_t lines_hash(const char *text, size_t n)
{
	return fnv1a_update(FNV1A_OFFSET, text, n);
}

struct file_lines *lines_file(struct lines_of_files *l, const char *path)
{
	uint64_t *at = u64_map_get_or_add(&l->by_path, lines_hash(path, strlen(path)));

	if (!*at) {
		ARRAY_GROW(l->v, l->n, l->room);
		l->v[l->n] = (struct file_lines){ .path = xstrdup(path) };
		*at = ++l->n;
	}
	return &l->v[*at - 1];
}

void lines_note(struct u64_map *m, uint64_t key, bool is_covered)
{
	uint64_t *at = u64_map_get_or_add(m, key);

	if (*at < 1u + is_covered)
		*at = 1u + is_covered;
}

static void take_lines(struct baseline_file *to, const struct u64_map *m)
{
	uint64_t key, value;

	for (size_t at = 0; u64_map_next(m, &at, &key, &value);)
		baseline_add_line(to, (uint32_t)key, value == 2 ? STATE_HIT : STATE_NOT_COVERED);
}

static void count(struct counts *to, const struct u64_map *m)
{
	uint64_t key, value;

	for (size_t at = 0; u64_map_next(m, &at, &key, &value);) {
		to->total++;
		to->covered += value == 2;
	}
}

static void count_branches(struct counts *to, const struct u64_map *m)
{
	uint64_t key, value;

	for (size_t at = 0; u64_map_next(m, &at, &key, &value);) {
		to->total += value >> 32;
		to->covered += (uint32_t)value;
	}
}

void lines_take(struct lines_of_files *l, struct baseline *b)
{
	for (size_t i = 0; i < l->n; i++) {
		struct baseline_file f = { .path = l->v[i].path };

		count(&f.lines, &l->v[i].lines);
		take_lines(&f, &l->v[i].lines);
		counts_add(&b->lines, &f.lines);
		count(&b->branches, &l->v[i].outcomes);
		count_branches(&b->branches, &l->v[i].branches);
		count(&b->functions, &l->v[i].functions);
		l->v[i].path = NULL;
		ARRAY_GROW(b->v, b->n, b->room);
		b->v[b->n++] = f;
	}
	lines_free(l);
}

void lines_free(struct lines_of_files *l)
{
	for (size_t i = 0; i < l->n; i++) {
		free(l->v[i].path);
		u64_map_free(&l->v[i].lines);
		u64_map_free(&l->v[i].outcomes);
		u64_map_free(&l->v[i].branches);
		u64_map_free(&l->v[i].functions);
	}
	free(l->v);
	u64_map_free(&l->by_path);
	memset(l, 0, sizeof(*l));
}
