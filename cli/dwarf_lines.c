/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Units are found by their own ranges and not by .debug_aranges, on which
 * libdwfl's look-ups rely: clang does not write that section, and an image that
 * GCC's and clang's objects share has it in part.
 */
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>
#include <elfutils/libdw.h>
#include "dwarf_lines.h"
#include "numset.h"
#include "paths.h"

struct unit_range {
	uint64_t low, high; /* as the image counts addresses */
	uint64_t bias;
	Dwarf_Die *unit;
};

struct units {
	struct unit_range *v;
	size_t n, room;
	struct numset names_met; /* a file's name in DWARF -> its place in names + 1 */
	struct words names;
};

static int compare_units(const void *a, const void *b)
{
	const struct unit_range *x = a, *y = b;

	if (x->low != y->low)
		return x->low < y->low ? -1 : 1;
	return x->high < y->high ? -1 : x->high > y->high;
}

static struct units *read_units(struct image *img)
{
	struct units *u = xcalloc(1, sizeof(*u));
	Dwarf_Die *unit = NULL;
	Dwarf_Addr bias;
	size_t done = 0;

	while ((unit = dwfl_module_nextcu(img->module, unit, &bias))) {
		Dwarf_Addr base, low, high;
		ptrdiff_t at = 0;

		progress("reading debug information", done++, 0);
		while ((at = dwarf_ranges(unit, at, &base, &low, &high)) > 0) {
			/* What the linker dropped begins at 0. */
			if (low >= high || (!low && !img->relocatable))
				continue;
			GROW(u->v, u->n, u->room);
			u->v[u->n++] = (struct unit_range){ low + bias, high + bias, bias, unit };
		}
	}
	if (u->n)
		qsort(u->v, u->n, sizeof(*u->v), compare_units);
	return u;
}

Dwarf_Die *image_unit_at(struct image *img, uint64_t addr, uint64_t *bias)
{
	size_t low = 0, high;

	if (!img->has_debug)
		return NULL;
	if (!img->units)
		img->units = read_units(img);
	high = img->units->n;
	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (img->units->v[mid].low <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	/* Ranges of units do not overlap but in a damaged file. */
	if (!low || addr >= img->units->v[low - 1].high)
		return NULL;
	*bias = img->units->v[low - 1].bias;
	return img->units->v[low - 1].unit;
}

/*
 * With GCC a header's name starts where the unit was compiled, and the unit's own is
 * whole: several folders' "../h.h" would be one file.
 */
static const char *whole_name(struct image *img, Dwarf_Die *unit, const char *name)
{
	Dwarf_Attribute attr;
	const char *dir = NULL;
	uint64_t *known;

	if (name[0] == '/' && !strstr(name, "/."))
		return name;
	/* One string for one file of a unit. */
	known = numset_at(&img->units->names_met, (uint64_t)(uintptr_t)name);
	if (!*known) {
		if (dwarf_attr(unit, DW_AT_comp_dir, &attr))
			dir = dwarf_formstring(&attr);
		words_take(&img->units->names, path_tidy(dir, name));
		*known = img->units->names.n;
	}
	return img->units->names.v[*known - 1];
}

struct place image_line_of(struct image *img, uint64_t addr)
{
	return image_column_of(img, addr, NULL);
}

struct place image_column_of(struct image *img, uint64_t addr, int *column)
{
	struct place p = { NULL, 0 };
	uint64_t bias;
	Dwarf_Die *unit = image_unit_at(img, addr, &bias);
	Dwarf_Line *line = unit ? dwarf_getsrc_die(unit, addr - bias) : NULL;

	if (column)
		*column = 0;
	if (!line)
		return p;
	p.file = dwarf_linesrc(line, NULL, NULL);
	if (p.file) {
		p.file = whole_name(img, unit, p.file);
		dwarf_lineno(line, &p.line);
	}
	if (p.file && column)
		dwarf_linecol(line, column);
	return p;
}

const char *image_compile_dir(struct image *img, uint64_t addr)
{
	uint64_t bias;
	Dwarf_Attribute attr;
	Dwarf_Die *unit = image_unit_at(img, addr, &bias);

	if (!unit || !dwarf_attr(unit, DW_AT_comp_dir, &attr))
		return NULL;
	return dwarf_formstring(&attr);
}

void image_units_free(struct image *img)
{
	if (img->units) {
		free(img->units->v);
		words_free(&img->units->names);
		numset_free(&img->units->names_met);
	}
	free(img->units);
	img->units = NULL;
}
