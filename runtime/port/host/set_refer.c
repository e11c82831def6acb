/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Which functions an image refers to, by its relocations.  A process may have left calls
 * unnoticed if a pointer of an image leads to a function that leaves calls without one of
 * set_leave.c before it, if an image was unloaded that was not looked at before, or if it is
 * static and no table shows what it refers to.  A pointer that is set by the first call still leads
 * into its own image if there was none: Python refers to pthread_exit().
 */
#include <elf.h>
#include "set_leave.h"

extern int dl_iterate_phdr(int (*fn)(struct dl_phdr_info *, size_t, void *), void *arg)
	__attribute__((weak));

/* glibc's before 2.34, where pthread_create() calls one of REFERRED_CLONING. */
#define THREADS "libpthread.so."
/* The libraries that have the unwinder and the C++ and C personality functions, and GCC's of
 * sanitizers, which list the images for their messages. */
static const char *const unwinders[] = {
	"libgcc_s.so.",  "libstdc++.so.", "libc++abi.so.", "libc++.so.",
	"libunwind.so.", "libasan.so.",   "liblsan.so.",   "libhwasan.so.",
};

/* Of the dynamic section, what relocations need. */
enum { SYMBOLS, NAMES, CALLS, CALLS_BYTES, DATA, DATA_BYTES, DATA_RELATIVE, SONAME, N_PARTS };

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
	case DT_SONAME:
		return SONAME;
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

struct references {
	void (*fn)(const struct set_reference *, void *);
	void *arg;
	uintptr_t bias;
	const uintptr_t *part;
};

static void search(const struct references *s, const ElfW(Rela) * r, size_t n)
{
	const ElfW(Sym) *symbols = (const void *)s->part[SYMBOLS];
	const char *all_names = (const void *)s->part[NAMES];

	for (; n--; r++) {
		const ElfW(Sym) *symbol = &symbols[r->r_info >> 32];
		const struct set_reference found = {
			.name = all_names + symbol->st_name,
			.at = s->bias + r->r_offset,
			.type = (uint32_t)r->r_info,
			.is_weak = symbol->st_info >> 4 == STB_WEAK,
		};

		/* C++'s own library has a personality function, which others may replace. */
		if (symbol != symbols && found.name[0] &&
		    (symbol->st_shndx == SHN_UNDEF ||
		     (found.name[0] == '_' && found.name[1] == '_' && found.name[2] == 'g')))
			s->fn(&found, s->arg);
	}
}

static void search_all(const struct dl_phdr_info *info, const uintptr_t *part,
		       void (*fn)(const struct set_reference *, void *), void *arg)
{
	const struct references s = { fn, arg, info->dlpi_addr, part };
	size_t relative = part[DATA_RELATIVE];

	if (!part[SYMBOLS] || !part[NAMES])
		return;
	if (relative > part[DATA_BYTES] / sizeof(ElfW(Rela)))
		relative = 0;
	search(&s, (const void *)part[CALLS], part[CALLS_BYTES] / sizeof(ElfW(Rela)));
	search(&s, (const ElfW(Rela) *)part[DATA] + relative,
	       part[DATA_BYTES] / sizeof(ElfW(Rela)) - relative);
}

void set_for_each_reference(const struct dl_phdr_info *info,
			    void (*fn)(const struct set_reference *, void *), void *arg)
{
	uintptr_t part[N_PARTS] = { 0 };

	read_dynamic(info, part);
	search_all(info, part, fn, arg);
}

/* Hooks may be in any image. */
#ifdef SET_OF_DUMPS
#define IS_OF_DUMPS 1
#else
#define IS_OF_DUMPS 0
#endif

struct images {
	int n, missed, is_unwinder;    /* missed: SET_MISSED... */
	uintptr_t code, end;           /* of the one that is looked at */
	int has_flags;                 /* it has */
	const struct set_state *state; /* its startup object's, or NULL */
	int has_threads;               /* it is the library of threads */
	int takes_lock;                /* as the caller says */
	int goes_on;                   /* functions that were never called may be, unseen */
};

int set_keeps_pointers(void)
{
	static const char *const variables[] = { "LD_BIND_NOT", "LD_AUDIT", "LD_PROFILE" };
	size_t i;

	for (i = 0; i < sizeof(variables) / sizeof(variables[0]); i++)
		if (set_variable(variables[i]))
			return 1;
	return 0;
}

/* Returns whether the pointer of a function of another image is not set yet. */
static int was_never_called(const struct images *all, const struct set_reference *r)
{
	uintptr_t to = *(const uintptr_t *)r->at;

	return r->type == SET_IN_TABLE && to >= all->code && to < all->end && !set_keeps_pointers();
}

static int has_interpreter(const struct dl_phdr_info *info)
{
	unsigned i;

	for (i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_INTERP)
			return 1;
	return 0;
}

extern struct set_state anycov_set_state __attribute__((visibility("hidden")));
/* Weak, so that it is in the program only if an unwinder is linked in. */
extern void raise_exception(void) __asm__("_Unwind_RaiseException") __attribute__((weak));
/* A sanitizer's, which calls the unwinder's. */
extern void *intercepted_raise __asm__("_ZN14__interception27real__Unwind_RaiseExceptionE")
	__attribute__((weak));

static int has_unwinder(void)
{
	struct set_code own;

	return raise_exception && !&intercepted_raise &&
	       (set_find_code((uintptr_t)&anycov_set_state, &own) ||
		((uintptr_t)raise_exception >= own.low && (uintptr_t)raise_exception < own.high));
}

const void *set_unwinder(void)
{
	return &intercepted_raise ? NULL : (const void *)(uintptr_t)raise_exception;
}

/*
 * The runtime of hooks, which is in the program, lists the images, as an unwinder does; so does
 * clang's runtime of a sanitizer, for its messages.  In what mold links, the references of the
 * startup object are not weak.
 */
static int is_own_reference(unsigned kinds, const struct images *all)
{
	uintptr_t unwinder;

	if (!(kinds & SET_LISTS))
		return 0;
	if (all->n == 1 && anycov_set_state.is_program)
		return !has_unwinder();
	unwinder = all->state ? (uintptr_t)all->state->unwinder : all->code;
	return unwinder < all->code || unwinder >= all->end;
}

static void check_reference(const struct set_reference *r, void *arg)
{
	struct images *all = arg;
	const struct set_function f = set_find_function(r->name);
	unsigned unwinds = f.kinds & SET_UNWINDS, decides = f.kinds & SET_DECIDES;

	if (!unwinds && !decides && !(f.kinds & SET_LEAVES) &&
	    !(!all->has_threads && f.kinds & SET_CLONES) &&
	    !(all->has_flags && f.kinds & SET_SHARES) &&
	    !(!all->takes_lock && f.kinds & SET_UNLOADS))
		return;
	if (is_own_reference(f.kinds, all))
		return;
	/* The startup object refers to these, but weakly. */
	if (unwinds && (r->is_weak || all->is_unwinder))
		return;
	if (!decides && !all->goes_on && r->at % sizeof(uintptr_t) == 0 && was_never_called(all, r))
		return;
	/* Nothing has the function, or it is noticed. */
	if (!unwinds && r->at % sizeof(uintptr_t) == 0 &&
	    (!*(const uintptr_t *)r->at || set_is_watched(f.number, *(const uintptr_t *)r->at)))
		return;
	all->missed |= unwinds || decides ? SET_MISSED : SET_MISSED | SET_ANYWHERE;
}

#ifdef SET_HAS_UNWIND
struct name_search {
	const char *name;
	int found;
};

static void compare_name(const struct set_reference *r, void *arg)
{
	struct name_search *s = arg;

	s->found |= set_equal(r->name, s->name, set_length(s->name) + 1);
}

/*
 * Returns whether this object's image defines a function itself that leaves calls, as a sanitizer
 * or the program's own wrapper does.  Its calls of it, and that one's of the C library's, have no
 * pointer.
 */
static int defines_leaving(const struct dl_phdr_info *info, const struct images *all)
{
	const uintptr_t own = (uintptr_t)compare_name;
	int i;

	for (i = 0; i < N_FUNCTIONS && own >= all->code && own < all->end; i++) {
		struct name_search s = { .name = set_function_name(i) };
		uintptr_t at = (uintptr_t)set_leaving_real[i];

		if (at < all->code || at >= all->end ||
		    !(set_find_function(s.name).kinds & (SET_LEAVES | SET_CLONES)))
			continue;
		/* The address may be that of a PLT entry, which has a pointer. */
		set_for_each_reference(info, compare_name, &s);
		if (!s.found)
			return 1;
	}
	return 0;
}
#else
static int defines_leaving(const struct dl_phdr_info *info, const struct images *all)
{
	(void)info;
	(void)all;
	return 0; /* nothing is watched */
}
#endif

static int has_name(const uintptr_t *part, const char *name)
{
	return part[NAMES] && part[SONAME] &&
	       set_equal((const char *)part[NAMES] + part[SONAME], name, set_length(name));
}

static int is_unwinder(const uintptr_t *part)
{
	size_t i;

	for (i = 0; i < sizeof(unwinders) / sizeof(unwinders[0]); i++)
		if (has_name(part, unwinders[i]))
			return 1;
	return 0;
}

int set_is_library(const struct dl_phdr_info *info, const char *name)
{
	uintptr_t part[N_PARTS] = { 0 };

	read_dynamic(info, part);
	return has_name(part, name);
}

static void check_references(const struct dl_phdr_info *info, const uintptr_t *part,
			     struct images *all)
{
	struct set_note note;

	note.state = 0;
	all->n++;
	all->is_unwinder = is_unwinder(part);
	all->has_threads = has_name(part, THREADS);
	set_find_extent(info, PF_X, &all->code, &all->end);
	all->has_flags = IS_OF_DUMPS || set_find_startup(info, &note);
	all->state = (const struct set_state *)(uintptr_t)note.state;
	search_all(info, part, check_reference, all);
	if (defines_leaving(info, all))
		all->missed |= SET_MISSED | SET_ANYWHERE;
}

static int check_image(struct dl_phdr_info *info, size_t size, void *arg)
{
	struct images *all = arg;
	uintptr_t part[N_PARTS] = { 0 };

	read_dynamic(info, part);
	/* A static program, which comes first, has no table of what it refers to. */
	if (!all->n && anycov_set_static && !has_interpreter(info)) {
		all->n++;
		all->missed = anycov_set_static();
		return 1;
	}
	if (!part[SYMBOLS] || !part[NAMES] || (!all->n && !has_interpreter(info)) ||
	    (size >= offsetof(struct dl_phdr_info, dlpi_subs) + sizeof(info->dlpi_subs) &&
	     info->dlpi_subs != __atomic_load_n(&anycov_set_state.n_unloaded, __ATOMIC_RELAXED))) {
		all->missed = SET_MISSED | SET_ANYWHERE;
		return 1;
	}
	check_references(info, part, all);
	return all->missed & SET_ANYWHERE;
}

int set_image_may_have_left(const struct dl_phdr_info *info)
{
	struct images all = { .n = 1, .takes_lock = 1, .goes_on = 1 };
	uintptr_t part[N_PARTS] = { 0 };

	read_dynamic(info, part);
	if (!part[SYMBOLS] || !part[NAMES])
		return SET_MISSED | SET_ANYWHERE;
	check_references(info, part, &all);
	return all.missed;
}

int set_may_have_left(int takes_lock)
{
	struct images all = { .takes_lock = takes_lock };

	if (set_for_each_loaded(check_image, &all, takes_lock))
		return SET_MISSED | SET_ANYWHERE;
	return all.n || all.missed ? all.missed : SET_MISSED | SET_ANYWHERE;
}
