/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Functions that leave calls.  When an image begins to record, the pointers through which
 * images call them (the global offset table, which the dynamic linker has filled) are
 * replaced: by the program in all images, by a library in its own.  So nothing is exported, the
 * link needs no option, and code that calls none of them is as before.
 *
 *   longjmp() and its like    the calls between the jump and its target are noted
 *   exceptions                the personality function, which decides where unwinding goes on,
 *                             notes the calls that it discards
 *   pthread_exit(), contexts  all calls of the stack are noted: they may not return
 *   pthread_cancel()          those of the other thread when it is unwound (set_cancel.c)
 *   _exit(), exec, abort()    the process ends here, and that is counted
 *
 * A noted call is one that was executed and may not have returned: to note one that returns
 * is no error, and lets the report know less.
 */
#include <elf.h>
#include <errno.h>
#include <stdarg.h>
#include <unistd.h>
#include "set.h"

#ifdef SET_HAS_UNWIND

#define WEAK __attribute__((weak))
#define RETURN_ADDRESS ((uintptr_t)__builtin_return_address(0))

extern struct set_state anycov_set_state __attribute__((visibility("hidden")));
extern int dl_iterate_phdr(int (*fn)(struct dl_phdr_info *, size_t, void *), void *arg) WEAK;
extern uintptr_t _Unwind_GetCFA(void *context) WEAK;
extern int find_stack(void *env, ...) __asm__("_setjmp") WEAK;

/* ---- the C library's functions ---- */

/* In the order of `wrappers`: first those after which the process goes on, or may. */
#define LEAVING(X)                                                                                 \
	X(longjmp)                                                                                 \
	X(_longjmp)                                                                                \
	X(siglongjmp)                                                                              \
	X(__longjmp_chk)                                                                           \
	X(setcontext)                                                                              \
	X(swapcontext)                                                                             \
	X(pthread_exit)                                                                            \
	X(thrd_exit)                                                                               \
	X(pthread_cancel)                                                                          \
	X(__gxx_personality_v0)                                                                    \
	X(__gcc_personality_v0)                                                                    \
	X(abort)                                                                                   \
	X(__assert_fail)
#ifdef SET_OF_DUMPS
#define ENDING(X) /* the runtime of hooks has these functions itself: interpose.c */
#else
#define ENDING(X)                                                                                  \
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
	X(execle)
#endif
#define FUNCTIONS(X) LEAVING(X) ENDING(X)

#define NUMBER(name) IS_##name,
enum { FUNCTIONS(NUMBER) N_FUNCTIONS };
#define DECLARE(name) extern void theirs_##name(void) __asm__(#name) WEAK;
FUNCTIONS(DECLARE)
#define NAME(name) #name,
static const char *const names[] = { FUNCTIONS(NAME) };

/* Taken before the pointers are replaced, through which this image reaches them, too. */
static void (*real[N_FUNCTIONS])(void);

#define REAL(name, type) ((type)real[IS_##name])

static void find_real(void)
{
#define TAKE(name) real[IS_##name] = theirs_##name;
	FUNCTIONS(TAKE)
}

/* ---- what the wrappers do ---- */

static void note(uintptr_t start, uintptr_t target, int with_target)
{
	if (set_is_recording(&anycov_set_state))
		set_note_cuts(start, target, with_target);
}

/* Where the C library stores the stack pointer in a jmp_buf, which some of them disguise. */
#ifdef __x86_64__
#define JMP_STACK 6
__asm__(".pushsection .text\n.type set_call_setjmp,@function\nset_call_setjmp:\n"
	"\t.cfi_startproc\n\tpushq %rbx\n\t.cfi_adjust_cfa_offset 8\n\t.cfi_rel_offset rbx,0\n"
	"\tmovq %rsp,%rbx\n\tcall *%rsi\n\tmovq %rbx,%rax\n\tpopq %rbx\n"
	"\t.cfi_adjust_cfa_offset -8\n\tret\n\t.cfi_endproc\n"
	".size set_call_setjmp,.-set_call_setjmp\n.popsection");
#else
#define JMP_STACK 13
__asm__(".pushsection .text\n.type set_call_setjmp,@function\nset_call_setjmp:\n"
	"\t.cfi_startproc\n\tstp x29,x30,[sp,#-16]!\n\t.cfi_def_cfa_offset 16\n"
	"\t.cfi_offset 29,-16\n\t.cfi_offset 30,-8\n\tblr x1\n\tmov x0,sp\n"
	"\tldp x29,x30,[sp],#16\n\tret\n\t.cfi_endproc\n"
	".size set_call_setjmp,.-set_call_setjmp\n.popsection");
#endif
/* Calls _setjmp().  Returns the stack pointer that it had to store. */
extern uintptr_t set_call_setjmp(void *env, int (*fn)(void *, ...))
	__attribute__((visibility("hidden")));

static uintptr_t disguise;
static int is_disguised;

static uintptr_t reveal(uintptr_t stack)
{
#ifdef __x86_64__
	if (is_disguised) /* glibc's */
		stack = stack >> 17 | stack << 47;
#endif
	return stack ^ disguise;
}

/* Finds the key, which is the same for all threads. */
static void learn_disguise(void)
{
	/* The largest is glibc's for aarch64. */
	uintptr_t env[64], stack;

	if (!find_stack)
		return;
	stack = set_call_setjmp(env, find_stack);
	is_disguised = env[JMP_STACK] != stack;
	disguise = is_disguised ? reveal(env[JMP_STACK]) ^ stack : 0;
}

static void note_jump(const uintptr_t *env, uintptr_t start)
{
	note(start, find_stack ? reveal(env[JMP_STACK]) : 0, 1);
}

#define JUMP(name)                                                                                 \
	static __attribute__((noreturn)) void leave_##name(void *env, int value)                   \
	{                                                                                          \
		note_jump(env, RETURN_ADDRESS);                                                    \
		REAL(name, void (*)(void *, int))(env, value);                                     \
		__builtin_unreachable();                                                           \
	}
JUMP(longjmp)
JUMP(_longjmp)
JUMP(siglongjmp)
JUMP(__longjmp_chk)

static int leave_setcontext(const void *to)
{
	note(RETURN_ADDRESS, 0, 1);
	return REAL(setcontext, int (*)(const void *))(to);
}

static int leave_swapcontext(void *from, const void *to)
{
	note(RETURN_ADDRESS, 0, 1);
	return REAL(swapcontext, int (*)(void *, const void *))(from, to);
}

static __attribute__((noreturn)) void leave_pthread_exit(void *result)
{
	note(RETURN_ADDRESS, 0, 1);
	REAL(pthread_exit, void (*)(void *))(result);
	__builtin_unreachable();
}

static __attribute__((noreturn)) void leave_thrd_exit(int result)
{
	note(RETURN_ADDRESS, 0, 1);
	REAL(thrd_exit, void (*)(int))(result);
	__builtin_unreachable();
}

static int leave_pthread_cancel(uintptr_t thread)
{
	/* libgcc_s has one pointer for all images, and must never call an unloaded one. */
	if (set_is_recording(&anycov_set_state) &&
	    (!anycov_set_state.is_program || set_watch_cancelled(thread)))
		set_miss_cuts(SET_MISSED | SET_ANYWHERE);
	return REAL(pthread_cancel, int (*)(uintptr_t))(thread);
}

/* What a personality function answers, and is asked (_URC_..., _UA_...). */
enum { HANDLER_FOUND = 6, INSTALL_CONTEXT = 7 };

/*
 * A function goes on in a landing pad, or will catch the exception.  Functions of other images
 * may have personality functions that are not watched, such as the C library's for the landing
 * pad of pthread_once(): the calls below are noted while they are still there, which is when a
 * handler is found.  Where none is looked for the thread ends, and all its calls have been noted.
 */
static void note_landing(int result, uintptr_t target, uintptr_t start)
{
	if (result == HANDLER_FOUND)
		target = set_is_recording(&anycov_set_state) ? set_find_foreign(start, target) : 0;
	if (target)
		note(start, target, 0);
}

#define PERSONALITY(name)                                                                          \
	static int leave_##name(int version, int actions, uint64_t language, void *exception,      \
				void *context)                                                     \
	{                                                                                          \
		int result = REAL(name, int (*)(int, int, uint64_t, void *, void *))(              \
			version, actions, language, exception, context);                           \
                                                                                                   \
		if ((result == INSTALL_CONTEXT || result == HANDLER_FOUND) && _Unwind_GetCFA)      \
			note_landing(result, _Unwind_GetCFA(context), RETURN_ADDRESS);             \
		return result;                                                                     \
	}
PERSONALITY(__gxx_personality_v0)
PERSONALITY(__gcc_personality_v0)

static void end_here(uintptr_t start)
{
	if (anycov_set_state.pid)
		set_end_all(start);
}

/* A handler of SIGABRT may do anything. */
static void abort_here(uintptr_t start)
{
	if (set_is_caught(SET_ABORT))
		note(start, 0, 1);
	else
		end_here(start);
}

static __attribute__((noreturn)) void leave_abort(void)
{
	abort_here(RETURN_ADDRESS);
	real[IS_abort]();
	__builtin_unreachable();
}

static __attribute__((noreturn)) void leave___assert_fail(const char *text, const char *file,
							  unsigned line, const char *function)
{
	abort_here(RETURN_ADDRESS);
	REAL(__assert_fail, void (*)(const char *, const char *, unsigned, const char *))
	(text, file, line, function);
	__builtin_unreachable();
}

#ifndef SET_OF_DUMPS
#define END(name)                                                                                  \
	static __attribute__((noreturn)) void leave_##name(int status)                             \
	{                                                                                          \
		end_here(RETURN_ADDRESS);                                                          \
		REAL(name, void (*)(int))(status);                                                 \
		__builtin_unreachable();                                                           \
	}
END(_exit)
END(_Exit)
END(quick_exit)

/* ---- exec ---- */

typedef int exec_fn(const char *, char *const *, char *const *);

/*
 * Calls it between an end that is counted, and a return that shows that it was none.  What is not
 * there is not executed, so calls go on, and the end would not be seen.
 */
static int execute(int number, const void *what, char *const *argv, char *const *envp,
		   uintptr_t start)
{
	int result;

	if (number != IS_fexecve &&
	    !set_can_execute(what, number != IS_execve && number != IS_execv))
		return ((exec_fn *)(void *)real[number])(what, argv, envp);
	end_here(start);
	result = ((exec_fn *)(void *)real[number])(what, argv, envp);
	set_go_on_all();
	return result;
}

static int leave_execve(const char *path, char *const *argv, char *const *envp)
{
	return execute(IS_execve, path, argv, envp, RETURN_ADDRESS);
}

static int leave_execvpe(const char *file, char *const *argv, char *const *envp)
{
	return execute(IS_execvpe, file, argv, envp, RETURN_ADDRESS);
}

static int leave_fexecve(int fd, char *const *argv, char *const *envp)
{
	return execute(IS_fexecve, (const void *)(intptr_t)fd, argv, envp, RETURN_ADDRESS);
}

static int leave_execv(const char *path, char *const *argv)
{
	return execute(IS_execv, path, argv, NULL, RETURN_ADDRESS);
}

static int leave_execvp(const char *file, char *const *argv)
{
	return execute(IS_execvp, file, argv, NULL, RETURN_ADDRESS);
}

/* The variants with a list: an array of it, on the stack, for the others. */
#define COUNT_LIST(n, ap, arg)                                                                     \
	size_t n = 1;                                                                              \
	va_start(ap, arg);                                                                         \
	while (va_arg(ap, char *))                                                                 \
		n++;                                                                               \
	va_end(ap)

static void take_list(char **argv, const char *first, size_t n, va_list *ap)
{
	size_t i;

	argv[0] = (char *)(uintptr_t)first;
	for (i = 1; i <= n; i++)
		argv[i] = va_arg(*ap, char *);
}

static int leave_execl(const char *path, const char *arg, ...)
{
	va_list ap;
	COUNT_LIST(n, ap, arg);
	char *argv[n + 1];

	va_start(ap, arg);
	take_list(argv, arg, n, &ap);
	va_end(ap);
	return execute(IS_execv, path, argv, NULL, RETURN_ADDRESS);
}

static int leave_execlp(const char *file, const char *arg, ...)
{
	va_list ap;
	COUNT_LIST(n, ap, arg);
	char *argv[n + 1];

	va_start(ap, arg);
	take_list(argv, arg, n, &ap);
	va_end(ap);
	return execute(IS_execvp, file, argv, NULL, RETURN_ADDRESS);
}

static int leave_execle(const char *path, const char *arg, ...)
{
	va_list ap;
	COUNT_LIST(n, ap, arg);
	char *argv[n + 1], *const *envp;

	va_start(ap, arg);
	take_list(argv, arg, n, &ap);
	envp = va_arg(ap, char *const *);
	va_end(ap);
	return execute(IS_execve, path, argv, envp, RETURN_ADDRESS);
}
#endif

/* ---- replacing pointers ---- */

static const void *const wrappers[] = {
#define WRAPPER(name) (const void *)leave_##name,
	FUNCTIONS(WRAPPER)
};

static int number_of(const char *name)
{
	int i;

	for (i = 0; i < N_FUNCTIONS; i++)
		if (names[i][0] == name[0] && names[i][1] == name[1] &&
		    set_equal(names[i], name, set_length(names[i]) + 1))
			return i;
	return -1;
}

int set_is_watched(const char *name, uintptr_t pointer)
{
	const struct set_code *c;
	int number = number_of(name);
	unsigned i;

	if (number < 0)
		return 0;
	for (i = 0; (c = set_loaded(i)); i++)
		if (c->state && c->state->wrappers &&
		    (uintptr_t)c->state->wrappers[number] == pointer)
			return 1;
	return 0;
}

int set_is_personality(uintptr_t function)
{
	return set_is_watched("__gxx_personality_v0", function) ||
	       set_is_watched("__gcc_personality_v0", function);
}

/* The image whose pointers are replaced; the dynamic linker's lock is held. */
static uintptr_t image_low, image_high;

static uintptr_t choose(const struct set_reference *r, uintptr_t is)
{
	int number = number_of(r->name);

	if (number < 0 || !real[number] || set_is_watched(r->name, is))
		return 0;
	/* A program that is not PIE may have the function's address be its own jump through this
	 * pointer: its wrapper would call itself. */
	if (r->type == SET_IN_TABLE && (uintptr_t)real[number] >= image_low &&
	    (uintptr_t)real[number] < image_high)
		return 0;
	/* The table's pointers may lead to code that looks up the function, and stores it. */
	if (r->type != SET_IN_TABLE && is != (uintptr_t)real[number])
		return 0;
	return (uintptr_t)wrappers[number];
}

static int replace_in(struct dl_phdr_info *info, size_t size, void *arg)
{
	const struct set_state *s = arg;
	uintptr_t flags = (uintptr_t)s->flags;

	(void)size;
	set_find_extent(info, 0, &image_low, &image_high);
	if (s->is_program || (flags >= image_low && flags < image_high))
		set_replace_pointers(info, choose);
	return 0;
}

void set_watch(struct set_state *s)
{
	if (!dl_iterate_phdr)
		return;
	/* Once: later these pointers are replaced, too. */
	if (!s->wrappers) {
		find_real();
		learn_disguise();
	}
	s->wrappers = wrappers;
	s->relist = set_relist;
	set_list_loaded();
	dl_iterate_phdr(replace_in, s);
	if (!s->is_program)
		set_tell_others(NULL);
}

#else
int set_is_watched(const char *name, uintptr_t pointer)
{
	(void)name;
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
#endif
