/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "anycov/buffer.h"
#include "coverage.h"
#include "reach.h"

struct loaded {
	uint64_t bias, first, end;
	size_t model;  /* SIZE_MAX: no image was given for it */
	char *path;
	bool has_id;
};

/* One dump while it is read. */
struct reading {
	struct reach *reach;
	struct anycov_error *err;
	struct dump_info info;
	bool open;               /* a head was seen */
	struct loaded *modules;
	size_t n_modules, modules_room;
	bool matched;            /* a module is one of the images */
	uint64_t slide;          /* KASLR, if these addresses still have it */
	struct numset pcs;       /* PC as recorded -> hits */
	struct numset edges;     /* the same for edges */
	struct numset counters;  /* the same for addresses of counters, flags, guards */
	struct comparisons cmps; /* PCs as recorded */
};

uint64_t normalise_pc(const struct image *img, const struct dump_info *info, uint64_t pc)
{
	switch (img->machine) {
	case EM_ARM:
		return pc & ~(uint64_t)1;
	case EM_AVR:
		return info->raw_pc ? pc * 2 : pc;
	case EM_XTENSA:
		/* Windowed calls keep the size of the window in the top bits. */
		if (info->raw_pc && img->n_loaded) {
			uint64_t code = img->sections[img->loaded[0]].addr;

			return (pc & 0x3fffffff) | (code & 0xc0000000);
		}
		return pc;
	case EM_AARCH64:
		/* Pointer authentication codes stand above a 48-bit address. */
		if (info->raw_pc)
			return pc >> 55 & 1 ? pc | ~0ull << 48 : pc & ~(~0ull << 48);
		return pc;
	default:
		return pc;
	}
}

static bool same_id(const struct image *img, const struct dump_module *m)
{
	return img->build_id_length == m->build_id_length &&
	       !memcmp(img->build_id, m->build_id, m->build_id_length);
}

static void hex(char *out, const unsigned char *p, unsigned n)
{
	for (unsigned i = 0; i < n && i < 8; i++)
		sprintf(out + 2 * i, "%02x", p[i]);
}

static int on_module(void *ctx, const struct dump_module *m)
{
	struct reading *r = ctx;
	struct loaded *l;
	size_t model = SIZE_MAX;

	for (size_t i = 0; i < r->reach->n_models && model == SIZE_MAX; i++) {
		const struct image *img = r->reach->models[i]->img;
		bool named = !strcmp(base_name(img->path), base_name(m->path));

		if (m->build_id_length && img->build_id_length) {
			char have[20], want[20];

			if (same_id(img, m)) {
				model = i;
				continue;
			}
			if (!named)
				continue;
			hex(have, img->build_id, img->build_id_length);
			hex(want, m->build_id, m->build_id_length);
			return anycov_fail(r->err, "%s: recorded by another build of %s (build id %s..., the image has %s...); give the image that ran",
					   r->info.path, m->path, want, have);
		}
		if (named)
			model = i;
	}
	GROW(r->modules, r->n_modules, r->modules_room);
	l = &r->modules[r->n_modules++];
	l->bias = m->bias;
	l->first = m->first;
	l->end = m->end;
	l->model = model;
	l->path = xstrdup(m->path);
	r->matched = r->matched || model != SIZE_MAX;
	return 0;
}

static struct foreign *foreign_at(struct reach *r, const char *path)
{
	for (size_t i = 0; i < r->n_foreign; i++) {
		const char *known = r->foreign[i].path;

		if (known == path || (known && path && !strcmp(known, path)))
			return &r->foreign[i];
	}
	GROW(r->foreign, r->n_foreign, r->foreign_room);
	memset(&r->foreign[r->n_foreign], 0, sizeof(*r->foreign));
	r->foreign[r->n_foreign].path = path ? xstrdup(path) : NULL;
	return &r->foreign[r->n_foreign++];
}

static const struct loaded *module_of(const struct reading *r, uint64_t pc)
{
	for (size_t i = 0; i < r->n_modules; i++)
		if (pc >= r->modules[i].first && pc <= r->modules[i].end)
			return &r->modules[i];
	return NULL;
}

/* A PC without modules: the image where it is a site, else the first one. */
static size_t model_by_site(const struct reading *r, uint64_t pc)
{
	for (size_t i = 0; i < r->reach->n_models; i++) {
		const struct model *m = r->reach->models[i];

		if (model_site(m, normalise_pc(m->img, &r->info, pc)))
			return i;
	}
	return 0;
}

/* Finds the image and the address of a PC; false: it is of a foreign module. */
static bool locate(struct reading *r, uint64_t pc, size_t *model, uint64_t *addr)
{
	const struct place_range *place;
	uint64_t at = pc, bias = r->slide;

	if (r->n_modules) {
		const struct loaded *l = module_of(r, pc);

		if (!l || l->model == SIZE_MAX) {
			struct foreign *f = foreign_at(r->reach, l ? l->path : NULL);

			f->pcs++;
			f->example = pc;
			return false;
		}
		*model = l->model;
		bias = l->bias;
	} else {
		place = place_find(&r->reach->places, &at);
		*model = place ? place->model : model_by_site(r, pc - bias);
		bias = place ? pc - at : bias;
	}
	*addr = normalise_pc(r->reach->models[*model]->img, &r->info, pc) - bias;
	return true;
}

/* The address near `first` with this low half. */
static uint64_t whole(uint64_t first, uint32_t low)
{
	uint64_t pc = (first & ~(uint64_t)UINT32_MAX) | low;

	return pc < first ? pc + ((uint64_t)1 << 32) : pc;
}

/* The same in images that --module places. */
static struct site *placed_half(struct reading *r, uint32_t low, size_t *model)
{
	const struct places *p = &r->reach->places;

	for (size_t i = 0; i < p->n; i++) {
		uint64_t at = whole(p->v[i].first, low);
		const struct place_range *v = place_find(p, &at);
		struct site *s = v ? model_site(r->reach->models[v->model], at) : NULL;

		if (!s && p->kaslr) {
			at = whole(p->v[i].first - p->kaslr, low);
			v = place_find(p, &at);
			s = v ? model_site(r->reach->models[v->model], at) : NULL;
		}
		if (s) {
			*model = v->model;
			return s;
		}
	}
	return NULL;
}

/* Edges hold the low halves of addresses: try every place they may be of. */
static struct site *site_of_half(struct reading *r, uint32_t low, size_t *model)
{
	struct site *placed = r->n_modules ? NULL : placed_half(r, low, model);

	if (placed)
		return placed;
	for (size_t i = 0; i < r->n_modules; i++) {
		const struct loaded *l = &r->modules[i];
		uint64_t pc = whole(l->first, low);

		if (pc > l->end)
			continue;
		*model = l->model;
		return l->model == SIZE_MAX ? NULL
					    : model_site(r->reach->models[l->model], pc - l->bias);
	}
	for (size_t i = 0; !r->n_modules && i < r->reach->n_models; i++) {
		struct model *m = r->reach->models[i];
		struct site *s = !m->n_sites ? NULL
				 : model_site(m, whole(m->sites[0].ret, low - (uint32_t)r->slide));

		*model = i;
		if (s)
			return s;
	}
	return NULL;
}

static void add_pair(struct model *m, const struct site *from, const struct site *to)
{
	if (from->function == MAP_NONE || from->function != to->function)
		return;
	GROW(m->pairs, m->n_pairs, m->pairs_room);
	m->pairs[m->n_pairs++] = (struct probe_pair){ from->function, from->block, to->block };
}

static void flush_edges(struct reading *r)
{
	uint64_t edge, hits;
	size_t at = 0, from_model, to_model;

	while (numset_next(&r->edges, &at, &edge, &hits)) {
		struct site *to = site_of_half(r, (uint32_t)edge, &to_model), *from;

		if (!to) {
			r->reach->unmatched++;
			r->reach->unmatched_example = (uint32_t)edge;
			continue;
		}
		to->hits += hits;
		from = edge >> 32 ? site_of_half(r, (uint32_t)(edge >> 32), &from_model) : NULL;
		if (!from)
			continue;
		if (!from->hits)
			from->hits = 1;
		if (from_model == to_model)
			add_pair(r->reach->models[to_model], from, to);
	}
	/* Distinct pairs, not dumps, shall decide how much is kept. */
	for (size_t i = 0; i < r->reach->n_models; i++)
		edges_sort_pairs(r->reach->models[i]);
	numset_free(&r->edges);
}

/* An address at no site. */
static void count_stranger(struct reading *r, size_t model, uint64_t addr, uint64_t recorded)
{
	/* Without a list of modules the first image stands for any: it may not hold the address. */
	if (!r->n_modules && !image_section_at(r->reach->models[model]->img, addr - 1)) {
		struct foreign *f = foreign_at(r->reach, "");

		f->pcs++;
		f->example = recorded;
		return;
	}
	r->reach->unmatched++;
	r->reach->unmatched_example = addr;
}

static void flush_pcs(struct reading *r)
{
	uint64_t pc, hits, addr;
	size_t at = 0, model;

	while (numset_next(&r->pcs, &at, &pc, &hits)) {
		struct site *s;

		r->reach->pcs++;
		if (!locate(r, pc, &model, &addr))
			continue;
		s = model_site(r->reach->models[model], addr);
		if (s)
			s->hits += hits;
		else
			count_stranger(r, model, addr, pc);
	}
	numset_free(&r->pcs);
}

/* Which image a counter is of is told by the module around it, or by its map. */
static bool hit_counter(struct reading *r, uint64_t address)
{
	const struct loaded *l = module_of(r, address);

	if (l && l->model != SIZE_MAX)
		return model_hit_variable(r->reach->models[l->model], address - l->bias);
	if (l) {
		foreign_at(r->reach, l->path)->pcs++;
		return true;
	}
	for (size_t i = 0; !r->n_modules && i < r->reach->n_models; i++) {
		struct model *m = r->reach->models[i];

		/* AVR's data lie above its flash in a file, and at 0 in the machine. */
		if (model_hit_variable(m, m->img->machine == EM_AVR ? address | 0x800000 : address))
			return true;
	}
	return false;
}

static void flush_counters(struct reading *r)
{
	uint64_t address, hits;
	size_t at = 0;

	while (numset_next(&r->counters, &at, &address, &hits)) {
		r->reach->pcs++;
		if (hit_counter(r, address))
			continue;
		r->reach->unmatched++;
		r->reach->unmatched_example = address;
	}
	numset_free(&r->counters);
}

static void flush_cmps(struct reading *r)
{
	for (size_t i = 0; i < r->cmps.n; i++) {
		struct comparison c = r->cmps.v[i];
		struct comparison *known;
		uint64_t hits = c.hits, recorded = c.pc;
		struct site *s;

		if (!locate(r, c.pc, &c.image, &c.pc))
			continue;
		s = model_site(r->reach->models[c.image], c.pc);
		c.site = s ? (size_t)(s - r->reach->models[c.image]->sites) : SIZE_MAX;
		if (s)
			s->hits += hits;
		else
			count_stranger(r, c.image, c.pc, recorded);
		known = comparisons_at(&r->reach->cmps, &c);
		known->hits += hits;
	}
	comparisons_free(&r->cmps);
}

static bool at_site(const struct reading *r, uint64_t pc)
{
	for (size_t i = 0; i < r->reach->n_models; i++) {
		const struct model *m = r->reach->models[i];

		if (model_site(m, normalise_pc(m->img, &r->info, pc)))
			return true;
	}
	return false;
}

/*
 * Kernels differ in whether KCOV subtracts the offset, so both are tried: which
 * of the two puts more addresses at probes is right.
 */
static void choose_slide(struct reading *r)
{
	uint64_t kaslr = r->reach->places.kaslr, pc, hits;
	size_t at = 0, with = 0, without = 0, model;

	r->slide = 0;
	if (!kaslr || r->n_modules)
		return;
	while (numset_next(&r->pcs, &at, &pc, &hits)) {
		without += at_site(r, pc);
		with += at_site(r, pc - kaslr);
	}
	for (size_t i = 0; i < r->cmps.n; i++) {
		without += at_site(r, r->cmps.v[i].pc);
		with += at_site(r, r->cmps.v[i].pc - kaslr);
	}
	for (at = 0; numset_next(&r->edges, &at, &pc, &hits);) {
		without += site_of_half(r, (uint32_t)pc, &model) != NULL;
		with += site_of_half(r, (uint32_t)(pc - kaslr), &model) != NULL;
	}
	r->slide = with > without ? kaslr : 0;
}

static int flush(struct reading *r)
{
	int status = 0;

	if (r->open && r->n_modules && !r->matched)
		status = anycov_fail(r->err, "%s: recorded by %s, and no --image is that file",
				     r->info.path, r->modules[0].path);
	if (r->open && !status) {
		choose_slide(r);
		flush_pcs(r);
		if (r->edges.n)
			flush_edges(r);
		flush_counters(r);
		flush_cmps(r);
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
	struct reading *r = ctx;
	int status = flush(r);

	r->info = *info;
	r->open = true;
	return status;
}

static bool skipped(const struct reach *r, const struct dump_chunk *chunk)
{
	return r->one_context && chunk->context != r->context;
}

static int on_chunk(void *ctx, const struct dump_chunk *chunk)
{
	struct reading *r = ctx;

	if (skipped(r->reach, chunk))
		return 0;
	r->reach->lost = r->reach->lost || chunk->lost;
	if (chunk->kind < DUMP_MODULE && chunk->length && !chunk->from_start)
		r->reach->some_late = true;
	r->reach->context_met = r->reach->context_met || chunk->kind < DUMP_MODULE;
	return 0;
}

static int on_pcs(void *ctx, const struct dump_chunk *chunk, const uint64_t *pcs, size_t n)
{
	struct reading *r = ctx;

	if (skipped(r->reach, chunk))
		return 0;
	r->reach->records += n;
	if (chunk->kind == DUMP_EDGE && r->info.word_bytes != 8) {
		r->reach->folded += n;
		return 0;
	}
	if (chunk->kind == DUMP_EDGE) {
		r->reach->edge_records += n;
		numset_count_all(&r->edges, pcs, n);
		return 0;
	}
	r->reach->pc_records += n;
	numset_count_all(chunk->kind == DUMP_COUNTERS ? &r->counters : &r->pcs, pcs, n);
	return 0;
}

static int on_cmps(void *ctx, const struct dump_chunk *chunk, const struct dump_cmp *cmps,
		   size_t n)
{
	struct reading *r = ctx;

	if (skipped(r->reach, chunk))
		return 0;
	r->reach->records += n;
	r->reach->cmp_records += n;
	for (size_t i = 0; i < n; i++) {
		struct comparison key = { .pc = cmps[i].pc, .type = cmps[i].type,
					  .arg1 = cmps[i].arg1, .arg2 = cmps[i].arg2 };

		/* Only where it was matters: one entry for each PC. */
		if (!r->reach->want_cmps)
			key.type = key.arg1 = key.arg2 = 0;
		comparisons_at(&r->cmps, &key)->hits++;
	}
	return 0;
}

int reach_add(struct reach *r, const char *path, const struct raw_format *raw,
	      struct anycov_error *err)
{
	/* A bad file ends the command, so nobody sees what came before. */
	static const struct dump_visitor visitor = { .once = true, .head = on_head,
						     .chunk = on_chunk, .pcs = on_pcs,
						     .cmps = on_cmps, .module = on_module };
	struct reading reading = { .reach = r, .err = err };
	int status = dump_read(path, raw, &visitor, &reading, err);

	if (!status) {
		status = flush(&reading);
	} else {
		reading.open = false;
		flush(&reading);
		numset_free(&reading.pcs);
		numset_free(&reading.edges);
		numset_free(&reading.counters);
		comparisons_free(&reading.cmps);
	}
	r->files++;
	return status;
}

size_t reach_strangers(const struct reach *r)
{
	size_t n = r->unmatched;

	for (size_t i = 0; i < r->n_foreign; i++)
		n += r->foreign[i].pcs;
	return n;
}

void reach_free(struct reach *r)
{
	for (size_t i = 0; i < r->n_models; i++)
		model_close(r->models[i]);
	free(r->models);
	for (size_t i = 0; i < r->n_foreign; i++)
		free(r->foreign[i].path);
	free(r->foreign);
	comparisons_free(&r->cmps);
	places_free(&r->places);
	memset(r, 0, sizeof(*r));
}
