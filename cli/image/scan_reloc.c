/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Calls in relocatable objects and kernel modules, by their relocations. */
#include <string.h>
#include <gelf.h>
#include "anycov/hook_table.h"
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
	const struct section *symtab = &img->sections[rel->link];
	Elf_Data *data = elf_getdata(elf_getscn(img->elf, rel->index), NULL);
	Elf_Data *syms = elf_getdata(elf_getscn(img->elf, rel->link), NULL);
	Elf_Type type = rel->type == SHT_RELA ? ELF_T_RELA : ELF_T_REL;
	size_t entry = gelf_fsize(img->elf, type, 1, EV_CURRENT);

	if (!data || !syms || !entry || symtab->type != SHT_SYMTAB)
		return;
	for (size_t i = 0; i < data->d_size / entry; i++) {
		GElf_Rela r;
		GElf_Rel q;
		GElf_Sym sym;
		const char *name;
		int hook;

		if (type == ELF_T_RELA) {
			if (!gelf_getrela(data, (int)i, &r))
				return;
		} else {
			if (!gelf_getrel(data, (int)i, &q))
				return;
			r.r_offset = q.r_offset;
			r.r_info = q.r_info;
		}
		if (!gelf_getsym(syms, (int)GELF_R_SYM(r.r_info), &sym))
			continue;
		name = elf_strptr(img->elf, symtab->link, sym.st_name);
		hook = name && name[0] == '_' ? anycov_hook_by_symbol(name) : -1;
		if (hook < 0)
			continue;
		for (const struct scan_reloc *k = arch->relocs; k->length; k++)
			if (k->type == GELF_R_TYPE(r.r_info))
				add(code, k, r.r_offset, hook, calls);
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
