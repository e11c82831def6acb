/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Finds the functions of calls that did not return.  Files of flags and dumps have their
 * addresses.  The map has an address in each function, symbols name the parts of functions that
 * compilers put elsewhere ("main.cold").
 */
#include <stdlib.h>
#include <string.h>
#include "anycov/flags_file.h"
#include "anycov/map.h"
#include "coverage/cut_calls.h"
#include "image/image_index.h"
#include "image/scan.h"

/*
 * Of an image, each in each of its functions: a damaged dump has a million that are in all
 * functions.  What is above is taken for calls of which nothing is known.
 */
#define CUTS_MAX (1u << 17)

static struct image *open_same(const struct instrumented_image *m, const char *path)
{
	struct anycov_error err;
	struct image *img = image_open(path, &err);

	if (!img || (img->build_id_length == m->img->build_id_length &&
		     !memcmp(img->build_id, m->img->build_id, img->build_id_length)))
		return img;
	image_close(img);
	return NULL;
}

/*
 * Returns the image with symbols and line numbers, or NULL.  What is beside flags has the map
 * alone.
 */
static struct image *whole_image(struct instrumented_image *m, const char *path)
{
	const char *found;
	struct image *img;

	if (m->img->n_symbols || m->whole || m->looked_for_whole)
		return m->img->n_symbols ? m->img : m->whole;
	m->looked_for_whole = true;
	m->whole = open_same(m, path);
	if (m->whole && m->whole->n_symbols)
		return m->whole;
	/* Removed, or installed without symbols. */
	image_index_read_builds(path);
	found = image_index_find(m->img->build_id, m->img->build_id_length, 0);
	img = found ? open_same(m, found) : NULL;
	if (img && m->whole)
		image_close(m->whole);
	m->whole = img ? img : m->whole;
	return m->whole;
}

/* Debug information has no line of clang's calls of the unwinder. */
static bool is_resume(struct instrumented_image *m, const struct flags_cut *cut,
		      struct source_location at)
{
	const struct image *img = m->img->n_symbols ? m->img : m->whole;

	if (at.line || !img || flags_cut_is_interrupted(cut))
		return false;
	if (!m->resumes)
		m->resumes = scan_resumes_new(img);
	return scan_is_resume(m->resumes, cut->address);
}

static void add_cut(struct instrumented_image *m, uint32_t function, const struct flags_cut *cut,
		    struct source_location at)
{
	ARRAY_GROW(m->cuts, m->n_cuts, m->cuts_room);
	m->cuts[m->n_cuts++] = (struct image_cut){
		.function = function,
		.address = cut->address,
		.file = at.file,
		.line = at.line,
		.any_call = cut->any_call,
		.anywhere = flags_cut_is_interrupted(cut),
		.resumes = is_resume(m, cut, at),
	};
}

/* Adds it to each function of this name; several static ones may have it. */
static void add_by_name(struct instrumented_image *m, const char *name, size_t n,
			const struct flags_cut *cut, struct source_location at)
{
	for (uint32_t i = 0; i < m->map->n_functions; i++) {
		const struct map_function *f = &m->map->functions[i];

		if (f->is_source || strncmp(f->name, name, n) || f->name[n])
			continue;
		add_cut(m, i, cut, at);
	}
}

/* Returns the index of the first probe after this address. */
static size_t first_probe(const struct instrumented_image *m, uint64_t address)
{
	size_t low = 0, high = m->n_probes;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (m->probes[middle].return_address <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Returns the index of the first copy of code from this address on. */
static size_t first_code(const struct map *map, uint64_t address)
{
	size_t low = 0, high = map->n_codes;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (map->codes[middle].address < address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Returns whether it was added to this function since there were `first` of them. */
static bool is_of(const struct instrumented_image *m, size_t first, uint32_t function)
{
	for (size_t i = first; i < m->n_cuts; i++)
		if (m->cuts[i].function == function)
			return true;
	return false;
}

/*
 * Adds it to each function with an address in the part that contains the call: several if LLVM
 * inlined them there after they got flags (-flto=thin).
 */
static bool add_by_address(struct instrumented_image *m, const struct flags_cut *cut,
			   struct source_location at)
{
	const size_t first = m->n_cuts;
	bool found = false;

	/* Probes are sorted by address; hooks are called in the function. */
	for (size_t i = first_probe(m, cut->from); i < m->n_probes; i++) {
		const struct image_probe *s = &m->probes[i];

		if (s->return_address > cut->end)
			break;
		if (s->function == MAP_NONE || is_inline(s->kind) || is_of(m, first, s->function))
			continue;
		add_cut(m, s->function, cut, at);
		found = true;
	}
	for (size_t i = first_code(m->map, cut->from); i < m->map->n_codes; i++) {
		const struct map_code *code = &m->map->codes[i];

		if (code->address >= cut->end)
			break;
		if (is_of(m, first, code->function))
			continue;
		add_cut(m, code->function, cut, at);
		found = true;
	}
	return found;
}

/* Returns whether it was; another file may show that it can be any call. */
static bool was_added(struct instrumented_image *m, const struct flags_cut *cut)
{
	bool found = false;
	size_t i = 0;

	/* Those of an address are in a row. */
	while (i < m->n_cuts && m->cuts[i].address != cut->address)
		i++;
	for (; i < m->n_cuts && m->cuts[i].address == cut->address; i++) {
		m->cuts[i].any_call |= cut->any_call;
		m->cuts[i].anywhere |= flags_cut_is_interrupted(cut);
		found = true;
	}
	return found;
}

/* symbol: of the function that contains the code of the others; NULL: unknown */
static void note_owners(struct instrumented_image *m, size_t first, const char *symbol,
			bool by_name)
{
	size_t n = m->n_cuts - first, outermost = 0, named = 0;

	for (size_t i = first; i < m->n_cuts; i++) {
		m->cuts[i].n_functions = n;
		m->cuts[i].is_namesake = by_name;
		if (symbol && !strcmp(m->map->functions[m->cuts[i].function].name, symbol)) {
			outermost = i;
			named++;
		}
	}
	if (named == 1 && !by_name)
		m->cuts[outermost].is_outermost = true;
}

static bool add_call(struct instrumented_image *m, const struct flags_cut *cut, const char *path)
{
	struct image *img = whole_image(m, path);
	struct source_location at = { NULL, 0 };
	const struct symbol *s = NULL;
	const char *part;
	size_t first = m->n_cuts;
	bool by_name = false, has_line;

	/* Inside the call, whatever its last instruction is. */
	if (img) {
		if (!flags_cut_is_interrupted(cut))
			at = image_line_of(img, cut->address - 1);
		s = image_symbol_at(img, cut->from);
	}
	/* Code that compilers merge has no line, whatever the program was built with. */
	has_line = at.file || flags_cut_is_interrupted(cut);
	if (!add_by_address(m, cut, at)) {
		if (!s || s->addr != cut->from) {
			m->records.cuts_without_line += !has_line;
			return false;
		}
		part = strstr(s->name, ".cold");
		/* A function without flags has none that a cut call could be before. */
		add_by_name(m, s->name, part ? (size_t)(part - s->name) : strlen(s->name), cut, at);
		by_name = true;
	}
	/* Code without flags, as that which calls main(), needs none; calls of the unwinder have
	 * none. */
	m->records.cuts_without_line += !has_line && m->n_cuts > first && !m->cuts[first].resumes;
	note_owners(m, first, s && s->addr == cut->from ? s->name : NULL, by_name);
	return true;
}

bool cut_calls_add(struct instrumented_image *m, const char *path, const struct flags_cut *cuts,
		   size_t n)
{
	bool known = true;

	for (size_t i = 0; i < n; i++) {
		size_t first = m->n_cuts;

		if (first >= CUTS_MAX ||
		    (!was_added(m, &cuts[i]) && !add_call(m, &cuts[i], path))) {
			known = false;
			if (cuts[i].any_call || flags_cut_is_interrupted(&cuts[i]))
				m->records.how |= ANYCOV_FLAGS_ANYWHERE;
		}
		/* Of addresses, each of which may be in several functions. */
		m->records.cuts += m->n_cuts > first;
	}
	return known;
}

void find_cut_functions(struct instrumented_image *m)
{
	const struct map *map = m->map;
	uint8_t *how;

	free(m->how_cut);
	m->how_cut = NULL;
	if (!m->n_cuts)
		return;
	how = m->how_cut = xcalloc(map->n_functions, 1);
	for (size_t i = 0; i < m->n_cuts; i++)
		how[m->cuts[i].function] |= CUT_AT_CALL |
					    (m->cuts[i].any_call ? CUT_AT_ANY_CALL : 0) |
					    (m->cuts[i].anywhere ? CUT_ANYWHERE : 0);
	for (size_t i = 0; i < map->n_marks; i++)
		if (map->marks[i].source != MAP_NONE)
			how[map->marks[i].source] |= how[map->marks[i].function];
}

unsigned how_function_was_cut(const struct instrumented_image *m, uint32_t function)
{
	return m->how_cut ? m->how_cut[function] : 0;
}
