/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Decisions of the source: from their form to where an evaluation goes from each condition.  What
 * a constant keeps from being evaluated is no condition.
 */
#include <stdlib.h>
#include <string.h>
#include "common/emit/instrument_internal.h"

/* A decision while it is read; numbers of conditions are those among all parts. */
struct form {
	const struct anycov_form_part *parts;
	uint32_t n;
	uint32_t (*to)[2]; /* of parts that are conditions */
	uint8_t *reached;
};

static uint32_t n_operands(enum anycov_form form)
{
	switch (form) {
	case ANYCOV_FORM_AND:
	case ANYCOV_FORM_OR:
		return 2;
	case ANYCOV_FORM_NOT:
		return 1;
	case ANYCOV_FORM_CHOICE:
		return 3;
	default:
		return 0;
	}
}

/* Returns the part after an operand. */
static uint32_t after(const struct form *f, uint32_t at)
{
	for (uint32_t left = 1; left && at < f->n; at++)
		left += n_operands(f->parts[at].form) - 1;
	return at;
}

/*
 * Sets where evaluations of the operand at a part go, if they go on to is_false or is_true with
 * its value.  Returns where they begin.
 */
static uint32_t lead(struct form *f, uint32_t at, uint32_t is_false, uint32_t is_true)
{
	uint32_t first = at + 1, second, third;

	if (at >= f->n)
		return is_false;
	second = after(f, first);
	switch (f->parts[at].form) {
	case ANYCOV_FORM_AND:
		return lead(f, first, is_false, lead(f, second, is_false, is_true));
	case ANYCOV_FORM_OR:
		return lead(f, first, lead(f, second, is_false, is_true), is_true);
	case ANYCOV_FORM_NOT:
		return lead(f, first, is_true, is_false);
	case ANYCOV_FORM_CHOICE:
		if (f->parts[at].n_blocks)
			break;
		third = after(f, second);
		third = lead(f, third, is_false, is_true);
		second = lead(f, second, is_false, is_true);
		return lead(f, first, third, second);
	case ANYCOV_FORM_FALSE:
		return is_false;
	case ANYCOV_FORM_TRUE:
		return is_true;
	case ANYCOV_FORM_CONDITION:
		break;
	}
	f->to[at][0] = is_false;
	f->to[at][1] = is_true;
	return ANYCOV_MAP_CONDITION + at;
}

/* Numbers the conditions that are reached from the first one; returns how many. */
static uint32_t number_reached(struct form *f, uint32_t begin, uint32_t *numbers)
{
	uint32_t n = 0;

	if (begin >= ANYCOV_MAP_CONDITION)
		f->reached[begin - ANYCOV_MAP_CONDITION] = 1;
	/* Evaluations only go to later ones. */
	for (uint32_t i = 0; i < f->n; i++) {
		if (!f->reached[i])
			continue;
		numbers[i] = n++;
		for (unsigned value = 0; value < 2; value++)
			if (f->to[i][value] >= ANYCOV_MAP_CONDITION)
				f->reached[f->to[i][value] - ANYCOV_MAP_CONDITION] = 1;
	}
	return n;
}

void anycov_fn_add_conditions(struct anycov_fn *fn, const struct anycov_map_condition *v,
			      uint32_t n)
{
	struct anycov_map_decision *d = n ? anycov_vec_add(&fn->decisions, sizeof(*d)) : NULL;

	for (uint32_t i = 0; i < n; i++) {
		struct anycov_map_condition *c = anycov_vec_add(&fn->conditions, sizeof(*c));
		uint32_t *blocks = anycov_need_array(v[i].n_blocks, sizeof(*blocks));

		*c = v[i];
		c->text = anycov_need_text(v[i].text);
		for (uint32_t k = 0; k < v[i].n_blocks; k++)
			blocks[k] = v[i].blocks[k];
		c->blocks = blocks;
	}
	if (d)
		d->n = n;
	if (n && fn->unit->options.mcdc)
		anycov_fn_add_outcomes(
			fn, (struct anycov_map_condition *)fn->conditions.at + fn->conditions.n - n,
			n);
}

/* Sets the condition of a part; its text and blocks are those of the part. */
static void set_condition(struct anycov_map_condition *c, const struct form *f, uint32_t part,
			  const uint32_t *numbers)
{
	const struct anycov_form_part *p = &f->parts[part];

	c->place = p->place;
	c->text = p->text;
	c->blocks = p->blocks;
	c->n_blocks = p->n_blocks;
	for (unsigned value = 0; value < 2; value++) {
		uint32_t to = f->to[part][value];

		c->to[value] = to < ANYCOV_MAP_CONDITION
				       ? to
				       : ANYCOV_MAP_CONDITION + numbers[to - ANYCOV_MAP_CONDITION];
	}
}

/* Adds what decides the value of a choice, and its results if they are decisions. */
static void add_operands(struct anycov_fn *fn, const struct form *f, uint32_t choice)
{
	uint32_t at = choice + 1;

	for (unsigned i = 0; i < 3; i++) {
		const enum anycov_form form = f->parts[at].form;
		uint32_t end = after(f, at);

		if (!i || form == ANYCOV_FORM_AND || form == ANYCOV_FORM_OR)
			anycov_fn_add_decision(fn, f->parts + at, end - at);
		at = end;
	}
}

void anycov_fn_add_decision(struct anycov_fn *fn, const struct anycov_form_part *parts, uint32_t n)
{
	struct form f = { parts, n, anycov_need_array(n, sizeof(*f.to)), anycov_need_array(n, 1) };
	uint32_t *numbers = anycov_need_array(n, sizeof(*numbers));
	uint32_t n_conditions =
		number_reached(&f, lead(&f, 0, ANYCOV_MAP_IS_FALSE, ANYCOV_MAP_IS_TRUE), numbers);
	struct anycov_map_condition *v = anycov_need_array(n_conditions, sizeof(*v));

	for (uint32_t i = 0; i < n; i++)
		if (f.reached[i])
			set_condition(&v[numbers[i]], &f, i, numbers);
	anycov_fn_add_conditions(fn, v, n_conditions);
	for (uint32_t i = 0; i < n; i++)
		if (f.reached[i] && f.parts[i].form == ANYCOV_FORM_CHOICE)
			add_operands(fn, &f, i);
	free(f.to);
	free(f.reached);
	free(numbers);
	free(v);
}

const struct anycov_map_decision *anycov_fn_decisions(struct anycov_fn *fn)
{
	const struct anycov_map_condition *at = fn->conditions.at;
	struct anycov_map_decision *d = fn->decisions.at;

	for (uint32_t i = 0; i < fn->decisions.n; i++) {
		d[i].conditions = at;
		at += d[i].n;
	}
	return d;
}

void anycov_fn_forget_decisions(struct anycov_fn *fn)
{
	const struct anycov_map_condition *c = fn->conditions.at;

	for (uint32_t i = 0; i < fn->conditions.n; i++) {
		free((void *)c[i].text);
		free((void *)c[i].blocks);
	}
	free(fn->conditions.at);
	free(fn->decisions.at);
	free(fn->steps.at);
	free(fn->tests.at);
}
