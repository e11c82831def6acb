/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "anycov/dump.h"
#include "dump/dump_set.h"

#define BATCH 32

struct loaded_module {
	size_t index; /* in dump_set.v */
	uint64_t bias, first, end;
	bool overlaps; /* another one, that was loaded before or later */
};

struct dump_set_reading {
	struct dump_set *g;
	struct anycov_error *err;
	bool open;
	struct loaded_module *modules;
	size_t n, room;
	struct comparisons cmps;
	const char *path;
	uint64_t edges_at; /* in the file */
	bool late;         /* a context of this dump did not record from its start */
	bool forked;       /* but from a fork */
	bool placed;       /* a record of it is of a module */
	const struct loaded_module *ambiguous[2]; /* a record is of one of these */
	bool is_task_exit;
};

int dump_set_compare(const struct dump_set_module *x, const struct dump_set_module *y)
{
	int order = strcmp(x->path, y->path);

	if (order)
		return order;
	if (x->build_id_length != y->build_id_length)
		return x->build_id_length < y->build_id_length ? -1 : 1;
	return memcmp(x->build_id, y->build_id, x->build_id_length);
}

static size_t module_index(struct dump_set *g, const struct dump_module *m)
{
	struct dump_set_module key = { .path = (char *)(uintptr_t)m->path,
				       .build_id_length = m->build_id_length };

	if (m->build_id_length)
		memcpy(key.build_id, m->build_id, m->build_id_length);
	for (size_t i = 0; i < g->n; i++)
		if (!dump_set_compare(&g->v[i], &key))
			return i;
	ARRAY_GROW(g->v, g->n, g->room);
	key.path = xstrdup(m->path);
	key.first = UINT64_MAX;
	g->v[g->n] = key;
	return g->n++;
}

static int on_module(void *ctx, const struct dump_module *m)
{
	struct dump_set_reading *r = ctx;
	struct dump_set_module *to;
	struct loaded_module *l;

	ARRAY_GROW(r->modules, r->n, r->room);
	l = &r->modules[r->n++];
	l->index = module_index(r->g, m);
	l->bias = m->bias;
	l->first = m->first;
	l->end = m->end;
	l->overlaps = false;
	for (size_t i = 0; i + 1 < r->n; i++) {
		struct loaded_module *other = &r->modules[i];

		if (other->first < l->end && l->first < other->end)
			l->overlaps = other->overlaps = true;
	}
	to = &r->g->v[l->index];
	if (m->first - m->bias < to->first)
		to->first = m->first - m->bias;
	if (m->end - m->bias > to->end)
		to->end = m->end - m->bias;
	return 0;
}

/* Notes that an address may be of another module than the one at `found`, too. */
static void look_for_others(struct dump_set_reading *r, size_t found, uint64_t address)
{
	const struct loaded_module *l = &r->modules[found];

	for (size_t i = found + 1; i < r->n && !r->ambiguous[0]; i++) {
		const struct loaded_module *other = &r->modules[i];

		if (address < other->first || address > other->end ||
		    (other->index == l->index && other->bias == l->bias))
			continue;
		r->ambiguous[0] = l;
		r->ambiguous[1] = other;
	}
}

/* Returns the module of a recorded address and makes it relative, or NULL. */
static struct dump_set_module *module_of_address(struct dump_set_reading *r, uint64_t *pc)
{
	if (!r->n) {
		r->placed = true;
		return &r->g->v[0];
	}
	for (size_t i = 0; i < r->n; i++) {
		const struct loaded_module *l = &r->modules[i];

		if (*pc >= l->first && *pc <= l->end) {
			if (l->overlaps)
				look_for_others(r, i, *pc);
			*pc -= l->bias;
			r->placed = true;
			return &r->g->v[l->index];
		}
	}
	r->g->outside_modules++;
	return NULL;
}

static int check_kind(struct dump_set_reading *r)
{
	struct dump_set *g = r->g;

	if (g->any && g->has_modules != (r->n != 0))
		return anycov_error_set(
			r->err,
			"%s: cannot be merged: only one of it and the previous dumps lists "
			"loaded modules",
			r->path);
	g->any = true;
	g->has_modules = r->n != 0;
	if (!r->n && !g->n)
		module_index(g, &(struct dump_module){ .path = "" });
	return 0;
}

static void flush_records(struct dump_set_reading *r)
{
	/* The big table is rarely in the cache: prefetch its lines in batches. */
	struct {
		struct u64_map *to;
		uint64_t pc, hits;
	} batch[BATCH];
	size_t at = 0, n = BATCH;
	uint64_t pc, hits;

	if (r->n == 1 || !r->n) {
		struct u64_map *to = &r->g->v[r->n ? r->modules[0].index : 0].pcs;

		u64_map_reserve(to, to->n + r->g->scratch.n);
	}
	while (u64_map_next(&r->g->scratch_edges, &at, &pc, &hits)) {
		r->placed = true;
		*u64_map_get_or_add(&r->g->v[0].edges, pc) += hits;
	}
	at = 0;
	while (u64_map_next(&r->g->scratch_counters, &at, &pc, &hits)) {
		struct dump_set_module *to = module_of_address(r, &pc);

		if (to)
			*u64_map_get_or_add(&to->counters, pc) += hits;
	}
	at = 0;
	while (n == BATCH) {
		for (n = 0; n < BATCH && u64_map_next(&r->g->scratch, &at, &pc, &hits);) {
			struct dump_set_module *to = module_of_address(r, &pc);

			if (!to)
				continue;
			u64_map_prefetch(&to->pcs, pc);
			batch[n].to = &to->pcs;
			batch[n].pc = pc;
			batch[n++].hits = hits;
		}
		for (size_t i = 0; i < n; i++)
			*u64_map_get_or_add(batch[i].to, batch[i].pc) += batch[i].hits;
	}
	for (size_t i = 0; i < r->cmps.n; i++) {
		struct comparison c = r->cmps.v[i];
		struct dump_set_module *to = module_of_address(r, &c.pc);

		if (to)
			comparisons_at(&to->cmps, &c)->hits += c.hits;
	}
	/* If all of them are dropped, so is what would be said of them. */
	r->g->started_late = r->g->started_late || (r->late && r->placed);
	r->g->forked = r->g->forked || (r->forked && r->placed);
}

static int flush(struct dump_set_reading *r)
{
	int status = r->open ? check_kind(r) : 0;

	/* Halves of addresses cannot be made relative to modules. */
	if (r->open && !status && r->n && r->g->scratch_edges.n)
		status = anycov_error_set(
			r->err,
			"%s:%llu: edges of programs with varying load addresses cannot "
			"be merged; record PCs",
			r->path, (unsigned long long)r->edges_at);
	if (r->open && !status) {
		flush_records(r);
		r->g->other_ends |= !r->is_task_exit;
	}
	if (r->ambiguous[0])
		status = anycov_error_set(
			r->err,
			"%s: cannot be merged: %s and %s were loaded at the same addresses, one "
			"after the other; report it as it is, or record flags instead",
			r->path, r->g->v[r->ambiguous[0]->index].path,
			r->g->v[r->ambiguous[1]->index].path);
	r->ambiguous[0] = NULL;
	u64_map_clear(&r->g->scratch);
	u64_map_clear(&r->g->scratch_edges);
	u64_map_clear(&r->g->scratch_counters);
	comparisons_free(&r->cmps);
	free(r->modules);
	r->modules = NULL;
	r->n = r->room = 0;
	r->open = r->late = r->forked = r->placed = r->is_task_exit = false;
	return status;
}

static int on_head(void *ctx, const struct dump_info *info)
{
	struct dump_set_reading *r = ctx;
	struct dump_set *g = r->g;
	int status = flush(r);

	if (status)
		return status;
	if (g->any && (g->word_bytes != info->word_bytes || g->raw_pc != info->raw_pc))
		return anycov_error_set(
			r->err,
			"%s: word size %u differs from %u in the previous dumps, or the "
			"form of addresses does",
			r->path, info->word_bytes, g->word_bytes);
	g->word_bytes = info->word_bytes;
	g->raw_pc = info->raw_pc;
	r->open = true;
	return 0;
}

static int on_chunk(void *ctx, const struct dump_chunk *c)
{
	struct dump_set_reading *r = ctx;

	r->g->lost = r->g->lost || c->lost;
	if (c->kind < DUMP_MODULE && c->length && !c->from_start) {
		r->late |= !c->forked;
		r->forked |= c->forked;
	}
	if (c->kind == DUMP_EDGE)
		r->edges_at = c->offset;
	return 0;
}

static int on_pcs(void *ctx, const struct dump_chunk *c, const uint64_t *pcs, size_t n)
{
	struct dump_set_reading *r = ctx;

	u64_map_increment_all(c->kind == DUMP_EDGE       ? &r->g->scratch_edges
			      : c->kind == DUMP_COUNTERS ? &r->g->scratch_counters
							 : &r->g->scratch,
			      pcs, n);
	return 0;
}

static int on_code(void *ctx, const struct dump_code *code)
{
	struct dump_set_reading *r = ctx;
	struct dump_set *g = r->g;

	if (u64_map_count(&g->code) && g->code_block != code->block)
		return anycov_error_set(r->err,
					"%s: cannot be merged: its checksums of code are of "
					"other blocks than those of the previous dumps",
					r->path);
	g->code_block = code->block;
	for (size_t i = 0; i < code->n; i++) {
		uint64_t at = code->address + i * code->block;
		const uint64_t *known = u64_map_find(&g->code, at);

		if (known && *known != code->crcs[i])
			return anycov_error_set(
				r->err,
				"%s: cannot be merged: recorded by another build than the "
				"previous dumps, whose code at 0x%llx differs",
				r->path, (unsigned long long)at);
		if (!known)
			*u64_map_get_or_add(&g->code, at) = code->crcs[i];
	}
	return 0;
}

static int on_cuts(void *ctx, const struct dump_chunk *c, const struct dump_cuts *cuts)
{
	struct dump_set_reading *r = ctx;

	(void)c;
	r->is_task_exit = cuts->is_task_exit;
	return 0;
}

static int on_cmps(void *ctx, const struct dump_chunk *c, const struct dump_cmp *cmps, size_t n)
{
	struct dump_set_reading *r = ctx;

	(void)c;
	for (size_t i = 0; i < n; i++)
		comparisons_count(&r->cmps, &cmps[i]);
	return 0;
}

int dump_set_add(struct dump_set *g, const char *path, struct anycov_error *err)
{
	/* A bad file ends the command, so its partial result is never used. */
	static const struct dump_visitor visitor = { .once = true,
						     .head = on_head,
						     .chunk = on_chunk,
						     .pcs = on_pcs,
						     .cmps = on_cmps,
						     .module = on_module,
						     .code = on_code,
						     .cuts = on_cuts };
	struct dump_set_reading r = { .g = g, .err = err, .path = path };
	int status = dump_read(path, NULL, &visitor, &r, err);

	r.open = r.open && !status;
	status = flush(&r) ? -1 : status;
	return status;
}

static int compare_modules(const void *a, const void *b)
{
	return dump_set_compare(a, b);
}

void dump_set_sort(struct dump_set *g)
{
	if (g->n)
		qsort(g->v, g->n, sizeof(*g->v), compare_modules);
}

void dump_set_free(struct dump_set *g)
{
	for (size_t i = 0; i < g->n; i++) {
		free(g->v[i].path);
		u64_map_free(&g->v[i].pcs);
		u64_map_free(&g->v[i].edges);
		u64_map_free(&g->v[i].counters);
		comparisons_free(&g->v[i].cmps);
	}
	u64_map_free(&g->scratch);
	u64_map_free(&g->code);
	u64_map_free(&g->scratch_edges);
	u64_map_free(&g->scratch_counters);
	free(g->v);
	memset(g, 0, sizeof(*g));
}
