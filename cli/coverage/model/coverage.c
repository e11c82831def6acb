/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "anycov/map.h"
#include "coverage/model/branches.h"
#include "coverage/model/coverage.h"
#include "coverage/model/source_functions.h"
#include "coverage/mcdc/mcdc.h"

static void add_line(struct coverage *c, uint32_t file, uint32_t line, unsigned state,
		     unsigned reason, uint64_t executions)
{
	if (file == MAP_NONE || !line)
		return;
	ARRAY_GROW(c->lines, c->n_lines, c->lines_room);
	c->lines[c->n_lines] = (struct cov_line){
		.file = file,
		.line = line,
		.state = (uint8_t)state,
		.reason = (uint8_t)reason,
		.executions = executions,
	};
	c->lines[c->n_lines++].blocks[state] = 1;
}

static struct cov_function *add_function(struct coverage *c)
{
	ARRAY_GROW(c->functions, c->n_functions, c->functions_room);
	memset(&c->functions[c->n_functions], 0, sizeof(*c->functions));
	c->functions[c->n_functions].state = STATE_NONE;
	return &c->functions[c->n_functions++];
}

/*
 * Sets the address of a function and whether it was compiled without debug information,
 * from one of its probes.  A cold part has a symbol of its own.
 */
static void set_address(struct cov_function *f, const struct instrumented_image *m,
			const struct image_probe *s)
{
	uint64_t code = s->return_address - 1;
	const struct symbol *sym = image_symbol_at(m->img, code);
	bool own = sym && !strcmp(sym->name, f->name);

	f->no_debug = !f->lines.total && (!f->address || f->no_debug) &&
		      !image_line_of(m->img, code).file;
	if (own || !f->address)
		f->address = own ? sym->addr : s->call_address ? s->call_address : code;
}

/* Counts the lines of the last function, which begin at first, with duplicates. */
static void count_lines(struct coverage *c, size_t first)
{
	if (!c->n_functions)
		return;
	c->functions[c->n_functions - 1].first_line = first;
	c->functions[c->n_functions - 1].n_lines = c->n_lines - first;
	coverage_count_lines(c, &c->functions[c->n_functions - 1]);
}

/* Makes the state of a function that of all of its blocks. */
static void finish_function(struct cov_function *f)
{
	f->covered = state_is_covered(f->state);
	if (f->covered)
		f->state = STATE_HIT;
	else if (f->state == STATE_NONE)
		f->state = STATE_NOT_COVERED;
}

static void map_function(struct coverage *c, const struct instrumented_image *m,
			 const struct map_function *mf, const struct recording *e)
{
	struct cov_function *f = add_function(c);
	size_t first = c->n_lines;
	bool enters = true;

	f->name = mf->name;
	f->display_name = display_name(mf->name);
	f->map = mf;
	f->file = mf->line ? mf->file : MAP_NONE;
	f->line = mf->line;
	f->left_out = mf->is_source && !mf->in_program;
	for (size_t i = mf->first_block; i < mf->first_block + mf->blocks; i++) {
		const struct map_block *b = &m->map->blocks[i];
		unsigned state = m->states[i], reason = m->reasons[i];

		if (!b->number) {
			f->executions = m->executions[i];
			enters = !(b->flags & ANYCOV_MAP_BLOCK_EMPTY);
		}
		/* It was called if its entry was executed, or any block if that has no code. */
		if (state_is_covered(state) ||
		    (!(b->flags & ANYCOV_MAP_BLOCK_EMPTY) && (!b->number || !enters)))
			state_improve(&f->state, &f->reason, state, reason);
		if (b->flags & ANYCOV_MAP_BLOCK_EMPTY)
			continue;
		if (!(b->flags & MAP_BLOCK_PART))
			counts_add_state(&f->blocks, state, reason);
		for (uint32_t l = 0; l < b->lines.n; l++) {
			const struct map_line *ml = &m->map->lines[b->lines.first + l];

			add_line(c, ml->file, ml->line, state, reason, m->executions[i]);
		}
	}
	finish_function(f);
	count_lines(c, first);
	edges_of_function(c, m, mf, f, e);
	for (size_t i = f->first_edge; i < f->first_edge + f->n_edges; i++) {
		counts_add_state(&f->edges, c->edges[i].state, c->edges[i].reason);
	}
	counts_add(&c->block_counts, &f->blocks);
	counts_add(&c->edge_counts, &f->edges);
}

struct source_location block_location(const struct instrumented_image *m,
				      const struct map_function *f, uint32_t block)
{
	const struct map_block *b = map_block(m->map, (uint32_t)(f - m->map->functions), block);
	const struct map_line *line;

	if (!b || !b->lines.n)
		return (struct source_location){ NULL, 0 };
	line = &m->map->lines[b->lines.first];
	return (struct source_location){ m->map->files[line->file].path, (int)line->line };
}

/* Sets the addresses of the functions; numbers: the function of each one of the map, or MAP_NONE.
 */
static void set_addresses(struct coverage *c, const struct instrumented_image *m,
			  const uint32_t *numbers)
{
	for (size_t i = 0; i < m->n_probes; i++) {
		uint32_t n = m->probes[i].function;

		if (n != MAP_NONE && numbers[n] != MAP_NONE)
			set_address(&c->functions[numbers[n]], m, &m->probes[i]);
	}
	/* Flags have no address of code. */
	for (size_t i = 0; i < m->map->n_flags; i++) {
		uint32_t n = m->map->flags[i].function;

		if (n != MAP_NONE && numbers[n] != MAP_NONE)
			c->functions[numbers[n]].no_debug = !c->functions[numbers[n]].lines.total;
	}
}

static int compare_places(const void *a, const void *b)
{
	const struct map_function *x = *(const struct map_function *const *)a;
	const struct map_function *y = *(const struct map_function *const *)b;

	if (x->file != y->file)
		return x->file < y->file ? -1 : 1;
	return x->line < y->line ? -1 : x->line > y->line;
}

/* Returns the n functions that are shown, in the order of the source, in which their lines and
 * branches are sorted next; to be freed. */
static const struct map_function **functions_by_place(const struct map *map, size_t *n)
{
	const struct map_function **v = xcalloc(map->n_functions, sizeof(*v));

	*n = 0;
	for (size_t i = 0; i < map->n_functions; i++)
		if (map_function_is_shown(&map->functions[i]))
			v[(*n)++] = &map->functions[i];
	sort_stable(v, *n, sizeof(*v), compare_places);
	return v;
}

static void map_functions(struct coverage *c, const struct instrumented_image *m,
			  const struct recording *e)
{
	uint32_t *numbers = xmalloc(m->map->n_functions * sizeof(*numbers));
	const struct map_function **v = functions_by_place(m->map, &c->functions_room);

	c->functions = xmalloc(c->functions_room * sizeof(*c->functions));
	c->lines_room = m->map->n_lines;
	c->lines = xmalloc(c->lines_room * sizeof(*c->lines));
	for (size_t i = 0; i < m->map->n_functions; i++)
		numbers[i] = MAP_NONE;
	for (size_t i = 0; i < c->functions_room; i++) {
		numbers[v[i] - m->map->functions] = (uint32_t)c->n_functions;
		map_function(c, m, v[i], e);
	}
	free(v);
	source_functions_place_constructs(c);
	set_addresses(c, m, numbers);
	free(numbers);
}

static void from_map(struct coverage *c, struct instrumented_image *m, const struct recording *e)
{
	if (!m->merged)
		compute_block_states(m, e);
	sort_probe_pairs(m);
	c->from_map = true;
	for (size_t i = 0; i < m->map->n_files; i++) {
		ARRAY_GROW(c->files, c->n_files, c->files_room);
		c->files[c->n_files++] = (struct cov_file){
			.compiler_path = xstrdup(m->map->files[i].path),
			.dir = *m->map->files[i].dir ? m->map->files[i].dir : NULL,
			.contents = m->map->files[i].contents,
			.is_other = m->map->files[i].is_other,
		};
	}
	map_functions(c, m, e);
	coverage_set_dirs(c, m);
}

/* Returns the index of a file, which is added if necessary. */
static uint32_t file_index(struct coverage *c, struct u64_map *seen, const char *path)
{
	/* libdw has one string for a file of a unit. */
	uint64_t *known = u64_map_get_or_add(seen, (uint64_t)(uintptr_t)path);

	if (*known)
		return (uint32_t)(*known - 1);
	for (size_t i = 0; i < c->n_files; i++) {
		if (!strcmp(c->files[i].compiler_path, path)) {
			*known = i + 1;
			return (uint32_t)i;
		}
	}
	ARRAY_GROW(c->files, c->n_files, c->files_room);
	c->files[c->n_files] = (struct cov_file){ .compiler_path = xstrdup(path) };
	*known = ++c->n_files;
	return (uint32_t)(*known - 1);
}

/* Adds the function containing a probe, if there is no map; its line is that of its start. */
static struct cov_function *probed_function(struct coverage *c, struct instrumented_image *m,
					    const struct image_probe *s, struct u64_map *seen)
{
	const struct symbol *sym = image_symbol_at(m->img, s->call_address);
	struct source_location start =
		sym ? image_line_of(m->img, sym->addr) : probe_location(m, s);
	struct cov_function *f = add_function(c);

	f->name = probe_function(m, s);
	f->display_name = display_name(f->name);
	f->file = start.file ? file_index(c, seen, start.file) : MAP_NONE;
	f->line = (uint32_t)start.line;
	f->executions = s->executions;
	return f;
}

/* Without a map: collects the lines of the probes and the functions containing them. */
static void from_dwarf(struct coverage *c, struct instrumented_image *m, const struct recording *e)
{
	struct u64_map seen = { 0 };
	const char *last = NULL;
	size_t first = 0;

	for (size_t i = 0; i < m->n_probes; i++) {
		const struct image_probe *s = &m->probes[i];
		const char *name = probe_function(m, s);
		struct source_location p = probe_location(m, s);
		uint32_t file = p.file ? file_index(c, &seen, p.file) : MAP_NONE;
		unsigned reason, state = probe_state(s, e, &reason);
		struct cov_function *f;

		if (s->is_tail_call)
			continue;
		/* Names are strings of the image: equal names have equal pointers. */
		if (name != last) {
			count_lines(c, first);
			first = c->n_lines;
			last = name;
			set_address(probed_function(c, m, s, &seen), m, s);
		}
		f = &c->functions[c->n_functions - 1];
		f->covered = f->covered || s->hits;
		state_improve(&f->state, &f->reason, state, reason);
		counts_add_state(&f->blocks, state, reason);
		counts_add_state(&c->block_counts, state, reason);
		if (p.line > 0)
			add_line(c, file, (uint32_t)p.line, state, reason, s->executions);
	}
	count_lines(c, first);
	u64_map_free(&seen);
}

static const struct coverage *sorting; /* qsort() has no context argument */

static int compare_functions(const void *a, const void *b)
{
	const struct cov_function *x = a, *y = b;
	const char *p = x->file == MAP_NONE ? "" : sorting->files[x->file].path;
	const char *q = y->file == MAP_NONE ? "" : sorting->files[y->file].path;
	int order = p == q ? 0 : strcmp(p, q);

	if (order)
		return order;
	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	order = x->source_name && y->source_name ? strcmp(x->source_name, y->source_name) : 0;
	order = order ? order : strcmp(x->name, y->name);
	return order || !x->map ? order : x->map->id < y->map->id ? -1 : x->map->id > y->map->id;
}

/* Updates the file indices of lines and functions. */
static void renumber_files(struct coverage *c)
{
	for (size_t i = 0; i < c->n_lines; i++)
		c->lines[i].file = c->file_of[c->lines[i].file];
	for (size_t i = 0; i < c->n_functions; i++)
		if (c->functions[i].file != MAP_NONE)
			c->functions[i].file = c->file_of[c->functions[i].file];
}

static int compare_function_indices(const void *a, const void *b)
{
	return compare_functions(&sorting->functions[*(const size_t *)a],
				 &sorting->functions[*(const size_t *)b]);
}

static bool is_same_function(const struct cov_function *a, const struct cov_function *b)
{
	return a->map && b->map && a->line && a->file != MAP_NONE && a->file == b->file &&
	       a->line == b->line && !strcmp(a->name, b->name);
}

/* Counts the lines of several variants of a function as those of the first. */
static void count_variants(struct coverage *c, const size_t *v, size_t n)
{
	struct cov_function *f = &c->functions[v[0]];

	for (size_t i = 1; i < n; i++) {
		const struct cov_function *other = &c->functions[v[i]];

		f->executions += other->executions;
		f->covered = f->covered || other->covered;
		f->left_out = f->left_out && other->left_out;
		state_improve(&f->state, &f->reason, other->state, other->reason);
		counts_add(&f->blocks, &other->blocks);
		counts_add(&f->edges, &other->edges);
	}
	f->lines = coverage_union_lines(c, v, n);
}

/*
 * Makes one function of those with the same name and place, which differ in their blocks:
 * compiled with other options, or from other units.  Their edges are counted, and those of
 * the first one can be listed.  kept_as: by index, that of the one function.
 */
static void merge_variants(struct coverage *c, uint32_t *kept_as)
{
	size_t *v = xcalloc(c->n_functions, sizeof(*v)), kept = 0;
	struct cov_function *sorted = xcalloc(c->n_functions, sizeof(*sorted));

	for (size_t i = 0; i < c->n_functions; i++)
		v[i] = i;
	sorting = c;
	if (c->n_functions)
		qsort(v, c->n_functions, sizeof(*v), compare_function_indices);
	if (source_functions_name(c, v))
		qsort(v, c->n_functions, sizeof(*v), compare_function_indices);
	for (size_t i = 0, next; i < c->n_functions; i = next) {
		for (next = i + 1; next < c->n_functions &&
				   is_same_function(&c->functions[v[i]], &c->functions[v[next]]);)
			next++;
		if (next - i > 1)
			count_variants(c, v + i, next - i);
		for (size_t k = i + 1; k < next; k++) {
			free(c->functions[v[k]].display_name);
			free(c->functions[v[k]].source_name);
			c->functions[v[k]].display_name = c->functions[v[k]].source_name = NULL;
			kept_as[v[k]] = (uint32_t)v[i];
		}
	}
	source_functions_find(c, v);
	for (size_t i = 0; i < c->n_functions; i++)
		if (c->functions[v[i]].display_name)
			sorted[kept++] = c->functions[v[i]];
	free(c->functions);
	c->functions = sorted;
	c->functions_room = c->n_functions;
	c->n_functions = kept;
	free(v);
}

static void total_up(struct coverage *c, const struct selection *s)
{
	uint32_t *kept_as = xcalloc(c->n_functions, sizeof(*kept_as));

	for (size_t i = 0; i < c->n_functions; i++)
		c->functions[i].found = kept_as[i] = (uint32_t)i;
	branches_collect(c, s && s->throw_branches);
	mcdc_select(c);
	merge_variants(c, kept_as);
	c->n_lines = merge_lines(c->lines, c->n_lines);
	for (size_t i = 0; i < c->n_lines; i++) {
		struct cov_file *f = &c->files[c->lines[i].file];

		if (!f->n++)
			f->first = i;
		counts_add_state(&f->lines, c->lines[i].state, c->lines[i].reason);
		counts_add_state(&c->line_counts, c->lines[i].state, c->lines[i].reason);
	}
	for (size_t i = 0; i < c->n_functions; i++)
		c->no_debug += c->functions[i].no_debug;
	/* Functions of the source have no address to look at. */
	if (!c->n_lines)
		c->no_debug = c->n_functions;
	sorting = c;
	if (c->n_functions)
		sort_stable(c->functions, c->n_functions, sizeof(*c->functions), compare_functions);
	branches_finish(c, kept_as);
	mcdc_finish(c, kept_as);
	source_functions_count(c);
	free(kept_as);
}

void coverage_finish(struct coverage *c, const struct string_list *source_map,
		     struct selection *selection)
{
	coverage_resolve_files(c, source_map);
	renumber_files(c);
	mcdc_collect(c);
	if (selection)
		select_coverage(c, selection);
	total_up(c, selection);
}

struct coverage *coverage_make(struct instrumented_image *m, const struct recording *e,
			       const struct string_list *source_map, struct selection *selection)
{
	struct coverage *c = xcalloc(1, sizeof(*c));

	c->image = m->name;
	c->instrumented = m;
	c->recording = *e;
	if (m->map)
		from_map(c, m, e);
	else
		from_dwarf(c, m, e);
	coverage_finish(c, source_map, selection);
	return c;
}

/* Adds the branches of the functions from `first` on, which are those of o. */
static void add_imports(struct coverage *c, const struct coverage *o, size_t first)
{
	size_t branches = c->n_imports, outcomes = c->n_import_outcomes;

	for (size_t i = 0; i < o->n_imports; i++) {
		ARRAY_GROW(c->imports, c->n_imports, c->imports_room);
		c->imports[c->n_imports] = o->imports[i];
		c->imports[c->n_imports++].first += outcomes;
	}
	for (size_t i = 0; i < o->n_import_outcomes; i++) {
		ARRAY_GROW(c->import_outcomes, c->n_import_outcomes, c->import_outcomes_room);
		c->import_outcomes[c->n_import_outcomes++] = o->import_outcomes[i];
	}
	for (size_t i = first; i < c->n_functions; i++)
		c->functions[i].first_import += branches;
}

/* Adds the functions and lines of an image without a map, or that were imported. */
static void add_other(struct coverage *c, const struct coverage *o)
{
	uint32_t files = (uint32_t)c->n_files;
	size_t lines = c->n_lines;

	for (size_t i = 0; i < o->n_files; i++) {
		ARRAY_GROW(c->files, c->n_files, c->files_room);
		c->files[c->n_files++] = (struct cov_file){
			.compiler_path = xstrdup(o->files[i].compiler_path),
			.dir = o->files[i].dir,
		};
	}
	for (size_t i = 0; i < o->n_lines; i++) {
		ARRAY_GROW(c->lines, c->n_lines, c->lines_room);
		c->lines[c->n_lines] = o->lines[i];
		c->lines[c->n_lines++].file += files;
	}
	for (size_t i = 0; i < o->n_functions; i++) {
		struct cov_function *f = add_function(c);

		*f = o->functions[i];
		f->display_name = xstrdup(f->display_name);
		f->source_name = NULL;
		f->file += f->file == MAP_NONE ? 0 : files;
		f->first_line = lines;
		f->n_lines = 0;
		f->address = 0;
	}
	counts_add(&c->block_counts, &o->block_counts);
	add_imports(c, o, c->n_functions - o->n_functions);
}

struct coverage *coverage_of_merged(struct instrumented_image *m, struct coverage *const *v,
				    size_t n, const struct u64_map *no_debug,
				    const struct string_list *source_map,
				    struct selection *selection)
{
	struct coverage *c = xcalloc(1, sizeof(*c));

	c->image = m->name;
	c->instrumented = c->owned = m;
	c->parts = v;
	c->n_parts = n;
	/* What is missing shows in the states of blocks, and in m->incomplete. */
	c->recording = (struct recording){ .complete = true, .from_start = true };
	from_map(c, m, &c->recording);
	for (size_t i = 0; i < c->n_functions; i++)
		c->functions[i].no_debug |= u64_map_find(no_debug, c->functions[i].map->id) != NULL;
	c->from_map = false;
	for (size_t i = 0; i < n; i++) {
		c->from_map |= v[i]->from_map;
		if (!v[i]->from_map)
			add_other(c, v[i]);
		c->from_map |= v[i]->n_imports != 0;
	}
	coverage_resolve_files(c, source_map);
	renumber_files(c);
	mcdc_collect(c);
	if (selection || c->n_others)
		select_coverage(c, selection);
	total_up(c, selection);
	c->n_files -= c->n_others; /* they have no lines, and must not be found by path */
	return c;
}

void coverage_keep_totals(struct coverage *c)
{
	for (size_t i = 0; i < c->n_functions; i++) {
		free(c->functions[i].display_name);
		free(c->functions[i].source_name);
	}
	source_functions_free(c);
	mcdc_free(c);
	free(c->functions);
	free(c->lines);
	free(c->edges);
	free(c->branches);
	free(c->outcomes);
	free(c->imports);
	free(c->import_outcomes);
	c->imports = NULL;
	c->import_outcomes = NULL;
	c->n_imports = c->n_import_outcomes = c->imports_room = c->import_outcomes_room = 0;
	c->functions = NULL;
	c->lines = NULL;
	c->edges = NULL;
	c->branches = NULL;
	c->outcomes = NULL;
	c->n_functions = c->n_lines = c->n_edges = c->n_branches = c->n_outcomes = 0;
	c->functions_room = c->lines_room = c->edges_room = c->branches_room = 0;
	c->outcomes_room = 0;
}

void coverage_free(struct coverage *c)
{
	if (!c)
		return;
	coverage_keep_totals(c);
	coverage_free_files(c);
	instrumented_image_close(c->owned);
	free(c);
}
