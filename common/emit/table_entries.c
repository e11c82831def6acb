/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What a function adds to the tables of hooks.def: guards, counters, flags and PCs,
 * one element for each probed block, and the control flow.
 */
#include <stdlib.h>
#include "common/emit/instrument_internal.h"

static struct anycov_piece *add_piece(struct anycov_fn *fn, enum anycov_table_id table)
{
	struct anycov_piece *p = &fn->pieces[fn->n_pieces++];
	unsigned bytes = anycov_table_infos[table].bytes;
	bool is_flags = table == ANYCOV_TABLE_FLAGS;
	bool in_data = is_flags && anycov_flags_are_data(fn->unit);

	p->table = table;
	p->element_bytes = bytes ? bytes : fn->unit->target.pointer_bits / 8;
	p->section = anycov_section_names[in_data ? ANYCOV_SECTION_FLAGS_DATA
						  : anycov_table_infos[table].section];
	p->seal = in_data ? anycov_seal(fn) : 0;
	p->begins_odd = is_flags && anycov_flags_are_odd(fn->unit);
	p->n_elements = 0;
	p->cells = NULL;
	p->fill = is_flags && !anycov_hit_value(fn->unit);
	/* Without constructors guards are only addresses.  Counters and flags are written:
	 * as NOBITS they would lie where linker scripts start the heap. */
	p->needs_no_bytes = table == ANYCOV_TABLE_GUARDS && fn->unit->options.drop_ctors;
	fn->unit->tables |= 1u << table;
	return p;
}

/* Objects for AVR reference what places a table in RAM, or initializes it there. */
static void need_avr_tag(struct anycov_unit *u, enum anycov_table_id table)
{
	if (table == ANYCOV_TABLE_FLAGS)
		u->needs_data_tag |= u->target.tables_need_script;
	else
		u->needs_script_tag |= u->target.tables_need_script;
}

static void add_cell(struct anycov_vec *cells, enum anycov_cell_kind kind, int64_t value)
{
	struct anycov_cell *c = anycov_vec_add(cells, sizeof(*c));

	c->kind = kind;
	c->value = value;
}

static void set_cells(struct anycov_piece *p, const struct anycov_vec *cells)
{
	p->cells = cells->at;
	p->n_elements = cells->n;
}

/* Pairs of an address and 1 for the function's entry, 0 else. */
static void make_pcs(struct anycov_piece *p, const struct anycov_body *body,
		     const struct anycov_blocks *b)
{
	struct anycov_vec cells = { NULL, 0, 0 };

	for (uint32_t n = 0; n < body->n_blocks; n++) {
		if (!b->plan.probe[n])
			continue;
		add_cell(&cells, ANYCOV_CELL_BLOCK, n);
		add_cell(&cells, ANYCOV_CELL_NUMBER, !n);
		b->has_label[n] = 1;
	}
	set_cells(p, &cells);
}

/* The callees of the block at *i, which moves on past it. */
static void add_callees(struct anycov_vec *cells, const struct anycov_body *body, uint32_t block,
			uint32_t *i)
{
	for (; *i < body->n_items && body->items[*i].block == block; ++*i) {
		const struct anycov_item *item = &body->items[*i];

		if (item->kind != ANYCOV_ITEM_CALL || (item->is & ANYCOV_IS_INLINE))
			continue;
		if (item->is & ANYCOV_IS_INDIRECT)
			add_cell(cells, ANYCOV_CELL_NUMBER, -1);
		else
			add_cell(cells, ANYCOV_CELL_CALLEE, *i);
	}
}

/* For each block: its address, those of its successors, 0, its callees, 0. */
static void make_cfs(struct anycov_piece *p, const struct anycov_body *body,
		     const struct anycov_blocks *b)
{
	struct anycov_vec cells = { NULL, 0, 0 };
	uint32_t e = 0, i = 0;

	for (uint32_t n = 0; n < body->n_blocks; n++) {
		add_cell(&cells, ANYCOV_CELL_BLOCK, n);
		for (; e < body->n_edges && body->edges[e].from == n; e++)
			add_cell(&cells, ANYCOV_CELL_BLOCK, body->edges[e].to);
		add_cell(&cells, ANYCOV_CELL_NUMBER, 0);
		add_callees(&cells, body, n, &i);
		add_cell(&cells, ANYCOV_CELL_NUMBER, 0);
		b->has_label[n] =
			!(b->flags[n] & (ANYCOV_BLOCK_PROBE_FORBIDDEN | ANYCOV_BLOCK_UNREACHABLE));
	}
	set_cells(p, &cells);
}

void anycov_make_pieces(struct anycov_fn *fn, const struct anycov_body *body,
			struct anycov_blocks *b)
{
	for (unsigned t = 0; t < ANYCOV_N_TABLES; t++) {
		enum anycov_table_id table = (enum anycov_table_id)t;
		struct anycov_piece *p;

		if (!anycov_options_has_table(&fn->unit->options, table) ||
		    (table != ANYCOV_TABLE_CFS && !b->plan.n_probes))
			continue;
		p = add_piece(fn, table);
		p->n_elements = b->plan.n_probes;
		if (table == ANYCOV_TABLE_PCS)
			make_pcs(p, body, b);
		else if (table == ANYCOV_TABLE_CFS)
			make_cfs(p, body, b);
		else
			need_avr_tag(fn->unit, table);
	}
	/* The entry's address is the function's. */
	b->has_label[0] = 0;
}
