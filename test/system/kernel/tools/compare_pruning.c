/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Compares what a kernel with pruned probes would have shown with what one with a probe in each
 * block shows of the same execution:
 *
 *   kernel-compare-pruning [--complete] ALL-BLOCKS PRUNED KASLR DUMP...
 *
 * Two vmlinux of the same source.  The dumps, of `anycov trace`, are of the first.  Their records
 * at blocks that have a probe in the second one, too, are taken for those of the second.  What it
 * then shows of a block must be what the first shows, or unknown.  Functions whose graphs differ
 * are left out.  Prints numbers, and blocks that differ; exit status 1 if there is one.
 * --complete: as if each call had been complete, which is not so.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "anycov/map.h"
#include "base/base.h"
#include "base/u64_map.h"
#include "coverage/match/match.h"
#include "coverage/infer/task_exit.h"

enum { SHOWN = 20 };

struct pruning {
	struct instrumented_image *all, *pruned;
	uint32_t *twin; /* of the functions of `pruned`: that of `all`, or MAP_NONE */
	size_t twins;
	bool complete;
	size_t ran, unknown_functions, unknown, known, wrong;
};

static bool same_block(const struct map *a, const struct map_block *x, const struct map *b,
		       const struct map_block *y)
{
	if (x->number != y->number || x->succs.n != y->succs.n ||
	    (x->flags & MAP_BLOCK_PART) != (y->flags & MAP_BLOCK_PART))
		return false;
	for (uint32_t i = 0; i < x->succs.n; i++)
		if (a->numbers[x->succs.first + i] != b->numbers[y->succs.first + i])
			return false;
	return true;
}

static bool same_function(const struct map *a, const struct map_function *x, const struct map *b,
			  const struct map_function *y)
{
	if (strcmp(x->name, y->name) || x->line != y->line || x->blocks != y->blocks ||
	    strcmp(base_name(x->unit), base_name(y->unit)))
		return false;
	for (size_t i = 0; i < x->blocks; i++)
		if (!same_block(a, &a->blocks[x->first_block + i], b,
				&b->blocks[y->first_block + i]))
			return false;
	return true;
}

static uint64_t hash_of(const struct map_function *f)
{
	uint64_t h = 14695981039346656037u;

	for (const char *s = f->name; *s; s++)
		h = (h ^ (unsigned char)*s) * 1099511628211u;
	return h ^ f->line;
}

/* A function with a twin in its own image has none in the other one: which would it be? */
static void find_twins(struct pruning *o)
{
	const struct map *a = o->all->map, *b = o->pruned->map;
	struct u64_map in_all = { 0 }, in_pruned = { 0 };

	o->twin = xcalloc(b->n_functions, sizeof(*o->twin));
	for (size_t i = 0; i < a->n_functions; i++) {
		uint64_t *at = u64_map_get_or_add(&in_all, hash_of(&a->functions[i]));

		*at = *at ? UINT64_MAX : i + 1;
	}
	for (size_t i = 0; i < b->n_functions; i++)
		++*u64_map_get_or_add(&in_pruned, hash_of(&b->functions[i]));
	for (size_t i = 0; i < b->n_functions; i++) {
		const struct map_function *f = &b->functions[i];
		const uint64_t *at = u64_map_find(&in_all, hash_of(f));

		o->twin[i] = MAP_NONE;
		if (!at || *at == UINT64_MAX || *u64_map_find(&in_pruned, hash_of(f)) > 1 ||
		    !same_function(b, f, a, &a->functions[*at - 1]))
			continue;
		o->twin[i] = (uint32_t)(*at - 1);
		o->twins++;
	}
	u64_map_free(&in_all);
	u64_map_free(&in_pruned);
}

static struct map_block *twin_block(const struct pruning *o, uint32_t function, uint32_t number)
{
	return o->twin[function] == MAP_NONE ? NULL
					     : (struct map_block *)(uintptr_t)map_block(
						       o->all->map, o->twin[function], number);
}

/*
 * Gives the probes of the pruned image the hits of the blocks that they are in.  Some are on edges:
 * functions in which it is not known whether one of these was taken are left out.
 */
static void copy_hits(struct pruning *o)
{
	for (size_t i = 0; i < o->pruned->n_probes; i++) {
		struct image_probe *s = &o->pruned->probes[i];
		const struct map_block *b = s->function != MAP_NONE && s->kind == ANYCOV_SITE_PC
						    ? twin_block(o, s->function, s->block)
						    : NULL;
		unsigned state = b ? o->all->states[b - o->all->map->blocks] : STATE_NOT_COVERED;

		s->hits = state_is_covered(state);
		if (state != STATE_UNKNOWN)
			continue;
		o->twin[s->function] = MAP_NONE;
		o->twins--;
	}
}

static void compare_function(struct pruning *o, uint32_t function)
{
	const struct map_function *f = &o->pruned->map->functions[function];
	bool unknown = false, ran = false;

	for (size_t i = f->first_block; i < f->first_block + f->blocks; i++) {
		const struct map_block *b = &o->pruned->map->blocks[i];
		unsigned state = o->pruned->states[i], truth;

		truth = o->all->states[twin_block(o, function, b->number) - o->all->map->blocks];
		if (truth == STATE_UNKNOWN || (b->flags & ANYCOV_MAP_BLOCK_EMPTY))
			continue;
		ran |= state_is_covered(truth);
		unknown |= state == STATE_UNKNOWN;
		o->unknown += state == STATE_UNKNOWN;
		o->known += state != STATE_UNKNOWN;
		if (state == STATE_UNKNOWN || state_is_covered(state) == state_is_covered(truth))
			continue;
		if (o->wrong++ < SHOWN)
			printf("%s (%s): block %u is %s, and was %s\n", f->name, f->unit, b->number,
			       state_name(state), state_name(truth));
	}
	o->unknown_functions += unknown;
	o->ran += ran;
}

static struct instrumented_image *open_image(const char *path)
{
	struct anycov_error err;
	struct instrumented_image *m = instrumented_image_open(path, &err);

	if (m && m->map)
		return m;
	fprintf(stderr, "kernel-compare-pruning: %s\n", m ? "no map" : err.text);
	exit(2);
}

static void compute(struct pruning *o, struct match_result *r)
{
	const struct image_records records = o->all->records;
	struct recording e;

	task_exits_look(r);
	e = recording_of(o->all, false);
	compute_block_states(o->all, &e);
	copy_hits(o);
	/* As if the dump were the other image's. */
	o->pruned->records = records;
	r->images[0] = o->pruned;
	task_exits_look(r);
	r->images[0] = o->all;
	e = recording_of(o->pruned, o->complete);
	compute_block_states(o->pruned, &e);
}

int main(int argc, char **argv)
{
	const struct raw_format dump = { 0 };
	struct anycov_error err;
	struct match_result r = { 0 };
	struct pruning o = { 0 };

	if (argc > 1 && !strcmp(argv[1], "--complete")) {
		o.complete = true;
		argc--;
		argv++;
	}
	if (argc < 5) {
		fprintf(stderr, "usage: kernel-compare-pruning [--complete] ALL-BLOCKS PRUNED "
				"KASLR DUMP...\n");
		return 2;
	}
	o.all = open_image(argv[1]);
	o.pruned = open_image(argv[2]);
	r.load_map.kaslr = strtoull(argv[3], NULL, 0);
	ARRAY_GROW(r.images, r.n_images, r.images_room);
	r.images[r.n_images++] = o.all;
	for (int i = 4; i < argc; i++)
		if (match_dump(&r, argv[i], &dump, &err)) {
			fprintf(stderr, "kernel-compare-pruning: %s\n", err.text);
			return 2;
		}
	find_twins(&o);
	compute(&o, &r);
	for (uint32_t i = 0; i < o.pruned->map->n_functions; i++)
		if (o.twin[i] != MAP_NONE)
			compare_function(&o, i);
	printf("%zu functions of %zu, %zu ran, %zu have unknown blocks; blocks: %zu known, "
	       "%zu unknown, %zu wrong\n",
	       o.twins, o.pruned->map->n_functions, o.ran, o.unknown_functions, o.known, o.unknown,
	       o.wrong);
	free(o.twin);
	match_free(&r);
	instrumented_image_close(o.pruned);
	return o.wrong || !o.twins;
}
