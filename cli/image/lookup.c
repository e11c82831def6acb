/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What an open image has: sections, symbols and bytes by name and address. */
#include <string.h>
#include <gelf.h>
#include "anycov/hook_table.h"
#include "image/elf.h"

const struct section *image_section(const struct image *img, const char *name)
{
	for (size_t i = 1; i < img->n_sections; i++)
		if (!strcmp(img->sections[i].name, name))
			return &img->sections[i];
	return NULL;
}

static const struct symbol *symbol_named(const struct image *img, const char *start,
					 const char *name)
{
	size_t n = strlen(start);

	for (size_t i = 0; i < img->n_symbols; i++)
		if (!strncmp(img->symbols[i].name, start, n) &&
		    !strcmp(img->symbols[i].name + n, name))
			return &img->symbols[i];
	return NULL;
}

bool image_flags(const struct image *img, uint64_t *address, uint64_t *size)
{
	const char *name = anycov_section_names[ANYCOV_SECTION_FLAGS];
	const struct section *s = image_section(img, name);
	const struct symbol *start, *stop;

	if (s) {
		*address = s->addr;
		*size = s->size;
		return true;
	}
	start = symbol_named(img, ANYCOV_SECTION_START, name);
	stop = symbol_named(img, ANYCOV_SECTION_STOP, name);
	if (!start || !stop || stop->addr <= start->addr)
		return false;
	*address = start->addr;
	*size = stop->addr - start->addr;
	return true;
}

const struct section *image_section_at(const struct image *img, uint64_t addr)
{
	size_t low = 0, high = img->n_loaded;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (img->sections[img->loaded[mid]].addr <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	/* Sections may overlap (per-CPU data of a kernel): try some earlier ones. */
	for (size_t i = low; i > 0 && low - i < 8; i--) {
		const struct section *s = &img->sections[img->loaded[i - 1]];

		if (addr - s->addr < s->size)
			return s;
	}
	return NULL;
}

const unsigned char *image_bytes(const struct image *img, uint64_t addr, size_t n)
{
	const struct section *s = image_section_at(img, addr);

	if (!s || n > s->size - (addr - s->addr))
		return NULL;
	return s->bytes + (addr - s->addr);
}

const struct symbol *image_symbol_at(const struct image *img, uint64_t addr)
{
	size_t low = 0, high = img->n_symbols;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (img->symbols[mid].addr <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	/*
	 * Search backwards for a function that contains the address; use a label
	 * without a size (assembly) if there is none within a few steps.
	 */
	for (size_t i = low, label = SIZE_MAX; i > 0 && low - i < 64; i--) {
		const struct symbol *s = &img->symbols[i - 1];

		/* Of several symbols at one address the first is preferred. */
		while (i > 1 && img->symbols[i - 2].addr == s->addr)
			s = &img->symbols[--i - 1];
		if (s->type == STT_OBJECT)
			continue;
		if (s->size && addr - s->addr < s->size)
			return s;
		if (s->size)
			return label == SIZE_MAX ? NULL : &img->symbols[label];
		if (label == SIZE_MAX)
			label = i - 1;
		if (i == 1 || low - i >= 62)
			return &img->symbols[label];
	}
	return NULL;
}

/* Returns the text of an address of the section that contains `inside`. */
static char *address_text(const struct image *img, uint64_t addr, uint64_t inside)
{
	const struct section *s = img->relocatable ? image_section_at(img, inside) : NULL;

	if (s)
		return xasprintf("%s+0x%llx", s->name, (unsigned long long)(addr - s->addr));
	return xasprintf("0x%llx", (unsigned long long)addr);
}

char *image_address_text(const struct image *img, uint64_t return_address)
{
	/* It may be one past the last byte of its section. */
	return address_text(img, return_address, return_address - 1);
}

char *image_start_text(const struct image *img, uint64_t addr)
{
	return address_text(img, addr, addr);
}
