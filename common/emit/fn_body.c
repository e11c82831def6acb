/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The body of a function while an adapter exports it: its graph, items, marks, lines and files. */
#include <string.h>
#include "common/emit/instrument_internal.h"

struct anycov_body *anycov_fn_body(struct anycov_fn *fn)
{
	return &fn->body;
}

void anycov_fn_clear_graph(struct anycov_fn *fn)
{
	fn->blocks.n = fn->edges.n = fn->items.n = fn->cases.n = 0;
	fn->lines.n = fn->ends.n = fn->line = 0;
	fn->body.n_blocks = fn->body.n_edges = fn->body.n_items = 0;
}

void anycov_fn_add_block(struct anycov_fn *fn, uint32_t is, uint64_t weight)
{
	struct anycov_block *b = anycov_vec_add(&fn->blocks, sizeof(*b));

	b->is = is;
	b->weight = weight;
	fn->body.blocks = fn->blocks.at;
	fn->body.n_blocks = fn->blocks.n;
}

void anycov_fn_add_edge(struct anycov_fn *fn, uint32_t from, uint32_t to, bool can_split,
			uint64_t weight)
{
	struct anycov_edge *e = anycov_vec_add(&fn->edges, sizeof(*e));

	e->from = from;
	e->to = to;
	e->can_split = can_split;
	e->weight = weight;
	fn->body.edges = fn->edges.at;
	fn->body.n_edges = fn->edges.n;
}

void anycov_fn_note_for_constants(struct anycov_fn *fn)
{
	((struct anycov_edge *)fn->edges.at)[fn->edges.n - 1].is_for_constants = true;
}

struct anycov_item *anycov_fn_add_item(struct anycov_fn *fn, enum anycov_item_kind kind,
				       uint32_t block)
{
	struct anycov_item *item = anycov_vec_add(&fn->items, sizeof(*item));

	item->kind = kind;
	item->block = block;
	item->decides_block = ANYCOV_NO_BLOCK;
	item->first_case = fn->cases.n;
	fn->body.items = fn->items.at;
	fn->body.n_items = fn->items.n;
	return item;
}

void anycov_fn_add_case(struct anycov_fn *fn, uint64_t first, uint64_t last)
{
	struct anycov_item *item = (struct anycov_item *)fn->items.at + fn->items.n - 1;
	const uint64_t mask = item->size < 64 ? ((uint64_t)1 << item->size) - 1 : UINT64_MAX;

	*(uint64_t *)anycov_vec_add(&fn->cases, sizeof(first)) = first & mask;
	*(uint64_t *)anycov_vec_add(&fn->cases, sizeof(last)) = last & mask;
	fn->body.cases = fn->cases.at;
	item->n_cases++;
}

bool anycov_fn_add_mark(struct anycov_fn *fn, uint64_t function, uint32_t source_block,
			uint32_t block)
{
	struct anycov_parts *parts = &((struct anycov_block *)fn->blocks.at + block)->mark_parts;
	struct anycov_mark *m = (struct anycov_mark *)fn->marks.at + fn->marks.n;
	bool begins = parts->ends_in_call;

	/* Vectorizers copy a mark once for each element. */
	if (fn->marks.n && m[-1].function == function && m[-1].source_block == source_block &&
	    m[-1].block == block)
		return false;
	m = anycov_vec_add(&fn->marks, sizeof(*m));
	parts->n += begins;
	parts->ends_in_call = false;
	m->function = function;
	m->source_block = source_block;
	m->block = block;
	m->part = parts->n;
	fn->body.marks = fn->marks.at;
	fn->body.n_marks = fn->marks.n;
	return begins;
}

uint32_t anycov_fn_file(struct anycov_fn *fn, const char *name, const char *read_as)
{
	char **files = fn->files.at;

	/* The last one is the likeliest. */
	for (uint32_t i = fn->files.n; i-- > 0;)
		if (!strcmp(files[i], name))
			return i;
	*(char **)anycov_vec_add(&fn->files, sizeof(*files)) = anycov_need_text(name);
	*(char **)anycov_vec_add(&fn->read_as, sizeof(*files)) =
		read_as ? anycov_need_text(read_as) : NULL;
	fn->body.files = fn->files.at;
	fn->body.n_files = fn->files.n;
	return fn->files.n - 1;
}

/* Returns whether the last part of the block has the line. */
static bool has_line(const struct anycov_fn *fn, const struct anycov_block *block,
		     const struct anycov_map_line *line)
{
	const struct anycov_map_line *lines = fn->lines.at;

	for (uint32_t i = fn->lines.n, n = block->n_lines; n && i-- > 0; n--) {
		if (lines[i].part != block->line_parts.n)
			break;
		if (lines[i].file == line->file && lines[i].line == line->line)
			return true;
	}
	return false;
}

/* Begins a part of the block if the line is after a call and not before it. */
static bool begin_part(struct anycov_fn *fn, struct anycov_block *block,
		       const struct anycov_map_line *line)
{
	if (!block->line_parts.ends_in_call || has_line(fn, block, line))
		return false;
	*(bool *)anycov_vec_add(&fn->ends, sizeof(bool)) = block->line_parts.may_end;
	block->line_parts.n++;
	block->line_parts.ends_in_call = block->line_parts.may_end = false;
	return true;
}

bool anycov_fn_add_line(struct anycov_fn *fn, uint32_t n, const struct anycov_map_line *line)
{
	struct anycov_block *block = (struct anycov_block *)fn->blocks.at + n;
	struct anycov_map_line *last = fn->lines.at;
	bool begins;

	if (!fn->lines.n && !line->column)
		fn->line = line->line;
	if (block->n_lines) {
		last += fn->lines.n - 1;
		if (last->file == line->file && last->line == line->line && last->column)
			return false;
	} else {
		block->first_line = fn->lines.n;
	}
	begins = begin_part(fn, block, line);
	last = anycov_vec_add(&fn->lines, sizeof(*line));
	*last = *line;
	last->part = block->line_parts.n;
	fn->body.lines = fn->lines.at;
	block->n_lines++;
	return begins;
}

void anycov_fn_add_call(struct anycov_fn *fn, uint32_t n, enum anycov_call_kind kind)
{
	struct anycov_block *block = (struct anycov_block *)fn->blocks.at + n;

	if (kind == ANYCOV_CALL_AMONG_MARKS)
		block->mark_parts.ends_in_call = true;
	else
		block->line_parts.ends_in_call = true;
	block->line_parts.may_end |= kind == ANYCOV_CALL_ENDS_PROGRAM;
}

void anycov_fn_note_switch(struct anycov_fn *fn, uint64_t where)
{
	if (where)
		anycov_number_set_add(&fn->switches, where);
	else
		fn->has_unlocated_switch = true;
}

bool anycov_fn_has_switch(const struct anycov_fn *fn, uint64_t where)
{
	return where ? anycov_number_set_has(&fn->switches, where) : fn->has_unlocated_switch;
}
