/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The map records of a planned function. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "common/instrument_internal.h"
#include "common/map_asm.h"
#include "common/source_copies.h"

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
			const struct anycov_fn *fn)
{
	uint32_t e = 0, part = body->n_blocks;
	bool hides_lines = anycov_has_marks(fn);

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
		m->parts = anycov_parts_of(fn, &body->blocks[n]);
		m->parts.ends_in_call |= (body->blocks[n].is & ANYCOV_ENDS_IN_CALL) != 0;
		m->first_part = part;
		m->probes_rest = b->plan.rest[n];
		part += m->parts.n;
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

void anycov_fn_make_map(struct anycov_fn *fn, const struct anycov_body *body,
			const struct anycov_blocks *b)
{
	struct anycov_map_block *blocks = anycov_need_array(body->n_blocks, sizeof(*blocks));
	uint32_t *succs = anycov_need_array(body->n_edges, sizeof(*succs));
	const struct anycov_options *o = &fn->unit->options;
	struct anycov_map_function f;
	char group[32];
	bool is_source = fn->place == ANYCOV_PLACE_EARLY;
	bool has_marks = anycov_has_marks(fn);

	fill_blocks(blocks, succs, body, b, fn);
	relate_files(fn, body->source.dir);
	memset(&f, 0, sizeof(f));
	f.name = fn->name;
	f.unit = fn->unit_shown ? fn->unit_shown : fn->unit_name;
	f.dir = body->source.dir;
	f.salt = body->source.salt;
	f.level = (unsigned)o->level;
	f.prune = (unsigned)(fn->is_skipped ? ANYCOV_PRUNE_NONE : o->prune);
	f.line = fn->line;
	f.group = body->source.group;
	/* GNU ld -r refuses a section of which some parts are tied to code, as the
	 * records of probes are, and others are not, as these. */
	f.section = anycov_section_names[anycov_options_map_section(o)];
	f.n_files = body->n_files;
	f.files = body->files;
	f.n_blocks = body->n_blocks;
	f.n_parts = b->n_parts;
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
	/* Their lines are those of the source functions, which recorded them. */
	if (!has_marks)
		add_contents(fn, f.section, f.dir);
	free(succs);
	free(blocks);
}
