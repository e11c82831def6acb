/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Which functions an image refers to, by its relocations.  A process may have left calls
 * unnoticed if a pointer of an image leads to a function that leaves calls without one of
 * set_leave.c before it, if an image was unloaded that was not looked at before, or if it is
 * static and no table shows what it refers to.  A pointer that is set by the first call still leads
 * into its own image if there was none: Python refers to pthread_exit().
 */
#include "set_leave.h"

extern int dl_iterate_phdr(int (*fn)(struct dl_phdr_info *, size_t, void *), void *arg)
	__attribute__((weak));

/* glibc's before 2.34, where pthread_create() calls one of REFERRED_CLONING. */
#define THREADS "libpthread.so."
/* The libraries that have the unwinder and the C++ and C personality functions, and GCC's of
 * sanitizers and the runtime of libraries with hooks, which list the images for what they write. */
static const char *const unwinders[] = {
	"libgcc_s.so.", "libstdc++.so.", "libc++abi.so.", "libc++.so.",   "libunwind.so.",
	"libasan.so.",  "liblsan.so.",   "libhwasan.so.", "libanycov.so",
};

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
	int takes_lock;                /* the dynamic linker's */
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
	unsigned unwinds = r->kinds & SET_UNWINDS, decides = r->kinds & SET_DECIDES;

	if (!unwinds && !decides && !(r->kinds & SET_LEAVES) &&
	    !(!all->has_threads && r->kinds & SET_CLONES) &&
	    !(all->has_flags && r->kinds & SET_SHARES) &&
	    !(!all->takes_lock && r->kinds & SET_UNLOADS))
		return;
	if (is_own_reference(r->kinds, all))
		return;
	/* The startup object refers to these, but weakly. */
	if (unwinds && (r->is_weak || all->is_unwinder))
		return;
	if (!decides && !all->goes_on && r->at % sizeof(uintptr_t) == 0 && was_never_called(all, r))
		return;
	/* Nothing has the function, or it is noticed. */
	if (!unwinds && r->at % sizeof(uintptr_t) == 0 &&
	    (!*(const uintptr_t *)r->at || set_is_watched(r->number, *(const uintptr_t *)r->at)))
		return;
	all->missed |= unwinds || decides ? SET_MISSED : SET_MISSED | SET_ANYWHERE;
}

#ifdef SET_HAS_UNWIND
struct number_search {
	int number, found;
};

static void compare_number(const struct set_reference *r, void *arg)
{
	struct number_search *s = arg;

	s->found |= r->number == s->number;
}

/*
 * Returns whether this object's image defines a function itself that leaves calls, as a sanitizer
 * or the program's own wrapper does.  Its calls of it, and that one's of the C library's, have no
 * pointer.
 */
static int defines_leaving(const struct dl_phdr_info *info, size_t counted,
			   const struct images *all)
{
	const uintptr_t own = (uintptr_t)compare_number;
	int i;

	for (i = 0; i < N_FUNCTIONS && own >= all->code && own < all->end; i++) {
		struct number_search s = { .number = i };
		uintptr_t at = (uintptr_t)set_leaving_real[i];

		if (at < all->code || at >= all->end ||
		    !(set_find_function(set_function_name(i)).kinds & (SET_LEAVES | SET_CLONES)))
			continue;
		/* The address may be that of a PLT entry, which has a pointer. */
		set_for_each_reference(info, counted, compare_number, &s);
		if (!s.found)
			return 1;
	}
	return 0;
}
#else
static int defines_leaving(const struct dl_phdr_info *info, size_t counted,
			   const struct images *all)
{
	(void)info;
	(void)counted;
	(void)all;
	return 0; /* nothing is watched */
}
#endif

static int has_name(const uintptr_t *part, const char *name)
{
	return part[SET_NAMES] && part[SET_SONAME] &&
	       set_equal((const char *)part[SET_NAMES] + part[SET_SONAME], name, set_length(name));
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
	uintptr_t part[SET_N_PARTS] = { 0 };

	set_read_dynamic(info, part);
	return has_name(part, name);
}

static void check_references(const struct dl_phdr_info *info, size_t counted, const uintptr_t *part,
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
	set_search(info, counted, part, check_reference, all);
	if (defines_leaving(info, counted, all))
		all->missed |= SET_MISSED | SET_ANYWHERE;
}

static int check_image(struct dl_phdr_info *info, size_t size, void *arg)
{
	struct images *all = arg;
	uintptr_t part[SET_N_PARTS] = { 0 };

	set_read_dynamic(info, part);
	/* A static program, which comes first, has no table of what it refers to. */
	if (!all->n && anycov_set_static && !has_interpreter(info)) {
		all->n++;
		all->missed = anycov_set_static();
		return 1;
	}
	if (!part[SET_SYMBOLS] || !part[SET_NAMES] || (!all->n && !has_interpreter(info)) ||
	    (size >= offsetof(struct dl_phdr_info, dlpi_subs) + sizeof(info->dlpi_subs) &&
	     info->dlpi_subs != __atomic_load_n(&anycov_set_state.n_unloaded, __ATOMIC_RELAXED))) {
		all->missed = SET_MISSED | SET_ANYWHERE;
		return 1;
	}
	check_references(info, all->takes_lock ? size : 0, part, all);
	return all->missed & SET_ANYWHERE;
}

int set_image_may_have_left(const struct dl_phdr_info *info, size_t counted)
{
	struct images all = { .n = 1, .takes_lock = 1, .goes_on = 1 };
	uintptr_t part[SET_N_PARTS] = { 0 };

	set_read_dynamic(info, part);
	if (!part[SET_SYMBOLS] || !part[SET_NAMES])
		return SET_MISSED | SET_ANYWHERE;
	check_references(info, counted, part, &all);
	return all.missed;
}

int set_may_have_left(int takes_lock)
{
	struct images all = { .takes_lock = takes_lock };

	if (set_for_each_loaded(check_image, &all, takes_lock))
		return SET_MISSED | SET_ANYWHERE;
	return all.n || all.missed ? all.missed : SET_MISSED | SET_ANYWHERE;
}
