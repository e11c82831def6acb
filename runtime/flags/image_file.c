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

/* What is written: each section and its name, in the order of the file. */
#define N_KEPT 8
struct kept {
	const ElfW(Shdr) * section[N_KEPT];
	const char *name[N_KEPT];
	unsigned n;
	uint64_t bytes; /* of the whole file */
	uint64_t at_names, at_headers;
	int has_map;
};

static void keep(struct kept *k, const struct flags_elf *f, const ElfW(Shdr) * flags)
{
	static const char *const maps[] = { name_of_MAP, name_of_MAP_UNTIED, name_of_MAP_KERNEL };
	unsigned i, m;

	for (i = 0; i < f->n && k->n < N_KEPT; i++) {
		const ElfW(Shdr) *s = &f->sections[i];
		const char *name = flags_section_name(f, s);
		int is_map = 0;

		for (m = 0; m < sizeof(maps) / sizeof(maps[0]); m++)
			is_map |= bytes_equal(name, maps[m], string_length(maps[m]) + 1);
		if (s != flags && !is_map && !bytes_equal(name, ".note.gnu.build-id", 19))
			continue;
		if (s != flags &&
		    (s->sh_type == SHT_NOBITS || !is_inside(f, s->sh_offset, s->sh_size)))
			continue;
		k->has_map |= is_map;
		k->name[k->n] = name;
		k->section[k->n++] = s;
	}
}

#define NAMES_FIRST "\0.shstrtab"

/* Chooses the offsets: header, contents, names, section headers. */
static void place(struct kept *k, const ElfW(Shdr) * flags)
{
	uint64_t at = sizeof(ElfW(Ehdr));
	unsigned i;

	for (i = 0; i < k->n; i++)
		if (k->section[i] != flags)
			at = ((at + 7) & ~(uint64_t)7) + k->section[i]->sh_size;
	k->at_names = at;
	at += sizeof(NAMES_FIRST);
	for (i = 0; i < k->n; i++)
		at += string_length(k->name[i]) + 1;
	k->at_headers = (at + 7) & ~(uint64_t)7;
	k->bytes = k->at_headers + (k->n + 2) * sizeof(ElfW(Shdr));
}

static void clear(void *p, size_t n)
{
	unsigned char *b = p;

	while (n--)
		*b++ = 0;
}

static int write_head(int fd, const struct flags_elf *f, const struct kept *k)
{
	ElfW(Ehdr) e;

	bytes_move(&e, f->at, sizeof(e));
	e.e_entry = 0;
	e.e_phoff = 0;
	e.e_phentsize = e.e_phnum = 0;
	e.e_shoff = k->at_headers;
	e.e_shnum = (uint16_t)(k->n + 2);
	e.e_shstrndx = (uint16_t)(k->n + 1);
	return sys_pwrite(fd, &e, sizeof(e), 0);
}

static int write_names(int fd, const struct kept *k)
{
	uint64_t at = k->at_names;
	int err = sys_pwrite(fd, NAMES_FIRST, sizeof(NAMES_FIRST), at);
	unsigned i;

	at += sizeof(NAMES_FIRST);
	for (i = 0; !err && i < k->n; i++) {
		err = sys_pwrite(fd, k->name[i], string_length(k->name[i]) + 1, at);
		at += string_length(k->name[i]) + 1;
	}
	return err;
}

static int write_sections(int fd, const struct flags_elf *f, const struct kept *k,
			  const ElfW(Shdr) * flags)
{
	uint64_t at = sizeof(ElfW(Ehdr)), header = k->at_headers + sizeof(ElfW(Shdr));
	uint32_t name = sizeof(NAMES_FIRST);
	ElfW(Shdr) s;
	unsigned i;
	int err = 0;

	for (i = 0; !err && i < k->n; i++, header += sizeof(s)) {
		bytes_move(&s, k->section[i], sizeof(s));
		at = (at + 7) & ~(uint64_t)7;
		if (k->section[i] == flags)
			s.sh_type = SHT_NOBITS;
		else
			err = sys_pwrite(fd, f->at + s.sh_offset, s.sh_size, at);
		s.sh_offset = at;
		if (k->section[i] != flags)
			at += s.sh_size;
		s.sh_name = name;
		name += (uint32_t)string_length(k->name[i]) + 1;
		s.sh_link = s.sh_info = 0;
		s.sh_flags &= ~(uint64_t)(SHF_LINK_ORDER | SHF_GROUP | SHF_INFO_LINK);
		if (!err)
			err = sys_pwrite(fd, &s, sizeof(s), header);
	}
	if (err)
		return err;
	clear(&s, sizeof(s));
	s.sh_name = 1;
	s.sh_type = SHT_STRTAB;
	s.sh_addralign = 1;
	s.sh_offset = k->at_names;
	s.sh_size = name;
	return sys_pwrite(fd, &s, sizeof(s), header);
}

int flags_write_image(const struct flags_image *image, int dir)
{
	char name[NAME_BYTES] = "";
	struct flags_elf f;
	struct flags_new file;
	struct kept k;
	struct stat st;
	const ElfW(Shdr) * flags;
	int err;

	append(name, sizeof(name), image->file);
	append(name, sizeof(name), ANYCOV_FLAGS_IMAGE_END);
	if (!sys_stat(dir, name, &st, AT_SYMLINK_NOFOLLOW))
		return 0;
	flags = flags_open_elf(&f, image);
	if (!flags)
		return -1;
	k.n = 0;
	k.has_map = 0;
	keep(&k, &f, flags);
	place(&k, flags);
	err = k.has_map ? flags_new_begin(&file, dir, name, k.bytes) : -1;
	if (!err) {
		err = write_head(file.fd, &f, &k);
		if (!err)
			err = write_names(file.fd, &k);
		if (!err)
			err = write_sections(file.fd, &f, &k, flags);
		err = flags_new_end(&file, name, err);
	}
	close_file(&f);
	return err == -EEXIST ? 0 : err;
}
