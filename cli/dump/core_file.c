/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <errno.h>
#include <gelf.h>
#include <string.h>
#include "dump/core_file.h"

/* Writes the headers; the bytes follow them, from *offset on. */
static int write_headers(Elf *elf, const struct image *img, const struct memory_part *parts,
			 size_t n, uint64_t *offset)
{
	const int class = img->is64 ? ELFCLASS64 : ELFCLASS32;
	uint64_t at;
	GElf_Ehdr head;

	if (!gelf_newehdr(elf, class) || !gelf_newphdr(elf, n) || !gelf_getehdr(elf, &head))
		return -1;
	head.e_ident[EI_DATA] = img->big_endian ? ELFDATA2MSB : ELFDATA2LSB;
	head.e_type = ET_CORE;
	head.e_machine = img->machine;
	head.e_version = EV_CURRENT;
	head.e_flags = img->e_flags;
	*offset = gelf_fsize(elf, ELF_T_EHDR, 1, EV_CURRENT) +
		  gelf_fsize(elf, ELF_T_PHDR, n, EV_CURRENT);
	head.e_phoff = gelf_fsize(elf, ELF_T_EHDR, 1, EV_CURRENT);
	at = *offset;
	for (size_t i = 0; i < n; i++) {
		GElf_Phdr p = { 0 };

		p.p_type = PT_LOAD;
		p.p_flags = PF_R | PF_W;
		p.p_offset = at;
		p.p_vaddr = p.p_paddr = parts[i].address;
		p.p_filesz = p.p_memsz = parts[i].n;
		at += parts[i].n;
		if (!gelf_update_phdr(elf, (int)i, &p))
			return -1;
	}
	elf_flagelf(elf, ELF_C_SET, ELF_F_LAYOUT);
	return gelf_update_ehdr(elf, &head) && elf_update(elf, ELF_C_WRITE) >= 0 ? 0 : -1;
}

int core_file_write(FILE *f, const char *name, const struct image *img,
		    const struct memory_part *parts, size_t n, struct anycov_error *err)
{
	uint64_t offset = 0;
	Elf *elf;
	int status;

	elf_version(EV_CURRENT);
	elf = elf_begin(fileno(f), ELF_C_WRITE, NULL);
	status = elf ? write_headers(elf, img, parts, n, &offset) : -1;
	if (status)
		anycov_error_set(err, "%s: cannot write: %s", name, elf_errmsg(-1));
	elf_end(elf);
	if (status)
		return -1;
	if (fseeko(f, (off_t)offset, SEEK_SET))
		return anycov_error_set(err, "%s: cannot write: %s", name, strerror(errno));
	for (size_t i = 0; i < n; i++)
		if (fwrite(parts[i].bytes, 1, parts[i].n, f) != parts[i].n)
			return anycov_error_set(err, "%s: cannot write: %s", name, strerror(errno));
	return 0;
}
