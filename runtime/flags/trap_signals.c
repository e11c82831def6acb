/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * For programs of sites=trap (traps.c): in place of the C library's functions of the same
 * names, so that no thread and no handler blocks SIGTRAP, and no action replaces ours.  A
 * program's own action for SIGTRAP is kept and taken for the traps that are not ours.
 *
 * Not here: functions that only wait with another mask (ppoll(), pselect(), epoll_pwait()).  A
 * handler that runs during such a wait with SIGTRAP in the mask ends the process at a trap.
 */
#include <errno.h>
#include "flags.h"
#include "trap_action.h"

#define PUBLIC __attribute__((visibility("default")))

static struct trap_action trap_action;
struct trap_action *trap_program_action = &trap_action;

/* The C library's own signals, for cancelling and for setuid() in all threads. */
#define INTERNAL (signal_bit(32) | signal_bit(33))
#define NEVER_BLOCKED (signal_bit(SIGTRAP) | INTERNAL)
#define N_SIGNALS 64

static uint64_t mask_of(const sigset_t *set)
{
	uint64_t mask;

	__builtin_memcpy(&mask, set, sizeof(mask));
	/* Nothing is recorded: no traps. */
	return mask & ~(flags_state.traps ? NEVER_BLOCKED : INTERNAL);
}

static int result(long r)
{
	if (r >= 0)
		return (int)r;
	errno = (int)-r;
	return -1;
}

static long change_mask(int how, const sigset_t *set, sigset_t *old)
{
	uint64_t mask = 0;
	const uint64_t *new = NULL;

	if (set) {
		mask = mask_of(set);
		new = &mask;
	}
	if (old)
		sigemptyset(old);
	return SYS4(SYS_rt_sigprocmask, how, new, old, sizeof(mask));
}

PUBLIC int sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
	return result(change_mask(how, set, old));
}

PUBLIC int pthread_sigmask(int how, const sigset_t *set, sigset_t *old)
{
	return (int)-change_mask(how, set, old);
}

static void to_kernel(struct trap_action *to, const struct sigaction *from)
{
	to->handler = from->sa_sigaction;
	to->flags = (unsigned)from->sa_flags | TRAP_RESTORER_FLAG;
#ifndef __riscv
	to->restorer = TRAP_RESTORER;
#endif
	to->mask = mask_of(&from->sa_mask);
}

static void from_kernel(struct sigaction *to, const struct trap_action *from)
{
	to->sa_sigaction = from->handler;
	to->sa_flags = (int)(from->flags & ~TRAP_RESTORER_FLAG);
	sigemptyset(&to->sa_mask);
	__builtin_memcpy(&to->sa_mask, &from->mask, sizeof(from->mask));
}

PUBLIC int sigaction(int sig, const struct sigaction *new, struct sigaction *old)
{
	struct trap_action in, out;
	long err = 0;

	if (sig < 1 || sig > N_SIGNALS || (signal_bit(sig) & INTERNAL))
		return result(-EINVAL);
	if (new)
		to_kernel(&in, new);
	if (sig == SIGTRAP && flags_state.traps) {
		out = trap_action;
		if (new)
			trap_action = in;
	} else {
		err = sys_sigaction(sig, new ? &in : NULL, old ? &out : NULL);
	}
	if (!err && old)
		from_kernel(old, &out);
	return result(err);
}

PUBLIC void (*signal(int sig, void (*handler)(int)))(int)
{
	struct sigaction new, old;

	new.sa_handler = handler;
	new.sa_flags = SA_RESTART;
	sigemptyset(&new.sa_mask);
	sigaddset(&new.sa_mask, sig);
	return sigaction(sig, &new, &old) ? SIG_ERR : old.sa_handler;
}

PUBLIC int sigsuspend(const sigset_t *set)
{
	uint64_t mask = mask_of(set);

	return result(SYS2(SYS_rt_sigsuspend, &mask, sizeof(mask)));
}
