/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What the image is that this object is linked into: by its own ELF headers. */
#include <elf.h>
#include <errno.h>
#include <unistd.h>
#include "flags.h"

/* Defined by every linker if the headers of the file are loaded. */
extern const ElfW(Ehdr) __ehdr_start WEAK HIDDEN;

static const ElfW(Phdr) *
	find_segment(const struct flags_image *image, uint32_t type, unsigned from)
{
	for (; from < image->n_phdr; from++)
		if (image->phdr[from].p_type == type)
			return &image->phdr[from];
	return NULL;
}

void flags_find_headers(struct flags_image *image)
{
	const ElfW(Phdr) * first;

	image->ehdr = &__ehdr_start;
	image->phdr = NULL;
	image->n_phdr = 0;
	image->bias = 0;
	if (!image->ehdr)
		return;
	image->phdr = (const void *)((const char *)image->ehdr + image->ehdr->e_phoff);
	image->n_phdr = image->ehdr->e_phnum;
	first = find_segment(image, PT_LOAD, 0);
	if (first)
		image->bias = (uintptr_t)image->ehdr - (first->p_vaddr - first->p_offset);
}

static const ElfW(Dyn) * dynamic_of(const struct flags_image *image)
{
	const ElfW(Phdr) *dynamic = find_segment(image, PT_DYNAMIC, 0);

	return dynamic ? (const void *)(image->bias + dynamic->p_vaddr) : NULL;
}

void flags_find_self(struct flags_image *image, const struct flags_process *p)
{
	image->path = "";
	image->file[0] = 0;
	image->flags = flags_section(&image->n);
	flags_find_headers(image);
	image->uid = (uint32_t)p->euid;
	image->page = p->page;
	image->is_program = !image->phdr || (uintptr_t)image->phdr == p->phdr;
}

/* The program's own dynamic section has the address of the list that debuggers read. */
static const struct r_debug *find_list(const struct flags_process *p)
{
	const struct flags_image program = { .phdr = (const void *)p->phdr,
					     .n_phdr = (unsigned)p->n_phdr };
	const ElfW(Phdr) *own = find_segment(&program, PT_PHDR, 0), *dynamic;
	const ElfW(Dyn) * d;

	dynamic = own ? find_segment(&program, PT_DYNAMIC, 0) : NULL;
	if (!dynamic)
		return NULL;
	for (d = (const void *)(p->phdr - own->p_vaddr + dynamic->p_vaddr); d->d_tag != DT_NULL;
	     d++)
		if (d->d_tag == DT_DEBUG)
			return (const struct r_debug *)(uintptr_t)d->d_un.d_ptr;
	return NULL;
}

/* glibc 2.35 lists other namespaces (dlmopen) as well. */
struct debug_extended {
	struct r_debug base;
	const struct debug_extended *next;
};

const char *flags_find_loaded(const struct flags_process *p, const struct flags_image *image)
{
	const struct debug_extended *list = (const void *)find_list(p);
	const ElfW(Dyn) *own = image ? dynamic_of(image) : NULL;
	const struct link_map *m;

	for (; list; list = list->base.r_version > 1 ? list->next : NULL)
		for (m = list->base.r_map; m; m = m->l_next)
			if (image ? m->l_ld == own
				  : bytes_equal(base_name_of(m->l_name), FLAGS_GLIBC,
						sizeof(FLAGS_GLIBC)))
				return m->l_name;
	return NULL;
}

/* Returns the name that the library has for those that are linked with it, or NULL. */
static const char *own_name(const struct flags_image *image)
{
	const ElfW(Dyn) *dynamic = dynamic_of(image), *d;
	const char *names = NULL;

	for (d = dynamic; d && d->d_tag != DT_NULL; d++)
		if (d->d_tag == DT_STRTAB)
			names = (const char *)(uintptr_t)d->d_un.d_ptr;
	/* Most dynamic linkers have added it. */
	if ((uintptr_t)names < image->bias)
		names += image->bias;
	for (d = dynamic; d && d->d_tag != DT_NULL; d++)
		if (d->d_tag == DT_SONAME)
			return names + d->d_un.d_val;
	return NULL;
}

/* unit: the alignment of each note - 1. */
static const void *find_note(const void *notes, size_t bytes, size_t unit, const char *name,
			     uint32_t type, size_t *n)
{
	const char *p = notes, *end = p + bytes;
	size_t name_bytes = string_length(name) + 1;

	while ((size_t)(end - p) >= sizeof(ElfW(Nhdr))) {
		const ElfW(Nhdr) *h = (const void *)p;
		size_t at = (sizeof(*h) + h->n_namesz + unit) & ~unit;

		if (at > (size_t)(end - p) || h->n_descsz > (size_t)(end - p) - at)
			return NULL;
		*n = h->n_descsz;
		if (h->n_type == type && h->n_namesz == name_bytes &&
		    bytes_equal(h + 1, name, name_bytes))
			return p + at;
		at += (h->n_descsz + unit) & ~unit;
		if (at > (size_t)(end - p))
			return NULL;
		p += at;
	}
	return NULL;
}

const void *flags_find_note(const void *notes, size_t bytes, size_t align, const char *name,
			    uint32_t type, size_t *n)
{
	const void *found = find_note(notes, bytes, align == 8 ? 7 : 3, name, type, n);

	/* mold (1.10) puts notes that are aligned to 4 into the segment of one that is to 8. */
	return found || align != 8 ? found : find_note(notes, bytes, 3, name, type, n);
}

static void find_id_in(struct flags_image *image, const ElfW(Phdr) * ph)
{
	size_t n;
	const void *id = flags_find_note((const void *)(image->bias + ph->p_vaddr), ph->p_memsz,
					 ph->p_align, "GNU", NT_GNU_BUILD_ID, &n);

	if (!id || !n || n > UINT16_MAX)
		return;
	image->id = id;
	image->id_bytes = (uint32_t)n;
}

void flags_absolute(char *to, const char *path)
{
	to[0] = 0;
	if (!*path || *path == '/') {
		append(to, PATH_BYTES, path);
		return;
	}
	while (path[0] == '.' && path[1] == '/')
		path += 2;
	if (SYS2(SYS_getcwd, to, PATH_BYTES) <= 0 || to[0] != '/' ||
	    string_length(to) + string_length(path) + 2 > PATH_BYTES) {
		to[0] = 0;
		return;
	}
	append(to, PATH_BYTES, "/");
	append(to, PATH_BYTES, path);
}

void flags_program_path(const struct flags_image *image, const struct flags_process *p, char *path)
{
	static const char deleted[] = " (deleted)";
	/* "ld.so ./program": the kernel runs the dynamic linker. */
	int run_by_linker = find_segment(image, PT_INTERP, 0) && !p->base;
	long n = 0;

	if (!run_by_linker)
		n = SYS4(SYS_readlinkat, AT_FDCWD, "/proc/self/exe", path, PATH_BYTES - 1);
	path[n > 0 ? n : 0] = 0;
	n -= (long)sizeof(deleted) - 1;
	if (n > 0 && bytes_equal(path + n, deleted, sizeof(deleted)))
		path[n] = 0;
	if (!*path && p->execfn)
		append(path, PATH_BYTES, p->execfn);
}

/* Tells builds apart that have no build ID, by FNV-1a.  Returns 0 if the file cannot be found. */
static uint64_t hash_of_file(const struct flags_image *image)
{
	uint64_t h = 0xcbf29ce484222325u;
	struct stat st;
	size_t i;

	if (sys_stat(AT_FDCWD, image->path, &st, 0))
		return 0;
	{
		const uint64_t of[] = { image->n,
					(uint64_t)st.st_dev,
					(uint64_t)st.st_ino,
					(uint64_t)st.st_size,
					(uint64_t)st.st_mtim.tv_sec,
					(uint64_t)st.st_mtim.tv_nsec };
		const unsigned char *p = (const void *)of;

		for (i = 0; i < sizeof(of); i++)
			h = (h ^ p[i]) * 0x100000001b3u;
	}
	return h;
}

static void name_file(struct flags_image *image)
{
	const char *base = base_name_of(image->path);
	uint64_t h;
	uint32_t i;

	if (!*base)
		base = own_name(image);
	append(image->file, BASE_SHOWN + 1, base ? base : "image");
	append(image->file, sizeof(image->file), "-");
	for (i = 0; i < image->id_bytes && i < ID_SHOWN; i++)
		append_hex(image->file, sizeof(image->file), image->id[i], 2);
	if (image->id_bytes)
		return;
	h = hash_of_file(image);
	append_hex(image->file, sizeof(image->file), h, 16);
	if (!h)
		image->file[0] = 0;
}

void flags_identify(struct flags_image *image)
{
	const ElfW(Phdr) * ph;
	unsigned i;

	image->id = NULL;
	image->id_bytes = 0;
	image->file[0] = 0;
	for (i = 0; (ph = find_segment(image, PT_NOTE, i)) && !image->id;
	     i = (unsigned)(ph - image->phdr) + 1)
		find_id_in(image, ph);
	name_file(image);
}
