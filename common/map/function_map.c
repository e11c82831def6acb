/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The map records of a planned function. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "common/emit/instrument_internal.h"
#include "common/map/map_asm.h"
#include "common/map/source_copies.h"

/* Flags of a block, or of a part that the plan has as a node. */
static uint32_t planned_flags(const struct anycov_blocks *b, uint32_t node)
{
	return (b->plan.probe[node] ? ANYCOV_MAP_BLOCK_PROBED : 0) |
	       (b->plan.unknown[node] ? ANYCOV_MAP_BLOCK_UNKNOWN : 0);
}

/*
 * Fills in the parts of block n, which are numbered from m->first_part on.  A part that is not in
 * the plan follows from the one before it if the call in between returned; of the source, marks
 * show the coverage of each.
 */
static void fill_parts(struct anycov_map_part *out, const struct anycov_map_block *m, uint32_t n,
		       const struct anycov_blocks *b, uint32_t *before, bool is_source)
{
	for (uint32_t i = 0; i < m->n_parts; i++) {
		struct anycov_map_part *p = &out[i];
		uint32_t node = m->first_part + i;

		p->flags = i + 1 < m->n_parts || b->ends_in_call[n] ? ANYCOV_MAP_BLOCK_CALLS : 0;
		if (b->probes_parts) {
			p->flags |= planned_flags(b, node);
			p->implied_by = b->plan.implied_by + b->plan.first[node];
			p->n_implied_by = b->plan.first[node + 1] - b->plan.first[node];
		} else if (is_source) {
			p->flags |= ANYCOV_MAP_BLOCK_UNKNOWN;
		} else {
			before[node] = i ? node - 1 : n;
			p->flags |= ANYCOV_MAP_BLOCK_ASSUMED;
			p->implied_by = &before[node];
			p->n_implied_by = 1;
		}
		p->flags |= b->map_flags[n] & ANYCOV_MAP_BLOCK_EMPTY;
	}
}

/* What the records of blocks refer to. */
struct block_lists {
	struct anycov_map_block *blocks;
	struct anycov_map_part *parts; /* of all blocks */
	uint32_t *succs, *before;      /* of every edge; by number of a part: what is before it */
};

static void fill_blocks(struct block_lists *lists, const struct anycov_body *body,
			const struct anycov_blocks *b, const struct anycov_fn *fn)
{
	uint32_t e = 0, part = body->n_blocks;
	bool hides_lines = anycov_has_marks(fn);

	for (uint32_t n = 0; n < body->n_blocks; n++) {
		struct anycov_map_block *m = &lists->blocks[n];

		m->flags = b->map_flags[n] | planned_flags(b, n);
		m->succs = lists->succs + e;
		for (; e < body->n_edges && body->edges[e].from == n; e++)
			lists->succs[e] = body->edges[e].to;
		m->n_succs = (uint32_t)(lists->succs + e - m->succs);
		if (body->blocks[n].n_lines && !hides_lines)
			m->lines = body->lines + body->blocks[n].first_line;
		m->n_lines = hides_lines ? 0 : body->blocks[n].n_lines;
		m->implied_by = b->plan.implied_by + b->plan.first[n];
		m->n_implied_by = b->plan.first[n + 1] - b->plan.first[n];
		m->n_parts = b->n_parts_of[n];
		m->first_part = part;
		m->parts = lists->parts + (part - body->n_blocks);
		fill_parts(lists->parts + (part - body->n_blocks), m, n, b, lists->before,
			   fn->place == ANYCOV_PLACE_EARLY);
		part += m->n_parts;
	}
}

/* Makes names relative to dir that were absolute before a prefix map made both relative. */
static void relate_files(struct anycov_fn *fn, const char *dir)
{
	char **names = fn->files.at, **read_as = fn->read_as.at;

	for (uint32_t i = 0; i < fn->files.n && dir && *dir && *dir != '/'; i++) {
		char *path = *names[i] == '/' ? NULL
					      : anycov_source_path(names[i], dir, read_as[i],
								   fn->place == ANYCOV_PLACE_EARLY);
		char *name = path && *path == '/' && !access(path, F_OK)
				     ? anycov_source_from(dir, names[i])
				     : NULL;

		if (name) {
			free(names[i]);
			free(read_as[i]);
			names[i] = name;
			read_as[i] = path;
		} else {
			free(path);
		}
	}
}

/* Appends more, which is freed. */
static void append_text(char **text, char *more)
{
	size_t n = strlen(more), old = *text ? strlen(*text) : 0;
	char *all = anycov_need_array(old + n + 1, 1);

	if (old)
		memcpy(all, *text, old);
	memcpy(all + old, more, n);
	free(more);
	free(*text);
	*text = all;
}

/* Adds the contents of the function's files that no function of the unit added before. */
static void add_contents(struct anycov_fn *fn, const char *section, const char *dir)
{
	const bool is_kernel =
		anycov_options_map_section(&fn->unit->options) == ANYCOV_SECTION_MAP_KERNEL;

	for (uint32_t i = 0; i < fn->files.n; i++) {
		const char *name = ((char **)fn->files.at)[i];
		const char *shown_dir = *name == '/' || !dir ? "" : dir;
		uint64_t key = anycov_source_hash(ANYCOV_SOURCE_HASH_START, name, strlen(name) + 1);
		struct anycov_contents contents;
		char *path, *text;

		key = anycov_source_hash(key, shown_dir, strlen(shown_dir)) | 1;
		if (anycov_number_set_has(&fn->unit->files, key))
			continue;
		anycov_number_set_add(&fn->unit->files, key);
		path = anycov_source_path(name, dir, ((char **)fn->read_as.at)[i],
					  fn->place == ANYCOV_PLACE_EARLY);
		text = path && anycov_source_read(path, &contents)
			       ? anycov_map_contents_asm(section, !is_kernel, name, shown_dir,
							 &contents)
			       : NULL;
		if (text) {
			append_text(&fn->map_text, text);
			anycov_source_keep(path, &contents);
		}
		free(path);
	}
}

static void describe_source(struct anycov_map_function *f, struct anycov_fn *fn,
			    const struct anycov_body *body)
{
	f->is_source = true;
	/* Without a branch there is nothing to list. */
	for (uint32_t n = 0; n < f->n_blocks && body->lists_decisions; n++)
		f->lists_decisions |= f->blocks[n].n_succs > 1;
	if (!f->lists_decisions)
		return;
	f->tests_as_written = body->tests_as_written;
	f->decisions = anycov_fn_decisions(fn);
	f->n_decisions = fn->decisions.n;
}

void anycov_fn_make_map(struct anycov_fn *fn, const struct anycov_body *body,
			const struct anycov_blocks *b)
{
	struct block_lists lists = {
		.blocks = anycov_need_array(body->n_blocks, sizeof(*lists.blocks)),
		.parts = anycov_need_array(b->n_parts, sizeof(*lists.parts)),
		.succs = anycov_need_array(body->n_edges, sizeof(*lists.succs)),
		.before = anycov_need_array((size_t)body->n_blocks + b->n_parts,
					    sizeof(*lists.before)),
	};
	const struct anycov_options *o = &fn->unit->options;
	struct anycov_map_function f = { .name = fn->name };
	char group[32];
	bool is_source = fn->place == ANYCOV_PLACE_EARLY;
	bool has_marks = anycov_has_marks(fn);

	fill_blocks(&lists, body, b, fn);
	relate_files(fn, body->source.dir);
	f.unit = fn->unit_shown ? fn->unit_shown : fn->unit_name;
	f.dir = body->source.dir;
	f.salt = body->source.salt;
	f.level = (unsigned)o->level;
	f.prune = (unsigned)(fn->is_skipped    ? ANYCOV_PRUNE_NONE
			     : b->is_call_safe ? ANYCOV_PRUNE_CALL_SAFE
					       : o->prune);
	f.line = fn->line;
	f.group = body->source.group;
	/* GNU ld -r refuses a section of which some parts are tied to code, as the
	 * records of probes are, and others are not, as these. */
	f.section = anycov_section_names[anycov_options_map_section(o)];
	f.n_files = body->n_files;
	f.files = body->files;
	f.n_blocks = body->n_blocks;
	f.n_parts = b->n_parts;
	f.blocks = lists.blocks;
	if (is_source)
		describe_source(&f, fn, body);
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
	/* Their lines are those of the source functions, which recorded them. */
	if (!has_marks)
		add_contents(fn, f.section, f.dir);
	free(lists.blocks);
	free(lists.parts);
	free(lists.succs);
	free(lists.before);
}
