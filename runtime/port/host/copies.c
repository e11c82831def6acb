/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Several copies of the runtime in one process: a program and its libraries may each be linked
 * with one.
 *
 * Where the dynamic linker sees the names of two copies it binds all hooks to one of them (the
 * program's, if it exports its hooks: cli/compiler/flags_link.c), and the others stay passive.
 * It does not where names are local (version scripts, -Bsymbolic) or a library is loaded
 * without RTLD_GLOBAL.  Then several copies record, each with contexts and a dump of its own.
 * Only one of them sees the end of a process or the begin of a thread, and calls the others, which
 * it finds by a note.
 */
#define _GNU_SOURCE
#include <link.h>
#include <string.h>
#include "port.h"
#include "anycov/runtime_note.h"

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
#define NOTE_TYPE TEXT(ANYCOV_RUNTIME_NOTE_TYPE)
#define UNIQUE_MODES TEXT(ANYCOV_PORT_UNIQUE_MODES)

#define COPY_VERSION 1
#define COPIES_MAX 64 /* the others are not called */

static const struct host_copy_functions functions = {
	.write_out = host_write_out,
	.before_exec = host_write_before_exec,
	.undo_before_exec = host_undo_before_exec,
	.thread_begin = host_thread_starts,
};

struct host_copy anycov_host_copy HOST_HIDDEN = { COPY_VERSION, 0, &functions };

/* The distance of a symbol: GNU as 2.35 resolves no other expression on SPARC. */
#ifdef __sparc__
#define DISTANCE(symbol) "%r_disp32(" symbol ")"
#else
#define DISTANCE(symbol) symbol "-."
#endif

__asm__(".pushsection .note.anycov.runtime,\"a\",%note\n"
	"\t.balign 4\n"
	"\t.4byte 2f-1f, 4f-3f, " NOTE_TYPE "\n"
	"1:\t.asciz \"anycov\"\n"
	"2:\t.balign 4\n"
	"3:\t.4byte " DISTANCE("anycov_host_copy") ", " UNIQUE_MODES "\n"
						   "4:\n"
						   "\t.popsection\n"
						   ".hidden anycov_host_copy\n");

/* unit: the alignment of each note - 1. */
static const void *find_note(const char *p, const char *end, size_t unit, const char *name,
			     uint32_t type, uint32_t *length)
{
	size_t name_bytes = strlen(name) + 1;

	while ((size_t)(end - p) >= sizeof(ElfW(Nhdr)) && p < end) {
		const ElfW(Nhdr) *n = (const ElfW(Nhdr) *)p;
		size_t at = (sizeof(*n) + n->n_namesz + unit) & ~unit;

		if (at > (size_t)(end - p) || n->n_descsz > (size_t)(end - p) - at)
			break;
		if (n->n_type == type && n->n_namesz == name_bytes &&
		    !memcmp(n + 1, name, name_bytes)) {
			*length = n->n_descsz;
			return p + at;
		}
		p += at + ((n->n_descsz + unit) & ~unit);
	}
	return NULL;
}

const void *host_find_note(const struct dl_phdr_info *info, const char *name, uint32_t type,
			   uint32_t *length)
{
	int i;

	*length = 0;
	for (i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
		const char *p = (const char *)(info->dlpi_addr + ph->p_vaddr);
		const char *end = p + ph->p_memsz;
		const void *found;

		if (ph->p_type != PT_NOTE)
			continue;
		found = find_note(p, end, ph->p_align == 8 ? 7 : 3, name, type, length);
		/* mold (1.10) puts notes that are aligned to 4 into the segment of one that is
		 * to 8. */
		if (!found && ph->p_align == 8)
			found = find_note(p, end, 3, name, type, length);
		if (found)
			return found;
	}
	return NULL;
}

/* The copies that record, but this one. */
struct copies {
	struct host_copy *v[COPIES_MAX];
	size_t n;
};

static int add_copy(struct dl_phdr_info *info, size_t size, void *arg)
{
	struct copies *all = arg;
	struct host_copy *copy;
	uint32_t length;
	const char *note = host_find_note(info, "anycov", ANYCOV_RUNTIME_NOTE_TYPE, &length);
	int32_t relative;

	(void)size;
	if (!note || length < sizeof(relative))
		return 0;
	memcpy(&relative, note, sizeof(relative));
	copy = (struct host_copy *)((uintptr_t)note + (uintptr_t)(intptr_t)relative);
	if (copy != &anycov_host_copy && copy->version == COPY_VERSION &&
	    __atomic_load_n(&copy->records, __ATOMIC_ACQUIRE) && all->n < COPIES_MAX)
		all->v[all->n++] = copy;
	return 0;
}

/* The functions of the others call dl_iterate_phdr() themselves. */
static void find_copies(struct copies *all)
{
	all->n = 0;
	dl_iterate_phdr(add_copy, all);
}

size_t host_count_copies(void)
{
	struct copies all;

	find_copies(&all);
	return all.n;
}

/* The names of this function and of the hooks are bound alike. */
struct host_copy *anycov_runtime_copy(void)
{
	return &anycov_host_copy;
}

void host_write_all(void)
{
	struct copies all;
	size_t i;

	if (!host_is_process())
		return;
	find_copies(&all);
	host_write_out();
	for (i = 0; i < all.n; i++)
		all.v[i]->functions->write_out();
}

void host_write_all_before_exec(struct host_exec *e)
{
	struct copies all;
	size_t i;

	e->wrote = 0;
	if (!host_is_process())
		return;
	find_copies(&all);
	e->wrote = host_write_before_exec();
	for (i = 0; i < all.n; i++)
		if (all.v[i]->functions->before_exec())
			e->wrote |= 2;
}

/* The program goes on: what was written then is part of the dump at exit. */
void host_exec_failed(const struct host_exec *e)
{
	struct copies all;
	size_t i;

	if (e->wrote & 1)
		host_undo_before_exec();
	if (!(e->wrote & 2))
		return;
	find_copies(&all);
	for (i = 0; i < all.n; i++)
		all.v[i]->functions->undo_before_exec();
}

void host_all_threads_start(void)
{
	struct copies all;
	size_t i;

	find_copies(&all);
	host_thread_starts();
	for (i = 0; i < all.n; i++)
		all.v[i]->functions->thread_begin();
}
