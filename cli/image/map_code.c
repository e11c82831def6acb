/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Which functions of the map have code in the image.  Functions with probes are found by
 * these; those that contain blocks of the source and no probe (an ignored function that others
 * were inlined into), and code of other compilers, by their symbols.
 */
#include <elf.h>
#include <string.h>
#include "anycov/map.h"
#include "image/map_read.h"

enum { LOCAL = 1, GLOBAL = 2 };

static uint64_t key_of(const char *name)
{
	return fnv1a_update(FNV1A_OFFSET, name, strlen(name));
}

/* Collects the names of functions: bits LOCAL, GLOBAL. */
static void read_names(struct u64_map *names, const struct image *img)
{
	for (size_t i = 0; i < img->n_symbols; i++) {
		const struct symbol *s = &img->symbols[i];

		if (s->type == STT_FUNC)
			*u64_map_get_or_add(names, key_of(s->name)) |=
				s->bind == STB_LOCAL ? LOCAL : GLOBAL;
	}
}

/* Returns whether f, with code, has no probe in the map either. */
static bool has_no_probes(const struct map *m, const struct map_function *f)
{
	for (size_t i = f->first_block; i < f->first_block + f->blocks; i++)
		if (m->blocks[i].flags & ANYCOV_MAP_BLOCK_PROBED)
			return false;
	return true;
}

static void find_code(struct map *m, const struct image *img, const struct u64_map *names,
		      struct u64_map *probed)
{
	for (size_t i = 0; i < m->n_functions; i++) {
		struct map_function *f = &m->functions[i];

		if (f->is_source)
			continue;
		f->in_program = f->live_sites;
		if (f->live_sites)
			u64_map_get_or_add(probed, key_of(f->name));
		/* An image without symbols may contain it. */
		else if (f->has_marks && has_no_probes(m, f))
			f->in_program = !img->n_symbols || u64_map_find(names, key_of(f->name));
	}
}

/* Finds the source functions of marks. */
static void find_sources(struct map *m)
{
	const uint64_t *known = NULL;

	for (size_t i = 0; i < m->n_marks; i++) {
		struct map_mark *mark = &m->marks[i];

		/* Marks of one function follow each other. */
		if (!i || mark->source_id != m->marks[i - 1].source_id)
			known = u64_map_find(&m->by_id, mark->source_id);
		mark->source = known ? (uint32_t)*known : MAP_NONE;
		if (!known)
			continue;
		m->functions[*known].had_code = true;
		if (m->functions[mark->function].in_program)
			m->functions[*known].in_program = true;
	}
}

/* Finds the functions whose code has no probes because a link compiled it without the plugin. */
static void find_lost(struct map *m)
{
	if (m->lto[1].n)
		string_list_free(&m->lto[0]);
	for (size_t i = 0; i < m->n_functions; i++) {
		struct map_function *f = &m->functions[i];

		f->lost_at_link =
			f->is_source && !f->had_code && string_list_has(&m->lto[0], f->unit);
		f->in_program |= f->lost_at_link;
	}
}

void map_find_code(struct map *m, const struct image *img)
{
	struct u64_map names = { 0 }, probed = { 0 };

	for (unsigned i = 0; i < 2; i++) {
		string_list_sort(&m->entries[i]);
		string_list_sort(&m->lto[i]);
	}
	if (!m->n_marks) {
		find_lost(m);
		return;
	}
	read_names(&names, img);
	find_code(m, img, &names, &probed);
	find_sources(m);
	find_lost(m);
	for (size_t i = 0; i < m->n_functions; i++) {
		struct map_function *f = &m->functions[i];
		const uint64_t *symbol = u64_map_find(&names, key_of(f->name));

		f->is_unprobed = f->is_source && symbol && (*symbol & GLOBAL) &&
				 !u64_map_find(&probed, key_of(f->name));
		f->in_program |= f->is_unprobed;
	}
	u64_map_free(&names);
	u64_map_free(&probed);
}
