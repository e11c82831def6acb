/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <elfutils/libdwelf.h>
#include <gelf.h>
#include <zlib.h>
#include "anycov/hook_table.h"
#include "build/build_list.h"
#include "base/paths.h"
#include "base/u64_map.h"
#include "image/image_index.h"

#define ID_BYTES_MAX 64u
/* Descriptors that the walk may have open. */
#define WALK_DESCRIPTORS 16
/* What a debug file has, as struct indexed_file's contents; the map is needed most. */
#define HAS_DEBUG_INFO 1u
#define HAS_MAP 2u

struct indexed_file {
	char *path;
	unsigned char id[ID_BYTES_MAX];
	size_t id_length;
	bool is_debug;     /* without the bytes of its code */
	unsigned contents; /* a larger one is the better debug file */
};

/* nftw() has no argument for its callback. */
static struct {
	const struct string_list *directories;
	struct indexed_file *files; /* sorted */
	size_t n, room;
	bool was_read, no_builds;
	struct string_list builds; /* whose files are in it, too */
} files_below;

/* Returns what a section adds to the contents. */
static unsigned contents_of(const char *name)
{
	const char *rest;

	if (!*name)
		return 0;
	/* -gz=zlib-gnu renames ".debug_" to ".zdebug_". */
	rest = starts_with(name, ".zdebug_") ? name + 2 : name + 1;
	if (!strcmp(rest, anycov_section_names[ANYCOV_SECTION_MAP_UNTIED] + 1) ||
	    !strcmp(rest, anycov_section_names[ANYCOV_SECTION_MAP_KERNEL] + 1))
		return HAS_MAP;
	return strcmp(rest, "debug_info") ? 0 : HAS_DEBUG_INFO;
}

static void read_sections(struct indexed_file *f, Elf *elf)
{
	Elf_Scn *scn = NULL;
	const char *name;
	GElf_Shdr sh;
	size_t names;

	f->is_debug = true;
	if (elf_getshdrstrndx(elf, &names))
		return;
	while ((scn = elf_nextscn(elf, scn))) {
		if (!gelf_getshdr(scn, &sh) || sh.sh_type == SHT_NOBITS)
			continue;
		if (sh.sh_flags & SHF_EXECINSTR)
			f->is_debug = false;
		name = elf_strptr(elf, names, sh.sh_name);
		if (name && sh.sh_size)
			f->contents |= contents_of(name);
	}
}

static void add_elf(const char *path, int fd)
{
	Elf *elf = elf_begin(fd, ELF_C_READ, NULL);
	struct indexed_file *f;
	GElf_Ehdr header;
	const void *id;
	ssize_t n = -1;

	if (elf && gelf_getehdr(elf, &header))
		n = dwelf_elf_gnu_build_id(elf, &id);
	/* Objects have no build ID; a module of a kernel, which is an object, too, has one. */
	if (!n && header.e_type == ET_REL)
		n = -1;
	if (n >= 0 && (size_t)n <= ID_BYTES_MAX) {
		ARRAY_GROW(files_below.files, files_below.n, files_below.room);
		f = &files_below.files[files_below.n++];
		*f = (struct indexed_file){ .path = xstrdup(path), .id_length = (size_t)n };
		read_sections(f, elf);
		if (n)
			memcpy(f->id, id, (size_t)n);
	}
	elf_end(elf);
}

static int on_file(const char *path, const struct stat *st, int type, struct FTW *where)
{
	char magic[SELFMAG];
	int fd;

	(void)where;
	if (type != FTW_F || !S_ISREG(st->st_mode) || st->st_size < (off_t)sizeof(Elf32_Ehdr))
		return 0;
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return 0;
	if (pread(fd, magic, SELFMAG, 0) == SELFMAG && !memcmp(magic, ELFMAG, SELFMAG))
		add_elf(path, fd);
	close(fd);
	return 0;
}

static int compare_ids(const struct indexed_file *f, const unsigned char *id, size_t n)
{
	if (f->id_length != n)
		return f->id_length < n ? -1 : 1;
	return memcmp(f->id, id, n);
}

static int compare_files(const void *a, const void *b)
{
	const struct indexed_file *x = a, *y = b;
	int order = compare_ids(x, y->id, y->id_length);

	if (!order)
		order = x->is_debug - y->is_debug;
	return order ? order : strcmp(x->path, y->path);
}

static void sort_files(void)
{
	if (files_below.n)
		qsort(files_below.files, files_below.n, sizeof(*files_below.files), compare_files);
}

static void read_directories(void)
{
	if (files_below.was_read || !files_below.directories)
		return;
	files_below.was_read = true;
	elf_version(EV_CURRENT);
	for (size_t i = 0; i < files_below.directories->n; i++)
		/* What cannot be read is not found. */
		if (nftw(files_below.directories->v[i], on_file, WALK_DESCRIPTORS, FTW_PHYS))
			errno = 0;
	sort_files();
}

/* Adds the files of the list above a directory, if there is one that was not read. */
static void read_build_above(const char *directory)
{
	char *list = build_list_above(directory);
	struct build_list b = { 0 };
	struct anycov_error err;
	struct stat st;

	for (size_t i = 0; list && i < files_below.builds.n; i++)
		if (!strcmp(files_below.builds.v[i], list)) {
			free(list);
			return;
		}
	if (!list)
		return;
	string_list_add_owned(&files_below.builds, list);
	if (!build_list_read(&b, list, false, &err))
		build_list_finish(&b);
	for (size_t i = 0; i < b.n_files; i++)
		if (!b.files[i].reason && !ends_with(b.files[i].path, ".o") &&
		    !stat(b.files[i].path, &st))
			on_file(b.files[i].path, &st, FTW_F, NULL);
	build_list_free(&b);
}

void image_index_read_builds(const char *path)
{
	const size_t n = files_below.n, above = (size_t)(base_name(path) - path);
	char *cwd, *directory;

	if (files_below.no_builds)
		return;
	cwd = getcwd(NULL, 0);
	directory = xstrndup(path, above ? above - 1 : 0);
	read_directories();
	elf_version(EV_CURRENT);
	if (cwd)
		read_build_above(cwd);
	if (directory[0] == '/')
		read_build_above(directory);
	if (files_below.n > n)
		sort_files();
	free(directory);
	free(cwd);
}

void image_index_set(const struct string_list *directories, bool no_builds)
{
	files_below.directories = directories;
	files_below.no_builds = no_builds;
}

/* Returns the index of the first file with a build ID, or where it would be. */
static size_t first_of(const unsigned char *id, size_t length)
{
	size_t low = 0, high;

	read_directories();
	high = files_below.n;
	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (compare_ids(&files_below.files[mid], id, length) < 0)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

const char *image_index_find(const unsigned char *id, size_t length, size_t n)
{
	size_t at = first_of(id, length) + n;

	if (!length || at >= files_below.n || files_below.files[at].is_debug ||
	    compare_ids(&files_below.files[at], id, length))
		return NULL;
	return files_below.files[at].path;
}

static const char *find_debug(const unsigned char *id, size_t length, const char *path)
{
	const struct indexed_file *best = NULL, *f;

	for (size_t i = first_of(id, length);
	     length && i < files_below.n && !compare_ids(&files_below.files[i], id, length); i++) {
		f = &files_below.files[i];
		if (f->contents > (best ? best->contents : 0) && !path_is_same_file(f->path, path))
			best = f;
	}
	return best ? best->path : NULL;
}

static const char *find_debug_or_build(const unsigned char *id, size_t length, const char *path)
{
	const char *found = find_debug(id, length, path);

	if (!found && length) {
		image_index_read_builds(path);
		found = find_debug(id, length, path);
	}
	return found;
}

static bool has_crc(const char *path, uint32_t crc)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	unsigned char buffer[65536];
	uLong sum = crc32(0, NULL, 0);
	ssize_t n = -1;

	while (fd >= 0 && (n = read(fd, buffer, sizeof(buffer))) > 0)
		sum = crc32(sum, buffer, (uInt)n);
	if (fd >= 0)
		close(fd);
	return n == 0 && sum == crc;
}

/* Returns a file of this name with a CRC, or NULL. */
static const char *find_linked(const char *name, uint32_t crc)
{
	read_directories();
	for (size_t i = 0; i < files_below.n; i++)
		if (!strcmp(base_name(files_below.files[i].path), name) &&
		    has_crc(files_below.files[i].path, crc))
			return files_below.files[i].path;
	return NULL;
}

const struct debug_finder image_index_finder = { .by_id = find_debug_or_build,
						 .by_link = find_linked };
