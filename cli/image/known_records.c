/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "image/known_records.h"

/* Of a kernel and its modules not all is kept. */
#define KEPT_BYTES_MAX ((size_t)256 << 20)

struct known_records {
	unsigned char *body; /* of the function's record */
	uint32_t body_length;
	bool big_endian, has_parts;
	unsigned char *bytes;
	size_t length;
	/* As in a map, but spans begin at 0, offsets at the first record, and files are those of
	 * the function's list. */
	struct map_block *blocks;
	uint32_t *numbers;
	struct map_line *lines;
	struct map_span *decisions;
	struct map_condition *conditions;
	struct map_sizes n;
	const struct known_records *next; /* with this key */
};

static struct u64_map by_key; /* -> 1 when it was met, index + 2 when it is kept */
static struct known_records **all;
static size_t n_all, all_room, kept_bytes;

struct map_sizes map_sizes_of(const struct map *m)
{
	return (struct map_sizes){ m->n_blocks, m->n_numbers, m->n_lines, m->n_decisions,
				   m->n_conditions };
}

/* Returns the key of a function's records that begin with the same tag. */
static uint64_t key_of(const struct map_function *f, const struct function_records *r)
{
	return f->id + r->bytes[0];
}

static bool has_body(const struct known_records *k, const struct map_function *f)
{
	return k->body_length == f->length && !memcmp(k->body, f->body, f->length);
}

const struct known_records *known_records_find(const struct map_function *f,
					       struct function_records *r)
{
	const uint64_t *met = u64_map_find(&by_key, key_of(f, r));
	const struct known_records *k = met && *met > 1 ? all[*met - 2] : NULL;

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

/* Makes room for so many elements more. */
static void reserve_all(struct map *m, const struct map_sizes *n)
{
	m->blocks = reserve(m->blocks, m->n_blocks, n->blocks, &m->blocks_room, sizeof(*m->blocks));
	m->numbers = reserve(m->numbers, m->n_numbers, n->numbers, &m->numbers_room,
			     sizeof(*m->numbers));
	m->lines = reserve(m->lines, m->n_lines, n->lines, &m->lines_room, sizeof(*m->lines));
	m->decisions = reserve(m->decisions, m->n_decisions, n->decisions, &m->decisions_room,
			       sizeof(*m->decisions));
	m->conditions = reserve(m->conditions, m->n_conditions, n->conditions, &m->conditions_room,
				sizeof(*m->conditions));
}

void map_reserve(struct map *m, const struct map_sizes *sizes)
{
	reserve_all(m, sizes);
}

static void append_blocks(const struct known_records *k, struct map *m, uint32_t function,
			  uint64_t offset)
{
	struct map_block *b = m->blocks + m->n_blocks;

	for (size_t i = 0; i < k->n.blocks; i++) {
		b[i] = k->blocks[i];
		b[i].function = function;
		b[i].offset += offset;
		b[i].succs.first += m->n_numbers;
		b[i].implied_by.first += m->n_numbers;
		b[i].lines.first += m->n_lines;
	}
}

static void append_decisions(const struct known_records *k, struct map *m,
			     const struct map_function *f)
{
	struct map_condition *c = m->conditions + m->n_conditions;

	for (size_t i = 0; i < k->n.decisions; i++) {
		m->decisions[m->n_decisions + i] = k->decisions[i];
		m->decisions[m->n_decisions + i].first += m->n_conditions;
	}
	for (size_t i = 0; i < k->n.conditions; i++) {
		c[i] = k->conditions[i];
		c[i].blocks.first += m->n_numbers;
		if (c[i].file != MAP_NONE)
			c[i].file = f->files[c[i].file];
	}
}

void known_records_append(const struct known_records *k, struct map *m, uint32_t function,
			  const struct function_records *r)
{
	struct map_function *f = &m->functions[function];

	reserve_all(m, &k->n);
	append_blocks(k, m, function, r->offset);
	append_decisions(k, m, f);
	if (k->n.numbers)
		memcpy(m->numbers + m->n_numbers, k->numbers, k->n.numbers * sizeof(*k->numbers));
	for (size_t i = 0; i < k->n.lines; i++) {
		m->lines[m->n_lines + i] = k->lines[i];
		m->lines[m->n_lines + i].file = f->files[k->lines[i].file];
	}
	f->has_parts |= k->has_parts;
	m->n_blocks += k->n.blocks;
	m->n_numbers += k->n.numbers;
	m->n_lines += k->n.lines;
	m->n_decisions += k->n.decisions;
	m->n_conditions += k->n.conditions;
}

/* Returns the number of a file in the function's list.  Several with one index are one file. */
static uint32_t number_of_file(const struct map_function *f, uint32_t index)
{
	uint32_t i = 0;

	while (f->files[i] != index)
		i++;
	return i;
}

/* Copies the elements of an array from `first` on. */
static void *copy(const void *from, size_t first, size_t n, size_t size)
{
	void *to = n ? xmalloc(n * size) : NULL;

	if (n)
		memcpy(to, (const char *)from + first * size, n * size);
	kept_bytes += n * size;
	return to;
}

/* Makes numbers of the function's files, and spans that begin at 0, of those of the map. */
static void detach(struct known_records *k, const struct map_function *f,
		   const struct map_sizes *before, uint64_t offset)
{
	for (size_t i = 0; i < k->n.blocks; i++) {
		k->blocks[i].offset -= offset;
		k->blocks[i].succs.first -= before->numbers;
		k->blocks[i].implied_by.first -= before->numbers;
		k->blocks[i].lines.first -= before->lines;
		k->has_parts |= k->blocks[i].next_part != 0;
	}
	for (size_t i = 0; i < k->n.lines; i++)
		k->lines[i].file = number_of_file(f, k->lines[i].file);
	for (size_t i = 0; i < k->n.decisions; i++)
		k->decisions[i].first -= before->conditions;
	for (size_t i = 0; i < k->n.conditions; i++) {
		struct map_condition *c = &k->conditions[i];

		c->blocks.first -= before->numbers;
		if (c->file != MAP_NONE)
			c->file = number_of_file(f, c->file);
	}
}

static struct known_records *keep(const struct map *m, const struct map_function *f,
				  const struct map_sizes *before, const struct function_records *r)
{
	struct known_records *k = xcalloc(1, sizeof(*k));

	kept_bytes += sizeof(*k);
	k->body_length = f->length;
	k->body = copy(f->body, 0, f->length, 1);
	k->big_endian = r->big_endian;
	k->length = r->length;
	k->bytes = copy(r->bytes, 0, r->length, 1);
	k->n = (struct map_sizes){ m->n_blocks - before->blocks, m->n_numbers - before->numbers,
				   m->n_lines - before->lines, m->n_decisions - before->decisions,
				   m->n_conditions - before->conditions };
	k->blocks = copy(m->blocks, before->blocks, k->n.blocks, sizeof(*k->blocks));
	k->numbers = copy(m->numbers, before->numbers, k->n.numbers, sizeof(*k->numbers));
	k->lines = copy(m->lines, before->lines, k->n.lines, sizeof(*k->lines));
	k->decisions = copy(m->decisions, before->decisions, k->n.decisions, sizeof(*k->decisions));
	k->conditions =
		copy(m->conditions, before->conditions, k->n.conditions, sizeof(*k->conditions));
	detach(k, f, before, r->offset);
	return k;
}

void known_records_keep(const struct map *m, uint32_t function, const struct map_sizes *before,
			const struct function_records *r)
{
	const struct map_function *f = &m->functions[function];
	uint64_t *met = u64_map_get_or_add(&by_key, key_of(f, r));
	struct known_records *k;

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
