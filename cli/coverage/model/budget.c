/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "anycov/map.h"
#include "coverage/model/budget.h"

/* Symbols of the runtime that are not hooks. */
static const char *const prefixes[] = { "anycov_", "__anycov_" };

static bool is_in_image(const struct section *s)
{
	return (s->flags & SHF_ALLOC) && s->bytes;
}

/* Damaged files may have any sizes. */
static void add_limited(uint64_t *to, uint64_t n)
{
	*to = n > BUDGET_MAX || *to + n > BUDGET_MAX ? BUDGET_MAX : *to + n;
}

static void add_section_bytes(struct budget_bytes *b, const struct section *s, uint64_t size)
{
	add_limited(&b->ram, s->flags & SHF_WRITE ? size : 0);
	add_limited(&b->image, is_in_image(s) ? size : 0);
}

/* Returns the loaded section with the address, those without bytes in the file included. */
static const struct section *loaded_section(const struct image *img, uint64_t address)
{
	for (size_t i = 1; i < img->n_sections; i++) {
		const struct section *s = &img->sections[i];

		if ((s->flags & SHF_ALLOC) && !(s->flags & SHF_TLS) && address - s->addr < s->size)
			return s;
	}
	return NULL;
}

static const struct symbol *symbol_named(const struct image *img, const char *start,
					 const char *name)
{
	const size_t n = strlen(start);

	for (size_t i = 0; i < img->n_symbols; i++)
		if (!strncmp(img->symbols[i].name, start, n) &&
		    !strcmp(img->symbols[i].name + n, name))
			return &img->symbols[i];
	return NULL;
}

/*
 * Adds up the sections of this name, of which an object may have several; where a linker script
 * made them part of another one, what is between the symbols of their bounds.
 */
static bool add_sections(struct budget_bytes *b, const struct image *img, const char *name)
{
	const struct symbol *start, *stop;
	const struct section *s;
	bool found = false;

	for (size_t i = 1; i < img->n_sections; i++) {
		s = &img->sections[i];
		if ((s->flags & SHF_ALLOC) && !strcmp(s->name, name)) {
			add_section_bytes(b, s, s->size);
			found = true;
		}
	}
	if (found)
		return true;
	start = symbol_named(img, ANYCOV_SECTION_START, name);
	stop = symbol_named(img, ANYCOV_SECTION_STOP, name);
	s = start && stop && stop->addr > start->addr ? loaded_section(img, start->addr) : NULL;
	if (!s || stop->addr - s->addr > s->size)
		return false;
	add_section_bytes(b, s, stop->addr - start->addr);
	return true;
}

/*
 * Adds up the guards, counters or flags of probes of this kind by the map: of a section that a
 * script made part of another one without names for its bounds.
 */
static void add_variables(struct budget_bytes *b, const struct instrumented_image *m, unsigned kind,
			  unsigned bytes)
{
	uint64_t last = 0;

	for (size_t i = 0; i < m->n_variables; i++) {
		const struct variable_probe *v = &m->variables[i];
		const struct section *s = m->probes[v->probe].kind == kind && v->address != last
						  ? loaded_section(m->img, v->address)
						  : NULL;

		if (!s)
			continue;
		last = v->address;
		add_section_bytes(b, s, bytes);
	}
}

static void add_flags(struct budget *b, const struct instrumented_image *m)
{
	bool whole =
		add_sections(&b->flags_bytes, m->img, anycov_section_names[ANYCOV_SECTION_FLAGS]);

	b->flags = count_flags(m);
	for (size_t i = 0; m->map && i < m->map->n_flags; i++) {
		const struct map_flags *f = &m->map->flags[i];
		const struct section *s;

		if (f->dropped)
			continue;
		/* Firmware's are part of .data, each function's with a byte beside them; where
		 * their addresses are odd, a byte to the next even one, too. */
		s = whole ? NULL : loaded_section(m->img, f->addr);
		if (s)
			add_section_bytes(&b->flags_bytes, s,
					  f->end - f->low +
						  (f->hit_value == ANYCOV_MAP_HIT_ODD &&
						   (f->end - f->low) % 2));
	}
}

/* Functions of the map, and those of hook calls that it has no record of. */
static void count_functions(struct budget *b, const struct instrumented_image *m,
			    struct u64_map *probed)
{
	b->functions_known = true;
	for (size_t i = 0; m->map && i < m->map->n_flags; i++)
		b->functions_known &=
			m->map->flags[i].dropped || m->map->flags[i].function != MAP_NONE;
	for (size_t i = 0; m->map && i < m->map->n_functions; i++)
		b->functions += m->map->functions[i].live_sites != 0;
	for (int recorded = 1; recorded >= 0; recorded--)
		for (size_t i = 0; i < m->n_probes; i++) {
			const struct image_probe *s = &m->probes[i];
			const struct symbol *f = image_symbol_at(m->img, s->return_address - 1);
			size_t before = u64_map_count(probed);

			b->functions_known &= f || s->function != MAP_NONE;
			if (!f || s->has_record != (bool)recorded)
				continue;
			u64_map_get_or_add(probed, f->addr);
			if (!s->has_record || s->function == MAP_NONE)
				b->functions += u64_map_count(probed) - before;
		}
}

static bool records_pc(unsigned kind)
{
	return kind == ANYCOV_SITE_PC || kind == ANYCOV_SITE_GUARD || kind == ANYCOV_SITE_ENTRY ||
	       kind == ANYCOV_SITE_EXIT;
}

static void count_calls(struct budget *b, const struct instrumented_image *m)
{
	uint64_t with_record = 0, records = 0;
	size_t n = 0;

	b->homes = xcalloc(m->n_probes + 1, sizeof(*b->homes));
	for (size_t i = 0; i < m->n_probes; i++) {
		const struct image_probe *s = &m->probes[i];
		const uint64_t bytes = s->return_address - s->call_address;

		if (is_inline(s->kind))
			continue;
		b->calls++;
		if (m->exact) {
			b->tail_calls += s->is_tail_call;
			b->calls_of[s->hook]++;
			b->bytes_of[s->hook] += s->is_tail_call ? 0 : bytes;
			b->call_bytes += s->is_tail_call ? 0 : bytes;
		}
		if (!records_pc(s->kind))
			continue;
		b->pcs_tail_calls |= s->is_tail_call;
		with_record += s->has_record;
		b->homes[n++] = s->return_address / (m->img->machine == EM_AVR ? 2 : 1);
	}
	/* Probes whose calls the scan does not show, such as those through pointers. */
	for (size_t i = 0; m->map && i < m->map->n_sites; i++)
		records += !m->map->sites[i].dropped && records_pc(m->map->sites[i].kind);
	b->pcs.home = b->homes;
	b->pcs.n = n + (records > with_record ? records - with_record : 0);
	b->pcs.word_bytes = b->word_bytes;
	b->pcs.addresses_known = m->exact && !m->img->relocatable && b->pcs.n == n;
}

static bool is_name_of_ours(const char *name)
{
	int hook;

	for (size_t i = 0; i < sizeof(prefixes) / sizeof(*prefixes); i++)
		if (starts_with(name, prefixes[i]))
			return true;
	for (size_t i = 0; i < ANYCOV_N_VARIABLES; i++)
		if (!strcmp(name, anycov_variable_names[i]))
			return true;
	for (size_t i = 0; i < ANYCOV_N_TABLES; i++)
		if (anycov_table_infos[i].ctor && !strcmp(name, anycov_table_infos[i].ctor))
			return true;
	/* Of anycov's own, those that are not named so are other libraries'. */
	hook = anycov_hook_by_symbol(name);
	return !strcmp(name, ANYCOV_CTOR_OTHER) ||
	       (hook >= 0 && anycov_hook_table[hook].kind != ANYCOV_KIND_own);
}

/* Returns whether the address is in one of the sections that are counted for themselves. */
static bool is_of_probes(const struct section *s)
{
	for (size_t i = 0; i < ANYCOV_N_SECTIONS; i++)
		if (!strcmp(s->name, anycov_section_names[i]))
			return true;
	return false;
}

/* Returns whether the image has more symbols than those that it exports. */
static bool has_all_symbols(const struct image *img)
{
	for (size_t i = 1; i < img->n_sections; i++)
		if (img->sections[i].type == SHT_SYMTAB)
			return true;
	/* Those of a separate debug file. */
	for (size_t i = 0; i < img->n_symbols; i++)
		if (img->symbols[i].bind == STB_LOCAL)
			return true;
	return false;
}

static void count_runtime(struct budget *b, const struct image *img, const struct u64_map *probed)
{
	uint64_t end = 0;

	for (size_t i = 0; i < img->n_symbols; i++) {
		const struct symbol *y = &img->symbols[i];
		const struct section *s;
		uint64_t from = y->addr > end ? y->addr : end;

		if (!y->section || !is_name_of_ours(y->name) || u64_map_find(probed, y->addr))
			continue;
		s = &img->sections[y->section];
		if (!(s->flags & SHF_ALLOC) || is_of_probes(s))
			continue;
		/* Bounds of sections and names of scripts have no size, and no type. */
		if (!y->size) {
			b->without_size += y->type == STT_FUNC || y->type == STT_OBJECT;
			continue;
		}
		b->has_runtime = true;
		if (y->addr + y->size < y->addr || y->addr + y->size <= from)
			continue; /* another name of what was counted */
		end = y->addr + y->size;
		if (s->flags & SHF_WRITE)
			add_section_bytes(&b->data, s, end - from);
		else if (y->type != STT_OBJECT && section_is_code(s))
			add_limited(&b->code, end - from);
		else
			add_limited(&b->constants, end - from);
	}
}

/* Functions of the runtime that a program gives its buffers to (anycov/anycov.h). */
static bool takes_buffer(const struct symbol *y)
{
	return y->type == STT_FUNC &&
	       (!strcmp(y->name, "anycov_buffer") || !strcmp(y->name, "anycov_task_start"));
}

/* The buffer that the image has without a call of anycov_buffer(). */
static void find_buffer(struct budget *b, const struct image *img)
{
	const struct symbol *size = symbol_named(img, "anycov_", "default_bytes");
	const struct symbol *area = symbol_named(img, "anycov_", "default_area");
	const unsigned char *p = NULL;

	if (img->relocatable)
		return;
	/* Functions of unique_slow.c. */
	for (size_t i = 0; i < img->n_symbols; i++) {
		b->has_unique_modes |= starts_with(img->symbols[i].name, "anycov_slow_");
		b->gives_buffers |= takes_buffer(&img->symbols[i]);
	}
	if (size && (size->size == 2 || size->size == 4 || size->size == 8))
		p = image_bytes(img, size->addr, size->size);
	b->has_buffer = p || (area && area->size);
	if (b->has_buffer)
		b->buffer = p ? image_number(img, p, (unsigned)size->size) : area->size;
	b->has_buffer = b->has_buffer && b->buffer && b->buffer <= BUDGET_MAX;
	b->buffer_is_data = area && area->size;
}

static void count_not_loaded(struct budget *b, const struct image *img)
{
	for (size_t i = 1; i < img->n_sections; i++)
		if (!(img->sections[i].flags & SHF_ALLOC) && is_of_probes(&img->sections[i]))
			add_limited(&b->not_loaded, img->sections[i].size);
}

void budget_fill(struct budget *b, const struct instrumented_image *m)
{
	static const struct {
		int section;
		unsigned kind, bytes; /* of probes with an element in it; 0: none */
	} sections[] = {
		{ ANYCOV_SECTION_GUARDS, ANYCOV_SITE_GUARD, 4 },
		{ ANYCOV_SECTION_COUNTERS, ANYCOV_SITE_COUNTER, 1 },
		{ ANYCOV_SECTION_BOOLS, ANYCOV_SITE_FLAG, 1 },
		{ ANYCOV_SECTION_PCS, 0, 0 },
		{ ANYCOV_SECTION_CFS, 0, 0 },
		{ ANYCOV_SECTION_GATE, 0, 0 },
	};
	struct u64_map probed = { 0 };

	memset(b, 0, sizeof(*b));
	b->word_bytes = m->img->machine == EM_AVR ? 2 : m->img->is64 ? 8 : 4;
	b->probes = count_probes(m);
	count_functions(b, m, &probed);
	add_flags(b, m);
	for (size_t i = 0; i < sizeof(sections) / sizeof(*sections); i++) {
		const int id = sections[i].section;

		if (!add_sections(&b->sections[id], m->img, anycov_section_names[id]) &&
		    sections[i].kind)
			add_variables(&b->sections[id], m, sections[i].kind, sections[i].bytes);
	}
	count_calls(b, m);
	b->has_symbols = has_all_symbols(m->img);
	count_runtime(b, m->img, &probed);
	find_buffer(b, m->img);
	count_not_loaded(b, m->img);
	u64_map_free(&probed);
}

void budget_free(struct budget *b)
{
	free(b->homes);
}
