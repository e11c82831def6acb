/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Replaces pointers to functions in images, which the dynamic linker has set and may have made
 * read-only since.
 */
#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include "set.h"

#ifdef SET_HAS_UNWIND

#ifdef __x86_64__
enum { IN_DATA = 6, ABSOLUTE = 1 }; /* R_X86_64_GLOB_DAT, 64 */
#else
enum { IN_DATA = 1025, ABSOLUTE = 257 }; /* R_AARCH64_ */
#endif

struct replacing {
	const struct dl_phdr_info *info;
	set_choose *choose;
	uintptr_t from, end; /* read-only since relocation */
	int must, is_open;   /* must: it is a fault to leave one as it is */
	unsigned n_replaced;
};

/* How many could not be replaced. */
static unsigned left;

/* Makes the pointer writable.  Returns 0 or a negative number. */
static int open_pointer(struct replacing *p, uintptr_t at)
{
	uintptr_t page = set_page_bytes(), from = p->from & -page;

	if (p->is_open || at < from || at >= (p->end & -page))
		return 0;
	if (SET_SYS3(SYS_mprotect, from, (p->end & -page) - from, PROT_READ | PROT_WRITE))
		return -1;
	p->is_open = 1;
	return 0;
}

/* Where a sandbox forbids that: the process's memory as a file.  No other thread stores there. */
static void store_by_file(uintptr_t at, uintptr_t value)
{
	int fd = set_open(AT_FDCWD, "/proc/self/mem", O_RDWR | O_NOCTTY, 0);

	if (fd < 0)
		return;
	set_pwrite(fd, &value, sizeof(value), at);
	set_close(fd);
}

static void close_pointers(const struct replacing *p)
{
	uintptr_t page = set_page_bytes(), from = p->from & -page;

	if (p->is_open)
		SET_SYS3(SYS_mprotect, from, (p->end & -page) - from, PROT_READ);
}

static int is_writable(const struct replacing *p, uintptr_t at)
{
	unsigned i;

	for (i = 0; i < p->info->dlpi_phnum; i++) {
		const ElfW(Phdr) *ph = &p->info->dlpi_phdr[i];

		if (ph->p_type == PT_LOAD && ph->p_flags & PF_W &&
		    at - (p->info->dlpi_addr + ph->p_vaddr) < ph->p_memsz)
			return 1;
	}
	return 0;
}

static void replace(const struct set_reference *r, void *arg)
{
	struct replacing *p = arg;
	uintptr_t *pointer = (uintptr_t *)r->at, chosen;

	if ((r->type != SET_IN_TABLE && r->type != IN_DATA && r->type != ABSOLUTE) ||
	    r->at % sizeof(*pointer) || !is_writable(p, r->at) || !*pointer)
		return;
	chosen = p->choose(r, *pointer);
	if (!chosen)
		return;
	if (!open_pointer(p, r->at))
		__atomic_store_n(pointer, chosen, __ATOMIC_RELAXED);
	else if (p->must)
		store_by_file(r->at, chosen);
	p->n_replaced += *pointer == chosen;
	left += *pointer != chosen;
}

unsigned set_pointers_left(void)
{
	return left;
}

unsigned set_replace_pointers(const struct dl_phdr_info *info, size_t counted, set_choose *choose,
			      int must)
{
	struct replacing p = { .info = info, .choose = choose, .must = must };
	unsigned i;

	for (i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *ph = &info->dlpi_phdr[i];

		if (ph->p_type != PT_GNU_RELRO)
			continue;
		p.from = info->dlpi_addr + ph->p_vaddr;
		p.end = p.from + ph->p_memsz;
	}
	set_for_each_reference(info, counted, replace, &p);
	close_pointers(&p);
	return p.n_replaced;
}

#endif
