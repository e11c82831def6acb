/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "coverage/model/code_ranges.h"

static void drop_instrumentation(struct instrumented_image *m)
{
	map_free(m->map);
	free(m->probes);
	free(m->variables);
	string_list_free(&m->problems);
	memset(&m->problems, 0, sizeof(m->problems));
	m->map = NULL;
	m->probes = NULL;
	m->variables = NULL;
	m->n_probes = m->probes_room = m->n_variables = m->variables_room = 0;
	m->calls = m->dropped = 0;
	m->exact = true;
}

static int compare_bounds(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

/* Returns where the code of lines and functions begins and ends, sorted; to be freed. */
static uint64_t *find_bounds(struct image *img, size_t *n)
{
	uint64_t *v = image_line_bounds(img, n);

	v = xrealloc(v, (*n + 2 * img->n_symbols + 1) * sizeof(*v));
	for (size_t i = 0; i < img->n_symbols; i++) {
		if (img->symbols[i].type != STT_FUNC)
			continue;
		v[(*n)++] = img->symbols[i].addr;
		v[(*n)++] = img->symbols[i].addr + img->symbols[i].size;
	}
	qsort(v, *n, sizeof(*v), compare_bounds);
	return v;
}

/* Returns whether a range of code counts: it has a line, or is of a function without any. */
static bool counts(struct image *img, uint64_t address)
{
	const struct source_location p = image_line_of(img, address);
	const struct symbol *y = p.file ? NULL : image_symbol_at(img, address);

	return p.file ? p.line > 0 : y && y->type == STT_FUNC;
}

void use_code_ranges(struct instrumented_image *m)
{
	size_t n, ends_room = 0, n_ends = 0;
	uint64_t *bounds;

	drop_instrumentation(m);
	bounds = find_bounds(m->img, &n);
	for (size_t i = 0; i < n; i++) {
		const struct section *sec = image_section_at(m->img, bounds[i]);
		const uint64_t end = sec ? sec->addr + sec->size : 0;

		/* Of functions that the linker dropped there are rows from address 0 on. */
		if (!sec || !section_is_code(sec) || (i + 1 < n && bounds[i + 1] == bounds[i]) ||
		    !counts(m->img, bounds[i]))
			continue;
		ARRAY_GROW(m->probes, m->n_probes, m->probes_room);
		m->probes[m->n_probes++] = (struct image_probe){
			.return_address = bounds[i] + 1,
			.call_address = bounds[i],
			.hook = -1,
			.function = MAP_NONE,
		};
		ARRAY_GROW(m->range_ends, n_ends, ends_room);
		m->range_ends[n_ends++] = i + 1 < n && bounds[i + 1] < end ? bounds[i + 1] : end;
	}
	free(bounds);
}
