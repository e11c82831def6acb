/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * For static programs, whose calls of the C library have no pointers that could be replaced or
 * looked at: what may leave calls is linked into the program only if something refers to it.  Not
 * part of other images, where these references would be entries of their dynamic symbol tables.
 */
#include "set_leave.h"

#define REFER(name) extern char refer_##name __asm__(#name) __attribute__((weak));
#define ADDRESS(name) &refer_##name,

/* The C library's own functions that begin a process, which use clone() and _Fork(). */
#define CLONED(X)                                                                                  \
	X(pthread_create)                                                                          \
	X(thrd_create)                                                                             \
	X(posix_spawn)                                                                             \
	X(posix_spawnp)
#define FORKED(X) X(fork)

/* Languages whose code throws.  The C library has the unwinder in each program. */
#define THROWING(X)                                                                                \
	X(__gxx_personality_v0)                                                                    \
	X(rust_eh_personality)                                                                     \
	X(__gnat_personality_v0)                                                                   \
	X(__gdc_personality_v0)                                                                    \
	X(__gccgo_personality_v0)                                                                  \
	X(__objc_personality_v0)                                                                   \
	X(__gnu_objc_personality_v0)

JUMPING(REFER)
REFERRED_FORKING(REFER)
REFERRED_CLONING(REFER)
REFERRED_SHARING(REFER)
CLONED(REFER)
FORKED(REFER)
THROWING(REFER)

static int is_linked(const char *const *of, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (of[i])
			return 1;
	return 0;
}
#define ANY_IS_LINKED(of) is_linked(of, sizeof(of) / sizeof((of)[0]))

/* Not dlopen(): the C library refers to it, and the linker warns of it (set_loaded.c). */
static int may_have_left(void)
{
	static const char *const leaving[] = { JUMPING(ADDRESS) REFERRED_SHARING(ADDRESS) };
	static const char *const cloning[] = { REFERRED_CLONING(ADDRESS) };
	static const char *const forking[] = { REFERRED_FORKING(ADDRESS) };
	static const char *const cloned[] = { CLONED(ADDRESS) };
	static const char *const forked[] = { FORKED(ADDRESS) };
	static const char *const throwing[] = { THROWING(ADDRESS) };

	if (ANY_IS_LINKED(leaving) || (ANY_IS_LINKED(cloning) && !ANY_IS_LINKED(cloned)) ||
	    (ANY_IS_LINKED(forking) && !ANY_IS_LINKED(forked)))
		return SET_MISSED | SET_ANYWHERE;
	return ANY_IS_LINKED(throwing) ? SET_MISSED : 0;
}

int (*anycov_set_static)(void) = may_have_left;

/* Of glibc, which has it in each static program. */
extern int enable_secure __asm__("__libc_enable_secure") __attribute__((weak));

const int *anycov_set_secure = &enable_secure;

/*
 * The C library's, which is not linked into the program where something defines both, ends the
 * process in the same way.  Weak: a program's own is used instead.
 */
static __attribute__((noreturn)) void end_at(uintptr_t start, int status)
{
	anycov_set_end(start);
	for (;;)
		SET_SYS1(SYS_exit_group, status);
}

extern __attribute__((weak, noreturn)) void end_now(int status) __asm__("_exit");
void end_now(int status)
{
	end_at((uintptr_t)__builtin_return_address(0), status);
}

extern __attribute__((weak, noreturn)) void end_now_too(int status) __asm__("_Exit");
void end_now_too(int status)
{
	end_at((uintptr_t)__builtin_return_address(0), status);
}
