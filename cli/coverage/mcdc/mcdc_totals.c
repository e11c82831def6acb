/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Decisions by source line, of what was selected, with those of variants of a function as one. */
#include <stdlib.h>
#include <string.h>
#include "base/u64_map.h"
#include "coverage/mcdc/mcdc.h"

static const struct coverage *sorting; /* qsort() has no context argument */

static uint64_t block_key(uint32_t function, uint32_t block)
{
	return (uint64_t)function << 32 | block;
}

/* Returns whether all conditions are reported: their blocks have edges. */
static bool has_edges(const struct coverage *c, const struct cov_decision *d,
		      const struct u64_map *blocks)
{
	for (size_t i = d->first; i < d->first + d->n; i++)
		if (!u64_map_find(blocks, block_key(d->function, c->conditions[i].block)))
			return false;
	return true;
}

void mcdc_select(struct coverage *c)
{
	struct u64_map functions = { 0 }, blocks = { 0 };
	size_t kept = 0;

	if (!mcdc_is_enabled()) {
		c->n_decisions = 0;
		return;
	}
	for (uint32_t i = 0; i < c->n_functions; i++) {
		const struct cov_function *f = &c->functions[i];

		if (!f->map)
			continue;
		*u64_map_get_or_add(&functions, (uint64_t)(uintptr_t)f->map) = i + 1u;
		for (size_t k = f->first_edge; k < f->first_edge + f->n_edges; k++)
			*u64_map_get_or_add(&blocks, block_key(i, c->edges[k].from)) = 1;
	}
	for (size_t i = 0; i < c->n_decisions; i++) {
		struct cov_decision d = c->decisions[i];
		const uint64_t *function = u64_map_find(&functions, (uint64_t)(uintptr_t)d.map);

		if (!function)
			continue;
		d.function = (uint32_t)(*function - 1);
		d.file = d.file == MAP_NONE ? d.file : c->file_of[d.file];
		d.is_idle = c->functions[d.function].state == STATE_NOT_COVERED;
		if (has_edges(c, &d, &blocks))
			c->decisions[kept++] = d;
	}
	c->n_decisions = kept;
	u64_map_free(&functions);
	u64_map_free(&blocks);
}

static int compare_numbers(uint64_t x, uint64_t y)
{
	return x < y ? -1 : x > y;
}

/* By place, then function; variants of a function one after the other for each decision. */
static int compare_decisions(const void *a, const void *b)
{
	const struct cov_decision *x = a, *y = b;
	int order = compare_numbers(x->file, y->file);

	if (!order)
		order = compare_numbers(x->line, y->line);
	if (!order)
		order = compare_numbers(x->function, y->function);
	if (!order)
		order = compare_numbers(x->number, y->number);
	if (!order)
		order = compare_numbers(x->map->id, y->map->id);
	return order ? order
		     : compare_numbers(sorting->conditions[x->first].block,
				       sorting->conditions[y->first].block);
}

/* Numbers the decisions of each variant at a line. */
static void set_numbers(struct coverage *c)
{
	struct u64_map seen = { 0 };

	for (size_t i = 0; i < c->n_decisions; i++) {
		struct cov_decision *d = &c->decisions[i];
		const uint64_t place[] = { (uint64_t)(uintptr_t)d->map, d->file, d->line };
		uint64_t *n =
			u64_map_get_or_add(&seen, fnv1a_update(FNV1A_OFFSET, place, sizeof(place)));

		d->number = (uint32_t)(*n)++;
	}
	u64_map_free(&seen);
}

static bool is_same_text(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

/* Returns whether two decisions are one of the source, in variants of a function. */
static bool is_same(const struct coverage *c, const struct cov_decision *x,
		    const struct cov_decision *y)
{
	if (x->file != y->file || x->file == MAP_NONE || x->line != y->line ||
	    x->function != y->function || x->number != y->number || x->n != y->n ||
	    x->is_matched != y->is_matched || x->map == y->map)
		return false;
	for (size_t i = 0; i < x->n; i++) {
		const struct cov_condition *p = &c->conditions[x->first + i];
		const struct cov_condition *q = &c->conditions[y->first + i];

		if (p->line != q->line || p->knows_values != q->knows_values ||
		    !is_same_text(p->text, q->text))
			return false;
	}
	return true;
}

static void improve(struct cov_condition *a, const struct cov_condition *b, bool crossed)
{
	for (unsigned k = 0; k < 2; k++)
		state_improve(&a->state[k], &a->reason[k], b->state[k ^ crossed],
			      b->reason[k ^ crossed]);
}

/*
 * The outcomes of two variants whose values are not known may be the same ones, or each other's
 * (compilers differ in what they make of !): what is known is what both cases have.
 */
static void improve_either(struct cov_condition *a, const struct cov_condition *b)
{
	struct cov_condition crossed = *a;
	unsigned best, other_best;

	improve(&crossed, b, true);
	improve(a, b, false);
	best = a->state[1] > a->state[0];
	other_best = crossed.state[1] > crossed.state[0];
	for (unsigned k = 0; k < 2; k++)
		if (a->state[best ^ k] != crossed.state[other_best ^ k]) {
			a->state[best ^ k] = STATE_UNKNOWN;
			a->reason[best ^ k] = UNKNOWN_DECISION_NOT_MATCHED;
		}
}

/* What a variant showed was shown; what none showed was not. */
static void merge(struct coverage *c, const struct cov_decision *to, const struct cov_decision *d)
{
	for (size_t i = 0; i < d->n; i++) {
		struct cov_condition *a = &c->conditions[to->first + i];
		const struct cov_condition *b = &c->conditions[d->first + i];

		if (a->knows_values)
			improve(a, b, false);
		else
			improve_either(a, b);
	}
}

/* Replaces the index of each decision's function when it was found by the final one. */
static void set_functions(struct coverage *c, const uint32_t *kept_as)
{
	struct u64_map final = { 0 };

	for (size_t i = 0; i < c->n_functions; i++)
		*u64_map_get_or_add(&final, c->functions[i].found) = i;
	for (size_t i = 0; i < c->n_decisions; i++)
		c->decisions[i].function =
			(uint32_t)*u64_map_get_or_add(&final, kept_as[c->decisions[i].function]);
	u64_map_free(&final);
}

static void count(struct coverage *c, const struct cov_decision *d, struct cov_file *f)
{
	for (size_t i = d->first; i < d->first + d->n; i++)
		for (unsigned k = 0; k < 2; k++) {
			const unsigned state = c->conditions[i].state[k];
			const unsigned reason = c->conditions[i].reason[k];

			counts_add_state(&c->condition_counts, state, reason);
			counts_add_state(&c->functions[d->function].conditions, state, reason);
			if (f)
				counts_add_state(&f->conditions, state, reason);
		}
}

/* As branches: drops those of variants that were not executed where another variant was. */
static void drop_idle(struct coverage *c)
{
	struct cov_decision *v = c->decisions;
	size_t kept = 0;

	for (size_t i = 0, next; i < c->n_decisions; i = next) {
		bool ran = !v[i].is_idle;

		for (next = i + 1;
		     next < c->n_decisions && v[i].file != MAP_NONE && v[next].file == v[i].file &&
		     v[next].line == v[i].line && v[next].function == v[i].function;
		     next++)
			ran |= !v[next].is_idle;
		for (size_t k = i; k < next; k++)
			if (!ran || !v[k].is_idle)
				v[kept++] = v[k];
	}
	c->n_decisions = kept;
}

void mcdc_finish(struct coverage *c, const uint32_t *kept_as)
{
	size_t kept = 0;

	if (!c->n_decisions)
		return;
	set_functions(c, kept_as);
	sorting = c;
	set_numbers(c);
	qsort(c->decisions, c->n_decisions, sizeof(*c->decisions), compare_decisions);
	drop_idle(c);
	for (size_t i = 0; i < c->n_decisions; i++) {
		const struct cov_decision d = c->decisions[i];

		if (d.file != MAP_NONE && !coverage_line(c, d.file, d.line))
			continue;
		if (kept && is_same(c, &c->decisions[kept - 1], &d))
			merge(c, &c->decisions[kept - 1], &d);
		else
			c->decisions[kept++] = d;
	}
	c->n_decisions = kept;
	for (size_t i = 0; i < kept; i++) {
		const struct cov_decision *d = &c->decisions[i];
		struct cov_file *f = d->file == MAP_NONE ? NULL : &c->files[d->file];

		if (f && !f->n_decisions++)
			f->first_decision = i;
		count(c, d, f);
	}
}

void mcdc_free(struct coverage *c)
{
	for (size_t i = 0; i < c->n_conditions; i++)
		free(c->conditions[i].text);
	free(c->conditions);
	free(c->decisions);
	c->conditions = NULL;
	c->decisions = NULL;
	c->n_conditions = c->conditions_room = c->n_decisions = c->decisions_room = 0;
}
