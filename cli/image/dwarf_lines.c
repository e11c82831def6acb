/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Finds units by their own ranges instead of .debug_aranges, which libdwfl uses: clang
 * does not write that section, and an image of objects by GCC and clang has only a
 * part of it.
 */
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>
#include <elfutils/libdw.h>
#include "image/dwarf_lines.h"
#include "base/u64_map.h"
#include "base/paths.h"

struct unit_range {
	uint64_t low, high; /* addresses of the image */
	uint64_t bias;
	Dwarf_Die *unit;
};

struct units {
	struct unit_range *v;
	size_t n, room;
	struct u64_map names_found; /* a file's name in DWARF -> its index in names + 1 */
	struct string_list names;
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
			/* Code that the linker dropped begins at 0. */
			if (low >= high || (!low && !img->relocatable))
				continue;
			ARRAY_GROW(u->v, u->n, u->room);
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
	/* Ranges of units overlap only in a damaged file. */
	if (!low || addr >= img->units->v[low - 1].high)
		return NULL;
	*bias = img->units->v[low - 1].bias;
	return img->units->v[low - 1].unit;
}

uint64_t *image_line_bounds(struct image *img, size_t *n)
{
	uint64_t *v = NULL;
	size_t room = 0, n_lines;
	Dwarf_Die *unit = NULL;
	Dwarf_Addr bias, address;
	Dwarf_Lines *lines;

	*n = 0;
	while (img->has_debug && (unit = dwfl_module_nextcu(img->module, unit, &bias))) {
		if (dwarf_getsrclines(unit, &lines, &n_lines))
			continue;
		for (size_t i = 0; i < n_lines; i++) {
			if (dwarf_lineaddr(dwarf_onesrcline(lines, i), &address))
				continue;
			ARRAY_GROW(v, *n, room);
			v[(*n)++] = address + bias;
		}
	}
	return v;
}

/*
 * With GCC the name of a header is relative to the compilation directory, while that of
 * the unit is absolute: "../h.h" of several directories would be the same file.
 */
static const char *whole_name(struct image *img, Dwarf_Die *unit, const char *name)
{
	Dwarf_Attribute attr;
	const char *dir = NULL;
	uint64_t *known;

	if (name[0] == '/' && !strstr(name, "/."))
		return name;
	/* Return the same string for the same file of a unit. */
	known = u64_map_get_or_add(&img->units->names_found, (uint64_t)(uintptr_t)name);
	if (!*known) {
		if (dwarf_attr(unit, DW_AT_comp_dir, &attr))
			dir = dwarf_formstring(&attr);
		string_list_add_owned(&img->units->names, path_normalize(dir, name));
		*known = img->units->names.n;
	}
	return img->units->names.v[*known - 1];
}

struct source_location image_line_of(struct image *img, uint64_t addr)
{
	return image_column_of(img, addr, NULL);
}

struct source_location image_column_of(struct image *img, uint64_t addr, int *column)
{
	struct source_location p = { NULL, 0 };
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
		string_list_free(&img->units->names);
		u64_map_free(&img->units->names_found);
	}
	free(img->units);
	img->units = NULL;
}
