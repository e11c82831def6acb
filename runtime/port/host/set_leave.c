/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What is put before functions that leave calls (set_watch.c).
 *
 *   longjmp() and its like    the calls between the jump and its target are noted
 *   exceptions                the personality function, which decides where unwinding goes on,
 *                             notes the calls that it discards
 *   pthread_exit(), contexts  all calls of the stack are noted: they may not return
 *   pthread_cancel()          those of the other thread when it is unwound (set_cancel.c)
 *   exit()                    without unwind tables (musl): the calls of the stack are noted
 *   _exit(), exec, abort()    the process ends here, and that is counted
 *   daemon()                  the parent ends in it
 *   vfork()                   is counted: the child's end must be seen, as the calls that it leaves
 *   dlopen()                  what it unloads again is known, if it fails
 *   dlclose(), iconv_close()  what they unload is looked at before
 *   sigaction() and its like  an action of set_fatal.c is shown as the default one
 *
 * A noted call is one that was executed and may not have returned: to note one that returns
 * is no error, and lets the report know less.
 */
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <unistd.h>
#include "set_leave.h"
#include "set_signal.h"

#ifdef SET_HAS_UNWIND

#define WEAK __attribute__((weak))
#define RETURN_ADDRESS ((uintptr_t)__builtin_return_address(0))

extern struct set_state anycov_set_state __attribute__((visibility("hidden")));
extern const char *gnu_get_libc_version(void) WEAK;
extern uintptr_t _Unwind_GetCFA(void *context) WEAK;
extern int find_stack(void *env, ...) __asm__("_setjmp") WEAK;

/* ---- the C library's functions ---- */

#define DECLARE(name) extern void theirs_##name(void) __asm__(#name) WEAK;
LINKED(DECLARE)

void (*set_leaving_real[N_FUNCTIONS])(void);
void (*set_leaving_interceptors[N_FUNCTIONS])(void);
/* The same as of IS_vfork, for code in assembler. */
extern void (*set_vfork)(void) __attribute__((visibility("hidden")));
void (*set_vfork)(void);

#define REAL(name, type) ((type)set_leaving_real[IS_##name])

/* ---- what the wrappers do ---- */

static int n_inside;

static void hold(void)
{
	__atomic_fetch_add(&n_inside, 1, __ATOMIC_SEQ_CST);
}

static void release(void)
{
	__atomic_fetch_sub(&n_inside, 1, __ATOMIC_SEQ_CST);
}

int set_is_inside(void)
{
	return __atomic_load_n(&n_inside, __ATOMIC_SEQ_CST) != 0;
}

/* In its callers: each frame of this object is one more to walk. */
static inline __attribute__((always_inline)) void note(uintptr_t start, uintptr_t target,
						       int with_target)
{
	hold();
	if (set_is_recording(&anycov_set_state))
		set_note_cuts(start, target, with_target);
	release();
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

/*
 * Clang's sanitizers define these functions in the program and call the C library's by pointers
 * of theirs, whose names are those of compiler-rt's interception library.
 */
#define INTERCEPTED(X)                                                                             \
	X(longjmp, "_ZN14__interception12real_longjmpE")                                           \
	X(_longjmp, "_ZN14__interception13real__longjmpE")                                         \
	X(siglongjmp, "_ZN14__interception15real_siglongjmpE")                                     \
	X(__longjmp_chk, "_ZN14__interception18real___longjmp_chkE")                               \
	X(swapcontext, "_ZN14__interception16real_swapcontextE")                                   \
	X(pthread_exit, "_ZN14__interception17real_pthread_exitE")                                 \
	X(abort, "_ZN14__interception10real_abortE")                                               \
	X(dlclose, "_ZN14__interception12real_dlcloseE")                                           \
	X(sigaction, "_ZN14__interception14real_sigactionE")                                       \
	X(signal, "_ZN14__interception11real_signalE")
#define DECLARE_INTERCEPTED(name, symbol)                                                          \
	extern void (*intercepted_##name)(void) __asm__(symbol) WEAK;
INTERCEPTED(DECLARE_INTERCEPTED)

/* Puts ours between a sanitizer's function and the C library's. */
static void intercept(int number, void (**real)(void))
{
	if (!real || !*real)
		return;
	set_leaving_interceptors[number] = set_leaving_real[number];
	set_leaving_real[number] = *real;
	*real = (void (*)(void))set_leaving_wrappers[number];
}

void set_find_leaving(void)
{
#define TAKE(name) set_leaving_real[IS_##name] = theirs_##name;
	LINKED(TAKE)
#define INTERCEPT(name, symbol) intercept(IS_##name, &intercepted_##name);
	INTERCEPTED(INTERCEPT)
#ifndef SET_OF_DUMPS
	set_vfork = set_leaving_real[IS_vfork];
	/* glibc's tables show its callers when the process ends. */
	if (gnu_get_libc_version)
		set_leaving_real[IS_exit] = NULL;
#endif
	learn_disguise();
}

static inline __attribute__((always_inline)) void note_jump(const uintptr_t *env, uintptr_t start)
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

/* Jumps to the C library's: this image may be unloaded before the thread has ended. */
static void leave_pthread_exit(void *result)
{
	note(RETURN_ADDRESS, 0, 1);
	REAL(pthread_exit, void (*)(void *))(result);
}

static void leave_thrd_exit(int result)
{
	note(RETURN_ADDRESS, 0, 1);
	REAL(thrd_exit, void (*)(int))(result);
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
		int result;                                                                        \
                                                                                                   \
		hold();                                                                            \
		result = REAL(name, int (*)(int, int, uint64_t, void *, void *))(                  \
			version, actions, language, exception, context);                           \
		if ((result == INSTALL_CONTEXT || result == HANDLER_FOUND) && _Unwind_GetCFA)      \
			note_landing(result, _Unwind_GetCFA(context), RETURN_ADDRESS);             \
		release();                                                                         \
		return result;                                                                     \
	}
PERSONALITY(__gxx_personality_v0)
PERSONALITY(__gcc_personality_v0)

static void end_here(uintptr_t start)
{
	hold();
	if (anycov_set_state.pid)
		set_end_all(start);
	release();
}

/* A handler of SIGABRT may do anything.  Other threads go on until the signal: a message is
 * printed, which may need a lock of theirs. */
static void abort_here(uintptr_t start)
{
	if (set_is_caught(SET_ABORT))
		note(start, 0, 1);
	else if (!set_ends_by(SET_ABORT) || set_is_only_thread(1))
		end_here(start);
}

#ifndef SET_OF_DUMPS
static __attribute__((noreturn)) void leave_exit(int status)
{
	hold();
	if (set_is_recording(&anycov_set_state))
		set_note_exit(RETURN_ADDRESS);
	release();
	REAL(exit, void (*)(int))(status);
	__builtin_unreachable();
}
#endif

static __attribute__((noreturn)) void leave_abort(void)
{
	abort_here(RETURN_ADDRESS);
	set_leaving_real[IS_abort]();
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

/* ---- daemon() ---- */

/* Of the thread that is in it; without one start is 0. */
static struct {
	uintptr_t start;
	long thread;
} daemonizing;

/* The C library's ends parents by an _exit() of its own, which no pointer leads to. */
static int leave_daemon(int keeps_directory, int keeps_files)
{
	int result;

	daemonizing.thread = SET_SYS1(SYS_gettid, 0);
	daemonizing.start = RETURN_ADDRESS;
	result = REAL(daemon, int (*)(int, int))(keeps_directory, keeps_files);
	daemonizing.start = 0;
	return result;
}

void set_forked_parent(void)
{
	if (daemonizing.start && daemonizing.thread == SET_SYS1(SYS_gettid, 0))
		end_here(daemonizing.start);
}

/* Some C libraries fork again. */
void set_forked_child(void)
{
	daemonizing.thread = SET_SYS1(SYS_gettid, 0);
}

#ifndef SET_OF_DUMPS
/* After the C library's own _exit() nothing of the program is executed; quick_exit() calls
 * functions of it. */
static void stop_others(int number, uintptr_t start)
{
	if (number != IS_quick_exit && anycov_set_state.pid && anycov_set_state.pid == set_pid() &&
	    set_is_of_library((uintptr_t)set_leaving_real[number]))
		set_stop_others(start);
}

#define END(name)                                                                                  \
	static __attribute__((noreturn)) void leave_##name(int status)                             \
	{                                                                                          \
		stop_others(IS_##name, RETURN_ADDRESS);                                            \
		end_here(RETURN_ADDRESS);                                                          \
		REAL(name, void (*)(int))(status);                                                 \
		__builtin_unreachable();                                                           \
	}
END(_exit)
END(_Exit)
END(quick_exit)

/* ---- vfork() ---- */

/*
 * It returns twice to the same stack, so nothing may be called on the way and no frame be left:
 * this counts, stores the caller's stack pointer, and jumps to the C library's.  Of threads in
 * vfork() at the same time the last one's is stored, and the others' children are not found.
 */
extern int leave_vfork(void) __attribute__((visibility("hidden")));
extern uint32_t *set_vforked __attribute__((visibility("hidden")));
uint32_t *set_vforked = &anycov_set_state.n_vforked;
uintptr_t set_vfork_stack;
#ifdef __x86_64__
__asm__(".pushsection .text\n.type leave_vfork,@function\n.globl leave_vfork\n"
	".hidden leave_vfork\nleave_vfork:\n\t.cfi_startproc\n\tendbr64\n"
	"\tmovq set_vforked(%rip),%rax\n\tlock incl (%rax)\n"
	"\tleaq 8(%rsp),%rax\n\tmovq %rax,set_vfork_stack(%rip)\n\tjmp *set_vfork(%rip)\n"
	"\t.cfi_endproc\n.size leave_vfork,.-leave_vfork\n.popsection");
#else
__asm__(".pushsection .text\n.type leave_vfork,@function\n.globl leave_vfork\n"
	".hidden leave_vfork\nleave_vfork:\n\t.cfi_startproc\n\thint #34\n" /* bti c */
	"\tadrp x16,set_vforked\n\tldr x16,[x16,#:lo12:set_vforked]\n"
	"1:\tldxr w10,[x16]\n\tadd w10,w10,#1\n\tstxr w9,w10,[x16]\n\tcbnz w9,1b\n"
	"\tmov x9,sp\n\tadrp x16,set_vfork_stack\n\tstr x9,[x16,#:lo12:set_vfork_stack]\n"
	"\tadrp x16,set_vfork\n\tldr x16,[x16,#:lo12:set_vfork]\n\tbr x16\n"
	"\t.cfi_endproc\n.size leave_vfork,.-leave_vfork\n.popsection");
#endif

/* ---- exec ---- */

typedef int exec_fn(const char *, char *const *, char *const *);

/*
 * Calls it between an end that is counted, and a return that shows that it was none.  What is not
 * there is not executed, so calls go on, and the end would not be seen.
 */
static int execute(int number, const void *what, char *const *argv, char *const *envp,
		   uintptr_t start)
{
	int result, is_own = anycov_set_state.pid == set_pid(), may_be;

	may_be = number == IS_fexecve ||
		 set_can_execute(what, number != IS_execve && number != IS_execv);
	/* A child of vfork() that succeeds would leave it held in its parent. */
	if (is_own)
		hold();
	if (may_be)
		end_here(start);
	result = ((exec_fn *)(void *)set_leaving_real[number])(what, argv, envp);
	if (may_be)
		set_go_on_all();
	if (is_own)
		release();
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

/* ---- libraries that are unloaded ---- */

static __attribute__((noinline)) int is_called_here(uintptr_t caller)
{
	struct set_code own, code;

	return !set_find_code((uintptr_t)is_called_here, &own) && !set_find_code(caller, &code) &&
	       code.low == own.low;
}

/* Where it searches depends on the image that calls it: a jump of this image, from another one's
 * call, goes on as one. */
static void *leave_dlopen(const char *path, int mode)
{
	if (is_called_here(RETURN_ADDRESS))
		return set_load(REAL(dlopen, set_load_fn *), path, mode);
	return REAL(dlopen, set_load_fn *)(path, mode);
}

static int leave_dlclose(void *library)
{
	return set_unload(REAL(dlclose, int (*)(void *)), library);
}

static int leave_iconv_close(void *conversion)
{
	return set_unload(REAL(iconv_close, int (*)(void *)), conversion);
}

/* ---- actions of signals ---- */

/* As the C library does with what the kernel returns. */
static void show_action(struct sigaction *to, const struct set_action *from)
{
	static const sigset_t empty;

	to->sa_handler = SIG_DFL;
	to->sa_flags = (int)from->flags;
	to->sa_mask = empty;
	set_move(&to->sa_mask, &from->mask, sizeof(from->mask));
#ifdef __x86_64__
	to->sa_restorer = from->restorer;
#endif
}

static int leave_sigaction(int sig, const struct sigaction *new, struct sigaction *old)
{
	const struct set_action *shown = NULL;
	int sets = new != NULL; /* may be *old */
	int result = REAL(sigaction, int (*)(int, const void *, struct sigaction *))(sig, new, old);

	if (!result && old)
		shown = set_shown_action(sig, (void *)old->sa_sigaction);
	if (shown)
		show_action(old, shown);
	if (!result && sets)
		set_catch_again(sig);
	return result;
}

#define SIGNAL(name)                                                                               \
	static void *leave_##name(int sig, void *handler)                                          \
	{                                                                                          \
		void *old = REAL(name, void *(*)(int, void *))(sig, handler);                      \
                                                                                                   \
		if (set_shown_action(sig, old))                                                    \
			old = (void *)SIG_DFL;                                                     \
		set_catch_again(sig);                                                              \
		return old;                                                                        \
	}
SIGNAL(signal)
SIGNAL(bsd_signal)
SIGNAL(ssignal)
SIGNAL(sysv_signal)
SIGNAL(__sysv_signal)
SIGNAL(sigset)

static int leave___sigaction(int sig, const struct sigaction *new, struct sigaction *old)
{
	return leave_sigaction(sig, new, old);
}

const void *const set_leaving_wrappers[] = {
#define WRAPPER(name) (const void *)leave_##name,
	FUNCTIONS(WRAPPER)
};
#else
void set_forked_parent(void)
{
}

void set_forked_child(void)
{
}
#endif
