/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * prune=lossless: the cheapest probes from which the coverage of every block
 * follows.
 *
 * A block w implies a block b if every walk through w passes b: b dominates or
 * post-dominates w.  Reports add up many walks, so all that can ever tell of b
 * are blocks that imply it: b is told by a set of blocks iff each of them implies
 * b and every walk through b meets one of them.
 *
 * Blocks that imply each other form a class; all its members are covered, or
 * none.  Along a walk they stand in one order, each the immediate dominator of
 * the next.  A class needs a probe iff some walk through it meets no block that
 * implies it from outside; that does not depend on where other probes are.  So
 * one probe for each such class, in its cheapest member, is the least weight and
 * the least number at once, and every other class follows from blocks that imply
 * it.  Such blocks cut all walks through the class before its first member,
 * between two members or behind its last: it is enough to look at the
 * predecessors and successors of each member.
 *
 * Blocks that cannot hold a probe may leave a class untold; the search for a cut
 * then goes on behind it.  Hence the order: implying classes first.
 *
 * Compare arXiv 2208.13907 and LLVM's BlockCoverageInference, which reach the
 * same count in quadratic time and know neither weights nor such blocks.
 */
#include <stdlib.h>
#include <string.h>
#include "common/planner_graph.h"

enum state {
	STATE_OPEN,	/* not decided yet */
	STATE_PROBE,	/* one of its members is probed */
	STATE_INFERRED, /* one member follows from outside, the others from it */
	STATE_UNTOLD
};

/* Arrays are indexed by block; a class goes by its first member. */
struct lossless {
	const struct anycov_cfg *cfg;
	struct anycov_plan *plan;
	struct anycov_walks w;
	struct anycov_domtree dom, post;
	uint32_t *idom, *ipdom, *cut;
	uint32_t *cls;	 /* class, or ANYCOV_NONE: never runs */
	uint32_t *next;	 /* next member */
	uint32_t *stamp; /* for dropping repeats */
	uint32_t clock;
	uint32_t *found;  /* witnesses of the block looked at last */
	uint32_t *passed; /* untold blocks that the search went through */
	uint32_t n_passed;
	uint32_t *order; /* classes, implying ones first */
	uint32_t n_order;
	uint8_t *state;	    /* of a class */
	uint8_t *mute;	    /* of a class: no member can hold a probe */
	uint8_t *optional;  /* of a class: nobody asked for it, so its probe stays
			       only if another class needs it */
	uint8_t *needed;    /* of a class */
	uint32_t *chosen;   /* of a class: the member with the probe or the rule */
	uint8_t *backwards; /* of a class: the rule looks at predecessors */
	uint64_t *cost;	    /* of an optional class: weight of the probes behind it */
};

/* What is next to a block, before it or behind it. */
struct side {
	const uint32_t *list;
	uint32_t n;
	bool before;
};

static struct side side_of(const struct lossless *l, uint32_t b, bool before)
{
	const struct anycov_graph *g = &l->w.g;
	const uint32_t *first = before ? g->pred_first : g->succ_first;
	struct side s = { (before ? g->pred : g->succ) + first[b], first[b + 1] - first[b],
			  before };

	return s;
}

enum neighbour { NEIGHBOUR_WITNESS, NEIGHBOUR_IDLE, NEIGHBOUR_GAP };

/*
 * What a neighbour x of b says about the walks that come (or leave) through it:
 * they are met at x, which implies b; they have been at b before (or will come
 * back), so another neighbour sees them; or nothing tells of them.
 */
static enum neighbour neighbour_of(const struct lossless *l, uint32_t b, uint32_t x, bool before)
{
	if (x >= l->w.n)
		return NEIGHBOUR_GAP;
	if (!l->w.live[x] || anycov_dominates(before ? &l->dom : &l->post, b, x))
		return NEIGHBOUR_IDLE;
	if (l->cls[x] != l->cls[b] && anycov_dominates(before ? &l->post : &l->dom, b, x))
		return NEIGHBOUR_WITNESS;
	return NEIGHBOUR_GAP;
}

/* How far a search goes on behind untold blocks: they are rare, and a probe too
 * many is no error. */
#define MAX_PASSED 64
#define MAX_LOOKED_AT 4096

/* Looks at the neighbours of at for find_witnesses.  Returns false at a gap. */
static bool look_at_neighbours(struct lossless *l, uint32_t b, uint32_t at, bool before,
			       bool plan_ahead, uint32_t *count)
{
	struct side s = side_of(l, at, before);

	for (uint32_t i = 0; i < s.n; i++) {
		uint32_t x = s.list[i], c;
		enum neighbour kind = neighbour_of(l, b, x, before);

		if (kind == NEIGHBOUR_GAP && !plan_ahead)
			return false;
		if (kind != NEIGHBOUR_WITNESS || l->stamp[x] == l->clock)
			continue;
		l->stamp[x] = l->clock;
		c = l->cls[x];
		if (plan_ahead || (l->state[c] != STATE_UNTOLD && l->state[c] != STATE_OPEN))
			l->found[(*count)++] = x;
		if (plan_ahead ? l->mute[c] : l->state[c] == STATE_UNTOLD)
			l->passed[l->n_passed++] = x;
		else if (l->state[c] == STATE_OPEN && !plan_ahead)
			return false;
	}
	return true;
}

/*
 * Finds the blocks that tell of b on one side, each once, in l->found.  Returns
 * how many, or ANYCOV_NONE if some walk meets none of them.  plan_ahead: nothing
 * is settled yet; finds all that may come to tell of b.
 */
static uint32_t find_witnesses(struct lossless *l, uint32_t b, bool before, bool plan_ahead)
{
	uint32_t count = 0, looked_at = 0;

	l->clock++;
	l->n_passed = 0;
	if (!look_at_neighbours(l, b, b, before, plan_ahead, &count))
		return ANYCOV_NONE;
	for (uint32_t i = 0; i < l->n_passed; i++) {
		looked_at += side_of(l, l->passed[i], before).n;
		if (i == MAX_PASSED || looked_at > MAX_LOOKED_AT)
			return plan_ahead ? count : ANYCOV_NONE;
		if (!look_at_neighbours(l, b, l->passed[i], before, plan_ahead, &count))
			return ANYCOV_NONE;
	}
	return count || plan_ahead ? count : ANYCOV_NONE;
}

static void lossless_free(struct lossless *l)
{
	anycov_walks_free(&l->w);
	anycov_domtree_free(&l->dom);
	anycov_domtree_free(&l->post);
	free(l->idom);
	free(l->ipdom);
	free(l->cut);
	free(l->cls);
	free(l->next);
	free(l->stamp);
	free(l->found);
	free(l->passed);
	free(l->mute);
	free(l->order);
	free(l->state);
	free(l->optional);
	free(l->needed);
	free(l->chosen);
	free(l->backwards);
	free(l->cost);
}

static int lossless_alloc(struct lossless *l, const struct anycov_cfg *cfg)
{
	size_t n = cfg->n_blocks;
	uint32_t **words[] = { &l->cls, &l->next, &l->order, &l->chosen, &l->found, &l->passed };
	uint8_t **bytes[] = { &l->state, &l->optional, &l->needed, &l->backwards, &l->mute };

	if (anycov_walks_build(&l->w, cfg))
		return -1;
	l->idom = anycov_array(n + 2, sizeof(*l->idom));
	l->ipdom = anycov_array(n + 2, sizeof(*l->ipdom));
	l->cut = anycov_array(n + 2, sizeof(*l->cut));
	l->stamp = calloc(n, sizeof(*l->stamp));
	l->cost = calloc(n, sizeof(*l->cost));
	if (!l->idom || !l->ipdom || !l->cut || !l->stamp || !l->cost)
		return -1;
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (!(*words[i] = anycov_array(n + 2, sizeof(**words[i]))))
			return -1;
	for (size_t i = 0; i < sizeof(bytes) / sizeof(*bytes); i++)
		if (!(*bytes[i] = calloc(n, 1)))
			return -1;
	return 0;
}

static int build_trees(struct lossless *l)
{
	const struct anycov_graph *g = &l->w.g;

	if (anycov_idom(g, l->w.start, false, l->idom) ||
	    anycov_idom(g, l->w.end, true, l->ipdom) ||
	    anycov_domtree_build(&l->dom, l->idom, g->n, l->w.start) ||
	    anycov_domtree_build(&l->post, l->ipdom, g->n, l->w.end))
		return -1;
	return anycov_count_cuts(&l->w, l->ipdom, &l->post, l->cut);
}

/* A block continues the class of its immediate dominator if it post-dominates
 * it; no second block does. */
static void find_classes(struct lossless *l)
{
	uint32_t n = l->w.n;
	uint32_t *by_in = l->order; /* scratch: blocks in preorder of the tree */
	uint32_t count = l->dom.out[l->w.start];

	for (uint32_t i = 0; i < count; i++)
		by_in[i] = n;
	for (uint32_t b = 0; b < n; b++) {
		l->cls[b] = l->next[b] = ANYCOV_NONE;
		if (l->w.live[b])
			by_in[l->dom.in[b]] = b;
	}
	for (uint32_t i = 0; i < count; i++) {
		uint32_t b = by_in[i], d;

		if (b == n) /* the start or the end: no blocks */
			continue;
		d = l->idom[b];
		if (d < n && anycov_dominates(&l->post, b, d)) {
			l->cls[b] = l->cls[d];
			l->next[d] = b;
		} else {
			l->cls[b] = b;
		}
	}
}

static void find_mute_classes(struct lossless *l)
{
	for (uint32_t b = 0; b < l->w.n; b++)
		if (l->cls[b] == b)
			l->mute[b] = 1;
	for (uint32_t b = 0; b < l->w.n; b++)
		if (l->cls[b] != ANYCOV_NONE && anycov_can_probe(l->cfg->flags[b]))
			l->mute[l->cls[b]] = 0;
}

/* A pair of classes: of may tell of user. */
struct dependency {
	uint32_t user, of;
};

/* malloc'ed list of all dependencies; NULL without memory. */
static struct dependency *list_dependencies(struct lossless *l, size_t *count)
{
	size_t room = 2 * (size_t)l->w.g.succ_first[l->w.g.n] + 1;
	struct dependency *list = anycov_array(room, sizeof(*list)), *more;

	*count = 0;
	for (uint32_t b = 0; list && b < l->w.n; b++) {
		for (int before = 0; l->w.live[b] && before < 2; before++) {
			uint32_t n = find_witnesses(l, b, before, true);

			if (n > room - *count) {
				room = 2 * room + n;
				more = realloc(list, room * sizeof(*list));
				if (!more) {
					free(list);
					return NULL;
				}
				list = more;
			}
			for (uint32_t i = 0; i < n; i++) {
				list[*count].user = l->cls[b];
				list[(*count)++].of = l->cls[l->found[i]];
			}
		}
	}
	return list;
}

/* Sorts the classes: what may tell of a class comes before it.  Implication
 * between classes has no cycles. */
static int sort_classes(struct lossless *l)
{
	uint32_t n = l->w.n;
	size_t m = 0;
	struct dependency *list = list_dependencies(l, &m);
	uint32_t *waits = calloc(n, sizeof(*waits));
	size_t *first = calloc((size_t)n + 2, sizeof(*first));
	uint32_t *users = anycov_array(m, sizeof(*users));
	bool ok = list && waits && first && users;

	for (size_t i = 0; ok && i < m; i++) {
		first[list[i].of + 2]++;
		waits[list[i].user]++;
	}
	for (uint32_t b = 0; ok && b < n; b++)
		first[b + 2] += first[b + 1];
	for (size_t i = 0; ok && i < m; i++)
		users[first[list[i].of + 1]++] = list[i].user;
	l->n_order = 0;
	for (uint32_t b = 0; ok && b < n; b++)
		if (l->cls[b] == b && !waits[b])
			l->order[l->n_order++] = b;
	for (uint32_t i = 0; ok && i < l->n_order; i++)
		for (size_t u = first[l->order[i]]; u < first[l->order[i] + 1]; u++)
			if (!--waits[users[u]])
				l->order[l->n_order++] = users[u];
	free(list);
	free(waits);
	free(first);
	free(users);
	return ok ? 0 : -1;
}

/* The ways in which a class can be told of, as they are compared. */
struct rule {
	uint32_t block; /* ANYCOV_NONE: there is no rule */
	bool before;
	bool assumed;
	uint32_t n_witnesses;
	uint32_t n_optional; /* witnesses whose probes nobody asked for yet */
	uint64_t cost;	     /* weight of those probes */
};

static uint64_t weight_of(const struct lossless *l, uint32_t b)
{
	return l->cfg->weights ? l->cfg->weights[b] : 1;
}

static uint64_t add_weights(uint64_t a, uint64_t b)
{
	return a + b < a ? UINT64_MAX : a + b;
}

/* Between b and its post-dominator p, may control be lost? */
static bool is_cut(const struct lossless *l, uint32_t b, uint32_t p)
{
	return l->cut[b] != l->cut[p];
}

/* May control be lost on a way that leaves at, behind b, and comes back to b? */
static bool may_stay(const struct lossless *l, uint32_t b, uint32_t at)
{
	struct side s = side_of(l, at, false);

	if (l->w.mayexit[at])
		return true;
	for (uint32_t i = 0; i < s.n; i++)
		if (neighbour_of(l, b, s.list[i], false) == NEIGHBOUR_IDLE &&
		    is_cut(l, s.list[i], b))
			return true;
	return false;
}

static struct rule rule_of(struct lossless *l, uint32_t b, bool before)
{
	struct rule r = { .block = ANYCOV_NONE, .before = before };
	uint32_t n = find_witnesses(l, b, before, false);

	if (n == ANYCOV_NONE)
		return r;
	r.block = b;
	r.n_witnesses = n;
	for (uint32_t i = 0; i < n; i++) {
		uint32_t x = l->found[i], c = l->cls[x];

		r.assumed |= l->plan->assumed[x] || (before && is_cut(l, x, b));
		r.n_optional += l->optional[c];
		r.cost = add_weights(r.cost, l->optional[c] ? l->cost[c] : 0);
	}
	if (!before) {
		r.assumed |= may_stay(l, b, b);
		for (uint32_t i = 0; i < l->n_passed; i++)
			r.assumed |= may_stay(l, b, l->passed[i]);
	}
	return r;
}

static bool is_better(const struct rule *a, const struct rule *b)
{
	if (a->block == ANYCOV_NONE || b->block == ANYCOV_NONE)
		return a->block != ANYCOV_NONE;
	if (!a->n_optional != !b->n_optional)
		return !a->n_optional;
	if (a->cost != b->cost)
		return a->cost < b->cost;
	if (a->assumed != b->assumed)
		return !a->assumed;
	return a->n_witnesses < b->n_witnesses;
}

/* Is a a better place for a probe than b? */
static bool is_cheaper(const struct lossless *l, uint32_t a, uint32_t b)
{
	uint64_t x = weight_of(l, a), y = weight_of(l, b);

	if (x != y)
		return x < y;
	/* A probe in an empty block makes a block of machine code. */
	return (l->cfg->flags[a] & ANYCOV_BLOCK_EMPTY) < (l->cfg->flags[b] & ANYCOV_BLOCK_EMPTY);
}

/* The members' probes are settled: which of their rules rest on calls? */
static void note_assumed(struct lossless *l, uint32_t c, bool rule_assumed)
{
	uint32_t rep = l->chosen[c];

	for (uint32_t b = c; b != ANYCOV_NONE; b = l->next[b]) {
		bool later = anycov_dominates(&l->dom, rep, b);

		if (l->plan->probe[b])
			continue;
		l->plan->assumed[b] =
		    rule_assumed || (later ? is_cut(l, rep, b) : is_cut(l, b, rep));
	}
}

/* What stands in a class. */
struct members {
	uint32_t forced;   /* cheapest of those that are probed anyway */
	uint32_t cheapest; /* of those that can be probed */
	bool empty;	   /* no member holds user code */
	struct rule rule;
};

static struct members look_at(struct lossless *l, uint32_t c)
{
	struct members m = { ANYCOV_NONE, ANYCOV_NONE, true, { .block = ANYCOV_NONE } };

	for (uint32_t b = c; b != ANYCOV_NONE; b = l->next[b]) {
		struct rule before = rule_of(l, b, true), behind = rule_of(l, b, false);

		if (is_better(&before, &m.rule))
			m.rule = before;
		if (is_better(&behind, &m.rule))
			m.rule = behind;
		m.empty = m.empty && (l->cfg->flags[b] & ANYCOV_BLOCK_EMPTY);
		if (!anycov_can_probe(l->cfg->flags[b]))
			continue;
		if (m.cheapest == ANYCOV_NONE || is_cheaper(l, b, m.cheapest))
			m.cheapest = b;
		if (!l->w.forced[b])
			continue;
		l->plan->probe[b] = 1;
		if (m.forced == ANYCOV_NONE || is_cheaper(l, b, m.forced))
			m.forced = b;
	}
	return m;
}

/* Settles how a class is told of, when all classes that may tell of it are. */
static void settle(struct lossless *l, uint32_t c)
{
	struct members m = look_at(l, c);
	bool ruled = m.rule.block != ANYCOV_NONE;

	l->chosen[c] = m.forced;
	l->state[c] = STATE_PROBE;
	if (m.forced != ANYCOV_NONE) {
		note_assumed(l, c, false);
		return;
	}
	if (ruled && (!m.rule.n_optional || m.cheapest == ANYCOV_NONE ||
		      m.rule.cost < weight_of(l, m.cheapest))) {
		l->state[c] = STATE_INFERRED;
		l->chosen[c] = m.rule.block;
		l->backwards[c] = m.rule.before;
		l->optional[c] = m.empty && m.rule.n_optional;
		l->cost[c] = m.rule.cost;
		note_assumed(l, c, m.rule.assumed);
	} else if (m.cheapest != ANYCOV_NONE) {
		l->chosen[c] = m.cheapest;
		l->plan->probe[m.cheapest] = 1;
		l->optional[c] = m.empty;
		l->cost[c] = weight_of(l, m.cheapest);
		note_assumed(l, c, false);
	} else {
		l->state[c] = STATE_UNTOLD;
	}
}

/* The classes of the rule's witnesses are needed. */
static void mark_needed(struct lossless *l, uint32_t c)
{
	uint32_t n = find_witnesses(l, l->chosen[c], l->backwards[c], false);

	for (uint32_t i = 0; i < n; i++)
		l->needed[l->cls[l->found[i]]] = 1;
}

/* Drops the probes that nobody asked for and no rule needs. */
static void drop_optional(struct lossless *l)
{
	for (uint32_t i = l->n_order; i-- > 0;) {
		uint32_t c = l->order[i];

		if (!l->optional[c])
			l->needed[c] = 1;
		if (l->needed[c] && l->state[c] == STATE_INFERRED)
			mark_needed(l, c);
	}
	for (uint32_t i = 0; i < l->n_order; i++) {
		uint32_t c = l->order[i];

		if (l->needed[c])
			continue;
		if (l->state[c] == STATE_PROBE)
			l->plan->probe[l->chosen[c]] = 0;
		l->state[c] = STATE_UNTOLD;
		for (uint32_t b = c; b != ANYCOV_NONE; b = l->next[b])
			l->plan->assumed[b] = 0;
	}
}

/* The witnesses of b in l->found; returns how many. */
static uint32_t final_witnesses(struct lossless *l, uint32_t b)
{
	uint32_t c = l->cls[b];

	if (c == ANYCOV_NONE || l->plan->probe[b] || l->state[c] == STATE_UNTOLD)
		return 0;
	if (l->chosen[c] == b)
		return find_witnesses(l, b, l->backwards[c], false);
	l->found[0] = l->chosen[c];
	return 1;
}

static int write_rules(struct lossless *l)
{
	struct anycov_plan *plan = l->plan;
	uint32_t n = l->w.n;

	for (uint32_t b = 0; b < n; b++)
		plan->first[b + 1] = plan->first[b] + final_witnesses(l, b);
	plan->witnesses = anycov_array(plan->first[n], sizeof(*plan->witnesses));
	if (!plan->witnesses)
		return -1;
	for (uint32_t b = 0; b < n; b++)
		memcpy(plan->witnesses + plan->first[b], l->found,
		       final_witnesses(l, b) * sizeof(*l->found));
	return 0;
}

/* A block that no path from the entry reaches never runs, unless the graph lacks
 * an edge: a probe there costs no time and keeps the report honest. */
static void probe_dead_blocks(struct lossless *l)
{
	for (uint32_t b = 0; b < l->w.n; b++) {
		uint32_t flags = l->cfg->flags[b];

		if (!l->w.live[b] && anycov_can_probe(flags))
			l->plan->probe[b] =
			    (flags & ANYCOV_BLOCK_MUST) || !(flags & ANYCOV_BLOCK_EMPTY);
	}
}

int anycov_plan_lossless(const struct anycov_cfg *cfg, struct anycov_plan *plan)
{
	struct lossless l = { .cfg = cfg, .plan = plan };
	int rc = lossless_alloc(&l, cfg);

	if (!rc)
		rc = build_trees(&l);
	if (!rc) {
		find_classes(&l);
		find_mute_classes(&l);
		rc = sort_classes(&l);
	}
	if (!rc) {
		for (uint32_t i = 0; i < l.n_order; i++)
			settle(&l, l.order[i]);
		drop_optional(&l);
		probe_dead_blocks(&l);
		rc = write_rules(&l);
	}
	lossless_free(&l);
	return rc;
}
