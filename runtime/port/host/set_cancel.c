/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Threads that pthread_cancel() ends.  glibc unwinds such a thread by libgcc_s, which it loads by
 * itself: none of its pointers is between.  But libgcc_s finds each frame by a function of the
 * dynamic linker, the first one before any frame is gone: so all calls of a cancelled thread
 * are noted where it asks.  Other C libraries do not unwind, and leave calls unnoticed.
 */
#include "set.h"

#ifdef SET_HAS_UNWIND

#define WEAK __attribute__((weak))
#define RETURN_ADDRESS ((uintptr_t)__builtin_return_address(0))
/* Threads that may be cancelled before all of them are taken to be missed. */
#define CANCELLED_MAX 64
#define LOAD_NOW 2 /* RTLD_NOW */
#define UNWINDER "libgcc_s.so."

typedef void *load_fn(const char *name, int how);
typedef int visit_fn(struct dl_phdr_info *, size_t, void *);

extern const char *gnu_get_libc_version(void) WEAK;
extern uintptr_t pthread_self(void) WEAK;
/* dlopen() is asked for by name: a reference, even a weak one, makes linkers warn of static
 * programs. */
extern void *dlsym(void *handle, const char *name) WEAK;
extern int dl_iterate_phdr(visit_fn *fn, void *arg) WEAK;
extern int find_object(void *address, void *result) __asm__("_dl_find_object") WEAK;

/* Never taken out: of a later thread with the same number too many calls are noted. */
static uintptr_t cancelled[CANCELLED_MAX];
static int is_watching;

static void note_if_cancelled(uintptr_t start)
{
	uintptr_t self = pthread_self(), thread;
	unsigned i;

	for (i = 0; i < CANCELLED_MAX; i++) {
		thread = __atomic_load_n(&cancelled[i], __ATOMIC_RELAXED);
		if (!thread)
			return;
		if (thread == self) {
			set_note_cuts(start, 0, 1);
			return;
		}
	}
}

static int ask_find_object(void *address, void *result)
{
	note_if_cancelled(RETURN_ADDRESS);
	return find_object(address, result);
}

static int ask_iterate(visit_fn *fn, void *arg)
{
	note_if_cancelled(RETURN_ADDRESS);
	return dl_iterate_phdr(fn, arg);
}

static uintptr_t choose(const struct set_reference *r, uintptr_t is)
{
	uintptr_t chosen = 0;

	(void)is;
	if (find_object && set_equal(r->name, "_dl_find_object", sizeof("_dl_find_object")))
		chosen = (uintptr_t)ask_find_object;
	else if (set_equal(r->name, "dl_iterate_phdr", sizeof("dl_iterate_phdr")))
		chosen = (uintptr_t)ask_iterate;
	return chosen;
}

static int watch_unwinder(struct dl_phdr_info *info, size_t size, void *arg)
{
	(void)arg;
	if (set_is_library(info, UNWINDER))
		is_watching |= set_replace_pointers(info, size, choose, 0) != 0;
	return 0;
}

int set_watch_cancelled(uintptr_t thread)
{
	unsigned i;

	if (!gnu_get_libc_version || !pthread_self || !dlsym || !dl_iterate_phdr)
		return -1;
	/* pthread_cancel() loads it, too. */
	if (!is_watching) {
		load_fn *load = (load_fn *)(uintptr_t)dlsym(NULL, "dlopen"); /* RTLD_DEFAULT */

		if (load && load(UNWINDER "1", LOAD_NOW))
			dl_iterate_phdr(watch_unwinder, NULL);
	}
	for (i = 0; is_watching && i < CANCELLED_MAX; i++) {
		uintptr_t was = 0;

		if (__atomic_compare_exchange_n(&cancelled[i], &was, thread, 0, __ATOMIC_RELAXED,
						__ATOMIC_RELAXED) ||
		    was == thread)
			return 0;
	}
	return -1;
}

#endif
