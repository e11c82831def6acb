/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <gelf.h>
#include "anycov/hook_table.h"
#include "image/dwarf_lines.h"
#include "image/elf.h"

static char *debuginfo_path; /* default of libdwfl */

/* As libdwfl does, then by the finder, if there is one. */
static int find_debuginfo(Dwfl_Module *module, void **data, const char *name, Dwarf_Addr base,
			  const char *file, const char *link, GElf_Word crc, char **found)
{
	int fd = dwfl_standard_find_debuginfo(module, data, name, base, file, link, crc, found);
	const struct debug_finder *finder = *data;
	const char *path = NULL;
	const unsigned char *id;
	GElf_Addr where;
	int n = dwfl_module_build_id(module, &id, &where);

	if (fd < 0 && finder && n > 0 && file)
		path = finder->by_id(id, (size_t)n, file);
	if (fd < 0 && finder && !path && link)
		path = finder->by_link(link, crc);
	if (path)
		fd = open(path, O_RDONLY | O_CLOEXEC);
	if (path && fd >= 0)
		*found = xstrdup(path);
	return fd;
}

static const Dwfl_Callbacks callbacks = {
	.find_elf = dwfl_build_id_find_elf,
	.find_debuginfo = find_debuginfo,
	.section_address = dwfl_offline_section_address,
	.debuginfo_path = &debuginfo_path,
};

bool section_is_code(const struct section *s)
{
	return (s->flags & (SHF_ALLOC | SHF_EXECINSTR)) == (SHF_ALLOC | SHF_EXECINSTR) &&
	       s->bytes && s->size;
}

bool section_has_data(const struct image *img, uint32_t type)
{
	/* MIPS has a type of its own for sections named .debug_*. */
	return type == SHT_PROGBITS || (img->machine == EM_MIPS && type == SHT_MIPS_DWARF);
}

/*
 * Returns where libdwfl put a section of a relocatable object.  Nothing else of its
 * view of the file is used, because it applies relocations and then drops them.
 */
static uint64_t laid_out(Elf *layout, size_t index)
{
	GElf_Shdr sh;
	Elf_Scn *scn = layout ? elf_getscn(layout, index) : NULL;

	return scn && gelf_getshdr(scn, &sh) ? sh.sh_addr : 0;
}

static int read_sections(struct image *img, Elf *layout, struct anycov_error *err)
{
	Elf_Scn *scn = NULL;
	size_t n, names;

	if (elf_getshdrnum(img->elf, &n) || elf_getshdrstrndx(img->elf, &names) || n < 2)
		return anycov_error_set(
			err,
			"%s: no section table; use the ELF file as it was linked, with its "
			"sections",
			img->path);
	img->sections = xcalloc(n, sizeof(*img->sections));
	img->n_sections = n;
	img->sections[0].name = "";
	for (size_t i = 1; i < n; i++)
		img->sections[i].name = "";
	while ((scn = elf_nextscn(img->elf, scn))) {
		struct section *s = &img->sections[elf_ndxscn(scn)];
		const char *name;
		GElf_Shdr sh;
		Elf_Data *data;

		if (!gelf_getshdr(scn, &sh))
			return anycov_error_set(err, "%s: damaged section %zu: %s", img->path,
						elf_ndxscn(scn), elf_errmsg(-1));
		name = elf_strptr(img->elf, names, sh.sh_name);
		s->name = name ? name : "";
		s->index = elf_ndxscn(scn);
		s->scn = scn;
		s->addr = img->relocatable ? laid_out(layout, s->index) : sh.sh_addr;
		s->size = sh.sh_size;
		s->offset = sh.sh_offset;
		s->flags = sh.sh_flags;
		s->align = sh.sh_addralign;
		s->type = sh.sh_type;
		s->link = sh.sh_link;
		s->info = sh.sh_info;
		if (s->type == SHT_NOBITS || s->type == SHT_NULL)
			continue;
		data = elf_rawdata(scn, NULL);
		if (!data || (sh.sh_size && data->d_size != sh.sh_size))
			return anycov_error_set(err, "%s:%llu: truncated in section %s", img->path,
						(unsigned long long)sh.sh_offset, s->name);
		s->bytes = data->d_buf;
	}
	return 0;
}

static int compare_loaded(const void *a, const void *b, void *arg)
{
	const struct section *x = (struct section *)arg + *(const size_t *)a;
	const struct section *y = (struct section *)arg + *(const size_t *)b;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	return x->index < y->index ? -1 : 1;
}

static void index_sections(struct image *img)
{
	img->loaded = xcalloc(img->n_sections, sizeof(*img->loaded));
	for (size_t i = 1; i < img->n_sections; i++) {
		const struct section *s = &img->sections[i];

		if ((s->type == SHT_RELA || s->type == SHT_REL) && s->info < img->n_sections &&
		    s->link < img->n_sections)
			img->sections[s->info].relocs = i;

		if ((s->flags & SHF_ALLOC) && s->bytes && s->size)
			img->loaded[img->n_loaded++] = i;
	}
	qsort_r(img->loaded, img->n_loaded, sizeof(*img->loaded), compare_loaded, img->sections);
}

static int compare_symbols(const void *a, const void *b)
{
	const struct symbol *x = a, *y = b;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	/* Functions first, then global symbols, then by name, for a reproducible choice. */
	if ((x->type == STT_FUNC) != (y->type == STT_FUNC))
		return x->type == STT_FUNC ? -1 : 1;
	if (x->bind != y->bind)
		return x->bind == STB_GLOBAL ? -1 : y->bind == STB_GLOBAL ? 1 : x->bind - y->bind;
	return strcmp(x->name, y->name);
}

static void read_symbols(struct image *img)
{
	int n = img->module ? dwfl_module_getsymtab(img->module) : 0;

	for (int i = 1; i < n; i++) {
		const char *name;
		struct symbol *s;
		GElf_Word shndx;
		GElf_Addr addr;
		GElf_Sym sym;
		unsigned type;

		name = dwfl_module_getsym_info(img->module, i, &sym, &addr, &shndx, NULL, NULL);
		if (!name || !*name || shndx == SHN_UNDEF || shndx == SHN_ABS)
			continue;
		/* In a section that is not loaded, as $d in .debug_frame: no address. */
		if (shndx == (GElf_Word)-1)
			continue;
		type = GELF_ST_TYPE(sym.st_info);
		if (img->machine == EM_ARM)
			image_add_mark(img, name, addr, sym.st_size, type == STT_FUNC);
		/* Skip $t, $d, $x and .L, which are not names of functions. */
		if (type == STT_SECTION || type == STT_FILE || type == STT_TLS || name[0] == '$' ||
		    (name[0] == '.' && name[1] == 'L'))
			continue;
		ARRAY_GROW(img->symbols, img->n_symbols, img->symbols_room);
		s = &img->symbols[img->n_symbols++];
		s->name = name;
		s->addr = addr;
		if (img->machine == EM_ARM && type == STT_FUNC)
			s->addr &= ~(uint64_t)1;
		s->size = sym.st_size;
		s->type = (unsigned char)type;
		s->bind = GELF_ST_BIND(sym.st_info);
		s->section = shndx < img->n_sections ? shndx : 0;
	}
	image_finish_marks(img);
	if (img->n_symbols)
		qsort(img->symbols, img->n_symbols, sizeof(*img->symbols), compare_symbols);
}

/* has_code: whether the file has more than sections for reports. */
static int read_headers(struct image *img, bool *has_code, struct anycov_error *err)
{
	GElf_Ehdr eh;
	size_t segments = 0;

	img->elf = img->contents ? elf_memory(img->contents, img->n_contents)
				 : elf_begin(img->fd, ELF_C_READ, NULL);
	if (!img->elf || !gelf_getehdr(img->elf, &eh))
		return anycov_error_set(err, "%s: cannot read ELF: %s", img->path, elf_errmsg(-1));
	img->machine = eh.e_machine;
	img->type = eh.e_type;
	img->e_flags = eh.e_flags;
	img->is64 = eh.e_ident[EI_CLASS] == ELFCLASS64;
	img->big_endian = eh.e_ident[EI_DATA] == ELFDATA2MSB;
	img->relocatable = eh.e_type == ET_REL;
	*has_code = img->relocatable || (!elf_getphdrnum(img->elf, &segments) && segments);
	return 0;
}

static void set_build_id(struct image *img, const unsigned char *id, size_t n)
{
	if (!n || n > sizeof(img->build_id))
		return;
	memcpy(img->build_id, id, n);
	img->build_id_length = (unsigned)n;
}

/* Opens the file with libdwfl, which also finds separate debug files. */
static int open_module(struct image *img, Elf **layout, const struct debug_finder *finder,
		       struct anycov_error *err)
{
	void **data;
	const unsigned char *id;
	GElf_Addr where, bias;
	int fd, n;

	img->dwfl = dwfl_begin(&callbacks);
	if (!img->dwfl)
		return anycov_error_set(err, "%s: %s", img->path, dwfl_errmsg(-1));
	/* libdwfl closes the descriptor that it gets. */
	fd = img->contents ? memory_file(img->contents, img->n_contents) : dup(img->fd);
	img->module = dwfl_report_elf(img->dwfl, img->path, img->path, fd, 0, true);
	if (!img->module && fd >= 0)
		close(fd);
	if (img->module) {
		dwfl_module_info(img->module, &data, NULL, NULL, NULL, NULL, NULL, NULL);
		*data = (void *)(uintptr_t)finder;
		dwfl_report_end(img->dwfl, NULL, NULL);
	}
	*layout = img->module ? dwfl_module_getelf(img->module, &bias) : NULL;
	if (!*layout)
		return anycov_error_set(err, "%s: cannot read ELF: %s", img->path, dwfl_errmsg(-1));
	n = dwfl_module_build_id(img->module, &id, &where);
	set_build_id(img, id, n > 0 ? (size_t)n : 0);
	return 0;
}

/*
 * Reads a file that contains no code into memory, because a report may have thousands of
 * them, more than descriptors.  libdwfl rejects files without program headers.
 */
static int open_contents(struct image *img, struct anycov_error *err)
{
	off_t size;
	ssize_t got;

	if (img->contents)
		return 0;
	size = lseek(img->fd, 0, SEEK_END);
	elf_end(img->elf);
	img->elf = NULL;
	img->contents = xmalloc(size > 0 ? (size_t)size : 1);
	got = pread(img->fd, img->contents, (size_t)size, 0);
	close(img->fd);
	img->fd = -1;
	if (got == size)
		img->elf = elf_memory(img->contents, (size_t)size);
	if (!img->elf)
		return anycov_error_set(err, "%s: cannot read ELF: %s", img->path,
					got < 0 ? strerror(errno) : elf_errmsg(-1));
	return 0;
}

/* The build ID of a file that libdwfl did not open. */
static void read_build_id(struct image *img)
{
	for (size_t i = 1; i < img->n_sections; i++) {
		size_t at = 0, next, name, id;
		GElf_Nhdr note;
		Elf_Data *data;

		if (img->sections[i].type != SHT_NOTE || !img->sections[i].scn)
			continue;
		data = elf_getdata(img->sections[i].scn, NULL);
		while (data && (next = gelf_getnote(data, at, &note, &name, &id)) > 0) {
			const char *bytes = data->d_buf;

			if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 &&
			    !memcmp(bytes + name, "GNU", 4))
				set_build_id(img, (const unsigned char *)bytes + id, note.n_descsz);
			at = next;
		}
	}
}

static bool is_elf(const struct image *img)
{
	struct stat st;
	char magic[SELFMAG];

	if (img->contents)
		return img->n_contents >= SELFMAG && !memcmp(img->contents, ELFMAG, SELFMAG);
	return !fstat(img->fd, &st) && S_ISREG(st.st_mode) &&
	       pread(img->fd, magic, SELFMAG, 0) == SELFMAG && !memcmp(magic, ELFMAG, SELFMAG);
}

/*
 * Adds the map sections of a separate debug file: strip moves most of the map there.
 * Its addresses are those of the image.
 */
static void add_separate_map(struct image *img, Elf *debug)
{
	Elf_Scn *scn = NULL;
	size_t names;

	if (elf_getshdrstrndx(debug, &names))
		return;
	while ((scn = elf_nextscn(debug, scn))) {
		GElf_Shdr sh;
		const char *name =
			gelf_getshdr(scn, &sh) ? elf_strptr(debug, names, sh.sh_name) : NULL;
		Elf_Data *data;
		struct section *s;

		if (!name || !strstr(name, "anycov_map") || !section_has_data(img, sh.sh_type) ||
		    image_section(img, name))
			continue;
		data = elf_rawdata(scn, NULL);
		if (!data || !data->d_buf || data->d_size != sh.sh_size)
			continue;
		img->sections = xrealloc(img->sections, (img->n_sections + 1) * sizeof(*s));
		s = &img->sections[img->n_sections];
		*s = (struct section){ .name = name,
				       .type = SHT_PROGBITS,
				       .scn = scn,
				       .bytes = data->d_buf,
				       .size = sh.sh_size,
				       .offset = sh.sh_offset,
				       .flags = sh.sh_flags,
				       .align = sh.sh_addralign,
				       .index = img->n_sections };
		img->n_sections++;
	}
}

static void find_debug(struct image *img)
{
	GElf_Addr bias;
	Dwarf *dwarf = img->module ? dwfl_module_getdwarf(img->module, &bias) : NULL;
	Elf *debug = dwarf ? dwarf_getelf(dwarf) : NULL;

	img->has_debug = dwarf != NULL;
	if (debug && !img->relocatable && debug != dwfl_module_getelf(img->module, &bias))
		add_separate_map(img, debug);
}

/* Reads an image whose path, and file or contents, are set; frees it if it fails. */
static struct image *read_image(struct image *img, const struct debug_finder *finder,
				struct anycov_error *err)
{
	Elf *layout = NULL;
	bool has_code = false;

	elf_version(EV_CURRENT);
	if (!is_elf(img)) {
		anycov_error_set(err,
				 "%s:0: not an ELF file; give the file that the linker wrote "
				 "(with libtool: .libs/PROGRAM, of a kernel: vmlinux)",
				 img->path);
		goto bad;
	}
	if (read_headers(img, &has_code, err) ||
	    (has_code ? open_module(img, &layout, finder, err) : open_contents(img, err)) ||
	    read_sections(img, layout, err))
		goto bad;
	if (!has_code)
		read_build_id(img);
	index_sections(img);
	read_symbols(img);
	find_debug(img);
	return img;
bad:
	image_close(img);
	return NULL;
}

struct image *image_open(const char *path, const struct debug_finder *finder,
			 struct anycov_error *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd >= 0)
		return image_open_fd(path, fd, finder, err);
	anycov_error_set(err, "%s: cannot open: %s", path, strerror(errno));
	return NULL;
}

struct image *image_open_fd(const char *path, int fd, const struct debug_finder *finder,
			    struct anycov_error *err)
{
	struct image *img = xcalloc(1, sizeof(*img));

	img->path = xstrdup(path);
	img->fd = fd;
	return read_image(img, finder, err);
}

struct image *image_open_bytes(const char *path, void *bytes, size_t n,
			       const struct debug_finder *finder, struct anycov_error *err)
{
	struct image *img = xcalloc(1, sizeof(*img));

	img->path = xstrdup(path);
	img->fd = -1;
	img->contents = bytes;
	img->n_contents = n;
	return read_image(img, finder, err);
}

void image_unload(struct image *img)
{
	struct image kept = *img;

	image_inlines_free(img);
	image_units_free(img);
	if (img->dwfl)
		dwfl_end(img->dwfl);
	elf_end(img->elf);
	if (img->fd >= 0)
		close(img->fd);
	free(img->sections);
	free(img->loaded);
	free(img->symbols);
	free(img->marks);
	free(img->contents);
	*img = (struct image){ .path = kept.path,
			       .fd = -1,
			       .machine = kept.machine,
			       .type = kept.type,
			       .e_flags = kept.e_flags,
			       .is64 = kept.is64,
			       .big_endian = kept.big_endian,
			       .relocatable = kept.relocatable,
			       .build_id_length = kept.build_id_length };
	memcpy(img->build_id, kept.build_id, sizeof(img->build_id));
}

void image_close(struct image *img)
{
	if (!img)
		return;
	image_unload(img);
	free(img->path);
	free(img);
}

int image_decompress(const struct image *img, size_t index, struct anycov_error *err)
{
	struct section *s = &img->sections[index];
	bool gnu = starts_with(s->name, ".zdebug_");
	Elf_Scn *scn = s->scn;
	Elf_Data *data;

	if (!gnu && !(s->flags & SHF_COMPRESSED))
		return 0;
	if (!scn || (gnu ? elf_compress_gnu(scn, 0, 0) : elf_compress(scn, 0, 0)) < 0)
		return anycov_error_set(
			err,
			"%s:%llu: cannot decompress section %s: %s; link with -gz=zlib or "
			"without -gz",
			img->path, (unsigned long long)s->offset, s->name, elf_errmsg(-1));
	data = elf_rawdata(scn, NULL);
	if (!data)
		return anycov_error_set(err, "%s:%llu: cannot decompress section %s: %s", img->path,
					(unsigned long long)s->offset, s->name, elf_errmsg(-1));
	s->bytes = data->d_buf;
	s->size = data->d_size;
	s->flags &= ~(uint64_t)SHF_COMPRESSED;
	if (gnu && !strcmp(s->name + 2, anycov_section_names[ANYCOV_SECTION_MAP_UNTIED] + 1))
		s->name = anycov_section_names[ANYCOV_SECTION_MAP_UNTIED];
	return 0;
}
