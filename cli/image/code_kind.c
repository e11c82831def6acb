/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Which bytes of a 32-bit ARM image are A32 code, Thumb code or data.  Mapping symbols
 * ($a, $t, $d) tell it exactly.  Where they were stripped and function symbols were not,
 * the Thumb bit of the functions tells it, but not where a function's literals are.
 */
#include <stdlib.h>
#include "image/elf.h"

static void add_mark(struct image *img, uint64_t addr, enum code_kind kind, bool mapping)
{
	ARRAY_GROW(img->marks, img->n_marks, img->marks_room);
	img->marks[img->n_marks++] =
		(struct code_mark){ .addr = addr, .kind = kind, .mapping = mapping };
}

/* Until the end of the function, as far as the symbol tells it. */
static void add_function(struct image *img, uint64_t addr, uint64_t size)
{
	uint64_t start = addr & ~(uint64_t)1;

	add_mark(img, start, addr & 1 ? CODE_THUMB : CODE_ARM, false);
	if (size)
		add_mark(img, start + size, CODE_UNKNOWN, false);
}

void image_add_mark(struct image *img, const char *name, uint64_t addr, uint64_t size,
		    bool function)
{
	if (name[0] == '$' && (!name[2] || name[2] == '.')) {
		if (name[1] == 'a')
			add_mark(img, addr, CODE_ARM, true);
		else if (name[1] == 't')
			add_mark(img, addr, CODE_THUMB, true);
		else if (name[1] == 'd')
			add_mark(img, addr, CODE_DATA, true);
	} else if (function) {
		add_function(img, addr, size);
	}
}

static int compare_marks(const void *a, const void *b)
{
	const struct code_mark *x = a, *y = b;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	/* The end of a function comes before the start of the next one. */
	return (int)x->kind - (int)y->kind;
}

void image_finish_marks(struct image *img)
{
	bool mapping = false;
	size_t n = 0;

	for (size_t i = 0; i < img->n_marks; i++)
		mapping |= img->marks[i].mapping;
	for (size_t i = 0; i < img->n_marks; i++)
		if (img->marks[i].mapping == mapping)
			img->marks[n++] = img->marks[i];
	img->n_marks = n;
	if (n)
		qsort(img->marks, n, sizeof(*img->marks), compare_marks);
}

enum code_kind image_code_kind(const struct image *img, uint64_t addr)
{
	const struct section *s;
	size_t low = 0, high = img->n_marks;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (img->marks[mid].addr <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	s = low ? image_section_at(img, addr) : NULL;
	/* A mark holds up to the next one of its section. */
	return s && img->marks[low - 1].addr >= s->addr ? img->marks[low - 1].kind : CODE_UNKNOWN;
}
