/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "coverage/model/branches.h"

static const struct coverage *sorting; /* qsort() has no context argument */

static const struct map_block *block_of(const struct coverage *c, const struct cov_function *f,
					uint32_t number)
{
	const struct map *map = c->instrumented->map;

	return map_block(map, (uint32_t)(f->map - map->functions), number);
}

static void place(struct cov_branch *b, const struct coverage *c, const struct cov_function *f,
		  const struct map_block *block)
{
	const struct instrumented_image *m = c->instrumented;
	const struct map_line *l;

	b->file = MAP_NONE;
	b->state = STATE_UNKNOWN;
	b->reason = UNKNOWN_DAMAGED_MAP;
	if (!block)
		return;
	l = branch_line(m->map, f->map, block);
	while (map_next_part(m->map, block))
		block = map_next_part(m->map, block);
	b->state = m->states[block - m->map->blocks];
	b->reason = m->reasons[block - m->map->blocks];
	if (!l)
		return;
	b->file = c->file_of[l->file];
	b->line = l->line;
	b->column = l->column;
}

/* Blocks that split edges are not in the report's. */
unsigned branch_first_edge(const struct coverage *c, const struct cov_function *f, uint32_t block,
			   const uint32_t to[2])
{
	const struct map *map = c->instrumented->map;
	const struct map_block *b = block_of(c, f, block);

	while (b && map_next_part(map, b))
		b = map_next_part(map, b);
	for (unsigned steps = 0; b && b->succs.n && steps < 4; steps++) {
		const uint32_t next = map->numbers[b->succs.first];

		if (steps && b->succs.n > 1)
			break;
		if (next == to[0] || next == to[1])
			return next == to[1];
		b = block_of(c, f, next);
		if (!b || !(b->flags & ANYCOV_MAP_BLOCK_EMPTY))
			break;
	}
	return 2;
}

static uint32_t first_line(const struct coverage *c, const struct map_block *block)
{
	const struct map *map = c->instrumented->map;

	while (block && !block->lines.n)
		block = map_next_part(map, block);
	return block ? map->lines[block->lines.first].line : 0;
}

static const struct cov_outcome *add_outcome(struct coverage *c, const struct cov_function *f,
					     const struct cov_edge *e)
{
	const struct map_block *to = block_of(c, f, e->to);

	ARRAY_GROW(c->outcomes, c->n_outcomes, c->outcomes_room);
	c->outcomes[c->n_outcomes++] = (struct cov_outcome){
		.block = e->to,
		.line = first_line(c, to),
		.state = e->state,
		.reason = e->reason,
		.is_throw = e->is_throw,
	};
	return &c->outcomes[c->n_outcomes - 1];
}

/* Returns whether the compiler made the branch that ends the block, not the user. */
static bool is_made(const struct map_block *block)
{
	return block && (block->flags & ANYCOV_MAP_BLOCK_MADE_BRANCH);
}

/* Returns whether an edge only stands for what longjmp() may do: as gcov has it, no branch. */
static bool is_of_dispatcher(const struct coverage *c, const struct cov_function *f,
			     const struct map_block *from, const struct cov_edge *e)
{
	const struct map_block *to = block_of(c, f, e->to);

	return ((from ? from->flags : 0) | (to ? to->flags : 0)) & ANYCOV_MAP_BLOCK_DISPATCHER;
}

/* Returns whether an edge from a block (NULL: damaged map) is an outcome of a branch. */
static bool is_outcome(const struct coverage *c, const struct cov_function *f,
		       const struct map_block *from, const struct cov_edge *e, bool with_throws)
{
	return (with_throws || !e->is_throw) && !is_of_dispatcher(c, f, from, e);
}

/* Returns whether a branch has no place in a function that has lines: as gcov has it, none of the
 * source, such as GCC's loop that destroys the elements of an array. */
static bool is_of_no_line(const struct cov_function *f, const struct cov_branch *b)
{
	return b->file == MAP_NONE && f->line && b->reason != UNKNOWN_DAMAGED_MAP;
}

static void add_function(struct coverage *c, uint32_t function, bool with_throws)
{
	const struct cov_function *f = &c->functions[function];
	size_t end = f->first_edge + f->n_edges;

	for (size_t i = f->first_edge, next; i < end; i = next) {
		struct cov_branch b = {
			.function = function,
			.block = c->edges[i].from,
			.first = c->n_outcomes,
		};
		const struct map_block *from;

		for (next = i + 1; next < end && c->edges[next].from == b.block;)
			next++;
		if (next == i + 1 && !c->edges[i].lost_sibling)
			continue;
		from = block_of(c, f, b.block);
		for (size_t k = i; k < next; k++)
			b.n += is_outcome(c, f, from, &c->edges[k], with_throws);
		if (!b.n || (b.n < 2 && !c->edges[i].lost_sibling) || is_made(from))
			continue;
		place(&b, c, f, from);
		if (is_of_no_line(f, &b))
			continue;
		for (size_t k = i; k < next; k++)
			if (is_outcome(c, f, from, &c->edges[k], with_throws))
				b.is_of_throw |= add_outcome(c, f, &c->edges[k])->is_throw;
		ARRAY_GROW(c->branches, c->n_branches, c->branches_room);
		c->branches[c->n_branches++] = b;
	}
}

/* Adds the branches that another tool measured of a function. */
static void add_imports(struct coverage *c, uint32_t function)
{
	const struct cov_function *f = &c->functions[function];

	for (size_t i = f->first_import; i < f->first_import + f->n_imports; i++) {
		struct cov_branch b = c->imports[i];
		size_t from = b.first;

		b.function = function;
		b.file = f->file;
		b.first = c->n_outcomes;
		for (uint32_t k = 0; k < b.n; k++) {
			ARRAY_GROW(c->outcomes, c->n_outcomes, c->outcomes_room);
			c->outcomes[c->n_outcomes++] = c->import_outcomes[from + k];
		}
		ARRAY_GROW(c->branches, c->n_branches, c->branches_room);
		c->branches[c->n_branches++] = b;
	}
}

static int compare_numbers(uint64_t x, uint64_t y)
{
	return x < y ? -1 : x > y;
}

static int compare_places(const struct cov_branch *x, const struct cov_branch *y)
{
	return x->file != y->file ? compare_numbers(x->file, y->file)
				  : compare_numbers(x->line, y->line);
}

/* Orders by name and place of the function. */
static int compare_functions(const struct cov_branch *x, const struct cov_branch *y)
{
	const struct cov_function *f = &sorting->functions[x->function];
	const struct cov_function *g = &sorting->functions[y->function];

	if (f->line != g->line)
		return compare_numbers(f->line, g->line);
	return f->file != g->file ? compare_numbers(f->file, g->file) : strcmp(f->name, g->name);
}

static int compare_found(const void *a, const void *b)
{
	const struct cov_branch *x = a, *y = b;
	int order = compare_places(x, y);

	if (!order)
		order = compare_functions(x, y);
	if (!order)
		order = compare_numbers(x->function, y->function);
	return order ? order : compare_numbers(x->block, y->block);
}

/* Variants with equal shapes one after the other, for each of their branches. */
static int compare_shapes(const void *a, const void *b)
{
	const struct cov_branch *x = a, *y = b;
	int order = compare_places(x, y);

	if (!order)
		order = compare_functions(x, y);
	if (!order)
		order = compare_numbers(x->shape, y->shape);
	if (!order)
		order = compare_numbers(x->number, y->number);
	return order ? order : compare_numbers(x->function, y->function);
}

static uint64_t hash_number(uint64_t hash, uint64_t n)
{
	return fnv1a_update(hash, &n, sizeof(n));
}

/*
 * Numbers the branches of each variant of a function at a place, and sets what they look like
 * together: variants are compared by it.
 */
static void set_shapes(const struct coverage *c, struct cov_branch *v, size_t n)
{
	for (size_t i = 0, next; i < n; i = next) {
		uint64_t shape = FNV1A_OFFSET;

		for (next = i; next < n && v[next].function == v[i].function; next++) {
			v[next].number = (uint32_t)(next - i);
			shape = hash_number(hash_number(shape, v[next].column), v[next].n);
			for (size_t k = v[next].first; k < v[next].first + v[next].n; k++)
				shape = hash_number(shape, c->outcomes[k].line);
		}
		for (size_t k = i; k < next; k++)
			v[k].shape = shape;
	}
}

/* Returns whether two branches of variants of a function, at one line, are one of the source. */
static bool is_same_branch(const struct cov_branch *x, const struct cov_branch *y)
{
	return x->n == y->n && x->number == y->number && x->shape == y->shape;
}

static void merge_branch(struct coverage *c, struct cov_branch *to, const struct cov_branch *b)
{
	state_improve(&to->state, &to->reason, b->state, b->reason);
	for (size_t i = 0; i < b->n; i++)
		state_improve(&c->outcomes[to->first + i].state, &c->outcomes[to->first + i].reason,
			      c->outcomes[b->first + i].state, c->outcomes[b->first + i].reason);
}

/* Returns whether two branches are of one place of a function, in any of its variants. */
static bool is_same_place(const struct coverage *c, const struct cov_branch *x,
			  const struct cov_branch *y)
{
	const struct cov_function *f = &c->functions[x->function];

	return f->line && f->file != MAP_NONE && !compare_places(x, y) && !compare_functions(x, y);
}

/* Returns the end of the branches at the place of branch i. */
static size_t place_end(const struct coverage *c, size_t i)
{
	size_t end = i + 1;

	while (end < c->n_branches && is_same_place(c, &c->branches[i], &c->branches[end]))
		end++;
	return end;
}

/* Returns whether the variant that a branch is of may have been executed. */
static bool has_run(const struct coverage *c, const struct cov_branch *b)
{
	return c->functions[b->function].state != STATE_NOT_COVERED;
}

/*
 * Drops the branches of variants that were not executed from lines with branches of a variant that
 * was: those of another compiler, say, which has other columns.
 */
static void drop_idle(struct coverage *c)
{
	struct cov_branch *v = c->branches;
	size_t kept = 0;

	for (size_t i = 0, next; i < c->n_branches; i = next) {
		bool ran = false;

		next = v[i].file == MAP_NONE ? i + 1 : place_end(c, i);
		for (size_t k = i; k < next; k++)
			ran |= has_run(c, &v[k]);
		for (size_t k = i; k < next; k++)
			if (!ran || has_run(c, &v[k]))
				v[kept++] = v[k];
	}
	c->n_branches = kept;
}

/* The conditions whose texts name branches, while these are collected. */
struct condition_index {
	struct u64_map by_block; /* 1 + index in conditions */
	struct u64_map maps;     /* address of a function's map -> its number */
};

static uint64_t block_key(uint64_t map, uint32_t block)
{
	return map << 32 | block;
}

static void index_conditions(const struct coverage *c, struct condition_index *x)
{
	for (size_t i = 0; i < c->n_decisions; i++) {
		const struct cov_decision *d = &c->decisions[i];
		uint64_t *map = u64_map_get_or_add(&x->maps, (uint64_t)(uintptr_t)d->map);

		if (!*map)
			*map = i + 1;
		for (size_t k = d->first; k < d->first + d->n; k++) {
			uint64_t *at = u64_map_get_or_add(&x->by_block,
							  block_key(*map, c->conditions[k].block));

			/* The last condition of a value has no branch, and the block of another. */
			if (!*at)
				*at = k + 1;
		}
	}
}

/* Sets the condition that a branch tests, and which of its outcomes is taken if it is true. */
static void name_branch(struct coverage *c, const struct condition_index *x, struct cov_branch *b)
{
	const struct cov_function *f = &c->functions[b->function];
	const uint64_t *map = u64_map_find(&x->maps, (uint64_t)(uintptr_t)f->map);
	const uint64_t *found = map ? u64_map_find(&x->by_block, block_key(*map, b->block)) : NULL;
	struct cov_outcome *v = c->outcomes + b->first;
	const struct cov_condition *condition;
	unsigned first;

	if (!found || b->n != 2)
		return;
	condition = &c->conditions[*found - 1];
	if (!condition->text)
		return;
	b->condition = condition->text;
	first = branch_first_edge(c, f, b->block, (uint32_t[]){ v[0].block, v[1].block });
	if (first > 1 || !condition->knows_values)
		return;
	for (unsigned i = 0; i < 2; i++)
		v[i].value = (i == first) != condition->is_negated ? OUTCOME_TRUE : OUTCOME_FALSE;
}

static void name_branches(struct coverage *c)
{
	struct condition_index x = { { 0 }, { 0 } };

	index_conditions(c, &x);
	for (size_t i = 0; i < c->n_branches && c->n_decisions; i++)
		name_branch(c, &x, &c->branches[i]);
	u64_map_free(&x.by_block);
	u64_map_free(&x.maps);
}

/* Merges the n branches at a place of a function that has several variants.  Returns how many
 * remain. */
static size_t merge_variants(struct coverage *c, struct cov_branch *v, size_t n)
{
	size_t kept = 0;

	set_shapes(c, v, n);
	sort_stable(v, n, sizeof(*v), compare_shapes);
	for (size_t i = 0; i < n; i++) {
		if (kept && is_same_branch(&v[kept - 1], &v[i]))
			merge_branch(c, &v[kept - 1], &v[i]);
		else
			v[kept++] = v[i];
	}
	sort_stable(v, kept, sizeof(*v), compare_found);
	return kept;
}

static void merge_all_variants(struct coverage *c)
{
	struct cov_branch *v = c->branches;
	size_t kept = 0;

	for (size_t i = 0, next; i < c->n_branches; i = next) {
		size_t n;

		next = place_end(c, i);
		n = v[i].function == v[next - 1].function ? next - i
							  : merge_variants(c, v + i, next - i);
		memmove(v + kept, v + i, n * sizeof(*v));
		kept += n;
	}
	c->n_branches = kept;
}

void branches_collect(struct coverage *c, bool with_throws)
{
	for (size_t i = 0; i < c->n_functions; i++) {
		if (c->functions[i].map)
			add_function(c, (uint32_t)i, with_throws);
		else
			add_imports(c, (uint32_t)i);
	}
	if (!c->n_branches)
		return;
	name_branches(c);
	sorting = c;
	sort_stable(c->branches, c->n_branches, sizeof(*c->branches), compare_found);
	drop_idle(c);
	merge_all_variants(c);
}

/* Replaces the index of each branch's function when it was found by the final one. */
static void set_functions(struct coverage *c, const uint32_t *kept_as)
{
	struct u64_map final = { 0 };

	for (size_t i = 0; i < c->n_functions; i++)
		*u64_map_get_or_add(&final, c->functions[i].found) = i;
	for (size_t i = 0; i < c->n_branches; i++)
		c->branches[i].function =
			(uint32_t)*u64_map_get_or_add(&final, kept_as[c->branches[i].function]);
	u64_map_free(&final);
}

void branches_finish(struct coverage *c, const uint32_t *kept_as)
{
	size_t kept = 0;

	set_functions(c, kept_as);

	for (size_t i = 0; i < c->n_branches; i++) {
		struct cov_branch b = c->branches[i];
		struct cov_file *f = b.file == MAP_NONE ? NULL : &c->files[b.file];

		if (f && !coverage_line(c, b.file, b.line))
			continue;
		b.number = kept && !compare_places(&c->branches[kept - 1], &b)
				   ? c->branches[kept - 1].number + 1
				   : 0;
		if (f && !f->n_branches++)
			f->first_branch = kept;
		for (size_t k = b.first; k < b.first + b.n; k++) {
			const struct cov_outcome *o = &c->outcomes[k];

			counts_add_state(&c->branch_counts, o->state, o->reason);
			counts_add_state(&c->functions[b.function].branches, o->state, o->reason);
			if (b.is_of_throw)
				counts_add_state(&c->functions[b.function].throws, o->state,
						 o->reason);
			if (f)
				counts_add_state(&f->branches, o->state, o->reason);
		}
		c->branches[kept++] = b;
	}
	c->n_branches = kept;
}
