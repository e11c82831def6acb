/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <string.h>
#include "image/reloc_walk.h"

void reloc_walk_begin(struct reloc_walk *w, const struct image *img, const struct section *rel)
{
	size_t entry;

	memset(w, 0, sizeof(*w));
	w->img = img;
	w->is_rela = rel->type == SHT_RELA;
	w->names = img->sections[rel->link].link;
	w->data = elf_getdata(elf_getscn(img->elf, rel->index), NULL);
	w->syms = elf_getdata(elf_getscn(img->elf, rel->link), NULL);
	entry = gelf_fsize(img->elf, w->is_rela ? ELF_T_RELA : ELF_T_REL, 1, EV_CURRENT);
	if (w->data && w->syms && entry)
		w->n = w->data->d_size / entry;
}

bool reloc_walk_next(struct reloc_walk *w, struct relocation *r)
{
	while (w->next < w->n) {
		int i = (int)w->next++;
		GElf_Rela rela = { 0 };
		GElf_Rel rel;

		if (w->is_rela) {
			if (!gelf_getrela(w->data, i, &rela))
				return false;
		} else {
			if (!gelf_getrel(w->data, i, &rel))
				return false;
			rela.r_offset = rel.r_offset;
			rela.r_info = rel.r_info;
		}
		if (!GELF_R_SYM(rela.r_info) ||
		    !gelf_getsym(w->syms, (int)GELF_R_SYM(rela.r_info), &r->sym))
			continue;
		r->offset = rela.r_offset;
		r->addend = (uint64_t)rela.r_addend;
		r->type = (uint32_t)GELF_R_TYPE(rela.r_info);
		return true;
	}
	return false;
}

const char *reloc_walk_name(const struct reloc_walk *w, const struct relocation *r)
{
	return elf_strptr(w->img->elf, w->names, r->sym.st_name);
}
