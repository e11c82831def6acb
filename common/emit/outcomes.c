/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Outcomes of conditions that edges alone do not show (option mcdc).
 *
 * An evaluation shows an outcome of a condition if the other value, with the others as they were,
 * could lead to the other end.  While it goes on, so do the alternatives that began with the other
 * value: at a condition that the evaluation came past they have its value, elsewhere any.  The
 * outcome is live until all of them are where the evaluation is; then it is lost.  Where some
 * evaluations through an edge show an outcome, and others do not, a bit of a variable says
 * whether it is live, and at the end a block of its own tells.
 */
#include <stdlib.h>
#include <string.h>
#include "common/emit/instrument_internal.h"

#define BIT(i) (UINT64_C(1) << (i))
#define MAX_CONDITIONS 64u
#define MAX_SETS 16u /* of alternatives at one condition; && and || have no more than two */

enum { NOT_YET, LIVE, LOST, N_PHASES };

/* Where alternatives are. */
struct places {
	uint64_t conditions;
	unsigned ends; /* bits 0 and 1 */
};

struct sets {
	struct places v[MAX_SETS];
	uint32_t n;
};

struct decision {
	const struct anycov_map_condition *v;
	uint32_t n;
};

/* An outcome, and what each edge does to it. */
struct outcome {
	uint32_t condition, value;
	uint8_t loses[MAX_CONDITIONS][2];           /* edges after which it is lost */
	uint8_t reached[MAX_CONDITIONS][N_PHASES];  /* by evaluations */
	uint8_t may_miss[MAX_CONDITIONS][N_PHASES]; /* from there some do not show it */
};

static bool is_end(uint32_t to)
{
	return to < ANYCOV_MAP_CONDITION;
}

static uint32_t edge_to(const struct decision *d, uint32_t i, uint32_t value)
{
	return d->v[i].to[value];
}

static void add_place(struct places *p, uint32_t to)
{
	if (is_end(to))
		p->ends |= 1u << to;
	else
		p->conditions |= BIT(to - ANYCOV_MAP_CONDITION);
}

/* Lets alternatives go on to where the evaluation is: past conditions that it did not come to. */
static void go_on(const struct decision *d, struct places *p, uint32_t from, uint32_t to)
{
	const uint32_t stop = is_end(to) ? d->n : to - ANYCOV_MAP_CONDITION;

	for (uint32_t i = from; i < stop; i++) {
		if (!(p->conditions & BIT(i)))
			continue;
		p->conditions &= ~BIT(i);
		add_place(p, edge_to(d, i, 0));
		add_place(p, edge_to(d, i, 1));
	}
}

static bool is_only(const struct places *p, uint32_t at)
{
	struct places one = { 0, 0 };

	add_place(&one, at);
	return p->conditions == one.conditions && p->ends == one.ends;
}

/* Returns false if there is no room. */
static bool add_set(struct sets *s, const struct places *p)
{
	for (uint32_t i = 0; i < s->n; i++)
		if (s->v[i].conditions == p->conditions && s->v[i].ends == p->ends)
			return true;
	if (s->n == MAX_SETS)
		return false;
	s->v[s->n++] = *p;
	return true;
}

/*
 * Fills in after which edges the outcome is lost.  Returns false if that depends on more than the
 * edge.
 */
static bool find_losses(const struct decision *d, struct outcome *o)
{
	const uint32_t to = edge_to(d, o->condition, o->value);
	struct sets *at = anycov_need_array(d->n, sizeof(*at));
	struct places first = { 0, 0 };
	bool is_exact = true;

	add_place(&first, edge_to(d, o->condition, !o->value));
	go_on(d, &first, o->condition + 1, to);
	if (is_only(&first, to))
		o->loses[o->condition][o->value] = 1;
	else if (!is_end(to))
		add_set(&at[to - ANYCOV_MAP_CONDITION], &first);
	for (uint32_t i = o->condition + 1; i < d->n; i++)
		for (uint32_t k = 0; k < 2 * at[i].n; k++) {
			const uint32_t value = k % 2, next = edge_to(d, i, value);
			struct places p = at[i].v[k / 2];
			bool is_lost;

			if (p.conditions & BIT(i)) {
				p.conditions &= ~BIT(i);
				add_place(&p, next);
			}
			go_on(d, &p, i + 1, next);
			is_lost = is_only(&p, next);
			is_exact &= k < 2 || o->loses[i][value] == is_lost;
			o->loses[i][value] = is_lost;
			if (!is_lost && !is_end(next))
				is_exact &= add_set(&at[next - ANYCOV_MAP_CONDITION], &p);
		}
	free(at);
	return is_exact;
}

static unsigned phase_after(const struct outcome *o, uint32_t i, uint32_t value, unsigned phase)
{
	if (i == o->condition)
		phase = value == o->value ? LIVE : LOST;
	return phase == LIVE && o->loses[i][value] ? LOST : phase;
}

static void find_phases(const struct decision *d, struct outcome *o)
{
	o->reached[0][NOT_YET] = 1;
	for (uint32_t i = 0; i < d->n; i++)
		for (uint32_t k = 0; k < 2 * N_PHASES; k++) {
			const uint32_t to = edge_to(d, i, k % 2);

			if (o->reached[i][k / 2] && !is_end(to))
				o->reached[to - ANYCOV_MAP_CONDITION]
					  [phase_after(o, i, k % 2, k / 2)] = 1;
		}
	for (uint32_t i = d->n; i-- > 0;)
		for (uint32_t k = 0; k < 2 * N_PHASES; k++) {
			const uint32_t to = edge_to(d, i, k % 2);
			const unsigned phase = phase_after(o, i, k % 2, k / 2);

			o->may_miss[i][k / 2] |=
				is_end(to) ? phase != LIVE
					   : o->may_miss[to - ANYCOV_MAP_CONDITION][phase];
		}
}

/* Returns whether all evaluations through an edge show the outcome. */
static bool is_sure(const struct decision *d, const struct outcome *o, uint32_t i, uint32_t value)
{
	const uint32_t to = edge_to(d, i, value);

	for (unsigned k = 0; k < N_PHASES; k++) {
		const unsigned phase = phase_after(o, i, value, k);

		if (o->reached[i][k] &&
		    (is_end(to) ? phase != LIVE : o->may_miss[to - ANYCOV_MAP_CONDITION][phase]))
			return false;
	}
	return true;
}

/* Returns whether an evaluation shows the outcome, and came through no edge that tells. */
static bool is_hidden(const struct decision *d, const struct outcome *o)
{
	uint8_t reached[MAX_CONDITIONS][N_PHASES] = { { 1 } };

	for (uint32_t i = 0; i < d->n; i++)
		for (uint32_t k = 0; k < 2 * N_PHASES; k++) {
			const uint32_t to = edge_to(d, i, k % 2);
			const unsigned phase = phase_after(o, i, k % 2, k / 2);

			if (!reached[i][k / 2] || is_sure(d, o, i, k % 2))
				continue;
			if (is_end(to) && phase == LIVE)
				return true;
			if (!is_end(to))
				reached[to - ANYCOV_MAP_CONDITION][phase] = 1;
		}
	return false;
}

/* Returns whether a decision has more ways through it than reports try. */
static bool has_many_ways(const struct decision *d)
{
	uint64_t ways[MAX_CONDITIONS] = { 0 };

	for (uint32_t i = d->n; i-- > 0;)
		for (uint32_t value = 0; value < 2; value++) {
			const uint32_t to = edge_to(d, i, value);

			ways[i] += is_end(to) ? 1 : ways[to - ANYCOV_MAP_CONDITION];
			if (ways[i] > ANYCOV_MAP_DECISION_WAYS)
				ways[i] = ANYCOV_MAP_DECISION_WAYS + 1;
		}
	return ways[0] > ANYCOV_MAP_DECISION_WAYS;
}

/* ---- steps ---- */

/* Adds what the edges do to a bit to their steps; a test of it is a step of its own. */
static void add_bit(struct anycov_fn *fn, const struct decision *d, const struct outcome *o,
		    struct anycov_step *steps, uint32_t bit, uint32_t shows)
{
	for (uint32_t i = 0; i < d->n; i++)
		for (uint32_t value = 0; value < 2; value++) {
			struct anycov_step *s = &steps[2 * i + value];
			const bool begins =
				i == o->condition && value == o->value && !o->loses[i][value];
			const bool goes_on = o->reached[i][LIVE] && !o->loses[i][value];

			if (!is_end(edge_to(d, i, value))) {
				s->set |= begins ? bit : 0;
				s->keep &= o->reached[i][LIVE] && !goes_on ? ~bit : UINT32_MAX;
			} else if (begins || goes_on) {
				struct anycov_step *test =
					anycov_vec_add(&fn->tests, sizeof(*test));

				*test = *s;
				test->keep = 0;
				test->set = begins ? 0 : bit;
				test->shows = shows;
			}
		}
}

/* Adds a step to those of the function, once for each copy of its condition. */
static void add_step(struct anycov_fn *fn, const struct decision *d, const struct anycov_step *s)
{
	const struct anycov_map_condition *c = &d->v[s->condition];

	for (uint32_t i = 0; i < c->n_blocks; i++) {
		struct anycov_step *to = anycov_vec_add(&fn->steps, sizeof(*to));

		*to = *s;
		to->block = c->blocks[i];
	}
}

/* The first condition sets the variable anew. */
static bool changes(const struct decision *d, const struct anycov_step *s)
{
	return !is_end(edge_to(d, s->condition, s->value)) &&
	       (!s->condition || s->keep != UINT32_MAX || s->set);
}

/* Gives the outcomes from *first on that are hidden bits of one variable; returns how many. */
static uint32_t add_variable(struct anycov_fn *fn, struct anycov_map_condition *v, uint32_t n,
			     bool all, uint32_t *first)
{
	const struct decision d = { v, n };
	struct anycov_step *steps = anycov_need_array(2 * n, sizeof(*steps));
	uint32_t n_bits = 0;

	fn->tests.n = 0;
	for (uint32_t i = 0; i < 2 * n; i++) {
		steps[i].condition = i / 2;
		steps[i].value = i % 2;
		steps[i].variable = fn->n_variables;
		steps[i].keep = i / 2 ? UINT32_MAX : 0;
	}
	for (; *first < 2 * n && n_bits < 32; (*first)++) {
		struct outcome o = { .condition = *first / 2, .value = *first % 2 };

		if (!find_losses(&d, &o))
			continue;
		find_phases(&d, &o);
		if (!all && !is_hidden(&d, &o))
			continue;
		anycov_fn_add_block(fn, ANYCOV_IS_OUTCOME, 0);
		v[o.condition].shown_in[o.value] = fn->blocks.n;
		add_bit(fn, &d, &o, steps, UINT32_C(1) << n_bits++, fn->blocks.n - 1);
	}
	for (uint32_t i = 0; i < 2 * n && n_bits; i++)
		if (changes(&d, &steps[i]))
			add_step(fn, &d, &steps[i]);
	for (uint32_t i = 0; i < fn->tests.n; i++)
		add_step(fn, &d, (const struct anycov_step *)fn->tests.at + i);
	fn->n_variables += n_bits != 0;
	free(steps);
	return n_bits;
}

void anycov_fn_add_outcomes(struct anycov_fn *fn, struct anycov_map_condition *v, uint32_t n)
{
	const struct decision d = { v, n };
	uint32_t first = 0;
	bool all;

	if (n > MAX_CONDITIONS)
		return;
	for (uint32_t i = 0; i < n; i++)
		if (!v[i].n_blocks)
			return;
	all = has_many_ways(&d);
	while (first < 2 * n)
		add_variable(fn, v, n, all, &first);
}

void anycov_insert_steps(struct anycov_fn *fn)
{
	const struct anycov_step *steps = fn->steps.at;

	for (uint32_t i = 0; i < fn->steps.n; i++) {
		const struct anycov_step *s = &steps[i];
		struct anycov_insertion *in =
			anycov_fn_insert(fn, s->shows ? ANYCOV_INSERT_SHOWN : ANYCOV_INSERT_BITS,
					 ANYCOV_AT_BRANCH, 2 * s->block + s->value);

		in->mark = fn->id;
		in->element = s->shows;
		in->variable = s->variable;
		in->keep = s->keep;
		in->set = s->set;
	}
}
