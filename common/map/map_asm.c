/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Only directives that GNU as (from binutils 2.26 on) and LLVM's integrated
 * assembler share.  The assembler chooses the byte order; lengths are computed
 * here, because a difference of labels needs a relocation on targets whose
 * linker relaxes.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "anycov/hook_table.h"
#include "common/alloc.h"
#include "common/facts.h"
#include "common/map/map_asm.h"
#include "common/map/source_files.h"
#include "common/options/special_case_list.h"

/* A numeric label, so that copies of the text may be in one file; the number
 * is one that people's own asm is unlikely to use. */
#define SITE_LABEL "90417"

struct text {
	char *at;
	size_t used, room;
	bool grows;   /* at was malloc'ed and may be enlarged */
	bool failed;  /* something did not fit */
	bool in_list; /* numbers may follow in the string */
};

static bool reserve(struct text *t, size_t n)
{
	size_t room = t->room;
	char *more;

	if (t->failed)
		return false;
	if (n <= room - t->used)
		return true;
	if (t->grows) {
		while (n > room - t->used)
			room = room ? 2 * room : 512;
		more = realloc(t->at, room);
		if (more) {
			t->at = more;
			t->room = room;
			return true;
		}
	}
	t->failed = true;
	return false;
}

/* Returns the text, to be freed, or NULL if there was no memory for it. */
static char *finish(struct text *t)
{
	if (!t->failed)
		return t->at;
	free(t->at);
	return NULL;
}

static void put(struct text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* For short texts: numbers and directives. */
static void put(struct text *t, const char *fmt, ...)
{
	char buf[128];
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(buf, sizeof(buf), fmt, ap);
	va_end(ap);
	if (!reserve(t, (size_t)n + 1))
		return;
	memcpy(t->at + t->used, buf, (size_t)n + 1);
	t->used += (size_t)n;
}

/* A byte between double quotes.  All but plain characters become octal escapes: '%', '$',
 * '{' and '|' mean something to compilers, ';', '#' and '@' to some assembler. */
static void put_byte(struct text *t, unsigned byte)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				    "0123456789 _./+-:,=<>()[]~&*!^?";

	if (!reserve(t, sizeof("\\377")))
		return;
	if (byte && strchr(plain, (int)byte)) {
		t->at[t->used++] = (char)byte;
	} else {
		t->at[t->used++] = '\\';
		for (int shift = 6; shift >= 0; shift -= 3)
			t->at[t->used++] = (char)('0' + (byte >> shift & 7));
	}
	t->at[t->used] = '\0';
}

/* A group's name is a symbol: an assembler takes its bytes as they are and knows
 * no octal escapes there. */
static void put_symbol(struct text *t, const char *s)
{
	bool quote = s[strspn(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				 "0123456789_.$")] != '\0';

	if (quote)
		put(t, "\"");
	for (; *s; s++)
		put(t, *s == '"' || *s == '\\' ? "\\%c" : "%c", *s);
	if (quote)
		put(t, "\"");
}

/* link: a label in the section that this one lives and dies with, or NULL.  The
 * members of a named group live and die together anyway. */
static void put_section(struct text *t, const char *section, const char *group, const char *link)
{
	bool with_code = group && !strcmp(group, ANYCOV_GROUP_OF_CODE);

	put(t, "\t.pushsection ");
	put_symbol(t, section ? section : anycov_section_names[ANYCOV_SECTION_MAP]);
	if (group && !with_code) {
		put(t, ",\"G\",%%progbits,");
		put_symbol(t, group);
		put(t, ",comdat");
	} else {
		put(t, ",\"%s%s\",%%progbits", with_code ? "?" : "", link ? "o" : "");
		if (link)
			put(t, ",%s", link);
	}
	put(t, "\n");
}

static void put_head(struct text *t, unsigned tag, size_t length)
{
	const unsigned version =
		tag == ANYCOV_MAP_BLOCK ? ANYCOV_MAP_BLOCK_VERSION : ANYCOV_MAP_VERSION;

	put(t, "\t.ascii \"%c\\%03o\"\n\t.4byte %zu\n", (int)tag, version, length);
}

static void put_u64(struct text *t, uint64_t v)
{
	put(t, "\t.8byte 0x%" PRIx64 "\n", v);
}

/* Numbers are bytes of one string: assemblers take it much faster than a list (LLVM's makes an
 * integer of any size of each number).  And RISC-V's GNU as takes only one number after .uleb128.
 */
static void put_uleb(struct text *t, uint32_t v)
{
	if (!t->in_list)
		put(t, "\t.ascii \"");
	t->in_list = true;
	for (; v > 0x7f; v >>= 7)
		put_byte(t, (v & 0x7f) | 0x80);
	put_byte(t, v);
}

static void end_list(struct text *t)
{
	put(t, "\"\n");
	t->in_list = false;
}

static void put_string(struct text *t, const char *s)
{
	put(t, "\t.asciz \"");
	for (; *s; s++)
		put_byte(t, (unsigned char)*s);
	put(t, "\"\n");
}

static size_t uleb_size(uint64_t v)
{
	size_t n = 1;

	while (v >>= 7)
		n++;
	return n;
}

static const char *text_or_empty(const char *s)
{
	return s ? s : "";
}

size_t anycov_site_asm(char *buf, size_t n, const struct anycov_site *site)
{
	struct text t = { .at = buf, .room = n };
	unsigned addr = site->addr_bytes;

	put(&t, "%s:\n", site->label ? site->label : SITE_LABEL);
	if (site->trap_keeps)
		put(&t, "\t.reloc .,%s,%s\n%s", site->trap_keeps, site->variable,
		    site->has_nop ? "\tnop\n" : "");
	put_section(&t, site->section, site->group, site->link ? site->link : site->label);
	if (site->trap_keeps) {
		put(&t, "\t.%ubyte %s\n", addr, site->label ? site->label : SITE_LABEL "b");
		put(&t, "\t.%ubyte %s\n\t.popsection\n", addr, site->variable);
		return t.failed ? 0 : t.used;
	}
	put_head(&t, ANYCOV_MAP_SITE, addr + 8 + 4 + 4 + 1 + (site->variable ? addr : 0));
	put(&t, "\t.%ubyte %s\n", addr, site->label ? site->label : SITE_LABEL "b");
	put_u64(&t, site->function);
	put(&t, "\t.4byte %" PRIu32 ",%" PRIu32 "\n\t.byte %u\n", site->number, site->block,
	    site->kind);
	if (site->variable)
		put(&t, "\t.%ubyte %s\n", addr, site->variable);
	put(&t, "\t.popsection\n");
	return t.failed ? 0 : t.used;
}

void anycov_tag_asm(char buf[ANYCOV_TAG_ASM_MAX], const char *section, unsigned addr_bytes,
		    const char *symbol)
{
	struct text t = { .at = buf, .room = ANYCOV_TAG_ASM_MAX };

	put_section(&t, section, NULL, NULL);
	put_head(&t, ANYCOV_MAP_ABI, addr_bytes);
	put(&t, "\t.%ubyte %s\n\t.popsection\n", addr_bytes, symbol);
}

static void put_function(struct text *t, const struct anycov_map_function *f)
{
	const char *name = text_or_empty(f->name), *unit = text_or_empty(f->unit);
	size_t length = 8 + 1 + 1 + strlen(name) + 1 + strlen(unit) + 1 +
			uleb_size(f->n_blocks + f->n_parts) + uleb_size(f->line) +
			uleb_size(f->file) + uleb_size(f->n_files);

	const char *dir = text_or_empty(f->dir);

	length += strlen(dir) + 1;
	for (uint32_t i = 0; i < f->n_files; i++)
		length += strlen(f->files[i]) + 1;
	put_head(t, ANYCOV_MAP_FUNCTION, length);
	put_u64(t, f->id);
	put(t, "\t.byte %u,%u\n", f->level, f->prune);
	put_string(t, name);
	put_string(t, unit);
	put_uleb(t, f->n_blocks + f->n_parts);
	put_uleb(t, f->line);
	put_uleb(t, f->file);
	put_uleb(t, f->n_files);
	end_list(t);
	for (uint32_t i = 0; i < f->n_files; i++)
		put_string(t, f->files[i]);
	put_string(t, dir);
}

/* A line, when the block came to it, and whether the block ends in its file. */
struct line_at {
	struct anycov_map_line line;
	uint32_t order;
	bool ends_here;
};

static int by_part_and_line(const void *a, const void *b)
{
	const struct line_at *x = a, *y = b;

	if (x->line.part != y->line.part)
		return x->line.part < y->line.part ? -1 : 1;
	if (x->ends_here != y->ends_here)
		return x->ends_here ? 1 : -1;
	if (x->line.file != y->line.file)
		return x->line.file < y->line.file ? -1 : 1;
	if (x->line.line != y->line.line)
		return x->line.line < y->line.line ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

/* The block's lines, sorted and each once in a part, with its first column there.  How many. */
static uint32_t tidy_lines(struct line_at *out, const struct anycov_map_block *b)
{
	const struct anycov_map_line *end = NULL;
	uint32_t kept = 0;

	for (uint32_t i = b->n_lines; i--;) {
		if (!end || end->part != b->lines[i].part)
			end = &b->lines[i];
		out[i].line = b->lines[i];
		out[i].order = i;
		out[i].ends_here = b->lines[i].file == end->file;
	}
	if (b->n_lines)
		qsort(out, b->n_lines, sizeof(*out), by_part_and_line);
	for (uint32_t i = 0; i < b->n_lines; i++) {
		const struct anycov_map_line *l = &out[i].line;
		struct anycov_map_line *last = kept ? &out[kept - 1].line : NULL;

		if (!last || last->part != l->part || last->file != l->file ||
		    last->line != l->line)
			out[kept++] = out[i];
		else if (!last->column)
			last->column = l->column;
	}
	return kept;
}

static size_t list_size(const uint32_t *list, uint32_t n)
{
	size_t size = uleb_size(n);

	for (uint32_t i = 0; i < n; i++)
		size += uleb_size(list[i]);
	return size;
}

static void put_list(struct text *t, const uint32_t *list, uint32_t n)
{
	put_uleb(t, n);
	for (uint32_t i = 0; i < n; i++)
		put_uleb(t, list[i]);
}

/* Returns how many of n sorted lines are of a part; *at: where those of the next one begin. */
static uint32_t lines_of_part(const struct line_at *lines, uint32_t n, uint32_t part, uint32_t *at)
{
	uint32_t first = *at;

	while (*at < n && lines[*at].line.part <= part)
		++*at;
	return *at - first;
}

static size_t parts_size(const struct anycov_map_block *b, const struct line_at *lines, uint32_t n)
{
	size_t size = uleb_size(b->n_parts) + uleb_size(b->first_part);
	uint32_t at = 0;

	lines_of_part(lines, n, 0, &at);
	for (uint32_t i = 0; i < b->n_parts; i++)
		size += uleb_size(b->parts[i].flags) +
			uleb_size(lines_of_part(lines, n, i + 1, &at)) +
			list_size(b->parts[i].implied_by, b->parts[i].n_implied_by);
	return b->n_parts ? size : 0;
}

static void put_parts(struct text *t, const struct anycov_map_block *b, const struct line_at *lines,
		      uint32_t n)
{
	uint32_t at = 0;

	put_uleb(t, b->n_parts);
	put_uleb(t, b->first_part);
	lines_of_part(lines, n, 0, &at);
	for (uint32_t i = 0; i < b->n_parts; i++) {
		put_uleb(t, b->parts[i].flags);
		put_uleb(t, lines_of_part(lines, n, i + 1, &at));
		put_list(t, b->parts[i].implied_by, b->parts[i].n_implied_by);
	}
}

static void put_block(struct text *t, const struct anycov_map_function *f, uint32_t number,
		      struct line_at *lines)
{
	const struct anycov_map_block *b = &f->blocks[number];
	uint32_t n_lines = tidy_lines(lines, b);
	size_t length = 8 + uleb_size(number) + uleb_size(b->flags) +
			list_size(b->succs, b->n_succs) + uleb_size(n_lines) +
			list_size(b->implied_by, b->n_implied_by);

	for (uint32_t i = 0; i < n_lines; i++)
		length += uleb_size(lines[i].line.file) + uleb_size(lines[i].line.line) +
			  uleb_size(lines[i].line.column);
	length += parts_size(b, lines, n_lines);
	put_head(t, ANYCOV_MAP_BLOCK, length);
	put_u64(t, f->id);
	put_uleb(t, number);
	put_uleb(t, b->flags);
	put_list(t, b->succs, b->n_succs);
	put_uleb(t, n_lines);
	for (uint32_t i = 0; i < n_lines; i++) {
		put_uleb(t, lines[i].line.file);
		put_uleb(t, lines[i].line.line);
	}
	put_list(t, b->implied_by, b->n_implied_by);
	for (uint32_t i = 0; i < n_lines; i++)
		put_uleb(t, lines[i].line.column);
	if (b->n_parts)
		put_parts(t, b, lines, n_lines);
	end_list(t);
}

/* GNU ld's --wrap=f takes __wrap_f in debugging sections for f, and crashes if there is none. */
static void put_address(struct text *t, unsigned bytes, const char *symbol)
{
	uint64_t id = anycov_map_hash_text(0, symbol);
	bool is_wrap = !strncmp(symbol, "__wrap_", 7);

	if (is_wrap)
		put(t, "\t.set .Lanycov_%" PRIx64 ",", id);
	else
		put(t, "\t.%ubyte ", bytes);
	put_symbol(t, symbol);
	if (is_wrap)
		put(t, "\n\t.%ubyte .Lanycov_%" PRIx64, bytes, id);
}

char *anycov_map_flags_asm(const struct anycov_map_flags *f)
{
	struct text t = { .grows = true };

	if (f->label)
		put(&t, "%s:\n", f->label);
	put_section(&t, f->section, f->group, NULL);
	put_head(&t, ANYCOV_MAP_FLAGS,
		 8 + 1 + 2 * f->addr_bytes + list_size(f->blocks, f->n) + !!f->seal);
	put_u64(&t, f->function);
	put(&t, "\t.byte %u\n\t.%ubyte %s\n", f->hit_value, f->addr_bytes, f->variable);
	put_list(&t, f->blocks, f->n);
	end_list(&t);
	if (f->label) /* the adapter puts a number into it */
		put(&t, "\t.%ubyte %s", f->addr_bytes, f->label);
	else
		put_address(&t, f->addr_bytes, f->symbol);
	if (f->seal)
		put(&t, "\n\t.byte %u", f->seal);
	put(&t, "\n\t.popsection\n");
	return finish(&t);
}

static void put_source(struct text *t, const struct anycov_map_function *f)
{
	put_head(t, ANYCOV_MAP_SOURCE, 8);
	put_u64(t, f->id);
}

/* The number of the mark's function in the list, which grows by it if it is new.  Marks
 * of one function mostly follow each other. */
static uint32_t source_number(uint64_t *list, uint32_t *n, uint64_t function)
{
	for (uint32_t i = *n; i-- > 0;)
		if (list[i] == function)
			return i;
	list[*n] = function;
	return (*n)++;
}

/* The number of the block or part that mark i is in. */
static uint32_t marked_part(const struct anycov_map_function *f, uint32_t i)
{
	const struct anycov_mark *mark = &f->marks[i];

	return mark->part ? f->blocks[mark->block].first_part + mark->part - 1 : mark->block;
}

/* list and numbers have room for each mark. */
static void put_marks(struct text *t, const struct anycov_map_function *f, uint64_t *list,
		      uint32_t *numbers)
{
	uint32_t n = 0;
	size_t length;

	for (uint32_t i = 0; i < f->n_marks; i++)
		numbers[i] = source_number(list, &n, f->marks[i].function);
	length = 8 + uleb_size(n) + (size_t)8 * n + uleb_size(f->n_marks);
	for (uint32_t i = 0; i < f->n_marks; i++)
		length += uleb_size(marked_part(f, i)) + uleb_size(numbers[i]) +
			  uleb_size(f->marks[i].source_block);
	put_head(t, ANYCOV_MAP_MARKS, length);
	put_u64(t, f->id);
	put_uleb(t, n);
	end_list(t);
	for (uint32_t i = 0; i < n; i++)
		put_u64(t, list[i]);
	put_uleb(t, f->n_marks);
	for (uint32_t i = 0; i < f->n_marks; i++) {
		put_uleb(t, marked_part(f, i));
		put_uleb(t, numbers[i]);
		put_uleb(t, f->marks[i].source_block);
	}
	end_list(t);
}

static size_t condition_size(const struct anycov_map_condition *c)
{
	return uleb_size(c->place.file) + uleb_size(c->place.line) + uleb_size(c->place.column) +
	       strlen(c->text) + 1 + uleb_size(c->to[0]) + uleb_size(c->to[1]) +
	       list_size(c->blocks, c->n_blocks) + uleb_size(c->shown_in[0]) +
	       uleb_size(c->shown_in[1]);
}

static void put_condition(struct text *t, const struct anycov_map_condition *c)
{
	put_uleb(t, c->place.file);
	put_uleb(t, c->place.line);
	put_uleb(t, c->place.column);
	end_list(t);
	put_string(t, c->text);
	put_uleb(t, c->to[0]);
	put_uleb(t, c->to[1]);
	put_list(t, c->blocks, c->n_blocks);
	put_uleb(t, c->shown_in[0]);
	put_uleb(t, c->shown_in[1]);
}

static void put_decisions(struct text *t, const struct anycov_map_function *f)
{
	size_t length = 8 + uleb_size(f->n_decisions);

	for (uint32_t i = 0; i < f->n_decisions; i++) {
		length += uleb_size(f->decisions[i].n);
		for (uint32_t k = 0; k < f->decisions[i].n; k++)
			length += condition_size(&f->decisions[i].conditions[k]);
	}
	put_head(t, f->tests_as_written ? ANYCOV_MAP_DECISIONS_AS_WRITTEN : ANYCOV_MAP_DECISIONS,
		 length);
	put_u64(t, f->id);
	put_uleb(t, f->n_decisions);
	for (uint32_t i = 0; i < f->n_decisions; i++) {
		put_uleb(t, f->decisions[i].n);
		for (uint32_t k = 0; k < f->decisions[i].n; k++)
			put_condition(t, &f->decisions[i].conditions[k]);
	}
	end_list(t);
}

static void put_place(struct text *t, const struct anycov_map_function *f)
{
	uint64_t *list;
	uint32_t *numbers;

	if (f->is_source)
		put_source(t, f);
	if (f->lists_decisions)
		put_decisions(t, f);
	if (!f->has_marks)
		return;
	list = malloc((f->n_marks + 1) * sizeof(*list));
	numbers = malloc((f->n_marks + 1) * sizeof(*numbers));
	if (list && numbers)
		put_marks(t, f, list, numbers);
	else
		t->failed = true;
	free(list);
	free(numbers);
}

char *anycov_map_function_asm(const struct anycov_map_function *f)
{
	struct text t = { .room = 4096, .grows = true };
	struct line_at *scratch;
	uint32_t most = 1;

	for (uint32_t i = 0; i < f->n_blocks; i++)
		if (f->blocks[i].n_lines > most)
			most = f->blocks[i].n_lines;
	scratch = malloc(most * sizeof(*scratch));
	t.at = malloc(t.room);
	if (!t.at || !scratch) {
		free(t.at);
		free(scratch);
		return NULL;
	}
	put_section(&t, f->section, f->group, NULL);
	put_function(&t, f);
	for (uint32_t i = 0; i < f->n_blocks; i++)
		put_block(&t, f, i, scratch);
	put_place(&t, f);
	put(&t, "\t.popsection\n");
	free(scratch);
	if (t.failed) {
		free(t.at);
		return NULL;
	}
	return t.at;
}

char *anycov_map_lto_asm(const char *section, const char *unit)
{
	struct text t = { .grows = true };
	const char *text = unit ? unit : "";

	put_section(&t, section, NULL, NULL);
	put_head(&t, ANYCOV_MAP_LTO, 1 + strlen(text) + 1);
	put(&t, "\t.byte %u\n", !unit);
	put_string(&t, text);
	put(&t, "\t.popsection\n");
	return finish(&t);
}

char *anycov_map_contents_asm(const char *section, bool is_linked, const char *file,
			      const char *dir, const struct anycov_contents *contents)
{
	struct text t = { .grows = true };
	uint64_t hash = anycov_map_hash_text(anycov_map_hash_text(contents->hash, file), dir);
	char group[40];

	snprintf(group, sizeof(group), "anycov.file.%016" PRIx64, hash);
	put_section(&t, section, is_linked ? group : NULL, NULL);
	put_head(&t, ANYCOV_MAP_CONTENTS, strlen(file) + 1 + strlen(dir) + 1 + 8 + 8);
	put_string(&t, file);
	put_string(&t, dir);
	put_u64(&t, contents->size);
	put_u64(&t, contents->hash);
	put(&t, "\t.popsection\n");
	return finish(&t);
}

/* Writes all entries of a list, or those that matched. */
static void put_entries(struct text *t, const char *section, const char *group,
			const struct anycov_list *list, bool only_matched)
{
	const char *entry;
	bool matched;

	put_section(t, section, group, NULL);
	for (size_t i = 0; (entry = anycov_list_entry(list, i, &matched)) != NULL; i++) {
		if (only_matched && !matched)
			continue;
		put_head(t, ANYCOV_MAP_LIST, 1 + strlen(entry) + 1);
		put(t, "\t.byte %u\n", only_matched);
		put_string(t, entry);
	}
	put(t, "\t.popsection\n");
}

char *anycov_map_list_asm(const char *section, bool is_linked, const struct anycov_list *list)
{
	struct text t = { .grows = true };
	uint64_t hash = 0xcbf29ce484222325u;
	const char *entry;
	char group[40];
	bool matched;

	put(&t, "%s", ""); /* empty, not NULL */
	if (!anycov_list_entry(list, 0, &matched))
		return t.at;
	for (size_t i = 0; (entry = anycov_list_entry(list, i, &matched)) != NULL; i++)
		hash = anycov_map_hash_text(hash, entry);
	/* The linker keeps one of equal lists; what matched differs. */
	snprintf(group, sizeof(group), "anycov.list.%016" PRIx64, hash);
	put_entries(&t, section, is_linked ? group : NULL, list, false);
	put_entries(&t, section, NULL, list, true);
	return finish(&t);
}

static const char *escaped(char byte, const struct anycov_asm_escape *list)
{
	for (; list->byte; list++)
		if (list->byte == byte)
			return list->text;
	return NULL;
}

char *anycov_escape_asm(const char *text, const struct anycov_asm_escape *list)
{
	const char *with;
	size_t n = 1;
	char *out, *p;

	for (const char *c = text; *c; c++) {
		with = escaped(*c, list);
		n += with ? strlen(with) : 1;
	}
	out = p = anycov_need_array(n, 1);
	for (; *text; text++) {
		with = escaped(*text, list);
		if (!with) {
			*p++ = *text;
			continue;
		}
		memcpy(p, with, strlen(with));
		p += strlen(with);
	}
	return out;
}
