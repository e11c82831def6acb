/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "image/known_blocks.h"

/* Of a kernel and its modules not all is kept. */
#define KEPT_BYTES_MAX ((size_t)256 << 20)

struct known_blocks {
	unsigned char *body; /* of the function's record */
	uint32_t body_length;
	bool big_endian, has_parts;
	unsigned char *bytes; /* of the blocks' records */
	size_t length;
	/* As in a map, but spans begin at 0, offsets at the first record, and files are those of
	 * the function's list. */
	struct map_block *blocks;
	size_t n_blocks;
	uint32_t *numbers;
	size_t n_numbers;
	struct map_line *lines;
	size_t n_lines;
	const struct known_blocks *next; /* of another function with this ID */
};

static struct u64_map by_id; /* function ID -> 1 when it was met, index + 2 when it is kept */
static struct known_blocks **all;
static size_t n_all, all_room, kept_bytes;

static bool has_body(const struct known_blocks *k, const struct map_function *f)
{
	return k->body_length == f->length && !memcmp(k->body, f->body, f->length);
}

const struct known_blocks *known_blocks_find(const struct map_function *f, struct block_records *r)
{
	const uint64_t *met = u64_map_find(&by_id, f->id);
	const struct known_blocks *k = met && *met > 1 ? all[*met - 2] : NULL;

	for (; k; k = k->next)
		if (k->big_endian == r->big_endian && k->length <= r->length &&
		    !memcmp(k->bytes, r->bytes, k->length) && has_body(k, f)) {
			r->length = k->length;
			return k;
		}
	return NULL;
}

static void *reserve(void *v, size_t n, size_t more, size_t *room, size_t size)
{
	if (v && *room - n >= more)
		return v;
	*room = 2 * *room > n + more ? 2 * *room : n + more + 1;
	return xrealloc(v, *room * size);
}

void known_blocks_append(const struct known_blocks *k, struct map *m, uint32_t function,
			 const struct block_records *r)
{
	struct map_function *f = &m->functions[function];
	struct map_block *b;
	struct map_line *l;

	m->blocks = reserve(m->blocks, m->n_blocks, k->n_blocks, &m->blocks_room, sizeof(*b));
	m->numbers = reserve(m->numbers, m->n_numbers, k->n_numbers, &m->numbers_room,
			     sizeof(*m->numbers));
	m->lines = reserve(m->lines, m->n_lines, k->n_lines, &m->lines_room, sizeof(*l));
	b = m->blocks + m->n_blocks;
	l = m->lines + m->n_lines;
	memcpy(b, k->blocks, k->n_blocks * sizeof(*b));
	for (size_t i = 0; i < k->n_blocks; i++) {
		b[i].function = function;
		b[i].offset += r->offset;
		b[i].succs.first += m->n_numbers;
		b[i].implied_by.first += m->n_numbers;
		b[i].lines.first += m->n_lines;
	}
	if (k->n_numbers)
		memcpy(m->numbers + m->n_numbers, k->numbers, k->n_numbers * sizeof(*k->numbers));
	for (size_t i = 0; i < k->n_lines; i++) {
		l[i] = k->lines[i];
		l[i].file = f->files[l[i].file];
	}
	f->has_parts |= k->has_parts;
	m->n_blocks += k->n_blocks;
	m->n_numbers += k->n_numbers;
	m->n_lines += k->n_lines;
}

/* Returns the number of a file in the function's list.  Several with one index are one file. */
static uint32_t number_of_file(const struct map_function *f, uint32_t index)
{
	uint32_t i = 0;

	while (f->files[i] != index)
		i++;
	return i;
}

static void *copy(const void *from, size_t n, size_t size)
{
	void *to = xcalloc(n, size);

	if (n)
		memcpy(to, from, n * size);
	kept_bytes += n * size;
	return to;
}

static struct known_blocks *keep(const struct map *m, const struct map_function *f,
				 const struct map_sizes *before, const struct block_records *r)
{
	struct known_blocks *k = copy(&(struct known_blocks){ 0 }, 1, sizeof(*k));

	k->body_length = f->length;
	k->body = copy(f->body, f->length, 1);
	k->big_endian = r->big_endian;
	k->length = r->length;
	k->bytes = copy(r->bytes, r->length, 1);
	k->n_blocks = m->n_blocks - before->blocks;
	k->blocks = copy(&m->blocks[before->blocks], k->n_blocks, sizeof(*k->blocks));
	k->n_numbers = m->n_numbers - before->numbers;
	k->numbers = copy(k->n_numbers ? &m->numbers[before->numbers] : NULL, k->n_numbers,
			  sizeof(*k->numbers));
	k->n_lines = m->n_lines - before->lines;
	k->lines =
		copy(k->n_lines ? &m->lines[before->lines] : NULL, k->n_lines, sizeof(*k->lines));
	for (size_t i = 0; i < k->n_blocks; i++) {
		k->blocks[i].offset -= r->offset;
		k->blocks[i].succs.first -= before->numbers;
		k->blocks[i].implied_by.first -= before->numbers;
		k->blocks[i].lines.first -= before->lines;
		k->has_parts |= k->blocks[i].next_part != 0;
	}
	for (size_t i = 0; i < k->n_lines; i++)
		k->lines[i].file = number_of_file(f, k->lines[i].file);
	return k;
}

void known_blocks_keep(const struct map *m, uint32_t function, const struct map_sizes *before,
		       const struct block_records *r)
{
	const struct map_function *f = &m->functions[function];
	uint64_t *met = u64_map_get_or_add(&by_id, f->id);
	struct known_blocks *k;

	if (!*met) {
		*met = 1;
		return;
	}
	if (kept_bytes > KEPT_BYTES_MAX)
		return;
	k = keep(m, f, before, r);
	k->next = *met > 1 ? all[*met - 2] : NULL;
	ARRAY_GROW(all, n_all, all_room);
	all[n_all++] = k;
	*met = n_all + 1;
}
