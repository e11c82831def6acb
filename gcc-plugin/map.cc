/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The function's map records: blocks, their lines and their rules.
 *
 * Lines are attributed as gcov does (GCC's profile.c), so that at -O0 a report
 * and gcov name the same lines: each statement counts with its expansion point,
 * labels too; the function's own line goes to the entry; a jump that was
 * dropped when the graph was built (break, goto, continue) lives on as the
 * location of an edge and counts where no statement before had that location.
 */
#include "adapter.h"

static uint32_t file_index(struct anycov_line_table *t, const char *file)
{
	/* The last one is the likeliest. */
	for (unsigned i = t->n_files; i-- > 0;)
		if (t->files[i] == file || !strcmp(t->files[i], file))
			return i;
	if (t->n_files == t->max_files) {
		t->max_files = t->max_files ? 2 * t->max_files : 8;
		t->files = XRESIZEVEC(const char *, t->files, t->max_files);
	}
	t->files[t->n_files] = file;
	return t->n_files++;
}

static void add_line(struct anycov_line_table *t, unsigned block, location_t loc)
{
	struct anycov_lines *l = &t->blocks[block];
	expanded_location x = expand_location(loc);
	uint32_t file;

	if (!x.file)
		return;
	file = file_index(t, x.file);
	if (l->n && l->line[l->n - 1].file == file && l->line[l->n - 1].line == (uint32_t)x.line &&
	    l->line[l->n - 1].column)
		return;
	if (l->n == l->max) {
		l->max = l->max ? 2 * l->max : 4;
		l->line = XRESIZEVEC(struct anycov_map_line, l->line, l->max);
	}
	l->line[l->n].file = file;
	l->line[l->n].line = x.line > 0 ? x.line : 1;
	l->line[l->n++].column = x.column > 0 ? x.column : 0;
}

/* Locations met so far, without their lexical blocks: open addressing, 0 is a
 * free slot (no real location is 0). */
struct location_set {
	location_t *slot;
	unsigned used, size;
};

static location_t *find_slot(const struct location_set *s, location_t loc)
{
	unsigned i = (unsigned)(loc * 0x9e3779b1u) & (s->size - 1);

	while (s->slot[i] && s->slot[i] != loc)
		i = (i + 1) & (s->size - 1);
	return &s->slot[i];
}

static void remember(struct location_set *s, location_t loc)
{
	struct location_set old = *s;
	location_t *at;

	if (2 * s->used >= s->size) {
		s->size = old.size ? 2 * old.size : 64;
		s->slot = XCNEWVEC(location_t, s->size);
		for (unsigned i = 0; i < old.size; i++)
			if (old.slot[i])
				*find_slot(s, old.slot[i]) = old.slot[i];
		free(old.slot);
	}
	at = find_slot(s, loc);
	s->used += !*at;
	*at = loc;
}

static void add_stmt(struct anycov_line_table *t, unsigned block, location_t loc,
		     struct location_set *seen)
{
	loc = LOCATION_LOCUS(loc);
	if (loc <= BUILTINS_LOCATION)
		return;
	remember(seen, loc);
	add_line(t, block, loc);
}

void anycov_lines_build(struct anycov_line_table *t, function *fun,
			const struct anycov_graph *graph)
{
	struct location_set seen = { NULL, 0, 0 };
	basic_block bb;

	memset(t, 0, sizeof(*t));
	t->n_blocks = graph->cfg.n_blocks;
	t->blocks = XCNEWVEC(struct anycov_lines, t->n_blocks);
	file_index(t, DECL_SOURCE_FILE(fun->decl) ? DECL_SOURCE_FILE(fun->decl) : "");
	add_stmt(t, 0, DECL_SOURCE_LOCATION(fun->decl), &seen);
	if (t->blocks[0].n)
		t->blocks[0].line[0].column = 0; /* the name is no code */
	FOR_EACH_BB_FN(bb, fun) {
		unsigned b = graph->numbers[bb->index];
		gimple_stmt_iterator i;
		location_t loc;

		for (i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i))
			if (!is_gimple_debug(gsi_stmt(i)))
				add_stmt(t, b, gimple_location(gsi_stmt(i)), &seen);
		if (!single_succ_p(bb))
			continue;
		loc = LOCATION_LOCUS(single_succ_edge(bb)->goto_locus);
		if (loc > BUILTINS_LOCATION && (!seen.size || !*find_slot(&seen, loc)))
			add_line(t, b, loc);
	}
	free(seen.slot);
}

void anycov_lines_free(struct anycov_line_table *t)
{
	for (unsigned b = 0; b < t->n_blocks; b++)
		free(t->blocks[b].line);
	free(t->blocks);
	free(t->files);
}

static uint32_t map_flags(uint32_t flags, const struct anycov_plan *plan, unsigned b)
{
	uint32_t out = 0;

	if (plan->probe[b])
		out |= ANYCOV_MAP_BLOCK_PROBED;
	if (plan->unknown[b])
		out |= ANYCOV_MAP_BLOCK_UNKNOWN;
	if (plan->assumed[b])
		out |= ANYCOV_MAP_BLOCK_ASSUMED;
	if (flags & ANYCOV_BLOCK_EXIT)
		out |= ANYCOV_MAP_BLOCK_EXIT;
	if (flags & ANYCOV_BLOCK_EMPTY)
		out |= ANYCOV_MAP_BLOCK_EMPTY;
	if (flags & ANYCOV_BLOCK_MAYEXIT)
		out |= ANYCOV_MAP_BLOCK_CALLS;
	return out;
}

/* succs has room for every edge of the graph. */
static void fill_blocks(struct anycov_map_block *blocks, uint32_t *succs,
			const struct anycov_graph *graph, const struct anycov_plan *plan,
			const struct anycov_line_table *lines)
{
	uint32_t e = 0;

	/* Edges stand in the order of their sources. */
	for (uint32_t b = 0; b < graph->cfg.n_blocks; b++) {
		struct anycov_map_block *m = &blocks[b];

		m->flags = map_flags(graph->flags[b], plan, b);
		m->succs = succs + e;
		for (; e < graph->cfg.n_edges && graph->edges[e].from == b; e++)
			succs[e] = graph->edges[e].to;
		m->n_succs = succs + e - m->succs;
		m->lines = lines->blocks[b].line;
		m->n_lines = lines->blocks[b].n;
		m->n_witnesses = plan->first[b + 1] - plan->first[b];
		m->witnesses = plan->witnesses + plan->first[b];
	}
}

char *anycov_map_text(function *fun, const struct anycov_graph *graph,
		      const struct anycov_plan *plan, const struct anycov_line_table *lines,
		      uint64_t *id)
{
	struct anycov_map_block *blocks = XCNEWVEC(struct anycov_map_block, graph->cfg.n_blocks);
	uint32_t *succs = XNEWVEC(uint32_t, graph->cfg.n_edges + 1);
	struct anycov_map_function f;
	char *text;

	fill_blocks(blocks, succs, graph, plan, lines);
	memset(&f, 0, sizeof(f));
	f.name = anycov_assembler_name(fun->decl);
	f.unit = anycov_unit_name(fun->decl);
	/* A link step does not know in which folder a unit was compiled. */
	if (!in_lto_p)
		f.dir = remap_debug_filename(get_src_pwd());
	f.level = anycov_opts.level;
	f.prune = anycov_opts.prune;
	f.line = DECL_SOURCE_LINE(fun->decl);
	f.file = 0;
	f.group = anycov_comdat_group(fun->decl);
	/* GNU ld -r refuses a section of which some parts are tied to code, as the
	 * sites' records are, and others are not, as these. */
	f.section = anycov_section_names[anycov_options_map_section(&anycov_opts)];
	f.n_files = lines->n_files;
	f.files = lines->files;
	f.n_blocks = graph->cfg.n_blocks;
	f.blocks = blocks;
	f.id = anycov_map_function_id(&f);
	text = anycov_map_function_asm(&f);
	if (!text)
		fatal_error(UNKNOWN_LOCATION, "anycov: out of memory for the map of %qs", f.name);
	*id = f.id;
	free(succs);
	free(blocks);
	return text;
}
