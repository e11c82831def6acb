/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The map records of a planned function. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "common/instrument_internal.h"

static uint32_t planned_flags(const struct anycov_blocks *b, uint32_t n)
{
	uint32_t flags = b->map_flags[n];

	if (b->plan.probe[n])
		flags |= ANYCOV_MAP_BLOCK_PROBED;
	if (b->plan.unknown[n])
		flags |= ANYCOV_MAP_BLOCK_UNKNOWN;
	if (b->plan.assumed[n])
		flags |= ANYCOV_MAP_BLOCK_ASSUMED;
	return flags;
}

/* succs has room for every edge. */
static void fill_blocks(struct anycov_map_block *out, uint32_t *succs,
			const struct anycov_body *body, const struct anycov_blocks *b,
			bool hides_lines)
{
	uint32_t e = 0;

	for (uint32_t n = 0; n < body->n_blocks; n++) {
		struct anycov_map_block *m = &out[n];

		m->flags = planned_flags(b, n);
		m->succs = succs + e;
		for (; e < body->n_edges && body->edges[e].from == n; e++)
			succs[e] = body->edges[e].to;
		m->n_succs = (uint32_t)(succs + e - m->succs);
		if (body->blocks[n].n_lines && !hides_lines)
			m->lines = body->lines + body->blocks[n].first_line;
		m->n_lines = hides_lines ? 0 : body->blocks[n].n_lines;
		m->implied_by = b->plan.implied_by + b->plan.first[n];
		m->n_implied_by = b->plan.first[n + 1] - b->plan.first[n];
	}
}

void anycov_fn_make_map(struct anycov_fn *fn, const struct anycov_body *body,
			const struct anycov_blocks *b)
{
	struct anycov_map_block *blocks = anycov_need_array(body->n_blocks, sizeof(*blocks));
	uint32_t *succs = anycov_need_array(body->n_edges, sizeof(*succs));
	const struct anycov_options *o = &fn->unit->options;
	struct anycov_map_function f;
	char group[32];
	bool is_source = fn->place == ANYCOV_PLACE_EARLY;
	bool has_marks = !is_source && anycov_unit_wants_marks(fn->unit);

	fill_blocks(blocks, succs, body, b, has_marks);
	memset(&f, 0, sizeof(f));
	f.name = fn->name;
	f.unit = fn->unit_name;
	f.dir = body->source.dir;
	f.salt = body->source.salt;
	f.level = (unsigned)o->level;
	f.prune = (unsigned)(fn->is_skipped ? ANYCOV_PRUNE_NONE : o->prune);
	f.line = body->source.line;
	f.group = body->source.group;
	/* GNU ld -r refuses a section of which some parts are tied to code, as the
	 * records of probes are, and others are not, as these. */
	f.section = anycov_section_names[anycov_options_map_section(o)];
	f.n_files = body->n_files;
	f.files = body->files;
	f.n_blocks = body->n_blocks;
	f.blocks = blocks;
	f.is_source = is_source;
	f.has_marks = has_marks;
	f.marks = body->marks;
	f.n_marks = body->n_marks;
	/* A function of a header, of which the linker keeps one copy: one for all units where it
	 * is the same, whose code may be inlined. */
	if (is_source && f.group && f.n_files)
		f.unit = f.files[0];
	f.id = fn->id = anycov_map_function_id(&f);
	/* The records of the source remain where the code is dropped, so they are not in
	 * the code's group; those of equal functions are kept once. */
	if (is_source && f.group) {
		snprintf(group, sizeof(group), "anycov.%016" PRIx64, f.id);
		f.group = group;
	}
	free(fn->map_text);
	fn->map_text = anycov_map_function_asm(&f);
	if (!fn->map_text)
		(void)anycov_need_array(SIZE_MAX, 1); /* ends the program */
	free(succs);
	free(blocks);
}
