/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Sorts the blocks and flags of a map, and finds blocks. */
#include <stdlib.h>
#include "image/map_read.h"

static int compare_blocks(const void *a, const void *b)
{
	const struct map_block *x = a, *y = b;

	if (x->function != y->function)
		return x->function < y->function ? -1 : 1;
	if (x->number != y->number)
		return x->number < y->number ? -1 : 1;
	return x->offset < y->offset ? -1 : x->offset > y->offset;
}

void map_sort_blocks(struct map *m, size_t first)
{
	if (m->n_blocks > first)
		sort_stable(m->blocks + first, m->n_blocks - first, sizeof(*m->blocks),
			    compare_blocks);
}

static void index_blocks(struct map *m)
{
	size_t n = 0;

	map_sort_blocks(m, 0);
	for (size_t i = 0; i < m->n_blocks; i++) {
		struct map_function *f = &m->functions[m->blocks[i].function];

		if (n && m->blocks[n - 1].function == m->blocks[i].function &&
		    m->blocks[n - 1].number == m->blocks[i].number)
			continue; /* the same function of another translation unit */
		if (!f->blocks)
			f->first_block = n;
		f->blocks++;
		if (n != i)
			m->blocks[n] = m->blocks[i];
		n++;
	}
	m->n_blocks = n;
	for (size_t i = 0; i < m->n_sites; i++)
		if (!m->sites[i].dropped && m->sites[i].function != MAP_NONE)
			m->functions[m->sites[i].function].live_sites++;
}

/* States of source blocks are those of code; what follows from these is exact. */
static void find_exact_rules(struct map *m)
{
	for (size_t i = 0; i < m->n_functions; i++)
		m->functions[i].rules_are_exact =
			m->functions[i].is_source || m->functions[i].prune != ANYCOV_PRUNE_LOSSLESS;
	for (size_t i = 0; i < m->n_blocks; i++)
		if (m->blocks[i].flags & ANYCOV_MAP_BLOCK_ASSUMED)
			m->functions[m->blocks[i].function].rules_are_exact = false;
}

static int compare_flags(const void *a, const void *b)
{
	const struct map_flags *x = a, *y = b;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	if (x->function != y->function)
		return x->function < y->function ? -1 : 1;
	return x->offset < y->offset ? -1 : x->offset > y->offset;
}

static int compare_codes(const void *a, const void *b)
{
	const struct map_code *x = a, *y = b;

	if (x->address != y->address)
		return x->address < y->address ? -1 : 1;
	return x->function < y->function ? -1 : x->function > y->function;
}

static void add_code(struct map *m, const struct map_flags *f)
{
	if (f->dropped || f->function == MAP_NONE || !f->code)
		return;
	ARRAY_GROW(m->codes, m->n_codes, m->codes_room);
	m->codes[m->n_codes++] = (struct map_code){ f->code, f->function };
}

/* A function that was inlined has a record in each copy: keeps one of them, and all addresses. */
static void index_flags(struct map *m)
{
	size_t n = 0;

	if (m->n_flags)
		qsort(m->flags, m->n_flags, sizeof(*m->flags), compare_flags);
	for (size_t i = 0; i < m->n_flags; i++) {
		const struct map_flags *f = &m->flags[i];

		add_code(m, f);
		if (n && !f->dropped && !m->flags[n - 1].dropped &&
		    m->flags[n - 1].addr == f->addr && m->flags[n - 1].function == f->function)
			continue;
		if (!f->dropped && f->function != MAP_NONE)
			m->functions[f->function].live_sites += f->blocks.n;
		m->flags[n++] = *f;
	}
	m->n_flags = n;
	if (m->n_codes)
		qsort(m->codes, m->n_codes, sizeof(*m->codes), compare_codes);
}

void map_index(struct map *m)
{
	index_blocks(m);
	find_exact_rules(m);
	index_flags(m);
}

const struct map_block *map_block(const struct map *m, uint32_t function, uint32_t number)
{
	const struct map_function *f = &m->functions[function];
	size_t low = f->first_block, high = low + f->blocks;

	/* Most functions have a record of each block. */
	if (number < f->blocks && m->blocks[low + number].number == number)
		return &m->blocks[low + number];
	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (m->blocks[mid].number == number)
			return &m->blocks[mid];
		if (m->blocks[mid].number < number)
			low = mid + 1;
		else
			high = mid;
	}
	return NULL;
}

void map_free(struct map *m)
{
	if (!m)
		return;
	for (size_t i = 0; i < m->n_functions; i++)
		free(m->functions[i].files);
	for (size_t i = 0; i < m->n_files; i++) {
		free(m->files[i].path);
		free(m->files[i].full);
	}
	free(m->files);
	free(m->functions);
	free(m->sites);
	free(m->flags);
	free(m->codes);
	free(m->marks);
	free(m->decisions);
	free(m->conditions);
	for (unsigned i = 0; i < 2; i++) {
		string_list_free(&m->entries[i]);
		string_list_free(&m->lto[i]);
	}
	free(m->blocks);
	free(m->numbers);
	free(m->lines);
	u64_map_free(&m->by_id);
	u64_map_free(&m->file_set);
	free(m);
}

const struct map_block *map_next_part(const struct map *m, const struct map_block *b)
{
	return b->next_part ? map_block(m, b->function, b->next_part) : NULL;
}
