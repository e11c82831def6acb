/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The list of insertions: what is inserted first in blocks, in order. */
#include "common/emit/instrument_internal.h"

struct anycov_insertion *anycov_fn_insert(struct anycov_fn *fn, enum anycov_insertion_kind kind,
					  enum anycov_insertion_at at, uint32_t index)
{
	struct anycov_insertion *in = anycov_vec_add(&fn->insertions, sizeof(*in));

	in->kind = kind;
	in->at = at;
	in->index = index;
	in->hook = -1;
	in->probe = ANYCOV_NO_PROBE;
	return in;
}

static bool has_element(enum anycov_insertion_kind kind, enum anycov_site_kind probe)
{
	return kind == ANYCOV_INSERT_COUNT || kind == ANYCOV_INSERT_SITE ||
	       kind == ANYCOV_INSERT_SET_FLAG || probe == ANYCOV_SITE_GUARD;
}

void anycov_fn_add_probe(struct anycov_fn *fn, struct anycov_insertion *in,
			 enum anycov_site_kind kind, uint32_t block)
{
	struct anycov_probe *p = anycov_vec_add(&fn->probes, sizeof(*p));

	p->number = fn->n_numbers++;
	p->block = block;
	p->kind = kind;
	p->table = has_element(in->kind, kind) ? (int)in->table : -1;
	p->element = in->element;
	p->is_lean = in->kind == ANYCOV_INSERT_LEAN_CALL;
	p->has_call = in->kind == ANYCOV_INSERT_CALL;
	in->is_gated = fn->unit->options.gated && (p->is_lean || p->has_call);
	p->is_gated = in->is_gated;
	in->probe = fn->probes.n - 1;
}

struct anycov_insertion *anycov_fn_insert_call(struct anycov_fn *fn, int hook,
					       enum anycov_insertion_at at, uint32_t index,
					       enum anycov_site_kind kind, uint32_t block)
{
	bool lean = hook == ANYCOV_HOOK_TRACE_PC && fn->lean;
	struct anycov_insertion *in = anycov_fn_insert(
		fn, lean ? ANYCOV_INSERT_LEAN_CALL : ANYCOV_INSERT_CALL, at, index);

	in->hook = hook;
	anycov_fn_add_probe(fn, in, kind, block);
	fn->unit->needs_lean_tag |= lean;
	return in;
}

static void insert_guard(struct anycov_fn *fn, uint32_t block, uint32_t element)
{
	struct anycov_insertion *in =
		anycov_fn_insert(fn, ANYCOV_INSERT_CALL, ANYCOV_AT_BLOCK, block);

	in->hook = ANYCOV_HOOK_TRACE_PC_GUARD;
	in->args[0].source = ANYCOV_ARG_ELEMENT;
	in->table = ANYCOV_TABLE_GUARDS;
	in->element = element;
	anycov_fn_add_probe(fn, in, ANYCOV_SITE_GUARD, block);
}

static void insert_inline(struct anycov_fn *fn, enum anycov_insertion_kind kind,
			  enum anycov_table_id table, enum anycov_site_kind site, uint32_t block,
			  uint32_t element)
{
	struct anycov_insertion *in = anycov_fn_insert(fn, kind, ANYCOV_AT_BLOCK, block);

	in->table = table;
	in->element = element;
	in->value = kind == ANYCOV_INSERT_COUNT
			    ? fn->unit->options.counters == ANYCOV_COUNTERS_NEVER_ZERO
			    : 1;
	/* Its address is its identity. */
	if (fn->unit->options.map != ANYCOV_MAP_NONE)
		anycov_fn_add_probe(fn, in, site, block);
}

/* Where a block's probe is: in the block, or in a part of it. */
struct probe_place {
	enum anycov_insertion_at at;
	uint32_t index, block; /* block: its number, or the part's */
};

/* The trap is over the first byte of what follows in the block. */
static void insert_trap(struct anycov_fn *fn, const struct probe_place *p, uint32_t element)
{
	struct anycov_insertion *in = anycov_fn_insert(fn, ANYCOV_INSERT_SITE, p->at, p->index);

	in->table = ANYCOV_TABLE_FLAGS;
	in->element = element;
	anycov_fn_add_probe(fn, in, ANYCOV_SITE_FLAG, p->block);
	((struct anycov_probe *)fn->probes.at)[in->probe].is_trap = true;
	*(uint32_t *)anycov_vec_add(&fn->flag_blocks, sizeof(uint32_t)) = p->block;
}

/* The flag's address is its identity: two stores to different addresses are never one. */
static void insert_flag(struct anycov_fn *fn, const struct probe_place *p, uint32_t element)
{
	bool look = fn->unit->options.flags == ANYCOV_FLAGS_TEST;
	struct anycov_insertion *in = anycov_fn_insert(
		fn, look ? ANYCOV_INSERT_SET_FLAG : ANYCOV_INSERT_STORE, p->at, p->index);

	in->table = ANYCOV_TABLE_FLAGS;
	in->element = element;
	in->value = anycov_hit_value(fn->unit);
	in->is_volatile = true;
	in->stores_address = anycov_flags_are_odd(fn->unit);
	in->keeps_address = anycov_flags_keep_address(fn->unit);
	*(uint32_t *)anycov_vec_add(&fn->flag_blocks, sizeof(uint32_t)) = p->block;
}

/* The hook call and the flag of a chosen block or part; element: its number among these. */
static void insert_pc_or_flag(struct anycov_fn *fn, const struct probe_place *p, uint32_t element)
{
	uint32_t words = fn->unit->options.coverage;

	/* The hook of entries replaces the entry's trace-pc. */
	if ((words & ANYCOV_COV_TRACE_PC) && (p->block || !(words & ANYCOV_COV_ENTRY_EXIT)))
		anycov_fn_insert_call(fn, ANYCOV_HOOK_TRACE_PC, p->at, p->index, ANYCOV_SITE_PC,
				      p->block);
	if ((words & ANYCOV_COV_FLAGS) && fn->has_traps)
		insert_trap(fn, p, element);
	else if (words & ANYCOV_COV_FLAGS)
		insert_flag(fn, p, element);
}

static void insert_probe(struct anycov_fn *fn, uint32_t block, uint32_t element)
{
	const struct probe_place place = { ANYCOV_AT_BLOCK, block, block };
	uint32_t words = fn->unit->options.coverage;

	insert_pc_or_flag(fn, &place, element);
	if (words & ANYCOV_COV_TRACE_PC_GUARD)
		insert_guard(fn, block, element);
	if (words & ANYCOV_COV_COUNTERS)
		insert_inline(fn,
			      anycov_unit_counts_by_text(fn->unit) ? ANYCOV_INSERT_COUNT_TEXT
								   : ANYCOV_INSERT_COUNT,
			      ANYCOV_TABLE_COUNTERS, ANYCOV_SITE_COUNTER, block, element);
	if (words & ANYCOV_COV_BOOLS)
		insert_inline(fn, ANYCOV_INSERT_SET_FLAG, ANYCOV_TABLE_BOOLS, ANYCOV_SITE_FLAG,
			      block, element);
}

bool anycov_fn_wants_frame(const struct anycov_fn *fn)
{
	return anycov_unit_wants_stack_depth(fn->unit);
}

bool anycov_wants_lean_hooks(const struct anycov_fn *fn)
{
	return fn->unit->options.hooks == ANYCOV_HOOKS_LEAN &&
	       (fn->unit->options.coverage & ANYCOV_COV_TRACE_PC);
}

bool anycov_fn_wants_lean(const struct anycov_fn *fn)
{
	return fn->unit->options.sites == ANYCOV_SITES_TRAP || anycov_wants_lean_hooks(fn);
}

/* A function that calls nothing is not the deepest: its caller counts, nearly. */
static void insert_stack_depth(struct anycov_fn *fn, const struct anycov_body *body)
{
	uint32_t least = fn->unit->options.stack_depth_min;

	if (!anycov_fn_wants_frame(fn) || body->is_leaf)
		return;
	if (!least && fn->unit->target.has_tls)
		anycov_fn_insert(fn, ANYCOV_INSERT_STACK_DEPTH, ANYCOV_AT_BLOCK, 0);
	else if (body->frame_varies || body->frame_bytes >= least)
		anycov_fn_insert_call(fn, ANYCOV_HOOK_STACK_DEPTH, ANYCOV_AT_BLOCK, 0,
				      ANYCOV_SITE_DATA, 0);
}

void anycov_insert_blocks(struct anycov_fn *fn, const struct anycov_body *body,
			  const struct anycov_blocks *b)
{
	uint32_t element = 0, part = 0;

	for (uint32_t n = 0; n < body->n_blocks; n++) {
		/* Else the counter is the label. */
		if (b->has_label[n] && !(b->plan.probe[n] && anycov_unit_counts_by_text(fn->unit)))
			anycov_fn_insert(fn, ANYCOV_INSERT_LABEL, ANYCOV_AT_BLOCK, n);
		if (!n && (fn->unit->options.coverage & ANYCOV_COV_ENTRY_EXIT))
			anycov_fn_insert_call(fn, ANYCOV_HOOK_TRACE_PC_ENTRY, ANYCOV_AT_BLOCK, 0,
					      ANYCOV_SITE_ENTRY, 0);
		if (b->plan.probe[n])
			insert_probe(fn, n, element++);
		if (!n)
			insert_stack_depth(fn, body);
		for (uint32_t i = 0; i < b->n_parts_of[n]; i++, part++) {
			const struct probe_place place = { ANYCOV_AT_PART, part,
							   body->n_blocks + part };

			if (b->probes_parts && b->plan.probe[place.block])
				insert_pc_or_flag(fn, &place, element++);
		}
	}
}

static void insert_mark(struct anycov_fn *fn, enum anycov_insertion_at at, uint32_t index,
			uint32_t block)
{
	struct anycov_insertion *in = anycov_fn_insert(fn, ANYCOV_INSERT_MARK, at, index);

	in->mark = fn->id;
	in->element = block;
}

void anycov_insert_marks(struct anycov_fn *fn, const struct anycov_body *body,
			 const struct anycov_blocks *b)
{
	for (uint32_t n = 0; n < body->n_blocks; n++)
		if (!(b->flags[n] & (ANYCOV_BLOCK_EMPTY | ANYCOV_BLOCK_PROBE_FORBIDDEN)) || !n)
			insert_mark(fn, ANYCOV_AT_BLOCK, n, n);
	for (uint32_t i = 0; i < b->n_parts; i++)
		insert_mark(fn, ANYCOV_AT_PART, i, body->n_blocks + i);
}
