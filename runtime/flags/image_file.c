/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The image's own ELF file.  Its section headers are not loaded; they show which sections share
 * the pages of the flags, and where the map is.  The .image file is an ELF file of the same kind
 * with the sections that a report needs: a report then needs no image.
 */
#include <elf.h>
#include <errno.h>
#include <sys/mman.h>
#include "flags.h"

#define N_SECTIONS_MAX 20000u

/* The sections of an image, as a report names them. */
#define ANYCOV_HOOK(id, symbol, nargs, t1, t2, kind)
#define ANYCOV_TABLE(id, bytes, init, ctor)
#define ANYCOV_VARIABLE(id, symbol)
#define ANYCOV_SECTION(id, name) static const char name_of_##id[] __attribute__((unused)) = #name;
#include "anycov/hooks.def"

static int is_inside(const struct flags_elf *f, uint64_t offset, uint64_t bytes)
{
	return offset <= f->bytes && bytes <= f->bytes - offset;
}

/* Returns a descriptor, or a negative number. */
static int open_image(const struct flags_image *image)
{
	int fd = -1;

	/* Also finds a program that was deleted or replaced. */
	if (image->is_program)
		fd = sys_open(AT_FDCWD, "/proc/self/exe", O_RDONLY | O_NOCTTY, 0);
	if (fd < 0 && image->path[0])
		fd = sys_open(AT_FDCWD, image->path, O_RDONLY | O_NOCTTY, 0);
	return fd;
}

const char *flags_section_name(const struct flags_elf *f, const ElfW(Shdr) * s)
{
	const char *name = f->names + s->sh_name, *p = name;

	if (s->sh_name >= f->names_bytes)
		return "";
	while (p < f->names + f->names_bytes && *p)
		p++;
	return p < f->names + f->names_bytes ? name : "";
}

static int find_sections(struct flags_elf *f)
{
	const ElfW(Ehdr) *e = (const void *)f->at;
	const ElfW(Shdr) * names;

	if (f->bytes < sizeof(*e) || e->e_shentsize != sizeof(*names) || !e->e_shnum ||
	    e->e_shnum > N_SECTIONS_MAX || e->e_shoff % sizeof(uint64_t) ||
	    !is_inside(f, e->e_shoff, (uint64_t)e->e_shnum * sizeof(*names)) ||
	    e->e_shstrndx >= e->e_shnum)
		return -1;
	f->sections = (const void *)(f->at + e->e_shoff);
	f->n = e->e_shnum;
	names = &f->sections[e->e_shstrndx];
	if (!is_inside(f, names->sh_offset, names->sh_size))
		return -1;
	f->names = f->at + names->sh_offset;
	f->names_bytes = names->sh_size;
	return 0;
}

/* Returns the section of the flags if the file is the one that was loaded. */
static const ElfW(Shdr) * find_flags(const struct flags_elf *f, const struct flags_image *image)
{
	unsigned i;

	if (image->ehdr && !bytes_equal(f->at, image->ehdr, sizeof(*image->ehdr)))
		return NULL;
	for (i = 0; i < f->n; i++) {
		const ElfW(Shdr) *s = &f->sections[i];

		if (s->sh_addr + image->bias == (uintptr_t)image->flags && s->sh_size == image->n &&
		    bytes_equal(flags_section_name(f, s), name_of_FLAGS, sizeof(name_of_FLAGS)))
			return s;
	}
	return NULL;
}

static void close_file(struct flags_elf *f)
{
	if (f->at)
		sys_munmap((void *)(uintptr_t)f->at, f->bytes);
	f->at = NULL;
}

const ElfW(Shdr) * flags_open_elf(struct flags_elf *f, const struct flags_image *image)
{
	const ElfW(Shdr) *flags = NULL;
	struct stat st;
	void *at;
	int fd = open_image(image);

	f->at = NULL;
	if (fd < 0)
		return NULL;
	if (!sys_fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_size > 0) {
		f->bytes = (size_t)st.st_size;
		at = sys_mmap(NULL, f->bytes, PROT_READ, MAP_PRIVATE, fd, 0);
		f->at = sys_failed(at) ? NULL : at;
	}
	sys_close(fd);
	if (f->at && !find_sections(f))
		flags = find_flags(f, image);
	if (!flags)
		close_file(f);
	return flags;
}

/* Returns whether a segment that is loaded covers [from, end). */
static int is_loaded(const struct flags_image *image, uintptr_t from, uintptr_t end)
{
	unsigned i;

	for (i = 0; i < image->n_phdr; i++) {
		const ElfW(Phdr) *ph = &image->phdr[i];

		if (ph->p_type == PT_LOAD && from >= ph->p_vaddr &&
		    end <= ph->p_vaddr + ph->p_memsz)
			return 1;
	}
	return 0;
}

int flags_has_traps(const struct flags_image *image)
{
	struct flags_elf f;
	unsigned i;
	int has = 0;

	if (!flags_open_elf(&f, image))
		return 0;
	for (i = 0; i < f.n; i++)
		has |= bytes_equal(flags_section_name(&f, &f.sections[i]), name_of_TRAPS,
				   sizeof(name_of_TRAPS));
	close_file(&f);
	return has;
}

/*
 * The linker aligns the start (pages.c).  If the end is aligned, too, nothing else fits into
 * the pages.  If not, the section headers decide; what is after the last section of a segment
 * belongs to others (musl gives it to malloc).
 */
int flags_owns_pages(const struct flags_image *image)
{
	size_t page = image->page;
	uintptr_t from = (uintptr_t)image->flags - image->bias, end = from + image->n;
	uintptr_t last = (end + page - 1) / page * page;
	const ElfW(Shdr) * flags;
	struct flags_elf f;
	unsigned i;
	int owns;

	if ((uintptr_t)image->flags % page)
		return 0;
	if (end == last)
		return 1;
	if (!is_loaded(image, from, last))
		return 0;
	flags = flags_open_elf(&f, image);
	owns = flags != NULL;
	for (i = 0; owns && i < f.n; i++) {
		const ElfW(Shdr) *s = &f.sections[i];
		int is_tbss = (s->sh_flags & SHF_TLS) && s->sh_type == SHT_NOBITS;

		if (s != flags && (s->sh_flags & SHF_ALLOC) && !is_tbss && s->sh_size &&
		    s->sh_addr < last && s->sh_addr + s->sh_size > from)
			owns = 0;
	}
	close_file(&f);
	return owns;
}

/* What is written: the headers, and after them what these sections contain. */
#define N_KEPT 10
struct kept {
	ElfW(Ehdr) head;
	ElfW(Shdr) section[N_KEPT];
	const ElfW(Shdr) * of[N_KEPT]; /* in the image's file */
	unsigned n;
	uint64_t bytes; /* of the whole file */
	int has_map;
};

static void keep(struct kept *k, const ElfW(Shdr) * s, uint32_t type)
{
	ElfW(Shdr) *to = &k->section[k->n];

	bytes_move(to, s, sizeof(*to));
	to->sh_type = type;
	to->sh_offset = k->bytes;
	to->sh_link = to->sh_info = 0;
	to->sh_flags &= ~(uint64_t)(SHF_LINK_ORDER | SHF_GROUP | SHF_INFO_LINK);
	if (type != SHT_NOBITS)
		k->bytes = (k->bytes + s->sh_size + 7) & ~(uint64_t)7;
	k->of[k->n++] = s;
}

/* Chooses the sections: the first one is empty, the last one has the names of all. */
static void choose(struct kept *k, const struct flags_elf *f, const ElfW(Shdr) * flags)
{
	static const char *const names[] = { name_of_MAP, name_of_MAP_UNTIED, name_of_MAP_KERNEL,
					     ".note.gnu.build-id" };
	unsigned i, m;

	for (i = 0; i < f->n && k->n < N_KEPT - 1; i++) {
		const ElfW(Shdr) *s = &f->sections[i];
		const char *name = flags_section_name(f, s);

		for (m = 0; m < 4 && !bytes_equal(name, names[m], string_length(names[m]) + 1); m++)
			;
		if (s == flags)
			keep(k, s, SHT_NOBITS);
		if (m == 4 || s->sh_type == SHT_NOBITS || !is_inside(f, s->sh_offset, s->sh_size))
			continue;
		keep(k, s, s->sh_type);
		k->has_map |= m < 3;
	}
	keep(k, &f->sections[k->head.e_shstrndx], SHT_STRTAB);
	k->head.e_entry = k->head.e_phoff = 0;
	k->head.e_phentsize = k->head.e_phnum = 0;
	k->head.e_shoff = sizeof(k->head);
	k->head.e_shnum = (uint16_t)k->n;
	k->head.e_shstrndx = (uint16_t)(k->n - 1);
}

static int write_all(int fd, const struct flags_elf *f, const struct kept *k)
{
	unsigned i;
	int err = sys_pwrite(fd, k, sizeof(k->head) + sizeof(k->section), 0);

	for (i = 1; !err && i < k->n; i++)
		if (k->section[i].sh_type != SHT_NOBITS)
			err = sys_pwrite(fd, f->at + k->of[i]->sh_offset, k->of[i]->sh_size,
					 k->section[i].sh_offset);
	return err;
}

int flags_write_image(const struct flags_image *image, int dir)
{
	char name[NAME_BYTES] = "";
	struct flags_elf f;
	struct flags_new file;
	struct kept k = { .n = 1, .bytes = sizeof(k.head) + sizeof(k.section) };
	struct stat st;
	const ElfW(Shdr) * flags;
	int err = -1;

	append(name, sizeof(name), image->file);
	append(name, sizeof(name), ANYCOV_FLAGS_IMAGE_END);
	if (!sys_stat(dir, name, &st, AT_SYMLINK_NOFOLLOW))
		return 0;
	flags = flags_open_elf(&f, image);
	if (!flags)
		return -1;
	bytes_move(&k.head, f.at, sizeof(k.head));
	choose(&k, &f, flags);
	if (k.has_map)
		err = flags_new_begin(&file, dir, name, k.bytes);
	if (!err)
		err = flags_new_end(&file, name, write_all(file.fd, &f, &k));
	close_file(&f);
	return err == -EEXIST ? 0 : err;
}
