/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Hooks of statements: comparisons, switches, data, exits.  The table below is
 * where a family of hooks is added: the word that asks for it, the kind of item that
 * it sees, and the function that inserts its calls.
 */
#include <stdlib.h>
#include <string.h>
#include "common/emit/instrument_internal.h"
#include "common/emit/instrument_rules.h"

/* What the families see of a function. */
struct item_scan {
	struct anycov_fn *fn;
	const struct anycov_body *body;
	/* Blocks that only decide whether a loop repeats; NULL: the rule of
	 * prune=dom does not apply. */
	uint8_t *decides_loop;
	/* The last call of this block so far: ANYCOV_IS_MUST_TAIL or not. */
	uint32_t block;
	bool after_must_tail;
};

static struct anycov_insertion *insert(struct item_scan *s, uint32_t i, int hook,
				       enum anycov_site_kind kind)
{
	return anycov_fn_insert_call(s->fn, hook, ANYCOV_AT_ITEM, i, kind, s->body->items[i].block);
}

/* One bit is zero-extended: true is 1, as in C.  An equality looks at bits alone. */
static bool extends_sign(const struct anycov_item *item)
{
	return (item->is & ANYCOV_IS_SIGNED) && !(item->is & ANYCOV_IS_EQUALITY) && item->size > 1;
}

static void insert_compare(struct item_scan *s, uint32_t i)
{
	const struct anycov_item *item = &s->body->items[i];
	struct anycov_compare_choice choice;
	struct anycov_insertion *in;
	struct anycov_compare c;

	/* A truth value that comparisons or logic made: these had their hooks. */
	if (item->is & ANYCOV_IS_MADE_TRUTH)
		return;
	if (item->value_class != ANYCOV_VALUE_INTEGER &&
	    s->fn->unit->options.compares == ANYCOV_COMPARES_INTEGERS)
		return;
	if (s->decides_loop && item->value_class == ANYCOV_VALUE_INTEGER &&
	    item->decides_block != ANYCOV_NO_BLOCK && s->decides_loop[item->decides_block])
		return;
	c.cls = item->value_class;
	c.bits = item->size > 64 ? 65 : (unsigned)item->size;
	c.left_const = item->is & ANYCOV_IS_CONST_LEFT;
	c.right_const = item->is & ANYCOV_IS_CONST_RIGHT;
	choice = anycov_choose_compare(&c);
	if (choice.hook < 0)
		return;
	in = insert(s, i, choice.hook, ANYCOV_SITE_CMP);
	in->args[0].source = choice.swap ? ANYCOV_ARG_RIGHT : ANYCOV_ARG_OPERAND;
	in->args[1].source = choice.swap ? ANYCOV_ARG_OPERAND : ANYCOV_ARG_RIGHT;
	for (unsigned a = 0; a < 2 && item->value_class == ANYCOV_VALUE_INTEGER; a++) {
		in->args[a].bits = choice.bits;
		in->args[a].is_signed = extends_sign(item);
	}
}

/* Of a range of cases up to this many values are listed, of a longer one both ends. */
#define MAX_RANGE 64

static uint32_t range_values(const struct anycov_body *body, const struct anycov_item *item,
			     uint32_t k, uint64_t *out)
{
	const uint64_t *range = body->cases + item->first_case + 2 * (size_t)k;
	uint64_t mask = item->size == 64 ? UINT64_MAX : ((uint64_t)1 << item->size) - 1;
	uint64_t first = range[0], last = range[1];
	uint64_t more = (last - first) & mask;

	if (more >= MAX_RANGE) {
		out[0] = first;
		out[1] = last;
		return 2;
	}
	for (uint64_t v = 0; v <= more; v++)
		out[v] = (first + v) & mask;
	return (uint32_t)more + 1;
}

static uint32_t count_values(const struct anycov_body *body, const struct anycov_item *item)
{
	uint64_t one[MAX_RANGE];
	uint32_t n = 0;

	for (uint32_t k = 0; k < item->n_cases; k++)
		n += range_values(body, item, k, one);
	return n;
}

/* The constant table: number of cases, bits, sorted cases. */
static const uint64_t *case_table(const struct item_scan *s, const struct anycov_item *item,
				  unsigned bits, uint32_t *n_words)
{
	uint64_t *table = anycov_need_array(count_values(s->body, item) + 2, sizeof(*table));
	uint64_t **kept = anycov_vec_add(&s->fn->case_tables, sizeof(*kept));
	uint32_t n = 0;

	for (uint32_t k = 0; k < item->n_cases; k++)
		n += range_values(s->body, item, k, table + 2 + n);
	n = anycov_sort_cases(table + 2, n);
	table[0] = n;
	table[1] = bits;
	*kept = table;
	*n_words = n + 2;
	return table;
}

static void insert_switch(struct item_scan *s, uint32_t i)
{
	const struct anycov_item *item = &s->body->items[i];
	struct anycov_insertion *in;
	unsigned bits;

	if (!item->n_cases || (item->is & ANYCOV_IS_CONST) ||
	    item->value_class != ANYCOV_VALUE_INTEGER || item->size > 64)
		return;
	bits = anycov_switch_bits((unsigned)item->size);
	if (!bits)
		return;
	in = insert(s, i, ANYCOV_HOOK_SWITCH, ANYCOV_SITE_SWITCH);
	in->args[0].source = ANYCOV_ARG_OPERAND;
	in->args[0].bits = 64;
	in->args[1].source = ANYCOV_ARG_CASES;
	in->cases = case_table(s, item, bits, &in->n_cases);
}

/* A hook with the item's operand as its argument; bits: widen it to these. */
static void insert_data(struct item_scan *s, uint32_t i, int hook, unsigned bits)
{
	struct anycov_insertion *in;

	if (hook < 0 || (s->body->items[i].is & ANYCOV_IS_CONST))
		return;
	in = insert(s, i, hook, ANYCOV_SITE_DATA);
	in->args[0].source = ANYCOV_ARG_OPERAND;
	in->args[0].bits = bits;
	in->args[0].is_signed = s->body->items[i].is & ANYCOV_IS_SIGNED;
}

static void insert_division(struct item_scan *s, uint32_t i)
{
	const struct anycov_item *item = &s->body->items[i];

	if (item->value_class == ANYCOV_VALUE_INTEGER && item->size <= 64)
		insert_data(s, i, anycov_choose_division((unsigned)item->size),
			    (unsigned)item->size);
}

static void insert_index(struct item_scan *s, uint32_t i)
{
	if (s->body->items[i].value_class == ANYCOV_VALUE_INTEGER)
		insert_data(s, i, ANYCOV_HOOK_GEP, s->fn->unit->target.pointer_bits);
}

static void insert_routine(struct item_scan *s, uint32_t i)
{
	const struct anycov_item *item = &s->body->items[i];
	int hook = anycov_choose_routine(item->callee, item->n_args, item->third_bits);
	struct anycov_insertion *in;

	if (hook < 0)
		return;
	in = insert(s, i, hook, ANYCOV_SITE_DATA);
	in->args[0].source = ANYCOV_ARG_OPERAND;
	in->args[1].source = ANYCOV_ARG_RIGHT;
	in->args[2].source = ANYCOV_ARG_THIRD;
	in->args[2].bits = 64;
}

static void insert_load(struct item_scan *s, uint32_t i)
{
	insert_data(s, i, anycov_choose_access(s->body->items[i].size, false), 0);
}

static void insert_store(struct item_scan *s, uint32_t i)
{
	insert_data(s, i, anycov_choose_access(s->body->items[i].size, true), 0);
}

static void insert_indirect(struct item_scan *s, uint32_t i)
{
	if (s->body->items[i].is & ANYCOV_IS_INDIRECT)
		insert_data(s, i, ANYCOV_HOOK_TRACE_PC_INDIR, 0);
}

static void insert_exit(struct item_scan *s, uint32_t i)
{
	insert(s, i, ANYCOV_HOOK_TRACE_PC_EXIT, ANYCOV_SITE_EXIT);
}

/* A call that becomes a jump is the function's last statement: the exit is before it. */
static void insert_exit_at_call(struct item_scan *s, uint32_t i)
{
	if (s->body->items[i].is & ANYCOV_IS_MUST_TAIL)
		insert_exit(s, i);
}

static void insert_exit_at_return(struct item_scan *s, uint32_t i)
{
	if (!s->after_must_tail)
		insert_exit(s, i);
}

struct family {
	uint32_t word; /* ANYCOV_COV_* */
	enum anycov_item_kind kind;
	enum anycov_place place;
	void (*insert)(struct item_scan *s, uint32_t i);
};

/* Of one item the hooks come in this order. */
static const struct family families[] = {
	{ ANYCOV_COV_TRACE_CMP, ANYCOV_ITEM_COMPARE, ANYCOV_PLACE_SOURCE, insert_compare },
	{ ANYCOV_COV_TRACE_CMP, ANYCOV_ITEM_SWITCH, ANYCOV_PLACE_SOURCE, insert_switch },
	{ ANYCOV_COV_TRACE_DIV, ANYCOV_ITEM_DIVISION, ANYCOV_PLACE_SOURCE, insert_division },
	{ ANYCOV_COV_TRACE_GEP, ANYCOV_ITEM_INDEX, ANYCOV_PLACE_SOURCE, insert_index },
	{ ANYCOV_COV_ROUTINES, ANYCOV_ITEM_ROUTINE, ANYCOV_PLACE_SOURCE, insert_routine },
	{ ANYCOV_COV_TRACE_LOADS, ANYCOV_ITEM_LOAD, ANYCOV_PLACE_LATE, insert_load },
	{ ANYCOV_COV_TRACE_STORES, ANYCOV_ITEM_STORE, ANYCOV_PLACE_LATE, insert_store },
	{ ANYCOV_COV_INDIRECT_CALLS, ANYCOV_ITEM_CALL, ANYCOV_PLACE_LATE, insert_indirect },
	{ ANYCOV_COV_ENTRY_EXIT, ANYCOV_ITEM_CALL, ANYCOV_PLACE_LATE, insert_exit_at_call },
	{ ANYCOV_COV_ENTRY_EXIT, ANYCOV_ITEM_RETURN, ANYCOV_PLACE_LATE, insert_exit_at_return },
	{ ANYCOV_COV_ENTRY_EXIT, ANYCOV_ITEM_RESUME, ANYCOV_PLACE_LATE, insert_exit },
};
#define N_FAMILIES (sizeof(families) / sizeof(families[0]))

static bool wants(const struct anycov_fn *fn, unsigned places, enum anycov_item_kind kind)
{
	uint32_t words = fn->unit->options.coverage;

	for (size_t f = 0; f < N_FAMILIES; f++)
		if (families[f].kind == kind && (words & families[f].word) &&
		    (places & families[f].place))
			return true;
	return kind == ANYCOV_ITEM_CALL && (words & ANYCOV_COV_CONTROL_FLOW) &&
	       (places & ANYCOV_PLACE_LATE);
}

bool anycov_fn_wants(const struct anycov_fn *fn, unsigned places, bool list[ANYCOV_N_ITEM_KINDS])
{
	bool any = false;

	for (unsigned kind = 0; kind < ANYCOV_N_ITEM_KINDS; kind++) {
		list[kind] = wants(fn, places, (enum anycov_item_kind)kind);
		any |= list[kind];
	}
	return any;
}

bool anycov_fn_wants_source_graph(const struct anycov_fn *fn)
{
	return fn->unit->options.prune == ANYCOV_PRUNE_DOM &&
	       wants(fn, ANYCOV_PLACE_SOURCE, ANYCOV_ITEM_COMPARE);
}

/* Where an edge leads, past the blocks without a statement that GCC has in front of
 * heads of loops; other compilers' graphs have none. */
static uint32_t real_target(const struct anycov_body *body, const uint32_t *only_succ, uint32_t n)
{
	for (int i = 0; i < 8 && (body->blocks[n].is & ANYCOV_IS_BARE); i++) {
		if (only_succ[n] == ANYCOV_NO_BLOCK)
			break;
		n = only_succ[n];
	}
	return n;
}

/* The edges, and one more for each that really leads elsewhere. */
static struct anycov_cfg_edge *real_edges(const struct anycov_body *body, uint32_t *n)
{
	struct anycov_cfg_edge *edges =
		anycov_need_array(2 * (size_t)body->n_edges, sizeof(*edges));
	uint32_t *only_succ = anycov_need_array(body->n_blocks, sizeof(*only_succ));
	uint8_t *has_succ = anycov_need_array(body->n_blocks, 1);

	*n = 0;
	for (uint32_t b = 0; b < body->n_blocks; b++)
		only_succ[b] = ANYCOV_NO_BLOCK;
	for (uint32_t e = 0; e < body->n_edges; e++) {
		uint32_t from = body->edges[e].from;

		only_succ[from] = has_succ[from] ? ANYCOV_NO_BLOCK : body->edges[e].to;
		has_succ[from] = 1;
	}
	for (int real = 0; real < 2; real++)
		for (uint32_t e = 0; e < body->n_edges; e++) {
			uint32_t to = body->edges[e].to;

			if (real && real_target(body, only_succ, to) == to)
				continue;
			edges[*n].from = body->edges[e].from;
			edges[(*n)++].to = real ? real_target(body, only_succ, to) : to;
		}
	free(only_succ);
	free(has_succ);
	return edges;
}

/* Fills s->decides_loop for the rule of prune=dom. */
static int find_loops(struct item_scan *s, struct anycov_error *err)
{
	uint32_t *flags = anycov_need_array(s->body->n_blocks, sizeof(*flags));
	struct anycov_cfg cfg;
	struct anycov_cfg_edge *edges;
	uint8_t *back;
	int rc;

	memset(&cfg, 0, sizeof(cfg));
	edges = real_edges(s->body, &cfg.n_edges);
	cfg.n_blocks = s->body->n_blocks;
	cfg.edges = edges;
	cfg.flags = flags;
	back = anycov_need_array(cfg.n_edges, 1);
	s->decides_loop = anycov_need_array(cfg.n_blocks, 1);
	rc = anycov_back_edges(&cfg, back, err);
	for (uint32_t e = 0; !rc && e < cfg.n_edges; e++)
		s->decides_loop[edges[e].from] |= back[e];
	free(back);
	free(edges);
	free(flags);
	return rc;
}

static void insert_item(struct item_scan *s, unsigned places, uint32_t i)
{
	const struct anycov_item *item = &s->body->items[i];
	uint32_t words = s->fn->unit->options.coverage;

	if (item->block != s->block) {
		s->block = item->block;
		s->after_must_tail = false;
	}
	if (item->kind == ANYCOV_ITEM_CALL)
		s->after_must_tail = item->is & ANYCOV_IS_MUST_TAIL;
	if (item->kind == ANYCOV_ITEM_CALL && (item->is & ANYCOV_IS_INLINE))
		return;
	for (size_t f = 0; f < N_FAMILIES; f++)
		if (families[f].kind == item->kind && (words & families[f].word) &&
		    (places & families[f].place))
			families[f].insert(s, i);
}

bool anycov_insert_items(struct anycov_fn *fn, unsigned places, const struct anycov_body *body)
{
	struct item_scan s = { fn, body, NULL, ANYCOV_NO_BLOCK, false };
	struct anycov_error err;

	if ((places & ANYCOV_PLACE_SOURCE) && anycov_fn_wants_source_graph(fn) &&
	    find_loops(&s, &err)) {
		/* A broken graph.  Without the rule there would be more hooks, silently. */
		anycov_report(&fn->unit->reporter, ANYCOV_ERROR, "'%s': %s", fn->name, err.text);
		free(s.decides_loop);
		return false;
	}
	for (uint32_t i = 0; i < body->n_items; i++)
		insert_item(&s, places, i);
	if ((places & ANYCOV_PLACE_LATE) && (fn->unit->options.coverage & ANYCOV_COV_ENTRY_EXIT))
		anycov_fn_insert_call(fn, ANYCOV_HOOK_TRACE_PC_EXIT, ANYCOV_AT_EXCEPTION, 0,
				      ANYCOV_SITE_EXIT, 0);
	free(s.decides_loop);
	return true;
}
