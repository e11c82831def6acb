/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The module of a recorded address, also where a library was loaded at addresses that another one
 * had had: such an address is of the one image that has a probe there.  If several have, or one of
 * the modules is an image that is not known, the record does not show which was executed.  And
 * the probe of half an address.
 */
#include <stdlib.h>
#include "coverage/match/match_reading.h"

struct module_range {
	uint64_t first, end;
	struct match_module *module;
};

static int compare_ranges(const void *a, const void *b)
{
	const struct module_range *x = a, *y = b;

	if (x->first != y->first)
		return x->first < y->first ? -1 : 1;
	return x->end < y->end ? -1 : x->end > y->end;
}

void match_find_overlaps(struct match_reading *r)
{
	struct module_range *v, *last;

	if (r->n_modules < 2)
		return;
	v = xmalloc(r->n_modules * sizeof(*v));
	for (size_t i = 0; i < r->n_modules; i++)
		v[i] = (struct module_range){ r->modules[i].first, r->modules[i].end,
					      &r->modules[i] };
	qsort(v, r->n_modules, sizeof(*v), compare_ranges);
	/* Of those before, the one that ends last overlaps the next one if any does. */
	last = &v[0];
	for (size_t i = 1; i < r->n_modules; i++) {
		if (v[i].first < last->end)
			v[i].module->overlaps = last->module->overlaps = true;
		if (v[i].end > last->end)
			last = &v[i];
	}
	free(v);
}

static bool contains(const struct match_module *l, uint64_t address)
{
	return address >= l->first && address <= l->end;
}

/* Returns whether what the module records may have this address; of an unknown image: true. */
static bool may_record(const struct match_reading *r, const struct match_module *l,
		       uint64_t address, enum match_address kind)
{
	const struct instrumented_image *m;

	if (l->image == SIZE_MAX)
		return true;
	m = r->result->images[l->image];
	return kind == MATCH_VARIABLE
		       ? has_variable(m, address - l->bias)
		       : probe_at(m, normalise_pc(m->img, &r->info, address) - l->bias) != NULL;
}

static void mark_ambiguous(const struct match_reading *r, const struct match_module *l,
			   uint64_t address, enum match_address kind)
{
	struct instrumented_image *m = r->result->images[l->image];

	if (kind == MATCH_VARIABLE)
		variable_is_ambiguous(m, address - l->bias);
	else
		probe_at(m, normalise_pc(m->img, &r->info, address) - l->bias)->ambiguous = true;
}

static bool is_same(const struct match_module *a, const struct match_module *b)
{
	return a->image == b->image && a->bias == b->bias;
}

/* Marks the probes of all images that may have recorded the address.  Returns whether any may. */
static bool mark_all(const struct match_reading *r, uint64_t address, enum match_address kind)
{
	bool any = false;

	for (size_t i = 0; i < r->n_modules; i++) {
		const struct match_module *l = &r->modules[i];

		if (!contains(l, address) || l->image == SIZE_MAX ||
		    !may_record(r, l, address, kind))
			continue;
		mark_ambiguous(r, l, address, kind);
		any = true;
	}
	return any;
}

const struct match_module *match_module_of(const struct match_reading *r, uint64_t address,
					   enum match_address kind, bool *ambiguous)
{
	const struct match_module *first = NULL, *found = NULL;
	bool several = false;

	*ambiguous = false;
	for (size_t i = 0; i < r->n_modules; i++) {
		const struct match_module *l = &r->modules[i];

		if (!contains(l, address))
			continue;
		if (!l->overlaps)
			return l;
		/* A library without probes may have been loaded first or last. */
		first = !first || first->has_no_probes ? l : first;
		if (l->has_no_probes || !may_record(r, l, address, kind))
			continue;
		several |= found && !is_same(found, l);
		found = found ? found : l;
	}
	if (several && mark_all(r, address, kind)) {
		*ambiguous = true;
		return NULL;
	}
	return found ? found : first;
}

/* Returns the first address at or after `first` with this low half. */
static uint64_t join_low_half(uint64_t first, uint32_t low)
{
	uint64_t pc = (first & ~(uint64_t)UINT32_MAX) | low;

	return pc < first ? pc + ((uint64_t)1 << 32) : pc;
}

/* The same in the images of --module. */
static struct image_probe *probe_of_placed_half(struct match_reading *r, uint32_t low,
						size_t *image)
{
	const struct load_map *p = &r->result->load_map;

	for (size_t i = 0; i < p->n; i++) {
		uint64_t at = join_low_half(p->v[i].first, low);
		const struct load_range *v = load_map_find(p, &at);
		struct image_probe *s = v ? probe_at(r->result->images[v->image], at) : NULL;

		if (!s && p->kaslr) {
			at = join_low_half(p->v[i].first - p->kaslr, low);
			v = load_map_find(p, &at);
			s = v ? probe_at(r->result->images[v->image], at) : NULL;
		}
		if (s) {
			*image = v->image;
			return s;
		}
	}
	return NULL;
}

struct image_probe *match_probe_of_half(struct match_reading *r, uint32_t low, size_t *image,
					const char **path, bool *ambiguous)
{
	struct image_probe *placed = r->n_modules ? NULL : probe_of_placed_half(r, low, image);

	*ambiguous = false;
	if (placed)
		return placed;
	*image = SIZE_MAX;
	*path = NULL;
	for (size_t i = 0; i < r->n_modules; i++) {
		const struct match_module *l = &r->modules[i];
		uint64_t pc = join_low_half(l->first, low);

		if (pc > l->end)
			continue;
		l = match_module_of(r, pc, MATCH_PC, ambiguous);
		if (!l)
			return NULL;
		*image = l->image;
		*path = l->path;
		return l->image == SIZE_MAX ? NULL
					    : probe_at(r->result->images[l->image], pc - l->bias);
	}
	for (size_t i = 0; !r->n_modules && i < r->result->n_images; i++) {
		struct instrumented_image *m = r->result->images[i];
		struct image_probe *s =
			!m->n_probes ? NULL
				     : probe_at(m, join_low_half(m->probes[0].return_address,
								 low - (uint32_t)r->kaslr_offset));

		*image = i;
		if (s)
			return s;
	}
	return NULL;
}
