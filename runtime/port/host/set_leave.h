/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The functions that leave calls, and what is put before them: set_leave.c, set_watch.c. */
#ifndef ANYCOV_SET_LEAVE_H
#define ANYCOV_SET_LEAVE_H

#include "set.h"

/* First those after which the process goes on, or may. */
#define JUMPING(X)                                                                                 \
	X(longjmp)                                                                                 \
	X(_longjmp)                                                                                \
	X(siglongjmp)                                                                              \
	X(__longjmp_chk)                                                                           \
	X(setcontext)                                                                              \
	X(swapcontext)                                                                             \
	X(pthread_exit)                                                                            \
	X(thrd_exit)                                                                               \
	X(pthread_cancel)
#define DECIDING(X)                                                                                \
	X(__gxx_personality_v0)                                                                    \
	X(__gcc_personality_v0)
#define STOPPING(X)                                                                                \
	X(abort)                                                                                   \
	X(__assert_fail)                                                                           \
	X(daemon)
#ifdef SET_OF_DUMPS
#define ENDING(X) /* the runtime of hooks has these functions itself: interpose.c */
#else
#define ENDING(X)                                                                                  \
	X(exit)                                                                                    \
	X(_exit)                                                                                   \
	X(_Exit)                                                                                   \
	X(quick_exit)                                                                              \
	X(execve)                                                                                  \
	X(execv)                                                                                   \
	X(execvp)                                                                                  \
	X(execvpe)                                                                                 \
	X(fexecve)                                                                                 \
	X(execl)                                                                                   \
	X(execlp)                                                                                  \
	X(execle)                                                                                  \
	X(vfork)
#endif
/* Where it fails, libraries are unloaded that never ran. */
#define LOADING(X) X(dlopen)
/* Libraries that are unloaded are counted, such as those that glibc has for character sets. */
#define UNLOADING(X)                                                                               \
	X(dlclose)                                                                                 \
	X(iconv_close)
/* Those that return a signal's action. */
#define SHOWING(X)                                                                                 \
	X(sigaction)                                                                               \
	X(signal)                                                                                  \
	X(bsd_signal)                                                                              \
	X(ssignal)                                                                                 \
	X(sysv_signal)                                                                             \
	X(__sysv_signal)                                                                           \
	X(__sigaction)                                                                             \
	X(sigset)
#define FUNCTIONS(X) JUMPING(X) DECIDING(X) STOPPING(X) ENDING(X) LOADING(X) UNLOADING(X) SHOWING(X)
/*
 * Those that this object refers to.  Linkers warn of dlopen() in static programs.  GNU ld fails for
 * a weak reference to a function that code before -flto referred to, if the link leaves out its
 * library because nothing is needed of it any more, which is so of no library but those of
 * exceptions.
 */
#define LINKED(X) JUMPING(X) STOPPING(X) ENDING(X) UNLOADING(X) SHOWING(X)

/*
 * Like JUMPING, those after which it must be known that they were noticed, or were not called:
 * set_refer.c looks at the pointers of images, set_static.c at what is linked into a static
 * program.  Some may be called in the handler of a signal, and so end a call at any instruction.
 */
#define REFERRED_FORKING(X) X(_Fork)
/* Processes that begin unseen, and share memory or the stack of this one. */
#define REFERRED_CLONING(X)                                                                        \
	X(clone)                                                                                   \
	X(__clone)                                                                                 \
	X(clone3)
/* The same; until it executes a program the child calls nothing of other images. */
#define REFERRED_SHARING(X)                                                                        \
	X(vfork)                                                                                   \
	X(__vfork)

#define NUMBER(name) IS_##name,
enum { FUNCTIONS(NUMBER) N_FUNCTIONS };

/* set_names.c: what is known of a function. */
enum {
	SET_LEAVES = 1,   /* calls that are on the stack, or begins a process that does */
	SET_CLONES = 2,   /* REFERRED_CLONING */
	SET_SHARES = 4,   /* REFERRED_SHARING */
	SET_UNLOADS = 8,  /* libraries */
	SET_DECIDES = 16, /* where an exception goes on */
	/* Used where a language has a personality function of its own, or an unwinder is linked in;
	 * SET_LISTS: of these, what lists the images. */
	SET_UNWINDS = 32,
	SET_LISTS = 64
};
struct set_function {
	int number; /* of FUNCTIONS, or -1 */
	unsigned kinds;
};
struct set_function set_find_function(const char *name);
const char *set_function_name(int number);

/* set_reloc.c: what relocations need of an image's dynamic section. */
enum {
	SET_SYMBOLS,
	SET_NAMES,
	SET_CALLS,
	SET_CALLS_BYTES,
	SET_DATA,
	SET_DATA_BYTES,
	SET_DATA_RELATIVE,
	SET_SONAME,
	SET_DEFINED,
	SET_N_PARTS
};
void set_read_dynamic(const struct dl_phdr_info *info, uintptr_t *part);
/* set_for_each_reference() of an image whose parts were read. */
void set_search(const struct dl_phdr_info *info, size_t counted, const uintptr_t *part,
		set_use_reference *fn, void *arg);

/* Of each: the C library's, and what is put before it. */
extern void (*set_leaving_real[N_FUNCTIONS])(void);
extern const void *const set_leaving_wrappers[];
/* Those of a sanitizer in this image, which call ours, which calls the C library's; or NULL. */
extern void (*set_leaving_interceptors[N_FUNCTIONS])(void);

/* The stack pointer of the last function that called vfork(); 0: none has. */
extern uintptr_t set_vfork_stack __attribute__((visibility("hidden")));

/* Takes the C library's, before the pointers are replaced, through which this image reaches them,
 * too. */
void set_find_leaving(void);
/* Returns whether the program does not see an action of ours (set_fatal.c). */
int set_hides_actions(void);
/* Returns whether a thread is in one of the wrappers, which other images may call. */
int set_is_inside(void);

#endif
