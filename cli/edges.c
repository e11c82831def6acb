/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * States of the edges between blocks, from the states of the blocks and from
 * recorded pairs of probes (unique-edge mode):
 *
 *   covered    a recorded pair says so
 *   inferred   the target ran and can be entered by this edge alone
 *   assumed    both ends ran, and every other way into the target (or out of
 *              the source) is one that did not run: true if recording saw
 *              whole calls and all of them came back
 *   uncovered  one end did not run
 *   unknown    the rest: both ends ran, and nothing tells how control went
 */
#include <stdlib.h>
#include <string.h>
#include "anycov/map.h"
#include "coverage.h"

struct graph {
	const struct model *m;
	const struct map_function *f;
	struct cov_edge *v;
	size_t n;
};

static int compare_edges(const void *a, const void *b)
{
	const struct cov_edge *x = a, *y = b;

	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	return x->to < y->to ? -1 : x->to > y->to;
}

/* Several cases of a switch that lead to one block are one edge. */
static size_t collect(const struct model *m, const struct map_function *f, struct coverage *c)
{
	size_t first = c->n_edges, kept = first;

	for (size_t i = f->first_block; i < f->first_block + f->blocks; i++) {
		const struct map_block *b = &m->map->blocks[i];

		for (uint32_t k = 0; k < b->succs.n; k++) {
			uint32_t to = m->map->numbers[b->succs.first + k];

			GROW(c->edges, c->n_edges, c->edges_room);
			c->edges[c->n_edges++] = (struct cov_edge){ b->number, to, COVER_NONE };
		}
	}
	if (c->n_edges > first)
		qsort(c->edges + first, c->n_edges - first, sizeof(*c->edges), compare_edges);
	for (size_t i = first; i < c->n_edges; i++)
		if (kept == first || compare_edges(&c->edges[kept - 1], &c->edges[i]))
			c->edges[kept++] = c->edges[i];
	c->n_edges = kept;
	return first;
}

static unsigned block_state(const struct graph *g, uint32_t number)
{
	const struct map_block *b = map_block(g->m->map, (uint32_t)(g->f - g->m->map->functions),
					      number);

	return b ? g->m->states[b - g->m->map->blocks] : COVER_UNKNOWN;
}

static unsigned from_ends(unsigned from, unsigned to)
{
	if (from == COVER_NOT || to == COVER_NOT)
		return COVER_NOT;
	if (from == COVER_ASSUMED_NOT || to == COVER_ASSUMED_NOT)
		return COVER_ASSUMED_NOT;
	return COVER_UNKNOWN;
}

static bool did_not_run(const struct cov_edge *e)
{
	return e->state == COVER_NOT || e->state == COVER_ASSUMED_NOT;
}

/* What one end of an edge knows of all edges at that end. */
struct end {
	uint32_t edges, possible;
	size_t candidate; /* the last edge that may have been taken */
	size_t only;      /* the last edge */
};

static void look(const struct graph *g, struct end *in, struct end *out, uint32_t n)
{
	memset(in, 0, n * sizeof(*in));
	memset(out, 0, n * sizeof(*out));
	for (size_t i = 0; i < g->n; i++) {
		struct end *ends[2] = { &in[g->v[i].to], &out[g->v[i].from] };

		for (int k = 0; k < 2; k++) {
			ends[k]->edges++;
			ends[k]->only = i;
			if (did_not_run(&g->v[i]))
				continue;
			ends[k]->possible++;
			ends[k]->candidate = i;
		}
	}
}

static void conclude(struct graph *g, const struct end *end, unsigned block, bool entering,
		     bool lost)
{
	struct cov_edge *e;

	if (end->possible != 1 || !state_ran(block))
		return;
	e = &g->v[end->candidate];
	if (e->state != COVER_UNKNOWN && e->state != COVER_ASSUMED)
		return;
	if (entering && end->edges == 1)
		e->state = block == COVER_ASSUMED ? COVER_ASSUMED : COVER_INFERRED;
	else if (!lost)
		e->state = COVER_ASSUMED; /* if lost, "did not run" is not known */
}

static void infer(struct graph *g, const struct end *in, const struct end *out, bool lost)
{
	for (size_t i = g->f->first_block; i < g->f->first_block + g->f->blocks; i++) {
		const struct map_block *b = &g->m->map->blocks[i];
		unsigned state = g->m->states[i];

		/* The entry is also entered from outside, an exit also left to there. */
		if (b->number)
			conclude(g, &in[b->number], state, true, lost);
		if (!(b->flags & ANYCOV_MAP_BLOCK_EXIT))
			conclude(g, &out[b->number], state, false, lost);
	}
}

/*
 * The blocks that the planner put on critical edges hold nothing of the user's:
 * each with its two edges is one edge, and its state is the edge's.
 */
static void contract(struct graph *g, struct end *in, struct end *out)
{
	for (size_t i = g->f->first_block; i < g->f->first_block + g->f->blocks; i++) {
		const struct map_block *b = &g->m->map->blocks[i];
		struct cov_edge *to, *from;

		if (!(b->flags & ANYCOV_MAP_BLOCK_EMPTY) || !b->number ||
		    (b->flags & ANYCOV_MAP_BLOCK_EXIT) || in[b->number].edges != 1 ||
		    out[b->number].edges != 1)
			continue;
		to = &g->v[in[b->number].only];
		from = &g->v[out[b->number].only];
		if (to == from)
			continue; /* a loop that nobody enters */
		to->to = from->to;
		if (g->m->states[i] != COVER_UNKNOWN)
			to->state = g->m->states[i];
		else if (to->state == COVER_UNKNOWN || did_not_run(from))
			to->state = from->state;
		from->state = COVER_NONE;
		if (in[from->to].only == (size_t)(from - g->v))
			in[from->to].only = (size_t)(to - g->v);
	}
}

/* Sorts anew; edges that contraction made equal are one, with the better state. */
static size_t tidy(struct cov_edge *v, size_t n)
{
	size_t kept = 0;

	if (n)
		qsort(v, n, sizeof(*v), compare_edges);
	for (size_t i = 0; i < n; i++) {
		if (v[i].state == COVER_NONE)
			continue;
		if (!kept || compare_edges(&v[kept - 1], &v[i]))
			v[kept++] = v[i];
		else if (v[i].state > v[kept - 1].state)
			v[kept - 1].state = v[i].state;
	}
	return kept;
}

static int compare_pairs(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(struct probe_pair));
}

/*
 * Recorded pairs of probes whose blocks an edge joins.  With pruned probes
 * control may have gone another way between the two.
 */
static void take_pairs(struct graph *g)
{
	for (size_t i = 0; i < g->n && g->m->n_pairs && !g->f->prune; i++) {
		struct probe_pair key = { (uint32_t)(g->f - g->m->map->functions), g->v[i].from,
					  g->v[i].to };

		if (bsearch(&key, g->m->pairs, g->m->n_pairs, sizeof(key), compare_pairs))
			g->v[i].state = COVER_RAN;
	}
}

void edges_sort_pairs(struct model *m)
{
	size_t kept = 0;

	if (!m->n_pairs)
		return;
	qsort(m->pairs, m->n_pairs, sizeof(*m->pairs), compare_pairs);
	for (size_t i = 0; i < m->n_pairs; i++)
		if (!kept || compare_pairs(&m->pairs[kept - 1], &m->pairs[i]))
			m->pairs[kept++] = m->pairs[i];
	m->n_pairs = kept;
}

void edges_of_function(struct coverage *c, const struct model *m, const struct map_function *mf,
		       struct cov_function *f, bool lost)
{
	uint32_t n = mf->n_blocks;
	struct graph g = { .m = m, .f = mf };
	struct end *in, *out;

	f->first_edge = collect(m, mf, c);
	g.v = c->edges + f->first_edge;
	g.n = c->n_edges - f->first_edge;
	/* A damaged map may claim more blocks than any function has. */
	if (n / 16 > mf->blocks + 64) {
		c->n_edges = f->first_edge;
		return;
	}
	in = xmalloc(n * sizeof(*in));
	out = xmalloc(n * sizeof(*out));
	for (size_t i = 0; i < g.n; i++)
		g.v[i].state = (uint8_t)from_ends(block_state(&g, g.v[i].from),
						  block_state(&g, g.v[i].to));
	look(&g, in, out, n);
	infer(&g, in, out, lost);
	contract(&g, in, out);
	f->n_edges = tidy(g.v, g.n);
	c->n_edges = f->first_edge + f->n_edges;
	g.n = f->n_edges;
	take_pairs(&g);
	free(in);
	free(out);
}
