/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * decision_decide() against its definition, on random decisions and records: all sets of
 * evaluations that make a record are tried, and an evaluation shows an outcome if, for some values
 * of the conditions that it did not evaluate, the other value of the condition changes the result.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "coverage/mcdc/decision_paths.h"

#define CONDITIONS 5u
#define EVALUATIONS 11u /* of decisions that are tried, at most: their sets are enumerated */

/* An evaluation: which conditions had which value. */
struct evaluation {
	unsigned had[2], end;
	bool whole;
};

struct model {
	struct decision_graph g;
	struct evaluation v[64];
	unsigned n;
	unsigned shown[64][2]; /* conditions, by evaluation and value */
};

static unsigned random_below(unsigned n)
{
	static unsigned long long state = 88172645463325252ull;

	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (unsigned)(state >> 33) % n;
}

/* Makes && and || of the conditions from first to end - 1, which go to these if true and false. */
static void make_decision(struct decision_graph *g, unsigned first, unsigned end, unsigned yes,
			  unsigned no)
{
	unsigned middle = first + 1;

	if (end - first == 1) {
		bool negated = random_below(4) == 0;

		g->v[first][!negated].to = (uint8_t)yes;
		g->v[first][negated].to = (uint8_t)no;
		return;
	}
	middle += random_below(end - first - 1);
	if (random_below(2))
		make_decision(g, first, middle, middle, no);
	else
		make_decision(g, first, middle, yes, middle);
	make_decision(g, middle, end, yes, no);
}

static unsigned result_of(const struct decision_graph *g, unsigned values)
{
	unsigned at = 0;

	while (at < DECISION_END)
		at = g->v[at][values >> at & 1].to;
	return at;
}

static void add_evaluations(struct model *m, unsigned at, struct evaluation e)
{
	if (at < DECISION_END)
		for (unsigned value = 0; value < 2; value++) {
			struct evaluation next = e;

			next.had[value] |= 1u << at;
			add_evaluations(m, m->g.v[at][value].to, next);
		}
	e.end = at;
	e.whole = at >= DECISION_END;
	if (e.whole || (m->g.may_end >> at & 1))
		m->v[m->n++] = e;
}

static void find_shown(struct model *m, unsigned k)
{
	const struct evaluation *e = &m->v[k];
	const unsigned evaluated = e->had[0] | e->had[1];

	m->shown[k][0] = m->shown[k][1] = 0;
	for (unsigned values = 0; e->whole && values < 1u << m->g.n; values++) {
		if ((values & evaluated) != e->had[1])
			continue;
		for (unsigned i = 0; i < m->g.n; i++)
			if ((evaluated >> i & 1) && result_of(&m->g, values ^ 1u << i) != e->end)
				m->shown[k][e->had[1] >> i & 1] |= 1u << i;
	}
}

/* Returns whether a set of evaluations makes the record. */
static bool makes_record(const struct model *m, unsigned set)
{
	unsigned covered[2] = { 0, 0 };

	for (unsigned k = 0; k < m->n; k++)
		for (unsigned value = 0; value < 2 && (set >> k & 1); value++)
			covered[value] |= m->v[k].had[value];
	for (unsigned i = 0; i < m->g.n; i++)
		for (unsigned value = 0; value < 2; value++) {
			bool has = covered[value] >> i & 1;

			if (has ? m->g.v[i][value].excluded : m->g.v[i][value].covered)
				return false;
		}
	return true;
}

/* Makes the record of a set, of which some edges are not known. */
static void record(struct model *m, unsigned set)
{
	for (unsigned i = 0; i < m->g.n; i++)
		for (unsigned value = 0; value < 2; value++) {
			struct decision_edge *e = &m->g.v[i][value];
			bool covered = false;

			for (unsigned k = 0; k < m->n; k++)
				covered |= (set >> k & 1) && (m->v[k].had[value] >> i & 1);
			e->covered = covered && random_below(10);
			e->excluded = !covered && random_below(10);
		}
}

static int compare(const struct model *m)
{
	enum decision_answer answers[DECISION_CONDITIONS][2], untouched[2];
	unsigned by_all[2] = { ~0u, ~0u }, by_any[2] = { 0, 0 };

	for (unsigned set = 0; set < 1u << m->n; set++) {
		unsigned shown[2] = { 0, 0 };

		if (!makes_record(m, set))
			continue;
		for (unsigned k = 0; k < m->n; k++)
			for (unsigned value = 0; value < 2 && (set >> k & 1); value++)
				shown[value] |= m->shown[k][value];
		for (unsigned value = 0; value < 2; value++) {
			by_all[value] &= shown[value];
			by_any[value] |= shown[value];
		}
	}
	memset(answers, 0x55, sizeof(answers));
	memset(untouched, 0x55, sizeof(untouched));
	if (!decision_decide(&m->g, answers))
		return 1;
	/* A decision may have as many conditions as there are answers. */
	if (memcmp(answers[m->g.n], untouched, sizeof(untouched)) != 0) {
		fprintf(stderr, "a decision of %u has an answer for condition %u\n", m->g.n,
			m->g.n);
		return 1;
	}
	for (unsigned i = 0; i < m->g.n; i++)
		for (unsigned value = 0; value < 2; value++) {
			enum decision_answer want = by_all[value] >> i & 1      ? DECISION_SHOWN
						    : !(by_any[value] >> i & 1) ? DECISION_NOT_SHOWN
										: DECISION_UNKNOWN;

			if (answers[i][value] != want) {
				fprintf(stderr, "condition %u of %u, value %u: %d instead of %d\n",
					i, m->g.n, value, (int)answers[i][value], (int)want);
				return 1;
			}
		}
	return 0;
}

int main(void)
{
	unsigned tried = 0;

	while (tried < 5000) {
		struct model m;

		memset(&m, 0, sizeof(m));
		m.g.n = 1 + random_below(CONDITIONS);
		m.g.may_end = random_below(2) ? random_below(1u << CONDITIONS) : 0;
		make_decision(&m.g, 0, m.g.n, DECISION_END + 1, DECISION_END);
		add_evaluations(&m, 0, (struct evaluation){ { 0, 0 }, 0, false });
		if (m.n > EVALUATIONS)
			continue;
		for (unsigned k = 0; k < m.n; k++)
			find_shown(&m, k);
		record(&m, random_below(1u << m.n));
		if (compare(&m))
			return 1;
		tried++;
	}
	printf("%u decisions\n", tried);
	return 0;
}
