/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The modules of a dump: those that are loaded, and instrumented ones that were, since their
 * records are still in the buffers.  Where another module was loaded over one that is gone, their
 * ranges overlap, and readers know that a record may be of either.
 */
#define _GNU_SOURCE
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
		size_t n = strlen(path);

		n = n < sizeof(m->path) - 1 ? n : sizeof(m->path) - 1;
		memcpy(m->path, path, n);
		m->path[n] = 0;
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
