/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * For each image, a table of points: a block (without a map: a probe) with its lines and its
 * function in the coverage of all images.  A test is read into the images after their hits were set
 * aside; then the states of the points are those of this test.
 */
#include <stdlib.h>
#include <string.h>
#include "anycov/map.h"
#include "coverage/infer/task_exit.h"
#include "coverage/history/tests.h"

/* A line or function that is in no output. */
#define NOT_THERE UINT32_MAX

struct point {
	uint32_t source;   /* index in map.blocks, without a map in probes */
	uint32_t block;    /* number among all distinct blocks, or NOT_THERE: it has no code */
	uint32_t function; /* index in coverage.functions, or NOT_THERE */
	uint32_t first, n; /* part of lines */
};

struct points {
	struct point *v;
	size_t n, room;
	uint32_t *lines; /* indices in coverage.lines */
	size_t n_lines, lines_room;
};

struct tests_reading {
	struct tests *t;
	const struct coverage *all;
	struct points *points;    /* of each image */
	struct u64_map files;     /* hash of a full path -> index in all->files + 1 */
	struct u64_map functions; /* key -> index in all->functions + 1 */
	struct u64_map blocks;    /* key -> number + 1 */
	uint8_t *states;          /* of all->lines, in the test that is read */
	uint8_t *reached;         /* of all->functions */
};

/* ---- hits of an image, set aside ---- */

struct image_hits {
	uint64_t *probes, *probe_executions;
	bool *ambiguous; /* of the probes */
	uint8_t *flags, *states, *reasons;
	uint64_t *executions;
	struct probe_pair *pairs;
	size_t n_pairs, pairs_room, cycles;
	struct image_records records;
};

static void set_aside(struct instrumented_image *m, struct image_hits *h)
{
	*h = (struct image_hits){ .probes = xcalloc(m->n_probes, sizeof(*h->probes)),
				  .probe_executions =
					  xcalloc(m->n_probes, sizeof(*h->probe_executions)),
				  .ambiguous = xcalloc(m->n_probes, sizeof(*h->ambiguous)),
				  .flags = m->flags_hit,
				  .states = m->states,
				  .reasons = m->reasons,
				  .executions = m->executions,
				  .pairs = m->pairs,
				  .n_pairs = m->n_pairs,
				  .pairs_room = m->pairs_room,
				  .cycles = m->cycles,
				  .records = m->records };
	for (size_t i = 0; i < m->n_probes; i++) {
		h->probes[i] = m->probes[i].hits;
		h->probe_executions[i] = m->probes[i].executions;
		h->ambiguous[i] = m->probes[i].ambiguous;
	}
	m->flags_hit = m->states = m->reasons = NULL;
	m->executions = NULL;
	m->pairs = NULL;
	m->n_pairs = m->pairs_room = 0;
}

/* Forgets what was read; states that were computed remain allocated. */
static void clear(struct instrumented_image *m)
{
	for (size_t i = 0; i < m->n_probes; i++) {
		m->probes[i].hits = m->probes[i].executions = 0;
		m->probes[i].ambiguous = false;
	}
	if (m->flags_hit)
		memset(m->flags_hit, 0, m->map->n_blocks);
	m->n_pairs = 0;
	memset(&m->records, 0, sizeof(m->records));
}

static void put_back(struct instrumented_image *m, struct image_hits *h)
{
	free(m->flags_hit);
	free(m->states);
	free(m->reasons);
	free(m->executions);
	free(m->pairs);
	for (size_t i = 0; i < m->n_probes; i++) {
		m->probes[i].hits = h->probes[i];
		m->probes[i].executions = h->probe_executions[i];
		m->probes[i].ambiguous = h->ambiguous[i];
	}
	free(h->probes);
	free(h->probe_executions);
	free(h->ambiguous);
	m->flags_hit = h->flags;
	m->states = h->states;
	m->reasons = h->reasons;
	m->executions = h->executions;
	m->pairs = h->pairs;
	m->n_pairs = h->n_pairs;
	m->pairs_room = h->pairs_room;
	m->cycles = h->cycles;
	m->records = h->records;
}

/* ---- points ---- */

static uint64_t key_numbers(uint64_t a, uint64_t b, uint64_t c)
{
	const uint64_t v[3] = { a, b, c };

	return fnv1a_update(FNV1A_OFFSET, v, sizeof(v));
}

static uint64_t key_function(const char *name, uint32_t file, uint32_t line)
{
	return fnv1a_update(key_numbers(file, line, 0), name, strlen(name));
}

/* Indexes the files and functions of all images together. */
static void index_all(struct tests_reading *x)
{
	for (size_t i = 0; i < x->all->n_files; i++) {
		const char *full = x->all->files[i].full;

		*u64_map_get_or_add(&x->files, fnv1a_update(FNV1A_OFFSET, full, strlen(full))) =
			i + 1;
	}
	for (size_t i = 0; i < x->all->n_functions; i++) {
		const struct cov_function *f = &x->all->functions[i];
		uint64_t *at =
			u64_map_get_or_add(&x->functions, key_function(f->name, f->file, f->line));

		if (!*at)
			*at = i + 1;
	}
}

/* Returns the file of an image's coverage in that of all, or NOT_THERE. */
static uint32_t file_in_all(const struct tests_reading *x, const struct coverage *c, uint32_t file)
{
	const char *full;
	const uint64_t *at;

	if (file == MAP_NONE || c->files[file].is_other)
		return NOT_THERE;
	full = c->files[file].full;
	at = u64_map_find(&x->files, fnv1a_update(FNV1A_OFFSET, full, strlen(full)));
	return at ? (uint32_t)(*at - 1) : NOT_THERE;
}

static uint32_t function_in_all(const struct tests_reading *x, const char *name, uint32_t file,
				uint32_t line)
{
	const uint64_t *at = u64_map_find(&x->functions, key_function(name, file, line));

	return at ? (uint32_t)(*at - 1) : NOT_THERE;
}

static int compare_line_number(const void *key, const void *line)
{
	uint32_t a = *(const uint32_t *)key, b = ((const struct cov_line *)line)->line;

	return a < b ? -1 : a > b;
}

static void add_line(const struct tests_reading *x, struct points *p, uint32_t file, uint32_t line)
{
	const struct cov_file *f = file == NOT_THERE ? NULL : &x->all->files[file];
	const struct cov_line *found = !f || !f->n ? NULL
						   : bsearch(&line, x->all->lines + f->first, f->n,
							     sizeof(*found), compare_line_number);

	if (!found)
		return;
	ARRAY_GROW(p->lines, p->n_lines, p->lines_room);
	p->lines[p->n_lines++] = (uint32_t)(found - x->all->lines);
}

static struct point *add_point(struct tests_reading *x, struct points *p, size_t source,
			       uint32_t function, uint64_t block)
{
	uint64_t *number;

	ARRAY_GROW(p->v, p->n, p->room);
	p->v[p->n] = (struct point){ .source = (uint32_t)source,
				     .block = NOT_THERE,
				     .function = function,
				     .first = (uint32_t)p->n_lines };
	if (block) {
		number = u64_map_get_or_add(&x->blocks, block);
		if (!*number)
			*number = x->blocks.n;
		p->v[p->n].block = (uint32_t)(*number - 1);
	}
	return &p->v[p->n++];
}

static void points_of_map(struct tests_reading *x, struct points *p, const struct coverage *c)
{
	const struct map *map = c->instrumented->map;
	uint32_t *files = xcalloc(map->n_files, sizeof(*files));

	for (size_t i = 0; i < map->n_files; i++)
		files[i] = file_in_all(x, c, c->file_of[i]);
	for (size_t i = 0; i < map->n_functions; i++) {
		const struct map_function *f = &map->functions[i];
		uint32_t function;

		if (!f->is_source && (!f->live_sites || f->has_marks)) /* as coverage.c */
			continue;
		function = function_in_all(
			x, f->name, f->line && f->file != MAP_NONE ? files[f->file] : MAP_NONE,
			f->line);
		if (function == NOT_THERE) /* left out */
			continue;
		for (size_t k = f->first_block; k < f->first_block + f->blocks; k++) {
			const struct map_block *b = &map->blocks[k];
			bool empty = b->flags & ANYCOV_MAP_BLOCK_EMPTY;
			struct point *point = add_point(
				x, p, k, function,
				empty || (b->flags & MAP_BLOCK_PART)
					? 0
					: key_numbers(function + 1u, f->n_blocks, b->number));

			for (uint32_t l = 0; l < b->lines.n && !empty; l++) {
				const struct map_line *ml = &map->lines[b->lines.first + l];

				add_line(x, p, files[ml->file], ml->line);
			}
			point->n = (uint32_t)p->n_lines - point->first;
		}
	}
	free(files);
}

/* Without a map.  number: of the image. */
static void points_of_probes(struct tests_reading *x, struct points *p, const struct coverage *c,
			     size_t number)
{
	const struct instrumented_image *m = c->instrumented;
	const char *last = NULL;
	uint32_t function = NOT_THERE;

	for (size_t i = 0; i < m->n_probes; i++) {
		const struct image_probe *s = &m->probes[i];
		const char *name = probe_function(m, s);
		struct source_location at = probe_location(m, s);
		struct point *point;

		if (s->is_tail_call)
			continue;
		if (name != last) {
			const struct symbol *sym = image_symbol_at(m->img, s->call_address);
			struct source_location start = sym ? image_line_of(m->img, sym->addr) : at;
			uint32_t file = start.file ? coverage_file(c, start.file) : MAP_NONE;

			function = function_in_all(
				x, name, file == MAP_NONE ? MAP_NONE : file_in_all(x, c, file),
				(uint32_t)start.line);
			last = name;
		}
		if (function == NOT_THERE)
			continue;
		point = add_point(x, p, i, function, key_numbers(0, number, i));
		if (at.line > 0 && at.file)
			add_line(x, p, file_in_all(x, c, coverage_file(c, at.file)),
				 (uint32_t)at.line);
		point->n = (uint32_t)p->n_lines - point->first;
	}
}

/* ---- one test ---- */

static struct bit_set new_set(size_t bits)
{
	size_t n = (bits + 63) / 64;

	return (struct bit_set){ xcalloc(n + 1, sizeof(uint64_t)), n };
}

static void set_bit(struct bit_set *s, size_t i)
{
	s->words[i / 64] |= (uint64_t)1 << i % 64;
}

static size_t count_bits(const struct bit_set *s)
{
	size_t n = 0;

	for (size_t i = 0; i < s->n; i++)
		n += (size_t)__builtin_popcountll(s->words[i]);
	return n;
}

/* Adds the states of an image's points. */
static void take_states(struct tests_reading *x, struct test *test, size_t image,
			struct instrumented_image *m, const struct recording *e)
{
	const struct points *p = &x->points[image];

	if (m->map)
		compute_block_states(m, e);
	for (size_t i = 0; i < p->n; i++) {
		const struct point *at = &p->v[i];
		unsigned reason;
		unsigned state = m->map ? m->states[at->source]
					: probe_state(&m->probes[at->source], e, &reason);

		for (uint32_t k = at->first; k < at->first + at->n; k++)
			if (x->states[p->lines[k]] < state)
				x->states[p->lines[k]] = (uint8_t)state;
		if (!state_is_covered(state))
			continue;
		x->reached[at->function] = 1;
		if (at->block != NOT_THERE)
			set_bit(&test->blocks, at->block);
	}
}

static void finish_test(struct tests_reading *x, struct test *test)
{
	for (size_t i = 0; i < x->all->n_lines; i++) {
		if (state_is_covered(x->states[i]))
			set_bit(&test->lines, i);
		else if (x->states[i] == STATE_NOT_COVERED)
			set_bit(&test->not_covered, i);
	}
	for (size_t i = 0; i < x->all->n_functions; i++)
		if (x->reached[i])
			set_bit(&test->functions, i);
	test->n_lines = count_bits(&test->lines);
	test->n_blocks = count_bits(&test->blocks);
}

static bool read_test(struct match_result *r, const struct inputs *in,
		      const struct input_options *o, const size_t *of_test, size_t n)
{
	struct anycov_error err;
	bool lost = false;

	for (size_t i = 0; i < n; i++)
		if (read_input_again(r, &in->v[of_test[i]], o, &err))
			lost = true;
	task_exits_look(r);
	return lost;
}

static void read_one(struct tests_reading *x, struct test *test, struct match_result *r,
		     const struct inputs *in, const struct input_options *o, const size_t *of_test,
		     size_t n, bool complete)
{
	test->lines = new_set(x->all->n_lines);
	test->not_covered = new_set(x->all->n_lines);
	test->functions = new_set(x->all->n_functions);
	test->blocks = new_set(x->blocks.n);
	memset(x->states, STATE_NONE, x->all->n_lines);
	memset(x->reached, 0, x->all->n_functions);
	test->lost = read_test(r, in, o, of_test, n);
	for (size_t i = 0; i < r->n_images; i++) {
		struct instrumented_image *m = r->images[i];
		struct recording e;

		if (!m->records.dumps && !m->records.flag_files)
			continue;
		m->records.skipped = test->lost;
		e = recording_of(m, complete);
		test->lost |= unknown_is_loss(e.missing);
		take_states(x, test, i, m, &e);
		clear(m);
	}
	finish_test(x, test);
}

/* ---- all tests ---- */

/* Among tests with a name: what was recorded without one is no test, and repeats all of them. */
static void count_alone(struct tests *t)
{
	size_t words = t->n ? t->v[0].lines.n : 0;
	uint64_t *once = xcalloc(words + 1, sizeof(*once)),
		 *more = xcalloc(words + 1, sizeof(*more));

	for (size_t i = 0; i < t->n; i++) {
		for (size_t k = 0; k < words && *t->v[i].name; k++) {
			more[k] |= once[k] & t->v[i].lines.words[k];
			once[k] |= t->v[i].lines.words[k];
		}
	}
	for (size_t i = 0; i < t->n; i++)
		for (size_t k = 0; k < words && *t->v[i].name; k++)
			t->v[i].alone +=
				(size_t)__builtin_popcountll(t->v[i].lines.words[k] & ~more[k]);
	free(once);
	free(more);
}

static size_t count_new(const struct bit_set *s, const struct bit_set *known)
{
	size_t n = 0;

	for (size_t i = 0; i < s->n; i++)
		n += (size_t)__builtin_popcountll(s->words[i] & ~known->words[i]);
	return n;
}

/*
 * Orders the tests: each time the one that reaches most blocks that those before it do not.  What a
 * test adds can only become less, so it is counted again only for the best one.
 */
static void order_tests(struct tests *t)
{
	struct bit_set known = new_set(t->n ? t->v[0].blocks.n * 64 : 0);
	size_t n = 0, left = 0;
	bool *is_new = xcalloc(t->n, sizeof(*is_new));

	t->order = xcalloc(t->n, sizeof(*t->order));
	for (size_t i = 0; i < t->n; i++) {
		t->v[i].added = t->v[i].n_blocks;
		is_new[i] = true;
		if (*t->v[i].name)
			t->order[left++] = i;
	}
	t->n_named = left;
	while (n < left) {
		size_t best = n, test;

		for (size_t i = n + 1; i < left; i++)
			if (t->v[t->order[i]].added > t->v[t->order[best]].added)
				best = i;
		test = t->order[best];
		if (!is_new[test]) {
			t->v[test].added = count_new(&t->v[test].blocks, &known);
			is_new[test] = true;
			continue;
		}
		if (!t->v[test].added)
			break;
		/* The order of the others remains. */
		memmove(t->order + n + 1, t->order + n, (best - n) * sizeof(*t->order));
		t->order[n++] = test;
		for (size_t k = 0; k < known.n; k++)
			known.words[k] |= t->v[test].blocks.words[k];
		for (size_t i = n; i < left; i++)
			is_new[t->order[i]] = false;
	}
	t->n_needed = n;
	free(known.words);
	free(is_new);
}

/* Returns the inputs in the order of their tests, first[] of each test and of those without. */
static size_t *sort_inputs(const struct inputs *in, size_t *first)
{
	size_t *v = xcalloc(in->n, sizeof(*v)), at = 0, n = in->tests.n;

	/* Counting sort; those without a test are the last. */
	for (size_t i = 0; i < in->n; i++)
		first[(in->v[i].test == NO_TEST ? n : in->v[i].test) + 1]++;
	for (size_t i = 0; i <= n; i++) {
		at += first[i + 1];
		first[i + 1] = at;
	}
	for (size_t i = in->n; i-- > 0;) {
		size_t test = in->v[i].test == NO_TEST ? n : in->v[i].test;

		v[--first[test + 1]] = i;
	}
	for (size_t i = 0; i <= n; i++)
		first[i] = first[i + 1];
	first[n + 1] = in->n;
	return v;
}

void tests_read(struct tests *t, struct match_result *r, const struct inputs *in,
		const struct input_options *o, struct coverage *const *parts,
		const struct coverage *all, bool complete)
{
	struct tests_reading x = { .t = t, .all = all };
	struct match_result own = { .images = r->images,
				    .n_images = r->n_images,
				    .by_build_id = r->by_build_id,
				    .load_map = r->load_map,
				    .force = r->force,
				    .one_context = r->one_context,
				    .context = r->context,
				    .context_name = r->context_name };
	struct image_hits *saved = xcalloc(r->n_images, sizeof(*saved));
	size_t *first = xcalloc(in->tests.n + 3, sizeof(*first));
	size_t *sorted = sort_inputs(in, first);

	*t = (struct tests){ .all = all, .v = xcalloc(in->tests.n + 1, sizeof(*t->v)) };
	index_all(&x);
	x.points = xcalloc(r->n_images, sizeof(*x.points));
	x.states = xcalloc(all->n_lines, 1);
	x.reached = xcalloc(all->n_functions, 1);
	for (size_t i = 0; i < r->n_images; i++) {
		if (!parts[i])
			; /* its points are none */
		else if (r->images[i]->map)
			points_of_map(&x, &x.points[i], parts[i]);
		else
			points_of_probes(&x, &x.points[i], parts[i], i);
		set_aside(r->images[i], &saved[i]);
		clear(r->images[i]);
	}
	for (size_t i = 0; i <= in->tests.n; i++) {
		size_t n = first[i + 1] - first[i];

		progress("reading tests", i, in->tests.n);
		if (!n && i == in->tests.n)
			continue;
		t->v[t->n].name = i < in->tests.n ? in->tests.v[i] : "";
		read_one(&x, &t->v[t->n++], &own, in, o, sorted + first[i], n, complete);
	}
	progress_end();
	for (size_t i = 0; i < r->n_images; i++) {
		put_back(r->images[i], &saved[i]);
		free(x.points[i].v);
		free(x.points[i].lines);
	}
	count_alone(t);
	order_tests(t);
	own.images = NULL;
	own.n_images = 0;
	memset(&own.by_build_id, 0, sizeof(own.by_build_id));
	memset(&own.load_map, 0, sizeof(own.load_map));
	match_free(&own);
	u64_map_free(&x.files);
	u64_map_free(&x.functions);
	u64_map_free(&x.blocks);
	free(x.points);
	free(x.states);
	free(x.reached);
	free(saved);
	free(sorted);
	free(first);
}

void tests_free(struct tests *t)
{
	for (size_t i = 0; i < t->n; i++) {
		free(t->v[i].lines.words);
		free(t->v[i].not_covered.words);
		free(t->v[i].functions.words);
		free(t->v[i].blocks.words);
	}
	free(t->v);
	free(t->order);
	memset(t, 0, sizeof(*t));
}
