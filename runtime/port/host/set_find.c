/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What the image is that this object is linked into, and what the process was given. */
#include <elf.h>
#include <errno.h>
#include <unistd.h>
#include "set.h"

#define WEAK __attribute__((weak))

/* Of the C library, if there is one and it is linked. */
extern char **environ WEAK;
extern unsigned long getauxval(unsigned long type) WEAK;
extern int dl_iterate_phdr(int (*fn)(struct dl_phdr_info *, size_t, void *), void *arg) WEAK;

/* Defined by every linker if the headers of the file are loaded. */
extern const ElfW(Ehdr) __ehdr_start __attribute__((weak, visibility("hidden")));

char **set_environment(void)
{
	return &environ ? environ : NULL;
}

const char *set_variable(const char *name)
{
	size_t n = set_length(name);
	char **e = set_environment();

	for (; e && *e; e++)
		if (set_equal(*e, name, n) && (*e)[n] == '=')
			return *e + n + 1;
	return NULL;
}

uintptr_t set_auxv(uintptr_t type, uintptr_t absent)
{
	char **e = set_environment();
	const ElfW(auxv_t) * a;

	if (getauxval)
		return getauxval(type);
	/* A static program, which nothing has changed yet: the vector follows the environment. */
	while (e && *e)
		e++;
	for (a = e ? (const void *)(e + 1) : NULL; a && a->a_type != AT_NULL; a++)
		if (a->a_type == type)
			return a->a_un.a_val;
	return absent;
}

size_t set_page_bytes(void)
{
	return set_auxv(AT_PAGESZ, 65536);
}

static const ElfW(Phdr) * find_segment(const struct set_image *image, uint32_t type, unsigned from)
{
	for (; from < image->n_phdr; from++)
		if (image->phdr[from].p_type == type)
			return &image->phdr[from];
	return NULL;
}

void set_find_extent(const struct dl_phdr_info *info, uint32_t flags, uintptr_t *low,
		     uintptr_t *high)
{
	unsigned i;

	*low = UINTPTR_MAX;
	*high = 0;
	for (i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
		uintptr_t at = info->dlpi_addr + ph->p_vaddr;

		if (ph->p_type != PT_LOAD || (ph->p_flags & flags) != flags)
			continue;
		*low = at < *low ? at : *low;
		*high = at + ph->p_memsz > *high ? at + ph->p_memsz : *high;
	}
}

/* Takes over what the dynamic linker knows about the image that contains the flags. */
int set_take_loaded(struct dl_phdr_info *info, size_t size, void *arg)
{
	struct set_image *image = arg;
	uintptr_t at = (uintptr_t)image->flags - info->dlpi_addr;
	const ElfW(Phdr) *first = NULL;
	int contains = 0;
	unsigned i;

	(void)size;
	for (i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *ph = &info->dlpi_phdr[i];

		if (ph->p_type != PT_LOAD)
			continue;
		contains |= at - ph->p_vaddr < ph->p_memsz;
		if (!first)
			first = ph;
	}
	if (!contains)
		return 0;
	image->phdr = info->dlpi_phdr;
	image->n_phdr = info->dlpi_phnum;
	image->bias = info->dlpi_addr;
	image->ehdr = NULL;
	if (first && !first->p_offset)
		image->ehdr = (const void *)(info->dlpi_addr + first->p_vaddr);
	if (info->dlpi_name)
		set_append(image->path, sizeof(image->path), info->dlpi_name);
	return 1;
}

void set_describe_self(struct dl_phdr_info *info)
{
	unsigned i = 0;

	*info = (struct dl_phdr_info){ .dlpi_phnum = 0 };
	if (!&__ehdr_start)
		return;
	info->dlpi_phdr = (const void *)((const char *)&__ehdr_start + __ehdr_start.e_phoff);
	info->dlpi_phnum = __ehdr_start.e_phnum;
	while (i < info->dlpi_phnum && info->dlpi_phdr[i].p_type != PT_LOAD)
		i++;
	if (i < info->dlpi_phnum)
		info->dlpi_addr = (uintptr_t)&__ehdr_start -
				  (info->dlpi_phdr[i].p_vaddr - info->dlpi_phdr[i].p_offset);
}

static void take_headers(struct set_image *image)
{
	struct dl_phdr_info info;

	if (!image->ehdr)
		return;
	set_describe_self(&info);
	image->phdr = info.dlpi_phdr;
	image->n_phdr = info.dlpi_phnum;
	image->bias = info.dlpi_addr;
}

/* unit: the alignment of each note - 1. */
static const void *find_note(const void *notes, size_t bytes, size_t unit, const char *name,
			     uint32_t type, size_t *n)
{
	const char *p = notes, *end = p + bytes;
	size_t name_bytes = set_length(name) + 1;

	while ((size_t)(end - p) >= sizeof(ElfW(Nhdr))) {
		const ElfW(Nhdr) *h = (const void *)p;
		size_t at = (sizeof(*h) + h->n_namesz + unit) & ~unit;

		if (at > (size_t)(end - p) || h->n_descsz > (size_t)(end - p) - at)
			return NULL;
		*n = h->n_descsz;
		if (h->n_type == type && h->n_namesz == name_bytes &&
		    set_equal(h + 1, name, name_bytes))
			return p + at;
		at += (h->n_descsz + unit) & ~unit;
		if (at > (size_t)(end - p))
			return NULL;
		p += at;
	}
	return NULL;
}

const void *set_find_note(const void *notes, size_t bytes, size_t align, const char *name,
			  uint32_t type, size_t *n)
{
	const void *found = find_note(notes, bytes, align == 8 ? 7 : 3, name, type, n);

	/* mold (1.10) puts notes that are aligned to 4 into the segment of one that is to 8. */
	return found || align != 8 ? found : find_note(notes, bytes, 3, name, type, n);
}

static void find_id_in(struct set_image *image, const ElfW(Phdr) * ph)
{
	size_t n;
	const void *id = set_find_note((const void *)(image->bias + ph->p_vaddr), ph->p_memsz,
				       ph->p_align, "GNU", NT_GNU_BUILD_ID, &n);

	if (!id || !n || n > UINT16_MAX)
		return;
	image->id = id;
	image->id_bytes = (uint32_t)n;
}

/* Makes a relative path absolute; it is empty then if that is not possible. */
static void make_absolute(char *path)
{
	char relative[SET_PATH_MAX];
	const char *from = path;

	if (!*path || *path == '/')
		return;
	while (from[0] == '.' && from[1] == '/')
		from += 2;
	set_move(relative, from, set_length(from) + 1);
	path[0] = 0;
	if (SET_SYS2(SYS_getcwd, path, SET_PATH_MAX) <= 0 || path[0] != '/' ||
	    set_length(path) + set_length(relative) + 2 > SET_PATH_MAX) {
		path[0] = 0;
		return;
	}
	set_append(path, SET_PATH_MAX, "/");
	set_append(path, SET_PATH_MAX, relative);
}

/* "ld.so ./program": the kernel runs the dynamic linker. */
static int run_by_linker(const struct set_image *image)
{
	return find_segment(image, PT_INTERP, 0) && !set_auxv(AT_BASE, 1);
}

static void find_program_path(struct set_image *image)
{
	static const char deleted[] = " (deleted)";
	const char *given = (const char *)set_auxv(AT_EXECFN, 0);
	char *path = image->path;
	long n = 0;

	path[0] = 0;
	if (!run_by_linker(image))
		n = SET_SYS4(SYS_readlinkat, AT_FDCWD, "/proc/self/exe", path, SET_PATH_MAX - 1);
	path[n > 0 ? n : 0] = 0;
	n -= (long)sizeof(deleted) - 1;
	if (n > 0 && set_equal(path + n, deleted, sizeof(deleted)))
		path[n] = 0;
	if (!*path && given)
		set_append(path, SET_PATH_MAX, given);
}

/* FNV-1a. */
static uint64_t hash(uint64_t h, uint64_t v)
{
	int i;

	for (i = 0; i < 8; i++)
		h = (h ^ (v >> 8 * i & 255)) * 0x100000001b3u;
	return h;
}

/* Tells builds apart that have no build ID.  Returns 0 if the file cannot be found. */
static uint64_t hash_of_file(const struct set_image *image)
{
	uint64_t h = hash(0xcbf29ce484222325u, (uint64_t)image->n);
	struct stat st;

	if (set_stat(AT_FDCWD, image->path, &st, 0))
		return 0;
	h = hash(hash(h, (uint64_t)st.st_dev), (uint64_t)st.st_ino);
	h = hash(hash(h, (uint64_t)st.st_size), (uint64_t)st.st_mtim.tv_sec);
	return hash(h, (uint64_t)st.st_mtim.tv_nsec);
}

static void name_file(struct set_image *image)
{
	const char *base = set_base_name(image->path);
	uint64_t h;
	uint32_t i;

	set_append_n(image->file, SET_BASE_SHOWN + 1, *base ? base : "image",
		     *base ? set_length(base) : 5);
	set_append(image->file, sizeof(image->file), "-");
	for (i = 0; i < image->id_bytes && i < SET_ID_SHOWN; i++)
		set_append_hex(image->file, sizeof(image->file), image->id[i], 2);
	if (image->id_bytes)
		return;
	h = hash_of_file(image);
	set_append_hex(image->file, sizeof(image->file), h, 16);
	if (!h)
		image->file[0] = 0;
}

void set_identify(struct set_image *image)
{
	const ElfW(Phdr) * ph;
	unsigned i;

	image->is_program = (uintptr_t)image->phdr == set_auxv(AT_PHDR, (uintptr_t)image->phdr);
	for (i = 0; (ph = find_segment(image, PT_NOTE, i)) && !image->id;
	     i = (unsigned)(ph - image->phdr) + 1)
		find_id_in(image, ph);
	if (image->is_program)
		find_program_path(image);
	make_absolute(image->path);
	name_file(image);
}

void set_image_init(struct set_image *image, unsigned char *flags, size_t n)
{
	image->flags = flags;
	image->n = n;
	image->ehdr = NULL;
	image->phdr = NULL;
	image->n_phdr = image->id_bytes = 0;
	image->bias = 0;
	image->id = NULL;
	image->path[0] = image->file[0] = 0;
}

void set_find_self(struct set_image *image, unsigned char *flags, size_t n)
{
	set_image_init(image, flags, n);
	image->ehdr = &__ehdr_start;
	take_headers(image);
	if (dl_iterate_phdr && (!image->phdr || (uintptr_t)image->phdr != set_auxv(AT_PHDR, 0)))
		dl_iterate_phdr(set_take_loaded, image);
	set_identify(image);
}

/* ---- what can be executed ---- */

/* Who may not look may still execute: this asks as the real user, exec as the effective one. */
static int is_there(const char *path)
{
	long err = SET_SYS3(SYS_faccessat, AT_FDCWD, path, X_OK);

	return err != -ENOENT && err != -ENOTDIR;
}

int set_can_execute(const char *file, int in_path)
{
	const char *path, *end;
	char **e = set_environment(), name[SET_PATH_MAX];
	size_t i;

	if (!file)
		return 1;
	for (i = 0; file[i] && file[i] != '/'; i++)
		;
	if (!in_path || file[i])
		return is_there(file);
	while (e && *e && !set_equal(*e, "PATH=", 5))
		e++;
	for (path = e && *e ? *e + 5 : NULL; path; path = *end ? end + 1 : NULL) {
		for (end = path; *end && *end != ':'; end++)
			;
		if (end - path + set_length(file) + 2 > sizeof(name))
			return 1;
		set_move(name, path, (size_t)(end - path));
		name[end - path] = '\0';
		if (end > path)
			set_append(name, sizeof(name), "/");
		set_append(name, sizeof(name), file);
		if (is_there(name))
			return 1;
	}
	return !e || !*e;
}
