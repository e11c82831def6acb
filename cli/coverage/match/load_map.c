/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include <gelf.h>
#include "coverage/match/load_map.h"

static void add(struct load_map *p, uint64_t memory, uint64_t address, uint64_t size, size_t image)
{
	ARRAY_GROW(p->v, p->n, p->room);
	p->v[p->n++] = (struct load_range){ memory, memory + size, memory - address, image };
}

/*
 * Lays out a module's code like Linux's layout_sections(): executable sections in the
 * order of the file, without .init, which is freed after loading.
 */
static void lay_out_module(struct load_map *p, const struct instrumented_image *m, uint64_t base,
			   size_t image)
{
	uint64_t at = 0;

	for (size_t i = 1; i < m->img->n_sections; i++) {
		const struct section *s = &m->img->sections[i];
		uint64_t align = s->align ? s->align : 1;

		if ((s->flags & (SHF_ALLOC | SHF_EXECINSTR)) != (SHF_ALLOC | SHF_EXECINSTR) ||
		    starts_with(s->name, ".init"))
			continue;
		at = (at + align - 1) / align * align;
		if (s->size)
			add(p, base + at, s->addr, s->size, image);
		at += s->size;
	}
}

/* Linux replaces '-' by '_' in the names of modules. */
static bool is_named(const char *path, const char *name, size_t n)
{
	const char *base = base_name(path);
	size_t length = strlen(base);

	if (length != n && !(length == n + 3 && ends_with(base, ".ko")))
		return false;
	for (size_t i = 0; i < n; i++) {
		char a = base[i] == '-' ? '_' : base[i], b = name[i] == '-' ? '_' : name[i];

		if (a != b)
			return false;
	}
	return true;
}

/* Adds one section of a relocatable object, whose name has n characters. */
static int add_section(struct load_map *p, const struct instrumented_image *m, size_t image,
		       const char *word, const char *name, size_t n, uint64_t base,
		       struct anycov_error *err)
{
	for (size_t i = 1; m->img->relocatable && i < m->img->n_sections; i++) {
		const struct section *s = &m->img->sections[i];

		if (strlen(s->name) != n || memcmp(s->name, name, n) || !s->size ||
		    !(s->flags & SHF_EXECINSTR))
			continue;
		add(p, base, s->addr, s->size, image);
		return 0;
	}
	return anycov_error_set(err,
				"--module %s: %s has no code in this section; name one that "
				"/sys/module/NAME/sections has",
				word, m->img->path);
}

/* Adds all code of an image. */
static void add_image(struct load_map *p, const struct instrumented_image *m, uint64_t base,
		      size_t image)
{
	if (m->img->relocatable) {
		lay_out_module(p, m, base, image);
		return;
	}
	for (size_t k = 0; k < m->img->n_loaded; k++) {
		const struct section *s = &m->img->sections[m->img->loaded[k]];

		add(p, base + s->addr, s->addr, s->size, image);
	}
}

int load_map_add_module(struct load_map *p, struct instrumented_image *const *images, size_t n,
			const char *word, struct anycov_error *err)
{
	const char *equals = strrchr(word, '='), *section = strstr(word, "=.");
	size_t name;
	uint64_t base;

	if (section == equals)
		section = NULL;
	if (!equals || equals == word || section == word || !parse_u64(equals + 1, &base))
		return anycov_error_set(err,
					"--module %s: use NAME=BASE, with BASE from /proc/modules, "
					"or NAME=.text=ADDR, with ADDR from "
					"/sys/module/NAME/sections/.text",
					word);
	name = (size_t)((section ? section : equals) - word);
	for (size_t i = 0; i < n; i++) {
		if (!is_named(images[i]->img->path, word, name))
			continue;
		if (section)
			return add_section(p, images[i], i, word, section + 1,
					   (size_t)(equals - section - 1), base, err);
		add_image(p, images[i], base, i);
		return 0;
	}
	return anycov_error_set(err, "--module %s: no --image has this name", word);
}

const struct load_range *load_map_find(const struct load_map *p, uint64_t *addr)
{
	/* KCOV subtracts the KASLR offset from addresses in modules, too. */
	for (int round = 0; round < (p->kaslr ? 2 : 1); round++) {
		uint64_t a = *addr + (round ? p->kaslr : 0);

		for (size_t i = 0; i < p->n; i++) {
			/* A return address may be one past the last instruction. */
			if (a - 1 - p->v[i].first < p->v[i].end - p->v[i].first) {
				*addr = a - p->v[i].delta;
				return &p->v[i];
			}
		}
	}
	return NULL;
}

void load_map_free(struct load_map *p)
{
	free(p->v);
	memset(p, 0, sizeof(*p));
}
