/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include <gelf.h>
#include "anycov/hook_table.h"
#include "anycov/map.h"
#include "image/known_records.h"
#include "image/map_read.h"
#include "image/map_reloc.h"
#include "base/paths.h"

#define HEAD_BYTES 6u /* tag, version, length */

/* A record that is being read. */
struct record {
	const struct image *img;
	const struct section *sec;
	const unsigned char *p, *end;
	const unsigned char *start; /* of the head */
	uint8_t tag, version;
	bool short_read; /* a field was missing */
};

static uint64_t file_offset(const struct record *r)
{
	return r->sec->offset + (uint64_t)(r->start - r->sec->bytes);
}

static int bad(const struct record *r, struct anycov_error *err, const char *what)
{
	return anycov_error_set(err, "%s:%llu: damaged map in section %s: %s", r->img->path,
				(unsigned long long)file_offset(r), r->sec->name, what);
}

static uint64_t fixed(struct record *r, unsigned bytes)
{
	uint64_t v;

	if ((size_t)(r->end - r->p) < bytes) {
		r->short_read = true;
		return 0;
	}
	v = image_number(r->img, r->p, bytes);
	r->p += bytes;
	return v;
}

/* Reads a ULEB128 number; those in the map fit in 32 bits. */
static uint32_t uleb(struct record *r)
{
	uint64_t v = 0;

	for (unsigned shift = 0; shift < 35 && r->p < r->end; shift += 7) {
		unsigned char c = *r->p++;

		v |= (uint64_t)(c & 0x7f) << shift;
		if (!(c & 0x80)) {
			if (v <= UINT32_MAX)
				return (uint32_t)v;
			break;
		}
	}
	r->short_read = true;
	return 0;
}

static const char *string(struct record *r)
{
	const unsigned char *nul = memchr(r->p, 0, (size_t)(r->end - r->p));
	const char *s = (const char *)r->p;

	if (!nul) {
		r->short_read = true;
		return "";
	}
	r->p = nul + 1;
	return s;
}

/* Reads the number of elements that follow, of at least one byte each. */
static uint32_t count(struct record *r)
{
	uint32_t n = uleb(r);

	if (n > (size_t)(r->end - r->p)) {
		r->short_read = true;
		return 0;
	}
	return n;
}

/* As intern(), of a text that often is the one before. */
static const char *intern_again(const char *s, const char *before)
{
	return before && !strcmp(s, before) ? before : intern(s);
}

/* Reads the names of files and the directory that they are relative to. */
static bool read_files(struct map *m, struct record *r, struct map_function *f)
{
	const struct map_function *before =
		m->n_functions ? &m->functions[m->n_functions - 1] : NULL;
	const char **names = xcalloc(f->n_files, sizeof(*names));

	f->dir = "";
	f->files = xcalloc(f->n_files, sizeof(*f->files));
	for (uint32_t i = 0; i < f->n_files; i++)
		names[i] = string(r);
	if (r->p < r->end)
		f->dir = intern_again(string(r), before ? before->dir : NULL);
	for (uint32_t i = 0; i < f->n_files && !r->short_read; i++)
		f->files[i] = map_add_file(m, f->dir, names[i]);
	free(names);
	return !r->short_read;
}

static int read_function(struct map *m, struct record *r, struct anycov_error *err)
{
	struct map_function f = { .body = r->p,
				  .length = (uint32_t)(r->end - r->p),
				  .offset = file_offset(r) };
	uint32_t file;
	uint64_t *known;

	f.id = fixed(r, 8);
	f.level = (uint8_t)fixed(r, 1);
	f.prune = (uint8_t)fixed(r, 1);
	f.name = intern(string(r));
	f.unit = intern_again(string(r),
			      m->n_functions ? m->functions[m->n_functions - 1].unit : NULL);
	f.n_blocks = uleb(r);
	f.line = uleb(r);
	file = uleb(r);
	f.n_files = count(r);
	if (r->short_read)
		return bad(r, err, "function record too short");
	known = u64_map_find(&m->by_id, f.id);
	if (known) {
		const struct map_function *old = &m->functions[*known];

		/* The same inline function of another translation unit; bodies may differ. */
		if (old->length != f.length || memcmp(old->body, f.body, f.length))
			m->conflicts++;
		return 0;
	}
	if (read_files(m, r, &f))
		f.file = file < f.n_files ? f.files[file] : MAP_NONE;
	if (r->short_read || (f.line && f.n_files && file >= f.n_files)) {
		free(f.files);
		return bad(r, err, "wrong list of files in a function record");
	}
	ARRAY_GROW(m->functions, m->n_functions, m->functions_room);
	*u64_map_get_or_add(&m->by_id, f.id) = m->n_functions;
	m->functions[m->n_functions++] = f;
	return 0;
}

static struct map_span read_numbers(struct map *m, struct record *r)
{
	struct map_span s = { m->n_numbers, count(r) };

	for (uint32_t i = 0; i < s.n; i++) {
		ARRAY_GROW(m->numbers, m->n_numbers, m->numbers_room);
		m->numbers[m->n_numbers++] = uleb(r);
	}
	return s;
}

static bool in_range(const struct map *m, struct map_span s, uint32_t limit)
{
	for (uint32_t i = 0; i < s.n; i++)
		if (m->numbers[s.first + i] >= limit)
			return false;
	return true;
}

static void add_block(struct map *m, const struct map_block *b)
{
	ARRAY_GROW(m->blocks, m->n_blocks, m->blocks_room);
	m->blocks[m->n_blocks++] = *b;
}

static struct map_span one_number(struct map *m, uint32_t number)
{
	ARRAY_GROW(m->numbers, m->n_numbers, m->numbers_room);
	m->numbers[m->n_numbers++] = number;
	return (struct map_span){ m->n_numbers - 1, 1 };
}

/* What the record of a block has of a part. */
struct part {
	uint32_t flags, own_lines;
	struct map_span implied_by;
};

/* Returns the flags of a part whose record has `flags`; block: those of the block. */
static uint32_t part_flags(const struct record *r, uint32_t flags, uint32_t block)
{
	const uint32_t old = ANYCOV_MAP_BLOCK_CALLS | ANYCOV_MAP_BLOCK_PROBED;

	if (r->version == ANYCOV_MAP_VERSION)
		return MAP_BLOCK_PART | (flags & old) | (block & ANYCOV_MAP_BLOCK_EMPTY) |
		       (flags & ANYCOV_MAP_BLOCK_PROBED ? 0 : ANYCOV_MAP_BLOCK_ASSUMED);
	return MAP_BLOCK_PART | (flags & (old | ANYCOV_MAP_BLOCK_UNKNOWN | ANYCOV_MAP_BLOCK_EMPTY |
					  ANYCOV_MAP_BLOCK_ASSUMED));
}

/*
 * Adds a block and its parts (n), as blocks that follow each other and have the lines from
 * lines.first on.  parts[0] is the block itself, first the number of parts[1].
 */
static void add_parts(struct map *m, struct map_block b, uint32_t first, uint32_t n,
		      const struct part *parts)
{
	const struct map_span succs = b.succs;
	const uint32_t last = b.flags & (ANYCOV_MAP_BLOCK_EXIT | ANYCOV_MAP_BLOCK_RESUMES |
					 ANYCOV_MAP_BLOCK_THROWS);

	b.part_of = b.number;
	if (n)
		b.flags = (b.flags & ~last) | ANYCOV_MAP_BLOCK_CALLS;
	for (uint32_t i = 0; i <= n; i++) {
		if (i) {
			b.number = first + i - 1;
			b.flags = parts[i].flags | (i == n ? last : 0);
			b.implied_by = parts[i].implied_by;
		}
		b.next_part = i < n ? first + i : 0;
		b.succs = i < n ? one_number(m, b.next_part) : succs;
		b.lines.n = parts[i].own_lines;
		add_block(m, &b);
		b.lines.first += b.lines.n;
	}
}

/* Reads the end of a block's record and adds the block. */
static int read_parts(struct map *m, struct record *r, const struct map_block *b,
		      struct map_function *f, struct anycov_error *err)
{
	const bool is_old = r->version == ANYCOV_MAP_VERSION;
	uint32_t n = r->p < r->end ? count(r) : 0, first = n ? uleb(r) : 0, left = b->lines.n;
	struct part *parts = xcalloc(n + (size_t)1, sizeof(*parts));
	bool fits = first <= f->n_blocks && n <= f->n_blocks - first && (!n || first > b->number);

	for (uint32_t i = 1; i <= n && fits; i++) {
		parts[i].flags = part_flags(r, uleb(r), b->flags);
		parts[i].own_lines = uleb(r);
		parts[i].implied_by = is_old ? one_number(m, i > 1 ? first + i - 2 : b->number)
					     : read_numbers(m, r);
		fits = parts[i].own_lines <= left && in_range(m, parts[i].implied_by, f->n_blocks);
		left -= parts[i].own_lines;
	}
	parts[0].own_lines = left;
	if (fits && !r->short_read)
		add_parts(m, *b, first, n, parts);
	f->has_parts |= n != 0;
	free(parts);
	return fits && !r->short_read ? 0 : bad(r, err, "wrong parts of a block");
}

static int read_block(struct map *m, struct record *r, struct anycov_error *err)
{
	struct map_block b = { .offset = file_offset(r) };
	struct map_function *f;
	uint64_t id = fixed(r, 8), *known = u64_map_find(&m->by_id, id);

	if (!known || r->short_read)
		return bad(r, err, "block of a function that is not in the map");
	b.function = (uint32_t)*known;
	f = &m->functions[b.function];
	b.number = uleb(r);
	b.flags = uleb(r);
	b.succs = read_numbers(m, r);
	b.lines.first = m->n_lines;
	b.lines.n = count(r);
	for (uint32_t i = 0; i < b.lines.n; i++) {
		uint32_t file = uleb(r), line = uleb(r);

		if (file >= f->n_files)
			return bad(r, err, "block with a file that its function does not list");
		ARRAY_GROW(m->lines, m->n_lines, m->lines_room);
		m->lines[m->n_lines++] = (struct map_line){ f->files[file], line, 0 };
	}
	b.implied_by = read_numbers(m, r);
	for (uint32_t i = 0; i < b.lines.n && r->p < r->end; i++)
		m->lines[b.lines.first + i].column = uleb(r);
	if (r->short_read)
		return bad(r, err, "block record too short");
	if (b.number >= f->n_blocks || !in_range(m, b.succs, f->n_blocks) ||
	    !in_range(m, b.implied_by, f->n_blocks))
		return bad(r, err, "block number too large for its function");
	if (r->p < r->end)
		return read_parts(m, r, &b, f, err);
	add_block(m, &b);
	return 0;
}

static int read_site(struct map *m, struct record *r, const struct map_relocs *relocs,
		     struct anycov_error *err)
{
	struct map_site s = { .offset = file_offset(r) };
	const int bytes = r->img->is64 ? 8 : 4;
	uint64_t at = (uint64_t)(r->p - r->sec->bytes), id, *known;
	bool kept;

	s.addr = fixed(r, (unsigned)bytes);
	id = fixed(r, 8);
	s.number = (uint32_t)fixed(r, 4);
	s.block = (uint32_t)fixed(r, 4);
	s.kind = (uint8_t)fixed(r, 1);
	if (r->short_read)
		return bad(r, err, "probe record too short");
	/* Counters of a relocatable object have no address yet. */
	if (r->end - r->p >= bytes && !r->img->relocatable)
		s.variable = fixed(r, (unsigned)bytes);
	if (r->img->relocatable) {
		s.addr = map_relocs_apply(relocs, at, s.addr, &kept);
		s.dropped = !kept;
	} else {
		/* A linker that drops a section leaves 0 or a small number in its records. */
		const struct section *code;

		if (r->img->machine == EM_ARM)
			s.addr &= ~(uint64_t)1;
		code = s.addr ? image_section_at(r->img, s.addr - !is_inline(s.kind)) : NULL;
		s.dropped = !code || !section_is_code(code);
	}
	known = u64_map_find(&m->by_id, id);
	s.function = known ? (uint32_t)*known : MAP_NONE;
	ARRAY_GROW(m->sites, m->n_sites, m->sites_room);
	m->sites[m->n_sites++] = s;
	return 0;
}

/* Returns whether these n flags are in the image, of whose linker script nothing is known. */
static bool has_flags(const struct map *m, const struct image *img, uint64_t addr, uint32_t n,
		      bool in_data)
{
	const bool inside = addr - m->flags_address < m->flags_size &&
			    n <= m->flags_size - (addr - m->flags_address);
	const struct section *sec;

	if (inside || (m->flags_size && !in_data))
		return inside;
	sec = addr ? image_section_at(img, addr) : NULL;
	return sec && (sec->flags & SHF_WRITE) && n <= sec->size - (addr - sec->addr);
}

/* Returns whether code is there; an image without any code (anycov/flags_file.h) shows only
 * whether the linker dropped it. */
static bool is_in_code(const struct image *img, uint64_t addr)
{
	const struct section *sec = addr ? image_section_at(img, addr) : NULL;

	if (sec && (sec->flags & SHF_EXECINSTR))
		return true;
	for (size_t i = 0; i < img->n_sections; i++)
		if (img->sections[i].flags & SHF_EXECINSTR)
			return false;
	return addr != 0;
}

static void place_seal(struct map_flags *f)
{
	const bool first = f->hit_value == ANYCOV_MAP_HIT_ODD;

	f->low = f->addr - (f->seal && first);
	f->end = f->addr + f->blocks.n + (f->seal && !first);
	f->seal_at = first ? f->low : f->end - 1;
}

static int read_flags(struct map *m, struct record *r, const struct map_relocs *relocs,
		      struct anycov_error *err)
{
	struct map_flags f = { .offset = file_offset(r) };
	uint64_t id = fixed(r, 8), *known = u64_map_find(&m->by_id, id), at, at_code;
	const unsigned bytes = r->img->is64 ? 8 : 4;
	bool kept = true, code = true, has_code;

	f.hit_value = (uint8_t)fixed(r, 1);
	at = (uint64_t)(r->p - r->sec->bytes);
	f.addr = fixed(r, bytes);
	f.blocks = read_numbers(m, r);
	at_code = (uint64_t)(r->p - r->sec->bytes);
	has_code = r->p < r->end;
	f.code = has_code ? fixed(r, bytes) : 0;
	f.seal = r->p < r->end ? (uint8_t)fixed(r, 1) : 0;
	if (r->short_read)
		return bad(r, err, "record of flags too short");
	if (f.hit_value > ANYCOV_MAP_HIT_ODD)
		return bad(r, err, "record of flags with a hit value that is not 0, 1 or 2");
	if (r->img->relocatable) {
		f.addr = map_relocs_apply(relocs, at, f.addr, &kept);
		f.code = map_relocs_apply(relocs, at_code, f.code, &code);
	} else if (has_code) {
		code = is_in_code(r->img, f.code);
	}
	place_seal(&f);
	/* A linker that drops a section leaves 0 or a small number in its records. */
	f.dropped =
		!kept || !(code || !has_code) ||
		(!r->img->relocatable && !has_flags(m, r->img, f.low, f.end - f.low, f.seal != 0));
	f.lost = f.dropped && has_code && code && f.seal && !r->img->relocatable;
	if (f.hit_value == ANYCOV_MAP_HIT_ODD && !r->img->relocatable && !f.dropped &&
	    !(f.addr % 2))
		return bad(r, err,
			   "flags at an even address; keep the alignment of their input sections "
			   "in the linker script (no SUBALIGN)");
	f.function = known ? (uint32_t)*known : MAP_NONE;
	if (known && !in_range(m, f.blocks, m->functions[f.function].n_blocks))
		return bad(r, err, "flag of a block number too large for its function");
	ARRAY_GROW(m->flags, m->n_flags, m->flags_room);
	m->flags[m->n_flags++] = f;
	return 0;
}

/* Reads a record of a bit and a text. */
static int read_text(struct record *r, struct string_list lists[2], struct anycov_error *err)
{
	bool which = fixed(r, 1);
	const char *text = string(r);

	if (r->short_read)
		return bad(r, err, "text too short");
	string_list_add(&lists[which], text);
	return 0;
}

static int read_contents(struct map *m, struct record *r, struct anycov_error *err)
{
	const char *path = string(r), *dir = string(r);
	struct source_contents contents = { .known = true };
	uint32_t file;

	contents.size = fixed(r, 8);
	contents.hash = fixed(r, 8);
	if (r->short_read)
		return bad(r, err, "record of a source file too short");
	/* First, because it may move the files. */
	file = map_add_file(m, dir, path);
	source_contents_add(&m->files[file].contents, &contents);
	return 0;
}

static int read_source(struct map *m, struct record *r, struct anycov_error *err)
{
	const uint64_t *known = u64_map_find(&m->by_id, fixed(r, 8));

	if (!known || r->short_read)
		return bad(r, err, "source of a function that is not in the map");
	m->functions[*known].is_source = true;
	return 0;
}

/* Reads a condition, number i of n.  Returns false if it is damaged. */
static bool read_condition(struct map *m, struct record *r, const struct map_function *f,
			   uint32_t i, uint32_t n)
{
	const uint32_t file = uleb(r);
	struct map_condition c = { .file = MAP_NONE, .line = uleb(r) };
	bool fits = true;

	c.column = uleb(r);
	if (c.line && file < f->n_files)
		c.file = f->files[file];
	c.text = intern(string(r));
	for (unsigned value = 0; value < 2; value++) {
		c.to[value] = uleb(r);
		fits &= c.to[value] < ANYCOV_MAP_CONDITION ||
			(c.to[value] - ANYCOV_MAP_CONDITION > i &&
			 c.to[value] - ANYCOV_MAP_CONDITION < n);
	}
	c.blocks = read_numbers(m, r);
	for (unsigned value = 0; value < 2; value++) {
		c.shown_in[value] = uleb(r);
		fits &= c.shown_in[value] <= f->n_blocks;
	}
	ARRAY_GROW(m->conditions, m->n_conditions, m->conditions_room);
	m->conditions[m->n_conditions++] = c;
	return fits && !r->short_read && (!c.line || c.file != MAP_NONE) &&
	       in_range(m, c.blocks, f->n_blocks);
}

/* Reads the decisions of a function from the record's p on. */
static int read_all_decisions(struct map *m, struct record *r, struct map_function *f,
			      struct anycov_error *err)
{
	const uint32_t n = count(r);

	for (uint32_t i = 0; i < n; i++) {
		struct map_span d = { m->n_conditions, count(r) };

		for (uint32_t k = 0; k < d.n; k++)
			if (!read_condition(m, r, f, k, d.n))
				return bad(r, err, "wrong condition of a decision");
		ARRAY_GROW(m->decisions, m->n_decisions, m->decisions_room);
		m->decisions[m->n_decisions++] = d;
		if (!d.n)
			return bad(r, err, "decision without conditions");
	}
	return r->short_read ? bad(r, err, "record of decisions too short") : 0;
}

static int read_decisions(struct map *m, struct record *r, struct anycov_error *err)
{
	struct function_records all = { r->start, (size_t)(r->end - r->start), r->img->big_endian,
					file_offset(r) };
	const struct map_sizes before = map_sizes_of(m);
	const uint64_t *known = u64_map_find(&m->by_id, fixed(r, 8));
	struct map_function *f = known ? &m->functions[*known] : NULL;
	const struct known_records *old;
	int status = 0;

	if (!f || r->short_read)
		return bad(r, err, "decisions of a function that is not in the map");
	if (f->has_decisions)
		return 0; /* the same function of another translation unit */
	f->has_decisions = true;
	f->tests_as_written = r->tag == ANYCOV_MAP_DECISIONS_AS_WRITTEN;
	f->first_decision = m->n_decisions;
	old = known_records_find(f, &all);
	if (old)
		known_records_append(old, m, (uint32_t)*known, &all);
	else
		status = read_all_decisions(m, r, f, err);
	f->n_decisions = (uint32_t)(m->n_decisions - before.decisions);
	if (!old && !status)
		known_records_keep(m, (uint32_t)*known, &before, &all);
	return status;
}

static int read_marks(struct map *m, struct record *r, struct anycov_error *err)
{
	const uint64_t *known = u64_map_find(&m->by_id, fixed(r, 8));
	struct map_function *f = known ? &m->functions[*known] : NULL;
	bool again = f && f->has_marks;
	const unsigned char *ids;
	uint32_t n_ids, n;

	if (!f || r->short_read)
		return bad(r, err, "marks of a function that is not in the map");
	f->has_marks = true;
	n_ids = count(r);
	if (n_ids > (size_t)(r->end - r->p) / 8)
		return bad(r, err, "record of marks too short");
	ids = r->p;
	r->p += (size_t)8 * n_ids;
	n = count(r);
	for (uint32_t i = 0; i < n && !r->short_read; i++) {
		struct map_mark mark = { .function = (uint32_t)*known, .block = uleb(r) };
		uint32_t source = uleb(r);

		mark.source_block = uleb(r);
		if (mark.block >= f->n_blocks || source >= n_ids)
			return bad(r, err, "mark of a block that its function does not have");
		if (again)
			continue;
		mark.source_id = image_number(r->img, ids + (size_t)8 * source, 8);
		ARRAY_GROW(m->marks, m->n_marks, m->marks_room);
		m->marks[m->n_marks++] = mark;
	}
	return r->short_read ? bad(r, err, "record of marks too short") : 0;
}

/* Returns whether the record is of another body with the same function ID, as older
 * plugins made them. */
static bool is_another(const struct map *m, struct record r)
{
	uint32_t length = (uint32_t)(r.end - r.p);
	const unsigned char *body = r.p;
	const uint64_t *known = u64_map_find(&m->by_id, fixed(&r, 8));

	return known && (m->functions[*known].length != length ||
			 memcmp(m->functions[*known].body, body, length));
}

/* Reads the head of a record at p. */
static inline int read_head(struct record *r, const unsigned char *p, struct anycov_error *err)
{
	const size_t left = (size_t)(r->sec->bytes + r->sec->size - p);
	uint64_t length;

	r->start = p;
	if (left < HEAD_BYTES)
		return bad(r, err, "record longer than the section");
	r->tag = p[0];
	r->version = p[1];
	length = image_number(r->img, p + 2, 4);
	if (length > left - HEAD_BYTES)
		return bad(r, err, "record longer than the section");
	r->p = p + HEAD_BYTES;
	r->end = r->p + length;
	return 0;
}

static bool is_block(const struct record *r)
{
	return r->tag == ANYCOV_MAP_BLOCK &&
	       (r->version == ANYCOV_MAP_VERSION || r->version == ANYCOV_MAP_BLOCK_VERSION);
}

/* Returns whether the next record is another block of the function, and then reads its head. */
static bool next_block(struct record *r, const unsigned char *id)
{
	struct record next = { .img = r->img, .sec = r->sec };
	struct anycov_error err;

	if (r->end == r->sec->bytes + r->sec->size || *r->end != ANYCOV_MAP_BLOCK ||
	    read_head(&next, r->end, &err) || !is_block(&next) || next.end - next.p < 8 ||
	    memcmp(next.p, id, 8))
		return false;
	*r = next;
	return true;
}

/* Reads a block and those of its function that follow.  Sets r->end to the end of them. */
static int read_blocks(struct map *m, struct record *r, struct anycov_error *err)
{
	struct function_records all = { r->start, (size_t)(r->sec->bytes + r->sec->size - r->start),
					r->img->big_endian, file_offset(r) };
	const struct map_sizes before = map_sizes_of(m);
	const unsigned char *id = r->p;
	struct record head = *r;
	const uint64_t *known = u64_map_find(&m->by_id, fixed(&head, 8));
	const struct known_records *old;
	uint32_t function;

	if (!known || head.short_read)
		return read_block(m, r, err);
	function = (uint32_t)*known;
	old = known_records_find(&m->functions[function], &all);
	if (old) {
		known_records_append(old, m, function, &all);
		r->end = r->start + all.length;
		return 0;
	}
	do {
		if (read_block(m, r, err))
			return -1;
	} while (next_block(r, id));
	map_sort_blocks(m, before.blocks);
	all.length = (size_t)(r->end - all.bytes);
	known_records_keep(m, function, &before, &all);
	return 0;
}

/* Reads a record that refers to functions, which are known. */
static int read_record(struct map *m, struct record *r, const struct map_relocs *relocs,
		       bool *hidden, struct anycov_error *err)
{
	switch (r->tag) {
	case ANYCOV_MAP_FUNCTION:
		*hidden = is_another(m, *r); /* its blocks follow */
		return 0;
	case ANYCOV_MAP_BLOCK:
		return *hidden ? 0 : read_blocks(m, r, err);
	case ANYCOV_MAP_SOURCE:
		return *hidden ? 0 : read_source(m, r, err);
	case ANYCOV_MAP_DECISIONS:
	case ANYCOV_MAP_DECISIONS_AS_WRITTEN:
		return *hidden ? 0 : read_decisions(m, r, err);
	case ANYCOV_MAP_MARKS:
		return *hidden ? 0 : read_marks(m, r, err);
	case ANYCOV_MAP_SITE:
		return read_site(m, r, relocs, err);
	case ANYCOV_MAP_FLAGS:
		return read_flags(m, r, relocs, err);
	case ANYCOV_MAP_LIST:
		return read_text(r, m->entries, err);
	case ANYCOV_MAP_CONTENTS:
		return read_contents(m, r, err);
	case ANYCOV_MAP_LTO:
		return read_text(r, m->lto, err);
	default:
		return 0;
	}
}

/* Reads functions in pass 0, then blocks and probes, which refer to them. */
static int read_section(struct map *m, const struct image *img, const struct section *sec, int pass,
			struct anycov_error *err)
{
	const unsigned char *p = sec->bytes, *end = p + sec->size;
	struct map_relocs relocs = { 0 };
	bool hidden = false;
	int status = 0;

	if (pass && img->relocatable && map_relocs_read(&relocs, img, sec, err))
		return -1;
	while (p < end && !status) {
		struct record r = { .img = img, .sec = sec };

		if (!*p) { /* padding between two objects */
			p++;
			continue;
		}
		status = read_head(&r, p, err);
		p = r.end;
		if (status || (r.version != ANYCOV_MAP_VERSION && !is_block(&r)))
			continue;
		if (pass)
			status = read_record(m, &r, &relocs, &hidden, err);
		else if (r.tag == ANYCOV_MAP_FUNCTION)
			status = read_function(m, &r, err);
		p = r.end;
	}
	map_relocs_free(&relocs);
	return status;
}

static bool is_map(const char *name)
{
	/* -gz=zlib-gnu renames ".debug_" to ".zdebug_". */
	if (starts_with(name, ".zdebug_"))
		return !strcmp(name + 2, anycov_section_names[ANYCOV_SECTION_MAP_UNTIED] + 1);
	return !strcmp(name, anycov_section_names[ANYCOV_SECTION_MAP]) ||
	       !strcmp(name, anycov_section_names[ANYCOV_SECTION_MAP_UNTIED]) ||
	       !strcmp(name, anycov_section_names[ANYCOV_SECTION_MAP_KERNEL]);
}

struct map *map_read(const struct image *img, bool *absent, struct anycov_error *err)
{
	static struct map_sizes before;
	struct map *m = xcalloc(1, sizeof(*m));

	*absent = true;
	/* Images of one report have much in common. */
	map_reserve(m, &before);
	image_flags(img, &m->flags_address, &m->flags_size);
	for (int pass = 0; pass < 2; pass++) {
		for (size_t i = 1; i < img->n_sections; i++) {
			const struct section *sec = &img->sections[i];

			if (!section_has_data(img, sec->type) || !sec->bytes || !is_map(sec->name))
				continue;
			*absent = false;
			if (image_decompress(img, i, err) || read_section(m, img, sec, pass, err)) {
				map_free(m);
				return NULL;
			}
		}
	}
	if (*absent) {
		map_free(m);
		return NULL;
	}
	before = map_sizes_of(m);
	map_index(m);
	map_find_code(m, img);
	return m;
}
