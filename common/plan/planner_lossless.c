/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * prune=lossless: the probes of least weight that determine the coverage of every
 * block.
 *
 * A block w implies a block b if every path through w contains b, that is, if b
 * dominates or post-dominates w.  A report covers many executed paths together, so
 * only blocks that imply b can show that b is covered.  A set of blocks determines
 * the coverage of b if and only if each of them implies b and every path through b
 * contains one of them.
 *
 * Blocks that imply each other form a class: either all members are covered or none.
 * On a path they have a fixed order, in which each is the immediate dominator of the
 * next.  A class needs a probe if and only if some path through it contains no block
 * outside the class that implies it; this does not depend on other probes.  So one
 * probe for each such class, in its cheapest member, gives both the least weight and
 * the least number of probes, and every other class follows from blocks that imply
 * it.  These blocks are on all paths through the class, before its first member,
 * between two members or after its last, so it is enough to examine the predecessors
 * and the successors of each member.
 *
 * A class in which no block can contain a probe may remain unresolved; the search
 * then continues beyond its blocks.  Therefore classes are resolved in an order in
 * which implying classes come first.
 *
 * Compare arXiv 2208.13907 and LLVM's BlockCoverageInference, which find the same
 * number of probes in quadratic time, without weights and without such blocks.
 */
#include <stdlib.h>
#include <string.h>
#include "common/plan/planner_internal.h"

enum state {
	STATE_OPEN,      /* resolve_class() has not been called yet */
	STATE_PROBE,     /* one member is probed */
	STATE_INFERRED,  /* other classes imply one member, and this the others */
	STATE_UNRESOLVED /* the coverage of the class remains unknown */
};

/* Arrays are indexed by block; a class has the index of its first member. */
struct lossless {
	const struct anycov_cfg *cfg;
	struct anycov_plan *plan;
	struct anycov_paths paths;
	struct anycov_domtree dom, post;
	uint32_t *idom, *ipdom;
	uint32_t *cls;   /* class, or ANYCOV_NO_NODE if the block is on no path */
	uint32_t *next;  /* next member */
	uint32_t *stamp; /* clock of the last search that found the block */
	uint32_t clock;
	uint32_t *found;  /* result of the last find_implying() */
	uint32_t *passed; /* unresolved blocks beyond which it continued */
	uint32_t n_passed;
	uint32_t *order; /* classes, implying ones first */
	uint32_t n_order;
	/* Of a class: */
	uint8_t *state;
	uint8_t *unprobeable; /* no member can contain a probe */
	uint8_t *optional;    /* no user code: probed only if another class needs it */
	uint8_t *needed;      /* used by a rule, or not optional */
	uint32_t *chosen;     /* the member with the probe or with the rule */
	uint8_t *backwards;   /* the rule uses predecessors */
	uint64_t *cost;       /* if optional: weight of the probes needed to resolve it */
};

static inline uint64_t weight_of(const struct lossless *l, uint32_t b)
{
	return l->cfg->weights ? l->cfg->weights[b] : 1;
}

static inline uint64_t add_weights(uint64_t a, uint64_t b)
{
	return a + b < a ? UINT64_MAX : a + b;
}

/* The predecessors of a block (before) or its successors. */
struct neighbours {
	const uint32_t *list;
	uint32_t n;
};

static struct neighbours neighbours_of(const struct lossless *l, uint32_t b, bool before)
{
	const struct anycov_digraph *g = &l->paths.g;
	const uint32_t *first = before ? g->pred_first : g->succ_first;
	const uint32_t *to = before ? g->pred : g->succ;

	return (struct neighbours){ to + first[b], first[b + 1] - first[b] };
}

/* What a neighbour x of b shows about the paths from x to b (or from b to x). */
enum neighbour {
	NEIGHBOUR_IMPLIES,     /* x implies b */
	NEIGHBOUR_IRRELEVANT,  /* x is unreachable, or they contain b twice and thus another
				  neighbour */
	NEIGHBOUR_UNDETERMINED /* nothing */
};

static enum neighbour classify_neighbour(const struct lossless *l, uint32_t b, uint32_t x,
					 bool before)
{
	if (x >= l->paths.n)
		return NEIGHBOUR_UNDETERMINED;
	if (!l->paths.live[x] || anycov_domtree_dominates(before ? &l->dom : &l->post, b, x))
		return NEIGHBOUR_IRRELEVANT;
	if (l->cls[x] != l->cls[b] && anycov_domtree_dominates(before ? &l->post : &l->dom, b, x))
		return NEIGHBOUR_IMPLIES;
	return NEIGHBOUR_UNDETERMINED;
}

/* Limits for searches beyond unresolved blocks.  Such blocks are rare, and giving up
 * only costs an unnecessary probe. */
#define MAX_PASSED 64
#define MAX_EXAMINED 4096

/* Examines the neighbours of block at for find_implying().  Returns false if some
 * path contains no implying block. */
static bool examine_neighbours(struct lossless *l, uint32_t b, uint32_t at, bool before,
			       bool candidates, uint32_t *count)
{
	struct neighbours s = neighbours_of(l, at, before);

	for (uint32_t i = 0; i < s.n; i++) {
		uint32_t x = s.list[i], c;
		enum neighbour kind = classify_neighbour(l, b, x, before);

		if (kind == NEIGHBOUR_UNDETERMINED && !candidates)
			return false;
		if (kind != NEIGHBOUR_IMPLIES || l->stamp[x] == l->clock)
			continue;
		l->stamp[x] = l->clock;
		c = l->cls[x];
		if (candidates || (l->state[c] != STATE_UNRESOLVED && l->state[c] != STATE_OPEN))
			l->found[(*count)++] = x;
		if (candidates ? l->unprobeable[c] : l->state[c] == STATE_UNRESOLVED)
			l->passed[l->n_passed++] = x;
		else if (l->state[c] == STATE_OPEN && !candidates)
			return false;
	}
	return true;
}

/*
 * Finds blocks before (or after) b that imply b and whose coverage a probe or a rule
 * determines, without duplicates, in l->found.  Returns their number, or ANYCOV_NO_NODE
 * if some path contains none of them.  candidates: no class is resolved yet; finds all
 * blocks that may belong to the rule for b, even if some path contains none.
 */
static uint32_t find_implying(struct lossless *l, uint32_t b, bool before, bool candidates)
{
	uint32_t count = 0, examined = 0;

	l->clock++;
	l->n_passed = 0;
	if (!examine_neighbours(l, b, b, before, candidates, &count))
		return ANYCOV_NO_NODE;
	for (uint32_t i = 0; i < l->n_passed; i++) {
		examined += neighbours_of(l, l->passed[i], before).n;
		if (i == MAX_PASSED || examined > MAX_EXAMINED)
			return candidates ? count : ANYCOV_NO_NODE;
		if (!examine_neighbours(l, b, l->passed[i], before, candidates, &count))
			return ANYCOV_NO_NODE;
	}
	return count || candidates ? count : ANYCOV_NO_NODE;
}

static void lossless_free(struct lossless *l)
{
	anycov_paths_free(&l->paths);
	anycov_domtree_free(&l->dom);
	anycov_domtree_free(&l->post);
	free(l->idom);
	free(l->ipdom);
	free(l->cls);
	free(l->next);
	free(l->stamp);
	free(l->found);
	free(l->passed);
	free(l->unprobeable);
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
	uint8_t **bytes[] = { &l->state, &l->optional, &l->needed, &l->backwards, &l->unprobeable };

	if (anycov_paths_build(&l->paths, cfg))
		return -1;
	l->idom = anycov_alloc_array(n + 2, sizeof(*l->idom));
	l->ipdom = anycov_alloc_array(n + 2, sizeof(*l->ipdom));
	l->stamp = calloc(n, sizeof(*l->stamp));
	l->cost = calloc(n, sizeof(*l->cost));
	if (!l->idom || !l->ipdom || !l->stamp || !l->cost)
		return -1;
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (!(*words[i] = anycov_alloc_array(n + 2, sizeof(**words[i]))))
			return -1;
	for (size_t i = 0; i < sizeof(bytes) / sizeof(*bytes); i++)
		if (!(*bytes[i] = calloc(n, 1)))
			return -1;
	return 0;
}

static int build_trees(struct lossless *l)
{
	const struct anycov_digraph *g = &l->paths.g;

	if (anycov_digraph_idom(g, l->paths.start, false, l->idom) ||
	    anycov_digraph_idom(g, l->paths.end, true, l->ipdom) ||
	    anycov_domtree_build(&l->dom, l->idom, g->n, l->paths.start) ||
	    anycov_domtree_build(&l->post, l->ipdom, g->n, l->paths.end))
		return -1;
	return 0;
}

/* A block belongs to the class of its immediate dominator if it post-dominates that
 * block; at most one block does. */
static void find_classes(struct lossless *l)
{
	uint32_t n = l->paths.n;
	uint32_t *by_in = l->order; /* borrowed: blocks in preorder of the tree */
	uint32_t count = l->dom.out[l->paths.start];

	for (uint32_t i = 0; i < count; i++)
		by_in[i] = n;
	for (uint32_t b = 0; b < n; b++) {
		l->cls[b] = l->next[b] = ANYCOV_NO_NODE;
		if (l->paths.live[b])
			by_in[l->dom.in[b]] = b;
	}
	for (uint32_t i = 0; i < count; i++) {
		uint32_t b = by_in[i], d;

		if (b == n) /* start or end */
			continue;
		d = l->idom[b];
		if (d < n && anycov_domtree_dominates(&l->post, b, d)) {
			l->cls[b] = l->cls[d];
			l->next[d] = b;
		} else {
			l->cls[b] = b;
		}
	}
}

static void find_unprobeable_classes(struct lossless *l)
{
	for (uint32_t b = 0; b < l->paths.n; b++)
		if (l->cls[b] == b)
			l->unprobeable[b] = 1;
	for (uint32_t b = 0; b < l->paths.n; b++)
		if (l->cls[b] != ANYCOV_NO_NODE && anycov_can_probe(l->cfg->flags[b]))
			l->unprobeable[l->cls[b]] = 0;
}

/* Class of may imply class user. */
struct dependency {
	uint32_t user, of;
};

/* Returns an allocated list of all dependencies, or NULL if out of memory. */
static struct dependency *list_dependencies(struct lossless *l, size_t *count)
{
	size_t room = 2 * (size_t)l->paths.g.succ_first[l->paths.g.n] + 1;
	struct dependency *list = anycov_alloc_array(room, sizeof(*list)), *bigger;

	*count = 0;
	for (uint32_t b = 0; list && b < l->paths.n; b++) {
		for (int before = 0; l->paths.live[b] && before < 2; before++) {
			uint32_t n = find_implying(l, b, before, true);

			if (n > room - *count) {
				room = 2 * room + n;
				bigger = realloc(list, room * sizeof(*list));
				if (!bigger) {
					free(list);
					return NULL;
				}
				list = bigger;
			}
			for (uint32_t i = 0; i < n; i++) {
				list[*count].user = l->cls[b];
				list[(*count)++].of = l->cls[l->found[i]];
			}
		}
	}
	return list;
}

/* Sorts the classes so that those that may imply a class come before it.  Implication
 * between classes has no cycles.  Returns 0, or -1 if out of memory. */
static int sort_classes(struct lossless *l)
{
	uint32_t n = l->paths.n;
	size_t m = 0;
	struct dependency *list = list_dependencies(l, &m);
	uint32_t *waits = calloc(n, sizeof(*waits));
	size_t *first = calloc((size_t)n + 2, sizeof(*first));
	uint32_t *users = anycov_alloc_array(m, sizeof(*users));
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

/* How a class follows from others, with what is_better() compares. */
struct rule {
	uint32_t block; /* the member that they imply; ANYCOV_NO_NODE: no rule */
	bool before;
	uint32_t n_implying;
	uint32_t n_optional; /* of these, blocks of optional classes */
	uint64_t cost;       /* weight of the probes that these need */
};

/* Returns the rule by the blocks before (or after) b. */
static struct rule rule_of(struct lossless *l, uint32_t b, bool before)
{
	struct rule r = { .block = ANYCOV_NO_NODE, .before = before };
	uint32_t n = find_implying(l, b, before, false);

	if (n == ANYCOV_NO_NODE)
		return r;
	r.block = b;
	r.n_implying = n;
	for (uint32_t i = 0; i < n; i++) {
		uint32_t c = l->cls[l->found[i]];

		r.n_optional += l->optional[c];
		r.cost = add_weights(r.cost, l->optional[c] ? l->cost[c] : 0);
	}
	return r;
}

static bool is_better(const struct rule *a, const struct rule *b)
{
	if (a->block == ANYCOV_NO_NODE || b->block == ANYCOV_NO_NODE)
		return a->block != ANYCOV_NO_NODE;
	if (!a->n_optional != !b->n_optional)
		return !a->n_optional;
	if (a->cost != b->cost)
		return a->cost < b->cost;
	return a->n_implying < b->n_implying;
}

/* Returns true if a is a better block for a probe than b. */
static bool is_cheaper(const struct lossless *l, uint32_t a, uint32_t b)
{
	uint64_t x = weight_of(l, a), y = weight_of(l, b);

	if (x != y)
		return x < y;
	/* A probe in an empty block adds a block of machine code. */
	return (l->cfg->flags[a] & ANYCOV_BLOCK_EMPTY) < (l->cfg->flags[b] & ANYCOV_BLOCK_EMPTY);
}

/* The members of a class taken together. */
struct class_summary {
	uint32_t forced;   /* cheapest of the members that must be probed */
	uint32_t cheapest; /* of the members that can contain a probe */
	bool empty;        /* no member contains user code */
	struct rule rule;
};

/* Marks the members that must be probed and summarizes the class. */
static struct class_summary summarize_class(struct lossless *l, uint32_t c)
{
	struct class_summary m = {
		ANYCOV_NO_NODE, ANYCOV_NO_NODE, true, { .block = ANYCOV_NO_NODE }
	};

	for (uint32_t b = c; b != ANYCOV_NO_NODE; b = l->next[b]) {
		struct rule before = rule_of(l, b, true), after = rule_of(l, b, false);

		if (is_better(&before, &m.rule))
			m.rule = before;
		if (is_better(&after, &m.rule))
			m.rule = after;
		m.empty = m.empty && (l->cfg->flags[b] & ANYCOV_BLOCK_EMPTY);
		if (!anycov_can_probe(l->cfg->flags[b]))
			continue;
		if (m.cheapest == ANYCOV_NO_NODE || is_cheaper(l, b, m.cheapest))
			m.cheapest = b;
		if (!l->paths.forced[b])
			continue;
		l->plan->probe[b] = 1;
		if (m.forced == ANYCOV_NO_NODE || is_cheaper(l, b, m.forced))
			m.forced = b;
	}
	return m;
}

/* Chooses the probe or the rule of class c.  Called in the order of l->order. */
static void resolve_class(struct lossless *l, uint32_t c)
{
	struct class_summary m = summarize_class(l, c);
	bool ruled = m.rule.block != ANYCOV_NO_NODE;

	l->chosen[c] = m.forced;
	l->state[c] = STATE_PROBE;
	if (m.forced != ANYCOV_NO_NODE)
		return;
	if (ruled && (!m.rule.n_optional || m.cheapest == ANYCOV_NO_NODE ||
		      m.rule.cost < weight_of(l, m.cheapest))) {
		l->state[c] = STATE_INFERRED;
		l->chosen[c] = m.rule.block;
		l->backwards[c] = m.rule.before;
		l->optional[c] = m.empty && m.rule.n_optional;
		l->cost[c] = m.rule.cost;
	} else if (m.cheapest != ANYCOV_NO_NODE) {
		l->chosen[c] = m.cheapest;
		l->plan->probe[m.cheapest] = 1;
		l->optional[c] = m.empty;
		l->cost[c] = weight_of(l, m.cheapest);
	} else {
		l->state[c] = STATE_UNRESOLVED;
	}
}

/* Marks the classes that the rule of class c uses. */
static void mark_needed(struct lossless *l, uint32_t c)
{
	uint32_t n = find_implying(l, l->chosen[c], l->backwards[c], false);

	for (uint32_t i = 0; i < n; i++)
		l->needed[l->cls[l->found[i]]] = 1;
}

/* Drops the probes of optional classes that no rule uses. */
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
		l->state[c] = STATE_UNRESOLVED;
	}
}

/* Finds the blocks of the rule for b, in l->found; returns their number. */
static uint32_t final_implying(struct lossless *l, uint32_t b)
{
	uint32_t c = l->cls[b];

	if (c == ANYCOV_NO_NODE || l->plan->probe[b] || l->state[c] == STATE_UNRESOLVED)
		return 0;
	if (l->chosen[c] == b)
		return find_implying(l, b, l->backwards[c], false);
	l->found[0] = l->chosen[c];
	return 1;
}

/* Fills plan->first and plan->implied_by.  Returns 0, or -1 if out of memory. */
static int write_rules(struct lossless *l)
{
	struct anycov_plan *plan = l->plan;
	uint32_t n = l->paths.n;

	for (uint32_t b = 0; b < n; b++)
		plan->first[b + 1] = plan->first[b] + final_implying(l, b);
	plan->implied_by = anycov_alloc_array(plan->first[n], sizeof(*plan->implied_by));
	if (!plan->implied_by)
		return -1;
	for (uint32_t b = 0; b < n; b++)
		memcpy(plan->implied_by + plan->first[b], l->found,
		       final_implying(l, b) * sizeof(*l->found));
	return 0;
}

/* A block that cannot be reached from the entry is never executed unless an edge is
 * missing from the graph.  A probe there costs no time and shows such an error. */
static void probe_unreachable_blocks(struct lossless *l)
{
	for (uint32_t b = 0; b < l->paths.n; b++) {
		uint32_t flags = l->cfg->flags[b];

		if (!l->paths.live[b] && anycov_can_probe(flags))
			l->plan->probe[b] = (flags & ANYCOV_BLOCK_PROBE_REQUIRED) ||
					    !(flags & ANYCOV_BLOCK_EMPTY);
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
		find_unprobeable_classes(&l);
		rc = sort_classes(&l);
	}
	if (!rc) {
		for (uint32_t i = 0; i < l.n_order; i++)
			resolve_class(&l, l.order[i]);
		drop_optional(&l);
		probe_unreachable_blocks(&l);
		rc = write_rules(&l);
	}
	lossless_free(&l);
	return rc;
}
