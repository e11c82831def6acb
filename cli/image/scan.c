/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "anycov/hook_table.h"
#include "image/reloc_walk.h"
#include "image/scan.h"

/* The value of an address that is no hook; else it is the hook ID + 1. */
#define NO_HOOK UINT64_MAX
#define STUB_DEPTH 4

struct call_scan {
	const struct image *img;
	const struct scan_arch *arch;
	struct u64_map targets; /* address -> hook id + 1 or NO_HOOK */
	struct u64_map slots;   /* address of a GOT slot -> hook id + 1 */
	struct call_list *calls;
};

static int hook_id(const char *symbol)
{
	return strncmp(symbol, "__", 2) ? -1 : anycov_hook_by_symbol(symbol);
}

static const struct scan_arch *const arches[] = { &scan_x86_64, &scan_i386,  &scan_aarch64,
						  &scan_arm,    &scan_riscv, &scan_avr,
						  &scan_xtensa };

const struct scan_arch *scan_arch_of(const struct image *img)
{
	for (size_t i = 0; i < sizeof(arches) / sizeof(*arches); i++)
		if (arches[i]->machine == img->machine)
			return arches[i];
	return NULL;
}

static void find_symbols(struct call_scan *s)
{
	for (size_t i = 0; i < s->img->n_symbols; i++) {
		const struct symbol *sym = &s->img->symbols[i];
		int id = hook_id(sym->name);

		if (id >= 0)
			*u64_map_get_or_add(&s->targets, sym->addr) = (uint64_t)id + 1;
	}
}

/* Finds the slots that the dynamic linker fills with the address of a hook. */
static void find_slots(struct call_scan *s)
{
	for (size_t i = 1; i < s->img->n_sections; i++) {
		const struct section *rel = &s->img->sections[i], *symtab;
		struct reloc_walk w;
		struct relocation r;

		if ((rel->type != SHT_RELA && rel->type != SHT_REL) || !(rel->flags & SHF_ALLOC) ||
		    rel->link >= s->img->n_sections)
			continue;
		symtab = &s->img->sections[rel->link];
		if (symtab->type != SHT_DYNSYM && symtab->type != SHT_SYMTAB)
			continue;
		reloc_walk_begin(&w, s->img, rel);
		while (reloc_walk_next(&w, &r)) {
			const char *name = reloc_walk_name(&w, &r);
			int id = name ? hook_id(name) : -1;

			if (id >= 0)
				*u64_map_get_or_add(&s->slots, r.offset) = (uint64_t)id + 1;
		}
	}
}

static uint64_t resolve(struct call_scan *s, uint64_t target, unsigned depth);

/* Resolves a slot; one that the linker filled contains the address. */
static uint64_t resolve_slot(struct call_scan *s, uint64_t slot, unsigned depth)
{
	unsigned bytes = s->img->is64 ? 8 : 4;
	const uint64_t *known = u64_map_find(&s->slots, slot);
	const unsigned char *p;

	if (known)
		return *known;
	p = image_bytes(s->img, slot, bytes);
	if (!p)
		return NO_HOOK;
	return resolve(s, image_number(s->img, p, bytes), depth + 1);
}

static uint64_t resolve(struct call_scan *s, uint64_t target, unsigned depth)
{
	const uint64_t *known;
	uint64_t found = NO_HOOK;
	struct branch b = { 0 };

	if (s->img->machine == EM_ARM)
		target &= ~(uint64_t)1;
	known = u64_map_find(&s->targets, target);
	if (known)
		return *known;
	if (depth < STUB_DEPTH && s->arch->stub && s->arch->stub(s->img, target, &b))
		found = b.slot ? resolve_slot(s, b.target, depth) : resolve(s, b.target, depth + 1);
	if (depth < STUB_DEPTH)
		*u64_map_get_or_add(&s->targets, target) = found;
	return found;
}

/* Adds a call if it is one of a hook; returns whether it is. */
static bool add_call(struct call_scan *s, uint64_t addr, const struct branch *b)
{
	uint64_t id = b->slot ? resolve_slot(s, b->target, 0) : resolve(s, b->target, 0);
	struct call *c;

	if (id == NO_HOOK)
		return false;
	ARRAY_GROW(s->calls->v, s->calls->n, s->calls->room);
	c = &s->calls->v[s->calls->n++];
	c->from = addr;
	c->ret = addr + b->length;
	c->hook = (int)(id - 1);
	c->jump = !b->link;
	return true;
}

static void scan_at(struct call_scan *s, const unsigned char *p, size_t n, uint64_t addr)
{
	struct branch b = { 0 };

	if (s->arch->decode(s->img, p, n, addr, &b) && add_call(s, addr, &b))
		return;
	b = (struct branch){ 0 };
	if (s->arch->decode_other && s->arch->decode_other(s->img, p, n, addr, &b))
		add_call(s, addr, &b);
}

static void scan_range(struct call_scan *s, const struct section *sec, uint64_t from, uint64_t to)
{
	uint64_t addr = from;

	while (addr < to) {
		const unsigned char *p = sec->bytes + (addr - sec->addr);
		size_t n = (size_t)(to - addr);
		unsigned step = s->arch->step;

		scan_at(s, p, n, addr);
		if (s->arch->length)
			step = s->arch->length(s->img, p, n);
		addr += step ? step : 1;
	}
}

/* Decodes from symbol to symbol, so that data in between cannot misalign the decoding. */
static void scan_walk(struct call_scan *s, const struct section *sec)
{
	uint64_t end = sec->addr + sec->size, from = sec->addr;
	bool code = true;

	for (size_t i = 0; i < s->img->n_symbols; i++) {
		const struct symbol *sym = &s->img->symbols[i];

		if (sym->addr < sec->addr || sym->addr >= end)
			continue;
		if (sym->type == STT_OBJECT && sym->addr == from && i &&
		    s->img->symbols[i - 1].addr == from)
			continue;
		if (sym->addr > from && code)
			scan_range(s, sec, from, sym->addr);
		from = sym->addr;
		code = sym->type != STT_OBJECT;
	}
	if (code)
		scan_range(s, sec, from, end);
}

/* Returns whether a jump to a hook is in a linker stub, not a tail call. */
static bool is_stub(const struct call_scan *s, const struct call *c)
{
	const struct section *sec = image_section_at(s->img, c->from);
	const struct symbol *sym;

	if (!c->jump)
		return false;
	if (sec && starts_with(sec->name, ".plt"))
		return true;
	sym = image_symbol_at(s->img, c->from);
	if (!sym)
		return true;
	return strstr(sym->name, "veneer") || strstr(sym->name, "Thunk") ||
	       strstr(sym->name, "_from_thumb") || strstr(sym->name, "_from_arm");
}

static int compare_calls(const void *a, const void *b)
{
	const struct call *x = a, *y = b;

	if (x->ret != y->ret)
		return x->ret < y->ret ? -1 : 1;
	return x->from < y->from ? -1 : x->from > y->from;
}

/* Returns whether a call is in a hook: hooks of a runtime that call each other are not probes. */
static bool inside_hook(const struct image *img, uint64_t addr)
{
	const struct symbol *sym = image_symbol_at(img, addr);

	return sym && anycov_hook_by_symbol(sym->name) >= 0;
}

static void sort_unique(struct call_scan *s)
{
	size_t n = 0;

	if (!s->calls->n)
		return;
	qsort(s->calls->v, s->calls->n, sizeof(*s->calls->v), compare_calls);
	for (size_t i = 0; i < s->calls->n; i++) {
		const struct call *c = &s->calls->v[i];

		/* The decoder may find a pair of instructions twice. */
		if (n && s->calls->v[n - 1].ret == c->ret)
			continue;
		if (is_stub(s, c) || inside_hook(s->img, c->from))
			continue;
		s->calls->v[n++] = *c;
	}
	s->calls->n = n;
}

int scan_calls(const struct image *img, struct call_list *calls, struct anycov_error *err)
{
	struct call_scan s = { .img = img, .arch = scan_arch_of(img), .calls = calls };
	int status = 0;

	if (!s.arch)
		return anycov_error_set(
			err,
			"%s: machine code of ELF machine %u is unsupported; only the map "
			"is used",
			img->path, img->machine);
	if (img->relocatable) {
		status = scan_relocations(img, s.arch, calls, err);
	} else {
		find_symbols(&s);
		find_slots(&s);
		if (!u64_map_count(&s.targets) && !u64_map_count(&s.slots))
			return 0;
		for (size_t i = 1; i < img->n_sections; i++) {
			const struct section *sec = &img->sections[i];

			if (!section_is_code(sec))
				continue;
			if (s.arch->length)
				scan_walk(&s, sec);
			else
				scan_range(&s, sec, sec->addr, sec->addr + sec->size);
		}
	}
	sort_unique(&s);
	u64_map_free(&s.targets);
	u64_map_free(&s.slots);
	return status;
}
