/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Makes an image without code from several: its map has each function once, its states
 * are the best of them.  States are ordered so that the best one of two records of a block
 * is what both show together.
 *
 * The ID of a function in a map contains the name of its unit, so that of a function in a
 * header differs between programs.  Here functions are the same if their name, their place
 * and all of their blocks are.
 */
#include <stdlib.h>
#include <string.h>
#include "base/paths.h"
#include "coverage/history/stale_builds.h"
#include "coverage/model/merge_images.h"
#include "coverage/infer/proven_states.h"

struct merging {
	struct instrumented_image *to;
	size_t states_room;
	struct u64_map by_key;   /* of functions -> index */
	struct u64_map no_debug; /* IDs of functions whose lines are not known */
	/* Of the image that is being added: */
	const struct instrumented_image *from;
	const struct coverage *coverage; /* of it */
	uint32_t *files;                 /* index in its map -> in the merged one */
	uint64_t *path_keys;             /* of its files */
	uint32_t *functions;             /* the same, or MAP_NONE */
};

static uint64_t key_number(uint64_t key, uint64_t n)
{
	key = (key ^ n) * 0x9e3779b97f4a7c15u;
	return key ^ key >> 32;
}

static uint64_t key_text(uint64_t key, const char *s)
{
	return fnv1a_update(key, s, strlen(s) + 1);
}

static uint64_t key_span(uint64_t key, const struct map *map, struct map_span s)
{
	key = key_number(key, s.n);
	for (uint32_t i = 0; i < s.n; i++)
		key = key_number(key, map->numbers[s.first + i]);
	return key;
}

static uint64_t key_block(uint64_t key, const struct merging *u, const struct map_block *b)
{
	const struct map *map = u->from->map;

	key = key_number(key_number(key, b->number), b->flags);
	key = key_span(key_span(key, map, b->succs), map, b->implied_by);
	key = key_number(key, b->lines.n);
	for (uint32_t i = 0; i < b->lines.n; i++) {
		const struct map_line *l = &map->lines[b->lines.first + i];

		key = key_number(key, u->path_keys[l->file]);
		key = key_number(key_number(key, l->line), l->column);
	}
	return key;
}

static uint64_t key_function(const struct merging *u, const struct map_function *f)
{
	uint64_t key = key_text(FNV1A_OFFSET, f->name);

	if (f->file == MAP_NONE || !f->line) /* its place is unknown */
		key = key_number(key, f->id);
	else
		key = key_number(key_number(key, u->path_keys[f->file]), f->line);
	key = key_number(key_number(key, f->n_blocks), f->prune);
	for (size_t i = f->first_block; i < f->first_block + f->blocks; i++)
		key = key_block(key, u, &u->from->map->blocks[i]);
	return key;
}

static bool is_left_out(const struct merging *u, size_t file)
{
	return u->coverage && u->coverage->files[u->coverage->file_of[file]].is_other;
}

static void read_paths(struct merging *u)
{
	const struct map *map = u->from->map;

	u->path_keys = xcalloc(map->n_files, sizeof(*u->path_keys));
	for (size_t i = 0; i < map->n_files; i++) {
		char *full = path_normalize(map->files[i].dir, map->files[i].path);

		u->path_keys[i] = key_text(FNV1A_OFFSET, full);
		/* Functions are not those of another source, wherever their lines are. */
		if (is_left_out(u, i))
			u->path_keys[i] = key_number(u->path_keys[i], map->files[i].contents.hash);
		free(full);
	}
}

/* Adds a file that remains apart from that of other builds. */
static uint32_t add_left_out(struct map *to, const struct map_file *f)
{
	ARRAY_GROW(to->files, to->n_files, to->files_room);
	to->files[to->n_files] = (struct map_file){ .path = xstrdup(f->path),
						    .dir = f->dir,
						    .full = xstrdup(f->full),
						    .contents = f->contents,
						    .is_other = true };
	return (uint32_t)to->n_files++;
}

static void read_files(struct merging *u)
{
	const struct map *map = u->from->map;

	u->files = xcalloc(map->n_files, sizeof(*u->files));
	for (size_t i = 0; i < map->n_files; i++) {
		if (is_left_out(u, i)) {
			u->files[i] = add_left_out(u->to->map, &map->files[i]);
			continue;
		}
		u->files[i] = map_add_file(u->to->map, map->files[i].dir, map->files[i].path);
		source_contents_add(&u->to->map->files[u->files[i]].contents,
				    &map->files[i].contents);
	}
	read_paths(u);
}

static bool has_one_hash(const struct map *map, uint32_t file)
{
	return map->files[file].contents.known && !map->files[file].contents.differ;
}

/* Returns whether the contents of all sources that a function has lines of are known. */
static bool sources_are_known(const struct map *map, const struct map_function *f)
{
	if (f->file != MAP_NONE && !has_one_hash(map, f->file))
		return false;
	for (size_t i = f->first_block; i < f->first_block + f->blocks; i++) {
		const struct map_span lines = map->blocks[i].lines;

		for (uint32_t l = 0; l < lines.n; l++)
			if (!has_one_hash(map, map->lines[lines.first + l].file))
				return false;
	}
	return true;
}

/* Adds a function by both keys.  Returns whether it was not there. */
static bool add_keys(struct function_keys *k, const struct map *map, const struct map_function *f,
		     uint64_t by_source, uint64_t by_place)
{
	bool is_known = sources_are_known(map, f), is_there;

	if (is_known)
		is_there = u64_map_find(&k->by_source, by_source) ||
			   u64_map_find(&k->of_any_source, by_place);
	else
		is_there = u64_map_find(&k->by_place, by_place);
	u64_map_get_or_add(&k->by_source, by_source);
	u64_map_get_or_add(&k->by_place, by_place);
	if (!is_known)
		u64_map_get_or_add(&k->of_any_source, by_place);
	return !is_there;
}

bool function_keys_add(struct function_keys *k, const struct instrumented_image *m)
{
	struct merging u = { .from = m };
	uint64_t *by_place, *by_source;
	bool is_new = false;

	if (!m->map)
		return false;
	read_paths(&u);
	by_place = u.path_keys;
	by_source = xcalloc(m->map->n_files, sizeof(*by_source));
	for (size_t i = 0; i < m->map->n_files; i++)
		by_source[i] = key_number(by_place[i], m->map->files[i].contents.hash);
	for (size_t i = 0; i < m->map->n_functions; i++) {
		const struct map_function *f = &m->map->functions[i];
		uint64_t key;

		if (!map_function_is_shown(f))
			continue;
		u.path_keys = by_source;
		key = key_function(&u, f);
		u.path_keys = by_place;
		is_new |= add_keys(k, m->map, f, key, key_function(&u, f));
	}
	free(by_source);
	free(by_place);
	return is_new;
}

bool function_keys_share(const struct function_keys *k, const struct instrumented_image *m)
{
	struct merging u = { .from = m };
	bool found = false;

	if (!m->map)
		return false;
	read_paths(&u);
	for (size_t i = 0; i < m->map->n_functions && !found; i++)
		found = map_function_is_shown(&m->map->functions[i]) &&
			u64_map_find(&k->by_place, key_function(&u, &m->map->functions[i]));
	free(u.path_keys);
	return found;
}

void function_keys_free(struct function_keys *k)
{
	u64_map_free(&k->by_source);
	u64_map_free(&k->by_place);
	u64_map_free(&k->of_any_source);
}

static struct map_span copy_numbers(struct map *to, const struct map *from, struct map_span s)
{
	struct map_span copy = { to->n_numbers, s.n };

	for (uint32_t i = 0; i < s.n; i++) {
		ARRAY_GROW(to->numbers, to->n_numbers, to->numbers_room);
		to->numbers[to->n_numbers++] = from->numbers[s.first + i];
	}
	return copy;
}

static void copy_block(struct merging *u, const struct map_block *from, uint32_t function)
{
	struct map *map = u->to->map;
	struct map_block b = *from;

	b.function = function;
	b.succs = copy_numbers(map, u->from->map, from->succs);
	b.implied_by = copy_numbers(map, u->from->map, from->implied_by);
	b.lines.first = map->n_lines;
	for (uint32_t i = 0; i < from->lines.n; i++) {
		struct map_line l = u->from->map->lines[from->lines.first + i];

		l.file = u->files[l.file];
		ARRAY_GROW(map->lines, map->n_lines, map->lines_room);
		map->lines[map->n_lines++] = l;
	}
	ARRAY_GROW(map->blocks, map->n_blocks, map->blocks_room);
	map->blocks[map->n_blocks++] = b;
}

static void copy_decisions(struct merging *u, const struct map_function *from,
			   struct map_function *f)
{
	const struct map *map = u->from->map;
	struct map *to = u->to->map;

	f->first_decision = to->n_decisions;
	for (size_t i = from->first_decision; i < from->first_decision + from->n_decisions; i++) {
		const struct map_span d = map->decisions[i];

		ARRAY_GROW(to->decisions, to->n_decisions, to->decisions_room);
		to->decisions[to->n_decisions++] = (struct map_span){ to->n_conditions, d.n };
		for (uint32_t k = 0; k < d.n; k++) {
			struct map_condition c = map->conditions[d.first + k];

			c.file = c.file == MAP_NONE ? MAP_NONE : u->files[c.file];
			c.blocks = copy_numbers(to, map, c.blocks);
			ARRAY_GROW(to->conditions, to->n_conditions, to->conditions_room);
			to->conditions[to->n_conditions++] = c;
		}
	}
}

static uint32_t copy_function(struct merging *u, const struct map_function *from)
{
	struct map *map = u->to->map;
	struct map_function f = *from;

	f.file = from->file == MAP_NONE ? MAP_NONE : u->files[from->file];
	f.files = NULL;
	f.n_files = 0;
	copy_decisions(u, from, &f);
	f.first_block = map->n_blocks;
	for (size_t i = 0; i < f.blocks; i++)
		copy_block(u, &u->from->map->blocks[from->first_block + i],
			   (uint32_t)map->n_functions);
	if (map->n_blocks > u->states_room) {
		u->states_room = 2 * map->n_blocks;
		u->to->states = xrealloc(u->to->states, u->states_room);
		u->to->reasons = xrealloc(u->to->reasons, u->states_room);
		u->to->executions =
			xrealloc(u->to->executions, u->states_room * sizeof(*u->to->executions));
	}
	for (size_t i = f.first_block; i < map->n_blocks; i++) {
		u->to->states[i] = STATE_NONE;
		u->to->reasons[i] = UNKNOWN_NONE;
		u->to->executions[i] = 0;
	}
	ARRAY_GROW(map->functions, map->n_functions, map->functions_room);
	u->to->incomplete =
		xrealloc(u->to->incomplete, map->functions_room * sizeof(*u->to->incomplete));
	u->to->incomplete[map->n_functions] = false;
	map->functions[map->n_functions] = f;
	return (uint32_t)map->n_functions++;
}

static void add_states(struct merging *u, const struct map_function *from, uint32_t to)
{
	struct map_function *f = &u->to->map->functions[to];
	size_t at = f->first_block;

	u->to->incomplete[to] |= has_incomplete_calls(
		u->from, (uint32_t)(from - u->from->map->functions), &u->coverage->recording);
	f->in_program |= from->in_program;
	f->had_code |= from->had_code;
	for (size_t i = 0; i < from->blocks; i++) {
		state_improve(&u->to->states[at + i], &u->to->reasons[at + i],
			      u->from->states[from->first_block + i],
			      u->from->reasons[from->first_block + i]);
		u->to->executions[at + i] += u->from->executions[from->first_block + i];
	}
}

static void add_functions(struct merging *u)
{
	const struct map *map = u->from->map;

	u->functions = xcalloc(map->n_functions, sizeof(*u->functions));
	for (size_t i = 0; i < map->n_functions; i++) {
		const struct map_function *f = &map->functions[i];
		uint64_t *known;

		u->functions[i] = MAP_NONE;
		if (!map_function_is_shown(f))
			continue;
		known = u64_map_get_or_add(&u->by_key, key_function(u, f));
		if (!*known)
			*known = copy_function(u, f) + 1u;
		u->functions[i] = (uint32_t)(*known - 1);
		/* Equal keys and different functions: a chance of one in 2^64. */
		if (u->to->map->functions[u->functions[i]].blocks == f->blocks)
			add_states(u, f, u->functions[i]);
	}
}

static void add_pairs(struct merging *u)
{
	struct instrumented_image *m = u->to;

	for (size_t i = 0; i < u->from->n_pairs; i++) {
		struct probe_pair p = u->from->pairs[i];

		p.function = u->functions[p.function];
		ARRAY_GROW(m->pairs, m->n_pairs, m->pairs_room);
		m->pairs[m->n_pairs++] = p;
	}
}

static void add_no_debug(struct merging *u, const struct coverage *c)
{
	for (size_t i = 0; c->no_debug && i < c->n_functions; i++)
		if (c->functions[i].map && c->functions[i].no_debug)
			u64_map_get_or_add(&u->no_debug, c->functions[i].map->id);
}

struct merging *merge_begin(void)
{
	struct merging *u = xcalloc(1, sizeof(*u));

	u->to = xcalloc(1, sizeof(*u->to));
	u->to->map = xcalloc(1, sizeof(*u->to->map));
	u->to->merged = true;
	return u;
}

void merge_add(struct merging *u, const struct coverage *c)
{
	const struct instrumented_image *m = c->instrumented;

	add_no_debug(u, c);
	image_records_add(&u->to->records, &m->records);
	if (!m->map)
		return;
	u->from = m;
	u->coverage = c;
	read_files(u);
	add_functions(u);
	add_pairs(u);
	free(u->files);
	free(u->path_keys);
	free(u->functions);
}

/* Returns "2 images", "2 images and 35 objects" (which were built and not linked); to be freed. */
static char *name_of_all(struct coverage *const *v, size_t n)
{
	size_t objects = 0;
	char *images, *all;

	for (size_t i = 0; i < n; i++) {
		const struct instrumented_image *m = v[i]->instrumented;

		objects += m->records.never_ran && m->img && m->img->relocatable;
	}
	if (objects == n)
		return xasprintf("%zu objects", n);
	images = xasprintf("%zu %s", n - objects, plural(n - objects, "image", "images"));
	if (!objects)
		return images;
	all = xasprintf("%s and %zu %s", images, objects, plural(objects, "object", "objects"));
	free(images);
	return all;
}

static void free_merging(struct merging *u)
{
	u64_map_free(&u->by_key);
	u64_map_free(&u->no_debug);
	free(u);
}

struct coverage *merge_end(struct merging *u, struct coverage *const *v, size_t n,
			   const struct string_list *source_map, struct selection *selection)
{
	struct coverage *c;

	u->to->name = name_of_all(v, n);
	c = coverage_of_merged(u->to, v, n, &u->no_debug, source_map, selection);
	builds_name(c, v, n);
	free_merging(u);
	return c;
}

void merge_cancel(struct merging *u)
{
	instrumented_image_close(u->to);
	free_merging(u);
}

struct coverage *merge_images(struct coverage *const *v, size_t n,
			      const struct string_list *source_map, struct selection *selection)
{
	struct merging *u = merge_begin();

	builds_choose(v, n);
	for (size_t i = 0; i < n; i++)
		merge_add(u, v[i]);
	return merge_end(u, v, n, source_map, selection);
}
