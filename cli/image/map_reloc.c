/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "image/map_reloc.h"
#include "image/reloc_walk.h"
#include "image/scan.h"

static bool stores_address(const struct scan_arch *arch, uint32_t type)
{
	for (int i = 0; i < 3 && arch->abs_relocs[i]; i++)
		if (arch->abs_relocs[i] == type)
			return true;
	return false;
}

static int compare_relocs(const void *a, const void *b)
{
	const struct map_reloc *x = a, *y = b;

	return x->offset < y->offset ? -1 : x->offset > y->offset;
}

static void read_one(struct map_relocs *relocs, const struct image *img,
		     const struct scan_arch *arch, const struct section *rel)
{
	struct reloc_walk w;
	struct relocation r;

	if (img->sections[rel->link].type != SHT_SYMTAB)
		return;
	reloc_walk_begin(&w, img, rel);
	while (reloc_walk_next(&w, &r)) {
		struct map_reloc *m;

		if (!stores_address(arch, r.type) || r.sym.st_shndx == SHN_UNDEF ||
		    r.sym.st_shndx >= img->n_sections)
			continue;
		ARRAY_GROW(relocs->v, relocs->n, relocs->room);
		m = &relocs->v[relocs->n++];
		m->offset = r.offset;
		/* Xtensa has both an addend and a part in place. */
		m->in_place = !w.is_rela || img->machine == EM_XTENSA;
		m->value = img->sections[r.sym.st_shndx].addr + r.sym.st_value + r.addend;
	}
}

int map_relocs_read(struct map_relocs *relocs, const struct image *img, const struct section *sec,
		    struct anycov_error *err)
{
	const struct scan_arch *arch = scan_arch_of(img);

	if (!arch)
		return anycov_error_set(
			err,
			"%s: relocations of ELF machine %u are unsupported; use the linked image",
			img->path, img->machine);
	if (sec->relocs)
		read_one(relocs, img, arch, &img->sections[sec->relocs]);
	if (relocs->n)
		qsort(relocs->v, relocs->n, sizeof(*relocs->v), compare_relocs);
	return 0;
}

uint64_t map_relocs_apply(const struct map_relocs *relocs, uint64_t offset, uint64_t content,
			  bool *kept)
{
	struct map_reloc key = { .offset = offset };
	const struct map_reloc *r = NULL;

	if (relocs->n)
		r = bsearch(&key, relocs->v, relocs->n, sizeof(*relocs->v), compare_relocs);
	*kept = r != NULL;
	if (!r)
		return content;
	return r->in_place ? r->value + content : r->value;
}

void map_relocs_free(struct map_relocs *relocs)
{
	free(relocs->v);
	memset(relocs, 0, sizeof(*relocs));
}
