/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The function, and inlined function, containing an address.  The first lookup in a
 * unit builds a table of its ranges, so that lookups are binary searches instead of
 * traversals of the DWARF tree.
 */
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>
#include <elfutils/libdw.h>
#include "image/dwarf_lines.h"
#include "base/u64_map.h"

#define NONE SIZE_MAX
/* Compilers nest a few dozen; a malicious file must not exhaust the stack. */
#define DEPTH_MAX 256

struct range {
	uint64_t low, high; /* [low, high) */
	unsigned depth;
	bool inlined;  /* else an ordinary function */
	size_t parent; /* the enclosing range, or NONE */
	const char *name;
};

/* Of one unit. */
struct table {
	struct range *v;
	size_t n, room;
};

struct inlines {
	struct table *v;
	size_t n, room;
	struct u64_map units; /* offset of a unit + 1 -> index + 1 */
};

static const char *name_of(Dwarf_Die *die)
{
	Dwarf_Attribute attr;
	const char *name = NULL;

	if (dwarf_attr_integrate(die, DW_AT_linkage_name, &attr) ||
	    dwarf_attr_integrate(die, DW_AT_MIPS_linkage_name, &attr))
		name = dwarf_formstring(&attr);
	return name ? name : dwarf_diename(die);
}

static void add_ranges(struct table *t, Dwarf_Die *die, unsigned depth, uint64_t bias)
{
	const char *name = name_of(die);
	Dwarf_Addr base, low, high;
	ptrdiff_t at = 0;

	while (name && (at = dwarf_ranges(die, at, &base, &low, &high)) > 0) {
		if (low >= high)
			continue;
		ARRAY_GROW(t->v, t->n, t->room);
		t->v[t->n++] = (struct range){ low + bias, high + bias,
					       depth,      dwarf_tag(die) != DW_TAG_subprogram,
					       NONE,       name };
	}
}

/* Visits only entries that can contain code: most are types and variables. */
static bool holds_code(int tag)
{
	return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine ||
	       tag == DW_TAG_lexical_block || tag == DW_TAG_namespace ||
	       tag == DW_TAG_structure_type || tag == DW_TAG_class_type ||
	       tag == DW_TAG_try_block || tag == DW_TAG_catch_block || tag == DW_TAG_module;
}

static void walk(struct table *t, Dwarf_Die *parent, unsigned depth, uint64_t bias)
{
	Dwarf_Die die;

	if (depth > DEPTH_MAX || dwarf_child(parent, &die))
		return;
	do {
		int tag = dwarf_tag(&die);

		if (!holds_code(tag))
			continue;
		if (tag == DW_TAG_inlined_subroutine || tag == DW_TAG_subprogram)
			add_ranges(t, &die, depth, bias);
		walk(t, &die, depth + 1, bias);
	} while (!dwarf_siblingof(&die, &die));
}

static int compare_ranges(const void *a, const void *b)
{
	const struct range *x = a, *y = b;

	if (x->low != y->low)
		return x->low < y->low ? -1 : 1;
	if (x->high != y->high)
		return x->high > y->high ? -1 : 1;
	return x->depth < y->depth ? -1 : x->depth > y->depth;
}

static void sort(struct table *t)
{
	size_t around = NONE;

	if (t->n)
		qsort(t->v, t->n, sizeof(*t->v), compare_ranges);
	for (size_t i = 0; i < t->n; i++) {
		while (around != NONE && t->v[around].high <= t->v[i].low)
			around = t->v[around].parent;
		t->v[i].parent = around;
		around = i;
	}
}

static const struct table *table_of(struct inlines *all, Dwarf_Die *unit, uint64_t bias)
{
	uint64_t *known = u64_map_get_or_add(&all->units, dwarf_dieoffset(unit) + 1);
	Dwarf_Die own = *unit, split;
	struct table *t;

	if (*known)
		return &all->v[*known - 1];
	ARRAY_GROW(all->v, all->n, all->room);
	t = &all->v[all->n++];
	memset(t, 0, sizeof(*t));
	*known = all->n;
	/* Split DWARF: the tree is in a .dwo file. */
	if (!dwarf_cu_info(own.cu, NULL, NULL, NULL, &split, NULL, NULL, NULL) && split.addr)
		own = split;
	walk(t, &own, 0, bias);
	sort(t);
	return t;
}

static const char *function_at(struct image *img, uint64_t addr, bool inlined)
{
	const struct table *t;
	size_t low = 0, high;
	uint64_t bias;
	Dwarf_Die *unit = image_unit_at(img, addr, &bias);

	if (!unit)
		return NULL;
	if (!img->inlines)
		img->inlines = xcalloc(1, sizeof(*img->inlines));
	t = table_of(img->inlines, unit, bias);
	high = t->n;
	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (t->v[mid].low <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	for (size_t i = low ? low - 1 : NONE; i != NONE; i = t->v[i].parent)
		if (addr < t->v[i].high && (inlined || !t->v[i].inlined))
			return t->v[i].inlined == inlined ? t->v[i].name : NULL;
	return NULL;
}

const char *image_inlined_at(struct image *img, uint64_t addr)
{
	return function_at(img, addr, true);
}

const char *image_subprogram_at(struct image *img, uint64_t addr)
{
	return function_at(img, addr, false);
}

void image_inlines_free(struct image *img)
{
	struct inlines *all = img->inlines;

	if (!all)
		return;
	for (size_t i = 0; i < all->n; i++)
		free(all->v[i].v);
	free(all->v);
	u64_map_free(&all->units);
	free(all);
	img->inlines = NULL;
}
