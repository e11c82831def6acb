/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The IDs of functions in the map: hashes of what their records say. */
#include "common/facts.h"
#include "common/map/map_asm.h"

/* FNV-1a */
uint64_t anycov_map_hash_text(uint64_t h, const char *s)
{
	for (s = s ? s : ""; *s; s++)
		h = (h ^ (unsigned char)*s) * 0x100000001b3u;
	return h * 0x100000001b3u; /* the NUL */
}

static uint64_t hash_number(uint64_t h, uint32_t v)
{
	for (unsigned shift = 0; shift < 32; shift += 8)
		h = (h ^ (v >> shift & 0xff)) * 0x100000001b3u;
	return h;
}

static uint64_t hash_list(uint64_t h, const uint32_t *list, uint32_t n)
{
	h = hash_number(h, n);
	for (uint32_t i = 0; i < n; i++)
		h = hash_number(h, list[i]);
	return h;
}

static uint64_t hash_block(uint64_t h, const struct anycov_map_block *b)
{
	h = hash_number(h, b->flags);
	h = hash_list(h, b->succs, b->n_succs);
	h = hash_list(h, b->implied_by, b->n_implied_by);
	h = hash_number(h, b->n_lines);
	for (uint32_t i = 0; i < b->n_lines; i++) {
		h = hash_number(h, b->lines[i].file);
		h = hash_number(h, b->lines[i].line);
		h = hash_number(h, b->lines[i].column);
		h = hash_number(h, b->lines[i].part);
	}
	h = hash_number(h, b->n_parts);
	for (uint32_t i = 0; i < b->n_parts; i++) {
		h = hash_number(h, b->parts[i].flags);
		h = hash_list(h, b->parts[i].implied_by, b->parts[i].n_implied_by);
	}
	return h;
}

/* Without texts, in which names of the compiler's own may have numbers. */
static uint64_t hash_decision(uint64_t h, const struct anycov_map_decision *d)
{
	h = hash_number(h, d->n);
	for (uint32_t i = 0; i < d->n; i++) {
		const struct anycov_map_condition *c = &d->conditions[i];

		h = hash_list(h, c->to, 2);
		h = hash_list(h, c->blocks, c->n_blocks);
		h = hash_list(h, c->shown_in, 2);
		h = hash_number(h, c->place.file);
		h = hash_number(h, c->place.line);
		h = hash_number(h, c->place.column);
	}
	return h;
}

uint64_t anycov_map_function_id(const struct anycov_map_function *f)
{
	uint64_t h = 0xcbf29ce484222325u;

	h = anycov_map_hash_text(h, f->name);
	h = anycov_map_hash_text(h, f->unit);
	h = anycov_map_hash_text(h, f->dir);
	h = anycov_map_hash_text(h, f->salt);
	h = hash_number(h, f->level);
	h = hash_number(h, f->prune);
	h = hash_number(h, f->line);
	h = hash_number(h, f->file);
	h = hash_number(h, f->n_files);
	for (uint32_t i = 0; i < f->n_files; i++)
		h = anycov_map_hash_text(h, f->files[i]);
	h = hash_number(h, f->n_blocks);
	for (uint32_t i = 0; i < f->n_blocks; i++)
		h = hash_block(h, &f->blocks[i]);
	if (f->is_source)
		h = hash_number(h, 1);
	for (uint32_t i = 0; i < f->n_decisions; i++)
		h = hash_decision(h, &f->decisions[i]);
	for (uint32_t i = 0; i < f->n_marks; i++) {
		h = hash_number(h, f->marks[i].block);
		h = hash_number(h, (uint32_t)f->marks[i].function);
		h = hash_number(h, (uint32_t)(f->marks[i].function >> 32));
		h = hash_number(h, f->marks[i].source_block);
		h = hash_number(h, f->marks[i].part);
	}
	return h;
}
