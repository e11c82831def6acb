/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Which calls never return because the process ends: those that are on the stack when exit()
 * runs the image's last destructor.  The tables of the images show them exactly, so a process
 * whose main() returned has none.
 *
 * That no call was left before has to be known, too.  Nothing is interposed for it; instead a
 * process is taken for one with such calls if any of its images refers to a function that leaves
 * calls, if one was unloaded, if a second thread is alive, or if it is static and no
 * table shows what it refers to.
 */
#include <elf.h>
#include <time.h>
#include "set.h"

#define WEAK __attribute__((weak))

extern int dl_iterate_phdr(int (*fn)(struct dl_phdr_info *, size_t, void *), void *arg) WEAK;

/* A thread that was joined is still counted until the kernel has cleaned up. */
#define THREAD_TRIES 10
#define THREAD_WAIT 50000 /* ns */
/* A directory's own links, and the one for the only thread. */
#define LINKS_OF_ONE_THREAD 3

/* Arguments and environment are between the stack's first frame and these 16 bytes. */
#define STACK_TOP_MAX (8u << 20)

static const char *const cutting[] = {
	"longjmp",
	"_longjmp",
	"siglongjmp",
	"__longjmp_chk",
	"setcontext",
	"swapcontext",
	"pthread_exit",
	"pthread_cancel",
	"thrd_exit",
	"_Unwind_RaiseException",
	"_Unwind_ForcedUnwind",
	"_Unwind_Resume_or_Rethrow",
	"__cxa_throw",
	"__cxa_rethrow",
	/* Processes that begin unseen, and share memory or the stack of this one. */
	"vfork",
	"__vfork",
	"_Fork",
	"clone",
	"__clone",
	"clone3",
	/* What an unwinder that is linked into the image looks up code with. */
	"_dl_find_object",
};
/* The same of older ones.  The startup object refers to it, too, but as a weak symbol. */
#define UNWINDER "dl_iterate_phdr"

static int is_cutting(const char *name, int is_weak)
{
	size_t i;

	if (!is_weak && set_equal(UNWINDER, name, sizeof(UNWINDER)))
		return 1;
	for (i = 0; i < sizeof(cutting) / sizeof(cutting[0]); i++)
		if (cutting[i][0] == name[0] && cutting[i][1] == name[1] &&
		    set_equal(cutting[i], name, set_length(cutting[i]) + 1))
			return 1;
	return 0;
}

/* Of the dynamic section, what relocations need. */
enum { SYMBOLS, NAMES, CALLS, CALLS_BYTES, DATA, DATA_BYTES, DATA_RELATIVE, N_PARTS };

static int part_of(int64_t tag)
{
	switch (tag) {
	case DT_SYMTAB:
		return SYMBOLS;
	case DT_STRTAB:
		return NAMES;
	case DT_JMPREL:
		return CALLS;
	case DT_PLTRELSZ:
		return CALLS_BYTES;
	case DT_RELA:
		return DATA;
	case DT_RELASZ:
		return DATA_BYTES;
	case DT_RELACOUNT:
		return DATA_RELATIVE;
	}
	return -1;
}

static void read_dynamic(const struct dl_phdr_info *info, uintptr_t *part)
{
	const ElfW(Dyn) *d = NULL;
	unsigned i;

	for (i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
			d = (const void *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
	for (; d && d->d_tag != DT_NULL; d++) {
		int k = part_of(d->d_tag);

		if (k >= 0)
			part[k] = d->d_un.d_ptr;
	}
	/* Some dynamic linkers replace these by addresses in memory. */
	for (i = 0; i < N_PARTS; i++)
		if ((i == SYMBOLS || i == NAMES || i == CALLS || i == DATA) && part[i] &&
		    part[i] < info->dlpi_addr)
			part[i] += info->dlpi_addr;
}

/* Returns whether one of the relocations is for a function that leaves calls. */
static int refers(const uintptr_t *part, const ElfW(Rela) * r, size_t n)
{
	const ElfW(Sym) *symbols = (const void *)part[SYMBOLS];
	const char *names = (const void *)part[NAMES];

	for (; n--; r++) {
		uint64_t number = r->r_info >> 32;

		if (number && symbols[number].st_shndx == SHN_UNDEF &&
		    is_cutting(names + symbols[number].st_name,
			       symbols[number].st_info >> 4 == STB_WEAK))
			return 1;
	}
	return 0;
}

struct images {
	int n, may_cut;
};

static int has_interpreter(const struct dl_phdr_info *info)
{
	unsigned i;

	for (i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_INTERP)
			return 1;
	return 0;
}

static int check_image(struct dl_phdr_info *info, size_t size, void *arg)
{
	struct images *all = arg;
	uintptr_t part[N_PARTS] = { 0 };
	size_t relative;

	read_dynamic(info, part);
	/* A static program, which comes first, has no table of what it refers to. */
	all->may_cut = !part[SYMBOLS] || !part[NAMES] || (!all->n && !has_interpreter(info));
	if (size >= offsetof(struct dl_phdr_info, dlpi_subs) + sizeof(info->dlpi_subs))
		all->may_cut |= info->dlpi_subs != 0;
	all->n++;
	if (all->may_cut)
		return 1;
	relative = part[DATA_RELATIVE];
	if (relative > part[DATA_BYTES] / sizeof(ElfW(Rela)))
		relative = 0;
	all->may_cut =
		refers(part, (const void *)part[CALLS], part[CALLS_BYTES] / sizeof(ElfW(Rela))) ||
		refers(part, (const ElfW(Rela) *)part[DATA] + relative,
		       part[DATA_BYTES] / sizeof(ElfW(Rela)) - relative);
	return all->may_cut;
}

/* Returns whether calls may have been left before. */
static int may_have_cut(void)
{
	struct images all = { .n = 0 };

	if (!dl_iterate_phdr)
		return 1;
	dl_iterate_phdr(check_image, &all);
	return all.may_cut || !all.n;
}

/* Returns whether no other thread can be in a call. */
static int is_only_thread(void)
{
	const struct timespec wait = { 0, THREAD_WAIT };
	struct stat st;
	int i;

	for (i = 0; i < THREAD_TRIES; i++) {
		if (set_stat(AT_FDCWD, "/proc/self/task", &st, 0))
			return 0;
		if (st.st_nlink <= LINKS_OF_ONE_THREAD)
			return st.st_nlink == LINKS_OF_ONE_THREAD;
		SET_SYS2(SYS_nanosleep, &wait, NULL);
	}
	return 0;
}

struct cuts {
	struct anycov_flags_head *head;
	struct anycov_flags_cut *table; /* NULL: none, or the file is not mapped */
	int left_image;                 /* the walk is past exit() and what it calls */
	uintptr_t stack;                /* of the first call */
};

/* Adds a call to the table, which other processes add to, too.  Returns 0 unless it is full. */
static int add_cut(const struct cuts *c, const struct anycov_flags_cut *cut)
{
	uint32_t i, at = (uint32_t)((cut->address * 0x9e3779b97f4a7c15u) >> 40);

	for (i = 0; i < ANYCOV_FLAGS_CUTS; i++) {
		struct anycov_flags_cut *slot = &c->table[(at + i) % ANYCOV_FLAGS_CUTS];
		uint64_t was = 0;

		if (!__atomic_compare_exchange_n(&slot->address, &was, cut->address, 0,
						 __ATOMIC_RELAXED, __ATOMIC_RELAXED) &&
		    was != cut->address)
			continue;
		/* All who find this address store the same. */
		__atomic_store_n(&slot->before, cut->before, __ATOMIC_RELAXED);
		__atomic_store_n(&slot->bytes, cut->bytes, __ATOMIC_RELAXED);
		if (!(__atomic_load_n(&c->head->how, __ATOMIC_RELAXED) & ANYCOV_FLAGS_CUT))
			__atomic_fetch_or(&c->head->how, ANYCOV_FLAGS_CUT, __ATOMIC_RELAXED);
		return 0;
	}
	return -1;
}

static int visit(const struct set_frame *f, void *arg)
{
	struct cuts *c = arg;
	const struct anycov_flags_cut cut = {
		.address = f->pc - f->bias,
		.before = (uint32_t)(f->pc - f->from),
		.bytes = (uint32_t)f->bytes,
	};

	c->stack = f->stack;
	if (!f->is_own)
		c->left_image = 1;
	/* The last one is the program's entry, which calls main() and has no flags. */
	if (!f->is_own || !c->left_image || f->is_last)
		return 0;
	if (f->bytes > UINT32_MAX || !c->table)
		return -1;
	return add_cut(c, &cut);
}

/* Returns whether the walk ended at the first call of the process, not of a coroutine. */
static int is_process_stack(const struct cuts *c)
{
	uintptr_t above = set_auxv(AT_RANDOM, 0);

	return above > c->stack && above - c->stack < STACK_TOP_MAX;
}

/* Finds the table of the file, if its names leave room for one. */
static void find_table(struct cuts *c)
{
	uint64_t bytes = ANYCOV_FLAGS_CUTS * sizeof(*c->table);
	uint64_t names = sizeof(*c->head) + c->head->build_id_bytes + c->head->path_bytes;

	if (c->head->at_flags >= names + bytes)
		c->table = (void *)((char *)c->head + c->head->at_flags - bytes);
}

int set_record_cuts(const struct set_state *s)
{
	struct cuts c = { .head = s->head };

	if (s->was_reset || may_have_cut() || !is_only_thread())
		return 1;
	if (c.head)
		find_table(&c);
	return set_walk(s, visit, &c) || !c.left_image || !is_process_stack(&c);
}
