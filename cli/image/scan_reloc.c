/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Calls in relocatable objects and kernel modules, by their relocations. */
#include "anycov/hook_table.h"
#include "image/reloc_walk.h"
#include "image/scan.h"

static void add(const struct section *code, const struct scan_reloc *k, uint64_t offset, int hook,
		struct call_list *calls)
{
	uint64_t from = offset + (uint64_t)(int64_t)k->from;
	struct call *c;

	if (from > code->size || k->length > code->size - from)
		return;
	/* On x86 the opcode distinguishes a call from a jump, the relocation does not. */
	if (k->opcode_mask &&
	    (offset < 1 || (code->bytes[offset - 1] & k->opcode_mask) != k->opcode))
		return;
	ARRAY_GROW(calls->v, calls->n, calls->room);
	c = &calls->v[calls->n++];
	c->from = code->addr + from;
	c->ret = c->from + k->length;
	c->hook = hook;
	c->jump = !k->link;
}

static void scan_section(const struct image *img, const struct scan_arch *arch,
			 const struct section *rel, struct call_list *calls)
{
	const struct section *code = &img->sections[rel->info];
	struct reloc_walk w;
	struct relocation r;

	if (img->sections[rel->link].type != SHT_SYMTAB)
		return;
	reloc_walk_begin(&w, img, rel);
	while (reloc_walk_next(&w, &r)) {
		const char *name = reloc_walk_name(&w, &r);
		int hook = name && name[0] == '_' ? anycov_hook_by_symbol(name) : -1;

		if (hook < 0)
			continue;
		for (const struct scan_reloc *k = arch->relocs; k->length; k++)
			if (k->type == r.type)
				add(code, k, r.offset, hook, calls);
	}
}

int scan_relocations(const struct image *img, const struct scan_arch *arch, struct call_list *calls,
		     struct anycov_error *err)
{
	for (size_t i = 1; i < img->n_sections; i++) {
		const struct section *rel = &img->sections[i];

		if (rel->type != SHT_RELA && rel->type != SHT_REL)
			continue;
		if (rel->info >= img->n_sections || rel->link >= img->n_sections)
			return anycov_error_set(
				err, "%s:%llu: section %s refers to a section that is not there",
				img->path, (unsigned long long)rel->offset, rel->name);
		if (section_is_code(&img->sections[rel->info]))
			scan_section(img, arch, rel, calls);
	}
	return 0;
}
