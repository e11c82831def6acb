/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A set of evaluations makes the record if each covered edge is on one of them and no excluded
 * edge is on any.  Adding an evaluation of edges that may be covered to such a set gives another
 * one.  So:
 *
 *   an outcome is shown by all sets if and only if the evaluations that do not show it leave a
 *   covered edge out; it is shown by none if and only if no possible evaluation shows it.
 */
#include <stdlib.h>
#include <string.h>
#include "anycov/map.h"
#include "base/base.h"
#include "coverage/mcdc/decision_paths.h"

#define BIT(i) (UINT64_C(1) << (i))

/* An evaluation: the conditions that had each value, and where it ended. */
struct path {
	uint64_t had[2]; /* by value: a bit for each condition */
	uint8_t end;
};

struct ways {
	const struct decision_graph *g;
	struct path *v;
	size_t n, room;
	bool too_many;
};

static void walk(struct ways *p, unsigned at, struct path so_far)
{
	if (at >= DECISION_END) {
		p->too_many |= p->n == ANYCOV_MAP_DECISION_WAYS;
		if (p->too_many || p->g->end_excluded[at - DECISION_END])
			return;
		so_far.end = (uint8_t)at;
		ARRAY_GROW(p->v, p->n, p->room);
		p->v[p->n++] = so_far;
		return;
	}
	for (unsigned value = 0; value < 2 && !p->too_many; value++) {
		const struct decision_edge *e = &p->g->v[at][value];
		struct path next = so_far;

		if (e->excluded)
			continue;
		next.had[value] |= BIT(at);
		walk(p, e->to, next);
	}
}

#define END_BIT(end) (1u << ((end)-DECISION_END))

static unsigned ends_from(const unsigned *ends, unsigned to)
{
	return to >= DECISION_END ? END_BIT(to) : ends[to];
}

/* Sets the conditions that an evaluation shows to decide, by value. */
static void shown_by(const struct decision_graph *g, const struct path *p, uint64_t shown[2])
{
	unsigned
		ends[DECISION_CONDITIONS]; /* that can be reached from each, with the values of p */

	shown[0] = shown[1] = 0;
	for (unsigned i = g->n; i-- > 0;) {
		const uint64_t bit = BIT(i);
		const unsigned by_value[2] = { ends_from(ends, g->v[i][0].to),
					       ends_from(ends, g->v[i][1].to) };

		ends[i] = 0;
		for (unsigned value = 0; value < 2; value++) {
			if (!(p->had[!value] & bit))
				ends[i] |= by_value[value];
			if ((p->had[value] & bit) && (by_value[!value] & ~END_BIT(p->end)))
				shown[value] |= bit;
		}
	}
}

/* Things that evaluations cover, as bits: the edges of each value, and the ends. */
struct covers {
	uint64_t v[3];
};

static void add_covers(struct covers *to, const struct covers *c)
{
	for (unsigned k = 0; k < 3; k++)
		to->v[k] |= c->v[k];
}

/* Returns whether a has all that b has. */
static bool has_all(const struct covers *a, const struct covers *b)
{
	return !((b->v[0] & ~a->v[0]) | (b->v[1] & ~a->v[1]) | (b->v[2] & ~a->v[2]));
}

static struct covers covers_of_path(const struct path *p)
{
	return (struct covers){ { p->had[0], p->had[1], END_BIT(p->end) } };
}

static struct covers covers_of_record(const struct decision_graph *g)
{
	struct covers c = { { 0 } };

	for (unsigned value = 0; value < 2; value++) {
		c.v[2] |= g->end_covered[value] ? END_BIT(DECISION_END + value) : 0;
		for (unsigned i = 0; i < g->n; i++)
			c.v[value] |= g->v[i][value].covered ? BIT(i) : 0;
	}
	return c;
}

/* Adds what evaluations that ended in a condition can have covered, which show nothing. */
static void add_partial(const struct decision_graph *g, struct covers *to)
{
	uint64_t reached = 1, ends = g->may_end; /* ends: conditions from which one can end */

	for (unsigned i = g->n; i-- > 0;)
		for (unsigned value = 0; value < 2; value++) {
			const struct decision_edge *e = &g->v[i][value];

			if (!e->excluded && e->to < DECISION_END && (ends & BIT(e->to)))
				ends |= BIT(i);
		}
	for (unsigned i = 0; i < g->n; i++)
		for (unsigned value = 0; value < 2 && (reached & BIT(i)); value++) {
			const struct decision_edge *e = &g->v[i][value];

			if (e->excluded || e->to >= DECISION_END || !(ends & BIT(e->to)))
				continue;
			to->v[value] |= BIT(i);
			reached |= BIT(e->to);
		}
}

bool decision_decide(const struct decision_graph *g,
		     enum decision_answer answers[DECISION_CONDITIONS][2])
{
	const struct covers record = covers_of_record(g);
	struct covers others[DECISION_CONDITIONS][2]; /* of evaluations that do not show it */
	struct covers partial = { { 0 } }, all;
	uint64_t by_any[2] = { 0, 0 };
	struct ways p = { .g = g };

	walk(&p, 0, (struct path){ { 0, 0 }, 0 });
	add_partial(g, &partial);
	all = partial;
	for (unsigned i = 0; i < g->n; i++)
		others[i][0] = others[i][1] = partial;
	for (size_t k = 0; k < p.n && !p.too_many; k++) {
		const struct covers path = covers_of_path(&p.v[k]);
		uint64_t shown[2];

		shown_by(g, &p.v[k], shown);
		add_covers(&all, &path);
		for (unsigned value = 0; value < 2; value++) {
			by_any[value] |= shown[value];
			for (unsigned i = 0; i < g->n; i++)
				if (!(shown[value] & BIT(i)))
					add_covers(&others[i][value], &path);
		}
	}
	for (unsigned i = 0; i < g->n; i++)
		for (unsigned value = 0; value < 2; value++)
			answers[i][value] = !(by_any[value] & BIT(i)) ? DECISION_NOT_SHOWN
					    : !has_all(&others[i][value], &record)
						    ? DECISION_SHOWN
						    : DECISION_UNKNOWN;
	free(p.v);
	return !p.too_many && has_all(&all, &record);
}
