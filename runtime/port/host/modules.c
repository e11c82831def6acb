/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The modules of a dump: those that are loaded, and instrumented ones that were, since their
 * records are still in the buffers.  Where another module was loaded over one that is gone, their
 * ranges overlap, and readers know that a record may be of either.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>
#include "port.h"
#include "anycov/dump.h"
#include <link.h>

#define ID_MAX 64

struct module {
	struct module *next;
	uint64_t bias, first, end;
	uint32_t id_length;
	uint8_t id[ID_MAX];
	char path[HOST_PATH_MAX];
};

static struct module *gone; /* A newest first, only grows */

/* ---- libraries whose names are relative ---- */

/* What is read of a line of /proc/self/maps: "FROM-END PERMISSIONS OFFSET DEVICE INODE  NAME". */
struct mapping {
	uint64_t number[2];
	int n_numbers; /* that were read */
	size_t name;   /* characters of the name */
	int is_found;  /* it has the address */
};

/* Takes a character. Returns whether the line has ended. */
static int take(struct mapping *m, char c, uint64_t address, char *name)
{
	if (c == '\n')
		return 1;
	if (m->n_numbers < 2 && c != '-' && c != ' ') {
		m->number[m->n_numbers] = m->number[m->n_numbers] * 16 +
					  (uint64_t)(c <= '9' ? c - '0' : c - 'a' + 10);
	} else if (m->n_numbers < 2) {
		m->is_found =
			++m->n_numbers == 2 && address >= m->number[0] && address < m->number[1];
	} else if (m->is_found && (m->name || c == '/') && m->name < HOST_PATH_MAX - 1) {
		name[m->name++] = c;
	}
	return 0;
}

/* Finds the file that is mapped there, by its absolute name.  Returns 0 or -1; async-signal-safe.
 */
static int find_mapped(uint64_t address, char *name)
{
	static const char deleted[] = " (deleted)";
	const size_t n_deleted = sizeof(deleted) - 1;
	struct mapping m = { .n_numbers = 0 };
	int fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC), is_done = 0;
	char some[512];
	ssize_t n, i;

	while (fd >= 0 && !is_done && (n = read(fd, some, sizeof(some))) > 0)
		for (i = 0; i < n && !is_done; i++)
			if (take(&m, some[i], address, name)) {
				is_done = m.is_found;
				m = is_done ? m : (struct mapping){ .n_numbers = 0 };
			}
	if (fd >= 0)
		close(fd);
	if (!is_done || !m.name || m.name == HOST_PATH_MAX - 1)
		return -1;
	if (m.name > n_deleted && !memcmp(name + m.name - n_deleted, deleted, n_deleted))
		m.name -= n_deleted;
	name[m.name] = 0;
	return 0;
}

/* The directory may be another one since dlopen(), or for who reads the dump. */
static void copy_path(struct module *m, const char *path)
{
	size_t n = strlen(path);

	if (*path != '/' && strchr(path, '/') && !find_mapped(m->first, m->path))
		return;
	n = n < sizeof(m->path) - 1 ? n : sizeof(m->path) - 1;
	memcpy(m->path, path, n);
	m->path[n] = 0;
}

static int fill_module(struct module *m, const struct dl_phdr_info *info)
{
	const char *path = info->dlpi_name;
	const void *id = host_find_note(info, "GNU", NT_GNU_BUILD_ID, &m->id_length);
	uint64_t vdso = getauxval(AT_SYSINFO_EHDR);
	int i;

	m->bias = info->dlpi_addr;
	m->first = UINT64_MAX;
	m->end = 0;
	for (i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
		uint64_t from = (uint64_t)info->dlpi_addr + ph->p_vaddr;

		if (ph->p_type != PT_LOAD)
			continue;
		if (from < m->first)
			m->first = from;
		if (from + ph->p_memsz > m->end)
			m->end = from + ph->p_memsz;
	}
	if (m->id_length > ID_MAX)
		m->id_length = ID_MAX;
	if (id)
		memcpy(m->id, id, m->id_length);
	/* The program itself has no name here.  With musl a static one has, and the vDSO has none.
	 */
	if (path && !*path && vdso && vdso >= m->first && vdso < m->end)
		path = "linux-vdso.so.1";
	if (!path || !*path || !strcmp(path, "/proc/self/exe")) {
		ssize_t n = readlink("/proc/self/exe", m->path, sizeof(m->path) - 1);

		m->path[n > 0 ? n : 0] = 0;
	} else {
		copy_path(m, path);
	}
	return m->end != 0;
}

static void put_module(struct anycov_dump *d, const struct module *m)
{
	const uint64_t range[3] = { m->bias, m->first, m->end };
	size_t path = strlen(m->path);

	anycov_dump_chunk(d, ANYCOV_DUMP_TAG_MODULE, 0,
			  (uint32_t)(sizeof(range) + 4 + m->id_length + path), 0);
	anycov_dump_bytes(d, range, sizeof(range));
	anycov_dump_bytes(d, &m->id_length, 4);
	anycov_dump_bytes(d, m->id, m->id_length);
	anycov_dump_bytes(d, m->path, path);
}

static int put_loaded(struct dl_phdr_info *info, size_t size, void *arg)
{
	struct module m;

	(void)size;
	if (fill_module(&m, info))
		put_module(arg, &m);
	return 0;
}

/* The same file at the same address: it was loaded and unloaded again and again. */
static int is_same(const struct module *a, const struct module *b)
{
	return a->bias == b->bias && a->first == b->first && a->end == b->end &&
	       a->id_length == b->id_length && !memcmp(a->id, b->id, a->id_length) &&
	       !strcmp(a->path, b->path);
}

static int is_loaded(struct dl_phdr_info *info, size_t size, void *arg)
{
	struct module m;

	(void)size;
	return fill_module(&m, info) && is_same(&m, arg);
}

void host_dump_modules(struct anycov_dump *d)
{
	struct module *m;

	dl_iterate_phdr(put_loaded, d);
	for (m = __atomic_load_n(&gone, __ATOMIC_ACQUIRE); m; m = m->next)
		if (!dl_iterate_phdr(is_loaded, m))
			put_module(d, m);
}

struct module_search {
	uintptr_t address;
	struct module *m;
};

static int find_module(struct dl_phdr_info *info, size_t size, void *arg)
{
	const struct module_search *s = arg;

	(void)size;
	return fill_module(s->m, info) && s->address >= s->m->first && s->address < s->m->end;
}

void anycov_runtime_unload(const void *address)
{
	struct module_search s = { (uintptr_t)address, NULL };
	const struct module *old;

	if (!host_config.out[0])
		return;
	s.m = malloc(sizeof(*s.m));
	if (!s.m)
		return;
	if (!dl_iterate_phdr(find_module, &s)) {
		free(s.m);
		return;
	}
	for (old = gone; old; old = old->next) {
		if (is_same(old, s.m)) {
			free(s.m);
			return;
		}
	}
	s.m->next = gone;
	__atomic_store_n(&gone, s.m, __ATOMIC_RELEASE); /* dlclose() excludes others */
}
