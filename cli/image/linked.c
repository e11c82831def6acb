/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <fcntl.h>
#include <ftw.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "anycov/flags_file.h"
#include "anycov/hook_table.h"
#include "anycov/runtime_note.h"
#include "image/linked.h"

/* Of a tree that is searched: a source tree with its build has fewer, a home directory more. */
#define TREE_FILES_MAX 100000u

static void add_run_path(struct linked *l, const char *path, const char *list)
{
	const char *slash = strrchr(path, '/');

	for (const char *p = list; *p;) {
		size_t n = strcspn(p, ":");
		char *one = xstrndup(p, n), *rest = NULL;

		if (starts_with(one, "$ORIGIN"))
			rest = one + strlen("$ORIGIN");
		else if (starts_with(one, "${ORIGIN}"))
			rest = one + strlen("${ORIGIN}");
		if (rest) {
			string_list_add_owned(&l->run_path,
					      xasprintf("%.*s%s", slash ? (int)(slash - path) : 1,
							slash ? path : ".", rest));
		} else if (n) {
			string_list_add(&l->run_path, one);
		}
		free(one);
		p += n + (p[n] == ':');
	}
}

static void read_dynamic(struct linked *l, Elf *elf, Elf_Scn *scn, const GElf_Shdr *s,
			 const char *path)
{
	Elf_Data *data = elf_getdata(scn, NULL);
	GElf_Dyn d;

	for (int i = 0; data && gelf_getdyn(data, i, &d) && d.d_tag != DT_NULL; i++) {
		const char *text = elf_strptr(elf, s->sh_link, d.d_un.d_val);

		if (text && d.d_tag == DT_NEEDED)
			string_list_add(&l->needed, text);
		else if (text && (d.d_tag == DT_RUNPATH || d.d_tag == DT_RPATH))
			add_run_path(l, path, text);
	}
}

static void read_notes(struct linked *l, Elf_Scn *scn)
{
	Elf_Data *data = elf_getdata(scn, NULL);
	size_t at = 0, name, desc;
	GElf_Nhdr n;

	while (data && (at = gelf_getnote(data, at, &n, &name, &desc)) > 0) {
		const char *owner = (const char *)data->d_buf + name;

		if (n.n_namesz == sizeof(ANYCOV_FLAGS_NOTE_NAME) &&
		    !memcmp(owner, ANYCOV_FLAGS_NOTE_NAME, n.n_namesz) &&
		    n.n_type == ANYCOV_FLAGS_NOTE_TYPE)
			l->has_startup = true;
		if (n.n_namesz == sizeof(ANYCOV_FLAGS_NOTE_NAME) &&
		    !memcmp(owner, ANYCOV_FLAGS_NOTE_NAME, n.n_namesz) &&
		    n.n_type == ANYCOV_RUNTIME_NOTE_TYPE &&
		    n.n_descsz >= ANYCOV_RUNTIME_NOTE_BYTES) {
			const unsigned char *words = (const unsigned char *)data->d_buf + desc;

			l->has_runtime = true;
			/* In any byte order. */
			l->has_unique_modes = words[4] | words[5] | words[6] | words[7];
		}
		if (n.n_namesz == 4 && !memcmp(owner, "GNU", 4) && n.n_type == NT_GNU_BUILD_ID &&
		    n.n_descsz <= sizeof(l->build_id)) {
			memcpy(l->build_id, (const unsigned char *)data->d_buf + desc, n.n_descsz);
			l->build_id_length = n.n_descsz;
		}
		/* A static program; firmware has none. */
		if (n.n_namesz == 4 && !memcmp(owner, "GNU", 4) && n.n_type == NT_GNU_ABI_TAG)
			l->is_image = true;
	}
}

static void read_sections(struct linked *l, Elf *elf, const char *path, uint64_t size)
{
	Elf_Scn *scn = NULL;
	GElf_Ehdr e;
	size_t names;

	if (!gelf_getehdr(elf, &e) ||
	    (e.e_type != ET_EXEC && e.e_type != ET_DYN && e.e_type != ET_REL))
		return;
	l->is_cut = e.e_shoff > size || size - e.e_shoff < (uint64_t)e.e_shnum * e.e_shentsize;
	if (l->is_cut || elf_getshdrstrndx(elf, &names))
		return;
	while ((scn = elf_nextscn(elf, scn))) {
		const char *name;
		GElf_Shdr s;

		if (!gelf_getshdr(scn, &s))
			continue;
		name = elf_strptr(elf, names, s.sh_name);
		if (name && s.sh_size && !strcmp(name, anycov_section_names[ANYCOV_SECTION_FLAGS]))
			l->has_flags = true;
		if (name && (!strcmp(name, anycov_section_names[ANYCOV_SECTION_MAP]) ||
			     !strcmp(name, anycov_section_names[ANYCOV_SECTION_MAP_UNTIED])))
			l->has_map = true;
		if (name && starts_with(name, ".gnu.lto_"))
			l->has_lto = true;
		if (s.sh_type == SHT_DYNAMIC) {
			l->is_image = true;
			read_dynamic(l, elf, scn, &s, path);
		} else if (s.sh_type == SHT_NOTE && e.e_type != ET_REL) {
			read_notes(l, scn);
		}
	}
}

void linked_read(struct linked *l, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	struct stat st;
	Elf *elf;

	memset(l, 0, sizeof(*l));
	if (fd < 0)
		return;
	elf_version(EV_CURRENT);
	elf = !fstat(fd, &st) && S_ISREG(st.st_mode) ? elf_begin(fd, ELF_C_READ_MMAP, NULL) : NULL;
	if (elf && elf_kind(elf) == ELF_K_ELF)
		read_sections(l, elf, path, (uint64_t)st.st_size);
	elf_end(elf);
	close(fd);
}

void linked_free(struct linked *l)
{
	string_list_free(&l->needed);
	string_list_free(&l->run_path);
}

/* Returns the real path, or NULL if it was seen before; to be freed. */
static char *take(const char *path, struct u64_map *seen)
{
	char *real = realpath(path, NULL);
	uint64_t *known;

	if (!real)
		return NULL;
	known = u64_map_get_or_add(seen, fnv1a_update(FNV1A_OFFSET, real, strlen(real)));
	if (*known) {
		free(real);
		return NULL;
	}
	*known = 1;
	return real;
}

static char *find_library(const struct linked *l, const char *name)
{
	char *path;

	if (strchr(name, '/'))
		return xstrdup(name);
	for (size_t i = 0; i < l->run_path.n; i++) {
		path = xasprintf("%s/%s", l->run_path.v[i], name);
		if (!access(path, R_OK))
			return path;
		free(path);
	}
	return NULL;
}

void find_unlinked(const char *path, struct u64_map *seen, struct string_list *found)
{
	const char *more = getenv("LD_LIBRARY_PATH");
	char *real = take(path, seen);
	struct linked l;

	if (!real)
		return;
	linked_read(&l, real);
	if (is_unlinked(&l))
		string_list_add(found, real);
	if (more && l.is_image)
		add_run_path(&l, real, more);
	for (size_t i = 0; i < l.needed.n; i++) {
		char *library = find_library(&l, l.needed.v[i]);

		if (library)
			find_unlinked(library, seen, found);
		free(library);
	}
	linked_free(&l);
	free(real);
}

/* nftw() has no argument for its callback. */
static struct {
	struct u64_map *seen;
	struct string_list *found;
	size_t n;
} tree;

static int visit(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	char magic[4] = "";
	ssize_t n;
	int fd;

	(void)ftw;
	if (++tree.n > TREE_FILES_MAX)
		return 1;
	if (type != FTW_F || !S_ISREG(st->st_mode) ||
	    (!(st->st_mode & 0111) && !strstr(base_name(path), ".so")))
		return 0;
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	n = fd < 0 ? 0 : read(fd, magic, sizeof(magic));
	if (fd >= 0)
		close(fd);
	if (n == sizeof(magic) && !memcmp(magic, ELFMAG, SELFMAG))
		find_unlinked(path, tree.seen, tree.found);
	return 0;
}

void find_unlinked_below(const char *directory, struct u64_map *seen, struct string_list *found)
{
	tree.seen = seen;
	tree.found = found;
	tree.n = 0;
	nftw(directory, visit, 16, FTW_PHYS | FTW_MOUNT);
}

void warn_of_unlinked(const struct string_list *images)
{
	if (images->n == 1)
		warn("%s: instrumented, linked without anycov: what it runs is not recorded; link "
		     "it "
		     "with 'anycov cc' (" LINKER_LAUNCHERS "), or add the output of 'anycov flags "
		     "--link'",
		     images->v[0]);
	else if (images->n)
		warn("%zu images were instrumented and linked without anycov, such as %s: what "
		     "they "
		     "run is not recorded; link them with 'anycov cc' (" LINKER_LAUNCHERS
		     "), or add the output of 'anycov flags --link'",
		     images->n, images->v[0]);
}
