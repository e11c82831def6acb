/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include "random_cfg.h"

static void add(struct random_cfg *r, uint32_t from, uint32_t to)
{
	if (r->cfg.n_edges == sizeof(r->edges) / sizeof(*r->edges))
		return;
	r->edges[r->cfg.n_edges].from = from;
	r->edges[r->cfg.n_edges++].to = to;
}

/* Makes a chain with jumps forward and some back, similar to compiled code. */
static void make_code(struct random_cfg *r, uint64_t *seed)
{
	uint32_t n = r->cfg.n_blocks;

	for (uint32_t b = 0; b + 1 < n; b++) {
		uint32_t kind = unit_below(seed, 10);

		if (kind != 0)
			add(r, b, b + 1);
		if (kind < 5)
			add(r, b, b + 1 + unit_below(seed, n - b - 1 < 6 ? n - b - 1 : 6));
		if (kind >= 8)
			add(r, b, unit_below(seed, b + 1));
	}
}

/* Makes random edges: irreducible loops, parallel edges, self loops, unreachable blocks. */
static void make_tangle(struct random_cfg *r, uint64_t *seed)
{
	uint32_t n = r->cfg.n_blocks, m = unit_below(seed, 2 * n + 1);

	for (uint32_t i = 0; i < m; i++)
		add(r, unit_below(seed, n), unit_below(seed, n));
}

/* Returns true if b has a successor that is not UNREACHABLE. */
static bool has_succs(const struct anycov_cfg *cfg, uint32_t b)
{
	for (uint32_t i = 0; i < cfg->n_edges; i++)
		if (cfg->edges[i].from == b &&
		    !(cfg->flags[cfg->edges[i].to] & ANYCOV_BLOCK_UNREACHABLE))
			return true;
	return false;
}

bool random_cfg_is_endless(const struct anycov_cfg *cfg, uint32_t from)
{
	uint32_t stack[CFG_MAX], depth = 0;
	uint8_t seen[CFG_MAX] = { 0 };

	stack[depth++] = from;
	seen[from] = 1;
	while (depth) {
		uint32_t at = stack[--depth];

		if (!has_succs(cfg, at) ||
		    (cfg->flags[at] & (ANYCOV_BLOCK_EXIT | ANYCOV_BLOCK_NORETURN)))
			return false;
		for (uint32_t i = 0; i < cfg->n_edges; i++) {
			uint32_t to = cfg->edges[i].to;

			if (cfg->edges[i].from != at || seen[to] ||
			    (cfg->flags[to] & ANYCOV_BLOCK_UNREACHABLE))
				continue;
			seen[to] = 1;
			stack[depth++] = to;
		}
	}
	return true;
}

static void make_flags(struct random_cfg *r, uint64_t *seed, unsigned what)
{
	static const struct {
		unsigned what;
		uint32_t flag, one_in;
	} odds[] = { { CFG_MAY_NOT_RETURN, ANYCOV_BLOCK_MAY_NOT_RETURN, 5 },
		     { CFG_FORBIDDEN, ANYCOV_BLOCK_PROBE_FORBIDDEN, 6 },
		     { CFG_EMPTY, ANYCOV_BLOCK_EMPTY, 5 },
		     { CFG_REQUIRED, ANYCOV_BLOCK_PROBE_REQUIRED, 12 },
		     { CFG_UNREACHABLE, ANYCOV_BLOCK_UNREACHABLE, 20 } };

	for (uint32_t b = 0; b < r->cfg.n_blocks; b++) {
		bool ends = !has_succs(&r->cfg, b);

		r->flags[b] = 0;
		for (size_t i = 0; i < sizeof(odds) / sizeof(*odds); i++)
			if ((what & odds[i].what) && !unit_below(seed, odds[i].one_in))
				r->flags[b] |= odds[i].flag;
		if (!b)
			r->flags[b] &= ~ANYCOV_BLOCK_UNREACHABLE;
		if (ends && (what & CFG_NORETURN) && !unit_below(seed, 3))
			r->flags[b] |= ANYCOV_BLOCK_NORETURN;
		else if (ends || !unit_below(seed, 15))
			r->flags[b] |= ANYCOV_BLOCK_EXIT;
		else if ((what & CFG_NORETURN) && !unit_below(seed, 20))
			r->flags[b] |= ANYCOV_BLOCK_NORETURN; /* with an edge to a handler */
	}
	for (uint32_t b = 0; b < r->cfg.n_blocks; b++)
		if (!(what & CFG_ENDLESS) && random_cfg_is_endless(&r->cfg, b))
			r->flags[b] |= ANYCOV_BLOCK_EXIT;
}

void random_cfg_make(struct random_cfg *r, uint64_t *seed, uint32_t max_blocks, unsigned what)
{
	memset(r, 0, sizeof(*r));
	r->cfg.n_blocks = 1 + unit_below(seed, max_blocks);
	r->cfg.edges = r->edges;
	r->cfg.flags = r->flags;
	r->cfg.weights = r->weights;
	if (unit_below(seed, 3))
		make_code(r, seed);
	else
		make_tangle(r, seed);
	make_flags(r, seed, what);
	for (uint32_t b = 0; b < r->cfg.n_blocks; b++)
		r->weights[b] =
			unit_below(seed, 4) ? 1 + unit_below(seed, 100) : unit_below(seed, 2);
}

void random_cfg_print(const struct random_cfg *r)
{
	for (uint32_t b = 0; b < r->cfg.n_blocks; b++) {
		fprintf(stderr, "%u (flags %x, weight %llu):", b, r->flags[b],
			(unsigned long long)r->weights[b]);
		for (uint32_t i = 0; i < r->cfg.n_edges; i++)
			if (r->edges[i].from == b)
				fprintf(stderr, " %u", r->edges[i].to);
		fputc('\n', stderr);
	}
}

/* Returns a random successor of at, or -1 if control leaves the function. */
static int64_t step(const struct anycov_cfg *cfg, uint64_t *seed, uint32_t at)
{
	uint32_t n = 0, to = 0;

	for (uint32_t i = 0; i < cfg->n_edges; i++) {
		if (cfg->edges[i].from != at ||
		    (cfg->flags[cfg->edges[i].to] & ANYCOV_BLOCK_UNREACHABLE))
			continue;
		n++;
		if (!unit_below(seed, n))
			to = cfg->edges[i].to;
	}
	if (!n || ((cfg->flags[at] & (ANYCOV_BLOCK_EXIT | ANYCOV_BLOCK_NORETURN)) &&
		   !unit_below(seed, 2)))
		return -1;
	return to;
}

void random_cfg_execute(const struct anycov_cfg *cfg, uint64_t *seed, uint8_t *covered)
{
	int64_t at = cfg->flags[0] & ANYCOV_BLOCK_UNREACHABLE ? -1 : 0;

	for (; at >= 0; at = step(cfg, seed, (uint32_t)at))
		covered[at] = 1;
}

void random_cuts_make(struct random_cuts *c, uint64_t *seed, const struct anycov_cfg *cfg)
{
	memset(c, 0, sizeof(*c));
	for (uint32_t b = 0; b < cfg->n_blocks; b++) {
		c->n_parts[b] = unit_below(seed, 3) ? 0 : unit_below(seed, 4);
		c->ends_in_call[b] = !unit_below(seed, 4);
		c->cuts.n_all += c->n_parts[b];
	}
	for (uint32_t i = 0; i < cfg->n_blocks + c->cuts.n_all; i++)
		c->is_empty[i] = !unit_below(seed, 5);
	c->cuts.n_parts = c->n_parts;
	c->cuts.ends_in_call = c->ends_in_call;
	c->cuts.is_empty = c->is_empty;
}

void random_cuts_execute(const struct anycov_cfg *cfg, const struct random_cuts *c, uint64_t *seed,
			 uint8_t *covered)
{
	uint32_t first[CFG_MAX];
	uint8_t seen[CFG_MAX] = { 0 };
	int64_t at = cfg->flags[0] & ANYCOV_BLOCK_UNREACHABLE ? -1 : 0;

	for (uint32_t b = 0, part = cfg->n_blocks; b < cfg->n_blocks; part += c->n_parts[b++])
		first[b] = part;
	while (at >= 0) {
		uint32_t n = c->n_parts[at];
		bool is_repeated = seen[at];

		seen[at] = covered[at] = 1;
		for (uint32_t i = 0; i < n; i++) {
			if (!unit_below(seed, 4))
				return;
			covered[first[at] + i] = 1;
		}
		if ((c->ends_in_call[at] && !unit_below(seed, 4)) ||
		    (is_repeated && !unit_below(seed, 4)))
			return;
		at = step(cfg, seed, (uint32_t)at);
	}
}
