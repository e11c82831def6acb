/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * When an image begins to record, the pointers through which images call functions that leave
 * calls (the global offset table, which the dynamic linker has filled) are replaced: by the
 * program in all images, by a library in its own, and where the program has no flags in those
 * without flags.  So nothing is exported, the link needs no option, and code that calls none of
 * them is as before.
 */
#include <elf.h>
#include <time.h>
#include "set_leave.h"

#ifdef SET_HAS_UNWIND

#define WEAK __attribute__((weak))

extern struct set_state anycov_set_state __attribute__((visibility("hidden")));
/* By name, and weak, as in set_cancel.c. */
extern void *dlsym(void *handle, const char *name) WEAK;
extern int dl_iterate_phdr(int (*fn)(struct dl_phdr_info *, size_t, void *), void *arg) WEAK;

int set_is_watched(int number, uintptr_t pointer)
{
	const struct set_code *c;
	const struct set_state *s;
	unsigned i;

	if (number < 0)
		return 0;
	if (set_leaving_interceptors[number] &&
	    pointer == (uintptr_t)set_leaving_interceptors[number])
		return 1;
	for (i = 0; (c = set_loaded(i)); i++)
		if ((s = set_state_of(c)) && s->wrappers &&
		    (uintptr_t)s->wrappers[number] == pointer)
			return 1;
	return 0;
}

int set_is_personality(uintptr_t function)
{
	return set_is_watched(IS___gxx_personality_v0, function) ||
	       set_is_watched(IS___gcc_personality_v0, function);
}

/* The image whose pointers are replaced; the dynamic linker's lock is held. */
static uintptr_t image_low, image_high;

/* dlopen() searches where the image that calls it says, so only this one's pointers to it lead to
 * ours; of a library that may be unloaded those of calls, as others may keep the address. */
static int is_other_load(const struct set_reference *r)
{
	uintptr_t own = (uintptr_t)&anycov_set_state;

	if (r->number != IS_dlopen)
		return 0;
	if (own < image_low || own >= image_high ||
	    (r->type != SET_IN_TABLE && !anycov_set_state.is_program))
		return 1;
	if (!set_leaving_real[IS_dlopen] && dlsym)
		set_leaving_real[IS_dlopen] = (void (*)(void))dlsym(NULL, "dlopen");
	return 0;
}

/*
 * Returns the number of the function that a pointer is to lead to, or -1.  The first pointer to a
 * personality function shows where that is.
 */
static int number_at(const struct set_reference *r, uintptr_t is)
{
	int number = is_other_load(r) ? -1 : r->number;
	int decides = number == IS___gxx_personality_v0 || number == IS___gcc_personality_v0;

	if (decides && !set_leaving_real[number] && r->type != SET_IN_TABLE &&
	    !set_is_watched(number, is))
		set_leaving_real[number] = (void (*)(void))is;
	return number >= 0 && set_leaving_real[number] ? number : -1;
}

#ifdef SET_OF_DUMPS
#define IS_FOREIGN_VFORK(number) 0
#else
static int image_has_flags;
/* Until it executes a program, a child of other code runs nothing of images with flags. */
#define IS_FOREIGN_VFORK(number) ((number) == IS_vfork && !image_has_flags)
#endif

/*
 * Returns whether this image's calls lead to a function of its own that others may not find, such
 * as one of the linker's --wrap.
 */
static int is_own_function(int number)
{
	uintptr_t real = (uintptr_t)set_leaving_real[number];
	struct set_code own, code;

	return set_find_code((uintptr_t)&anycov_set_state, &own) || set_find_code(real, &code) ||
	       (code.low == own.low &&
		(!dlsym || (uintptr_t)dlsym(NULL, set_function_name(number)) != real));
}

/*
 * The pointers of the table may lead to code of their image that looks up the function, and stores
 * it.  Others that are not this image's function are another one.
 */
static uintptr_t choose(const struct set_reference *r, uintptr_t is)
{
	int number = number_at(r, is);

	if (number < 0 || set_is_watched(number, is) || IS_FOREIGN_VFORK(number))
		return 0;
	if (set_leaving_interceptors[number])
		return 0;
	/* It would return into a library that it has unloaded. */
	if ((number == IS_dlclose || number == IS_iconv_close) && !anycov_set_state.is_program)
		return 0;
	/* A program that is not PIE may have the function's address be its own jump through this
	 * pointer: its wrapper would call itself. */
	if (r->type == SET_IN_TABLE && (uintptr_t)set_leaving_real[number] >= image_low &&
	    (uintptr_t)set_leaving_real[number] < image_high)
		return 0;
	if (is != (uintptr_t)set_leaving_real[number] &&
	    (r->type != SET_IN_TABLE || is < image_low || is >= image_high ||
	     is_own_function(number)))
		return 0;
	return (uintptr_t)set_leaving_wrappers[number];
}

/* ---- programs without flags ---- */

#ifndef SET_OF_DUMPS
#define LOAD_LAZY 1 /* RTLD_LAZY */
/* How long unloading waits for other threads that are in a wrapper. */
#define INSIDE_TRIES 10
#define INSIDE_WAIT 1000000 /* ns */

static int is_in_plain_host;
/* This library ends: its functions remain before others in its own code alone. */
static int is_unwatched;
static uintptr_t code_low, code_high; /* of the image whose pointers are replaced */

static int check_program(struct dl_phdr_info *info, size_t size, void *arg)
{
	struct set_note note;

	(void)size;
	(void)arg;
	is_in_plain_host = (uintptr_t)info->dlpi_phdr == set_auxv(AT_PHDR, 0) &&
			   !set_find_startup(info, &note);
	return 1; /* the program is the first image */
}

/* Returns whether the program's calls lead to the same function as those of this library. */
static int is_of_program(int number)
{
	static void *program;
	void *(*load)(const char *, int);

	if (!program && dlsym) {
		load = (void *(*)(const char *, int))(uintptr_t)dlsym(NULL, "dlopen");
		program = load ? load(NULL, LOAD_LAZY) : NULL;
	}
	return program && (uintptr_t)dlsym(program, set_function_name(number)) ==
				  (uintptr_t)set_leaving_real[number];
}

/*
 * Pointers of images without flags, which are put back when this library is unloaded.  So only
 * those of calls: a program may keep the address of a function.  And not those of functions that
 * may return: a coroutine would go on in code that is no longer there.
 */
static uintptr_t choose_in_host(const struct set_reference *r, uintptr_t is)
{
	int number = number_at(r, is);
	int decides = number == IS___gxx_personality_v0 || number == IS___gcc_personality_v0;

	if (number < 0 || number == IS_setcontext || number == IS_swapcontext ||
	    number == IS_pthread_cancel || number == IS_daemon || number >= IS_sigaction ||
	    (r->type != SET_IN_TABLE && !decides))
		return 0;
	if (is != (uintptr_t)set_leaving_real[number] &&
	    (r->type != SET_IN_TABLE || is < code_low || is >= code_high || set_keeps_pointers() ||
	     !is_of_program(number)))
		return 0;
	return choose(r, is);
}

static uintptr_t choose_real(const struct set_reference *r, uintptr_t is)
{
	int number = r->number;

	return number >= 0 && is == (uintptr_t)set_leaving_wrappers[number]
		       ? (uintptr_t)set_leaving_real[number]
		       : 0;
}

static int put_back_in(struct dl_phdr_info *info, size_t size, void *arg)
{
	struct set_note note;

	(void)arg;
	/* Those of this library go with it, and those of others with flags lead to their own. */
	if (!set_find_startup(info, &note))
		set_replace_pointers(info, size, choose_real, 1);
	return 0;
}

static void replace_in_host(struct dl_phdr_info *info, size_t size)
{
	struct set_note note;

	if (!is_in_plain_host || set_find_startup(info, &note))
		return;
	set_find_extent(info, PF_X, &code_low, &code_high);
	set_replace_pointers(info, size, choose_in_host, 0);
}
#else
static void replace_in_host(const struct dl_phdr_info *info, size_t size)
{
	(void)info;
	(void)size; /* of dumps only the program's runtime watches */
}
#endif

static int replace_in(struct dl_phdr_info *info, size_t size, void *arg)
{
	const struct set_state *s = arg;
	uintptr_t flags = (uintptr_t)s->flags;
#ifndef SET_OF_DUMPS
	struct set_note note;

	image_has_flags = set_find_startup(info, &note);
#endif
	set_find_extent(info, 0, &image_low, &image_high);
	if (s->is_program || (flags >= image_low && flags < image_high))
		set_replace_pointers(info, size, choose, 0);
	else
		replace_in_host(info, size);
	return 0;
}

#ifndef SET_OF_DUMPS
/* What a library that is unloaded has put back, this one replaces. */
static void list_again(const struct set_state *gone)
{
	set_relist(gone);
	if (gone && is_in_plain_host && !is_unwatched)
		dl_iterate_phdr(replace_in, &anycov_set_state);
}

void set_unwatch(void)
{
	const struct timespec wait = { 0, INSIDE_WAIT };
	int i;

	if (!is_in_plain_host)
		return;
	is_unwatched = 1;
	dl_iterate_phdr(put_back_in, NULL);
	set_let_pass();
	for (i = 0; i < INSIDE_TRIES && set_is_inside(); i++)
		SET_SYS2(SYS_nanosleep, &wait, NULL);
}
#else
#define list_again set_relist
#endif

/*
 * A list of arguments cannot be passed on to another list, so what is put before execl() calls
 * execv(): if that is not of the same image, a user's own execl() would not be called.
 */
static void leave_alone_others(void)
{
#ifndef SET_OF_DUMPS
	static const int calls[][2] = { { IS_execl, IS_execv },
					{ IS_execlp, IS_execvp },
					{ IS_execle, IS_execve } };
	struct set_code list, array;
	size_t i;

	for (i = 0; i < sizeof(calls) / sizeof(calls[0]); i++)
		if (set_find_code((uintptr_t)set_leaving_real[calls[i][0]], &list) ||
		    set_find_code((uintptr_t)set_leaving_real[calls[i][1]], &array) ||
		    list.low != array.low)
			set_leaving_real[calls[i][0]] = NULL;
#endif
}

void set_watch(struct set_state *s)
{
	int is_first = !s->wrappers;

	if (!dl_iterate_phdr)
		return;
	/* Once: later these pointers are replaced, too. */
	if (is_first)
		set_find_leaving();
	s->wrappers = set_leaving_wrappers;
	s->relist = list_again;
	set_list_loaded(1);
	if (is_first) {
		leave_alone_others();
		set_begin_counting(s);
		if (s->is_program)
			set_note_lasting();
	}
#ifndef SET_OF_DUMPS
	if (!s->is_program)
		dl_iterate_phdr(check_program, NULL);
#endif
	dl_iterate_phdr(replace_in, s);
	/* Libraries began before the program, and found nothing in its note yet. */
	set_tell_others(NULL);
}

/*
 * Not if the program defines one itself, which it reaches without a pointer, or if a pointer could
 * not be replaced.
 */
int set_hides_actions(void)
{
	struct set_code own, code;
	int i;

	if (!anycov_set_state.wrappers || set_keeps_pointers() || set_pointers_left() ||
	    set_find_code((uintptr_t)&anycov_set_state, &own))
		return 0;
	for (i = IS_sigaction; i < N_FUNCTIONS; i++)
		if (set_leaving_real[i] &&
		    (set_find_code((uintptr_t)set_leaving_real[i], &code) || code.low == own.low))
			return 0;
	return 1;
}

#else
int set_hides_actions(void)
{
	return 0;
}

int set_is_watched(int number, uintptr_t pointer)
{
	(void)number;
	(void)pointer;
	return 0;
}

int set_is_personality(uintptr_t function)
{
	(void)function;
	return 0;
}

void set_watch(struct set_state *s)
{
	(void)s;
}

void set_unwatch(void)
{
}
#endif
