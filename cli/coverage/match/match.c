/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "anycov/buffer.h"
#include "anycov/dump.h"
#include "coverage/match/code_check.h"
#include "coverage/match/find_image.h"
#include "coverage/match/match_reading.h"
#include "coverage/model/merge_images.h"

static void hex(char *out, const unsigned char *p, unsigned n)
{
	for (unsigned i = 0; i < n && i < 8; i++)
		sprintf(out + 2 * i, "%02x", p[i]);
}

static int on_module(void *ctx, const struct dump_module *m)
{
	struct match_reading *r = ctx;
	struct match_module *l;
	size_t image = image_by_build_id(r->result, m->build_id, m->build_id_length);

	for (size_t i = 0; i < r->result->n_images && image == SIZE_MAX; i++) {
		const struct image *img = r->result->images[i]->img;
		bool named = !strcmp(base_name(img->path), base_name(m->path));

		if (m->build_id_length && img->build_id_length) {
			char have[20], want[20];

			if (!named)
				continue;
			r->result->of_other_images = true;
			hex(have, img->build_id, img->build_id_length);
			hex(want, m->build_id, m->build_id_length);
			return anycov_error_set(
				r->err,
				"%s: build ID %s... does not match %s (%s...); use the ELF file "
				"that was run",
				r->info.path, want, img->path, have);
		}
		if (named)
			image = i;
	}
	ARRAY_GROW(r->modules, r->n_modules, r->modules_room);
	l = &r->modules[r->n_modules++];
	l->bias = m->bias;
	l->first = m->first;
	l->end = m->end;
	l->image = image;
	l->overlaps = false;
	l->has_no_probes = image == SIZE_MAX && module_has_no_probes(r->result, m);
	l->path = xstrdup(m->path);
	r->matched = r->matched || image != SIZE_MAX;
	return 0;
}

static struct unmatched_module *unmatched_module_get(struct match_result *r, const char *path)
{
	for (size_t i = 0; i < r->n_unmatched_modules; i++) {
		const char *known = r->unmatched_modules[i].path;

		if (known == path || (known && path && !strcmp(known, path)))
			return &r->unmatched_modules[i];
	}
	ARRAY_GROW(r->unmatched_modules, r->n_unmatched_modules, r->unmatched_modules_room);
	memset(&r->unmatched_modules[r->n_unmatched_modules], 0, sizeof(*r->unmatched_modules));
	r->unmatched_modules[r->n_unmatched_modules].path = path ? xstrdup(path) : NULL;
	return &r->unmatched_modules[r->n_unmatched_modules++];
}

/* Returns the image in which the PC is a probe, else the first one. */
static size_t image_by_probe(const struct match_reading *r, uint64_t pc)
{
	for (size_t i = 0; i < r->result->n_images; i++) {
		const struct instrumented_image *m = r->result->images[i];

		if (probe_at(m, normalise_pc(m->img, &r->info, pc)))
			return i;
	}
	return 0;
}

/*
 * Finds the image and the address of a PC.  Returns false if no image is given for its
 * module, and counts it there the first time; or if it may be of several images.
 */
static bool locate(struct match_reading *r, uint64_t pc, bool first, size_t *image, uint64_t *addr)
{
	const struct load_range *range;
	uint64_t at = pc, bias = r->kaslr_offset;

	if (r->n_modules) {
		bool ambiguous;
		const struct match_module *l = match_module_of(r, pc, MATCH_PC, &ambiguous);

		if (ambiguous)
			return false;
		if (!l || l->image == SIZE_MAX) {
			struct unmatched_module *f =
				unmatched_module_get(r->result, l ? l->path : NULL);

			f->pcs += first;
			f->example = pc;
			return false;
		}
		*image = l->image;
		bias = l->bias;
	} else {
		range = load_map_find(&r->result->load_map, &at);
		*image = range ? range->image : image_by_probe(r, pc - bias);
		bias = range ? pc - at : bias;
	}
	*addr = normalise_pc(r->result->images[*image]->img, &r->info, pc) - bias;
	return true;
}

static void add_pair(struct instrumented_image *m, const struct image_probe *from,
		     const struct image_probe *to)
{
	if (from->function == MAP_NONE || from->function != to->function)
		return;
	ARRAY_GROW(m->pairs, m->n_pairs, m->pairs_room);
	m->pairs[m->n_pairs++] = (struct probe_pair){ from->function, from->block, to->block };
}

/* Counts a record that is in no image; path: of its module, NULL: in none, "": modules are unknown.
 */
static void count_outside(struct match_reading *r, const char *path, uint64_t recorded)
{
	struct unmatched_module *f = unmatched_module_get(r->result, path);

	f->pcs++;
	f->example = recorded;
}

static void flush_edges(struct match_reading *r)
{
	uint64_t edge, hits;
	size_t at = 0, from_image, to_image;
	bool from_ambiguous;
	const char *path;

	while (u64_map_next(&r->edges, &at, &edge, &hits)) {
		bool ambiguous;
		struct image_probe *to = match_probe_of_half(r, (uint32_t)edge, &to_image, &path,
							     &ambiguous),
				   *from;
		const char *from_path;

		r->result->edges++;
		from = edge >> 32 ? match_probe_of_half(r, (uint32_t)(edge >> 32), &from_image,
							&from_path, &from_ambiguous)
				  : NULL;
		if (from && !from->hits)
			from->hits = 1;
		if (ambiguous)
			continue;
		if (!to && to_image == SIZE_MAX) {
			count_outside(r, path, (uint32_t)edge);
			continue;
		}
		if (!to) {
			r->result->unmatched++;
			r->result->unmatched_example = (uint32_t)edge;
			continue;
		}
		to->hits += hits;
		if (from && from_image == to_image)
			add_pair(r->result->images[to_image], from, to);
	}
	/* Keep memory proportional to distinct pairs, not to dumps. */
	for (size_t i = 0; i < r->result->n_images; i++)
		sort_probe_pairs(r->result->images[i]);
	u64_map_free(&r->edges);
}

/* Counts an address at no probe. */
static void count_unmatched(struct match_reading *r, size_t image, uint64_t addr, uint64_t recorded)
{
	/* Without a list of modules the first image is a guess. */
	if (!r->n_modules && !image_section_at(r->result->images[image]->img, addr - 1)) {
		count_outside(r, "", recorded);
		return;
	}
	r->result->unmatched++;
	r->result->unmatched_example = addr;
	if (r->raw && !r->status)
		r->status = check_address(r->result, &r->info, image, addr, r->err);
}

static void flush_pcs(struct match_reading *r)
{
	uint64_t pc, hits, addr;
	size_t at = 0, image;

	while (u64_map_next(&r->pcs, &at, &pc, &hits)) {
		struct image_probe *s;

		r->result->pcs++;
		if (!locate(r, pc, true, &image, &addr))
			continue;
		s = probe_at(r->result->images[image], addr);
		if (!s) {
			count_unmatched(r, image, addr, pc);
			continue;
		}
		s->hits += hits ? hits : 1;
		s->executions += hits;
	}
	u64_map_free(&r->pcs);
}

/* Counts a hit of a counter, in the image of its module or the one whose map has it. */
static bool hit_counter(struct match_reading *r, uint64_t address)
{
	bool ambiguous;
	const struct match_module *l = match_module_of(r, address, MATCH_VARIABLE, &ambiguous);

	if (ambiguous)
		return true;
	if (l && l->image != SIZE_MAX)
		return hit_variable(r->result->images[l->image], address - l->bias);
	if (l) {
		unmatched_module_get(r->result, l->path)->pcs++;
		return true;
	}
	for (size_t i = 0; !r->n_modules && i < r->result->n_images; i++) {
		struct instrumented_image *m = r->result->images[i];

		/* AVR data are at 0x800000 in ELF files and at 0 in the machine. */
		if (hit_variable(m, m->img->machine == EM_AVR ? address | 0x800000 : address))
			return true;
	}
	return false;
}

static void flush_counters(struct match_reading *r)
{
	uint64_t address, hits;
	size_t at = 0;

	while (u64_map_next(&r->counters, &at, &address, &hits)) {
		r->result->pcs++;
		if (hit_counter(r, address))
			continue;
		r->result->unmatched++;
		r->result->unmatched_example = address;
	}
	u64_map_free(&r->counters);
}

static void flush_cmps(struct match_reading *r)
{
	struct u64_map pcs = { 0 };

	for (size_t i = 0; i < r->cmps.n; i++) {
		struct comparison c = r->cmps.v[i];
		struct comparison *known;
		uint64_t hits = c.hits, recorded = c.pc;
		struct image_probe *s;
		bool first = !(*u64_map_get_or_add(&pcs, c.pc))++;

		r->result->pcs += first;
		if (!locate(r, c.pc, first, &c.image, &c.pc))
			continue;
		s = probe_at(r->result->images[c.image], c.pc);
		c.probe = s ? (size_t)(s - r->result->images[c.image]->probes) : SIZE_MAX;
		if (s)
			s->hits += hits;
		else if (first)
			count_unmatched(r, c.image, c.pc, recorded);
		known = comparisons_at(&r->result->cmps, &c);
		known->hits += hits;
	}
	comparisons_free(&r->cmps);
	u64_map_free(&pcs);
}

static bool at_probe(const struct match_reading *r, uint64_t pc)
{
	for (size_t i = 0; i < r->result->n_images; i++) {
		const struct instrumented_image *m = r->result->images[i];

		if (probe_at(m, normalise_pc(m->img, &r->info, pc)))
			return true;
	}
	return false;
}

/*
 * Some kernels subtract the KASLR offset in KCOV and some do not: use whichever matches
 * more addresses to probes.
 */
static void detect_kaslr_offset(struct match_reading *r)
{
	uint64_t kaslr = r->result->load_map.kaslr, pc, hits;
	size_t at = 0, with = 0, without = 0, image;
	const char *path;
	bool ambiguous;

	r->kaslr_offset = 0;
	if (!kaslr || r->n_modules)
		return;
	while (u64_map_next(&r->pcs, &at, &pc, &hits)) {
		without += at_probe(r, pc);
		with += at_probe(r, pc - kaslr);
	}
	for (size_t i = 0; i < r->cmps.n; i++) {
		without += at_probe(r, r->cmps.v[i].pc);
		with += at_probe(r, r->cmps.v[i].pc - kaslr);
	}
	for (at = 0; u64_map_next(&r->edges, &at, &pc, &hits);) {
		without += match_probe_of_half(r, (uint32_t)pc, &image, &path, &ambiguous) != NULL;
		with += match_probe_of_half(r, (uint32_t)(pc - kaslr), &image, &path, &ambiguous) !=
			NULL;
	}
	r->kaslr_offset = with > without ? kaslr : 0;
}

static void note_dump(const struct match_reading *r, size_t image)
{
	struct image_records *to;

	if (image == SIZE_MAX)
		return;
	to = &r->result->images[image]->records;
	to->dumps++;
	to->lost = to->lost || r->lost;
	to->lost_on_target = to->lost_on_target || (r->lost && (r->info.raw_pc || r->on_target));
	to->started_late = to->started_late || r->started_late;
	to->forked = to->forked || r->forked;
	to->whole = to->whole || r->whole;
	to->no_blocks = to->no_blocks || (r->has_others && !r->has_blocks);
	to->task_exits += !r->n_modules && r->is_task_exit;
}

/* Notes the dump at its images; one without a list of modules is of all of them. */
static void note_images(struct match_reading *r)
{
	for (size_t i = 0; i < r->n_modules; i++)
		note_dump(r, r->modules[i].image);
	for (size_t i = 0; !r->n_modules && i < r->result->n_images; i++)
		note_dump(r, i);
	r->lost = r->started_late = r->has_blocks = r->has_others = r->on_target = false;
	r->is_task_exit = r->forked = r->whole = false;
}

static int flush(struct match_reading *r)
{
	int status = 0;

	if (r->open && !r->n_modules && !r->result->n_images)
		status = anycov_error_set(r->err, "%s: lists no loaded modules; add --image ELF",
					  r->info.path);
	if (r->open && r->n_modules && !r->matched) {
		r->result->of_other_images = true;
		status = anycov_error_set(
			r->err,
			"%s: recorded by %s, which is not among the images; add it with --image",
			r->info.path,
			r->modules[0].path[0] ? r->modules[0].path
					      : "a program whose path is too long");
	}
	if (r->open && !status) {
		match_find_overlaps(r);
		detect_kaslr_offset(r);
		flush_pcs(r);
		if (r->edges.n)
			flush_edges(r);
		flush_counters(r);
		flush_cmps(r);
		note_images(r);
		status = r->status;
	}
	for (size_t i = 0; i < r->n_modules; i++)
		free(r->modules[i].path);
	free(r->modules);
	r->modules = NULL;
	r->n_modules = r->modules_room = 0;
	r->matched = false;
	r->open = false;
	return status;
}

static int on_head(void *ctx, const struct dump_info *info)
{
	struct match_reading *r = ctx;
	int status = flush(r);

	r->info = *info;
	r->open = true;
	u64_map_clear(&r->contexts);
	return status;
}

static bool skipped(const struct match_reading *r, const struct dump_chunk *chunk)
{
	const struct match_result *o = r->result;
	const uint64_t *named;

	if (!o->one_context)
		return false;
	named = o->context_name ? u64_map_find(&r->contexts, chunk->context) : NULL;
	return o->context_name ? !named || !*named : chunk->context != o->context;
}

static int on_name(void *ctx, const struct dump_chunk *chunk, const char *name)
{
	struct match_reading *r = ctx;

	if (r->result->context_name)
		*u64_map_get_or_add(&r->contexts, chunk->context) =
			!strcmp(r->result->context_name, name);
	return 0;
}

static int on_chunk(void *ctx, const struct dump_chunk *chunk)
{
	struct match_reading *r = ctx;

	if (skipped(r, chunk))
		return 0;
	r->result->counts.lost = r->result->counts.lost || chunk->lost;
	r->lost = r->lost || chunk->lost;
	if (chunk->kind == DUMP_CMP || chunk->kind == DUMP_UNIQ_CMP ||
	    (chunk->kind == DUMP_EDGE && r->info.word_bytes != 8))
		r->has_others = true;
	else if (chunk->kind < DUMP_MODULE)
		r->has_blocks = true;
	if (chunk->kind < DUMP_MODULE && chunk->length) {
		r->whole |= chunk->from_start;
		r->forked |= chunk->forked;
		r->started_late |= !chunk->from_start && !chunk->forked;
	}
	r->result->context_found = r->result->context_found || chunk->kind < DUMP_MODULE;
	return 0;
}

static int on_pcs(void *ctx, const struct dump_chunk *chunk, const uint64_t *pcs, size_t n)
{
	struct match_reading *r = ctx;

	if (skipped(r, chunk))
		return 0;
	r->result->counts.records += n;
	if (chunk->kind == DUMP_EDGE && r->info.word_bytes != 8) {
		r->result->counts.folded += n;
		return 0;
	}
	if (chunk->kind == DUMP_EDGE) {
		r->result->counts.edge_records += n;
		u64_map_increment_all(&r->edges, pcs, n);
		return 0;
	}
	r->result->counts.pc_records += n;
	if (chunk->kind == DUMP_PC) {
		r->result->counts.traced += n;
		u64_map_increment_all(&r->pcs, pcs, n);
	} else {
		/* One record of each, however often it was executed. */
		u64_map_add_all(chunk->kind == DUMP_COUNTERS ? &r->counters : &r->pcs, pcs, n);
	}
	return 0;
}

static int on_code(void *ctx, const struct dump_code *code)
{
	struct match_reading *r = ctx;

	r->on_target = true;
	return check_code(r->result, &r->info, code, r->err);
}

static int on_cmps(void *ctx, const struct dump_chunk *chunk, const struct dump_cmp *cmps, size_t n)
{
	struct match_reading *r = ctx;

	if (skipped(r, chunk))
		return 0;
	r->result->counts.records += n;
	r->result->counts.cmp_records += n;
	for (size_t i = 0; i < n; i++) {
		/* If operands are not needed, one entry for each PC. */
		struct dump_cmp pc_only = { .pc = cmps[i].pc };

		comparisons_count(&r->cmps, r->result->want_cmps ? &cmps[i] : &pc_only);
	}
	return 0;
}

static int on_cuts(void *ctx, const struct dump_chunk *chunk, const struct dump_cuts *cuts)
{
	struct match_reading *r = ctx;

	(void)chunk;
	r->is_task_exit = cuts->is_task_exit;
	return 0;
}

int match_dump(struct match_result *r, const char *path, const struct raw_format *raw,
	       struct anycov_error *err)
{
	/* A bad file ends the command, so its partial result is never used. */
	static const struct dump_visitor visitor = { .once = true,
						     .head = on_head,
						     .chunk = on_chunk,
						     .pcs = on_pcs,
						     .cmps = on_cmps,
						     .module = on_module,
						     .code = on_code,
						     .cuts = on_cuts,
						     .name = on_name };
	struct match_reading reading = { .result = r, .err = err, .raw = raw && raw->word_bytes };
	struct match_counts before = r->counts;
	int status;

	r->of_other_images = false;
	status = dump_read(path, raw, &visitor, &reading, err);
	if (status) {
		reading.open = false;
		flush(&reading);
	} else {
		status = flush(&reading);
	}
	if (status)
		r->counts = before;
	else
		r->counts.files++;
	u64_map_free(&reading.pcs);
	u64_map_free(&reading.edges);
	u64_map_free(&reading.counters);
	u64_map_free(&reading.contexts);
	comparisons_free(&reading.cmps);
	return status;
}

bool match_add_keys(struct match_result *r, struct instrumented_image *m)
{
	bool is_new;

	if (!r->keys)
		r->keys = xcalloc(1, sizeof(*r->keys));
	is_new = !m->has_keys && function_keys_add(r->keys, m);
	m->has_keys = true;
	return is_new;
}

void match_unload(struct match_result *r, struct instrumented_image *m)
{
	if (!r->unloads)
		return;
	if (!r->no_built)
		match_add_keys(r, m);
	instrumented_image_unload(m);
}

size_t match_unmatched_count(const struct match_result *r)
{
	size_t n = r->unmatched;

	for (size_t i = 0; i < r->n_unmatched_modules; i++)
		n += r->unmatched_modules[i].pcs;
	return n;
}

void match_free(struct match_result *r)
{
	for (size_t i = 0; i < r->n_images; i++)
		instrumented_image_close(r->images[i]);
	free(r->images);
	u64_map_free(&r->by_build_id);
	u64_map_free(&r->modules);
	string_list_free(&r->not_found);
	for (size_t i = 0; i < r->n_unmatched_modules; i++)
		free(r->unmatched_modules[i].path);
	free(r->unmatched_modules);
	if (r->keys)
		function_keys_free(r->keys);
	free(r->keys);
	free(r->build_list);
	free(r->built_plain_example);
	comparisons_free(&r->cmps);
	load_map_free(&r->load_map);
	memset(r, 0, sizeof(*r));
}
