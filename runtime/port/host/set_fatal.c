/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Signals that end the process because the program has no action for them.  The calls that such a
 * signal leaves are noted, and a copy is written, as at other ends.
 *
 * The program must not see the action.  So only a program has it, not a library in one without
 * flags; not a static program, where nothing can be put before sigaction(); and none of its own
 * handlers, ignored signals or signal masks are touched.  Where the flags are copied at the end
 * they would be lost, which is worse: there all images have it.
 *
 * What looks it up itself (dlsym(), a system call), or is a plugin without flags that is loaded
 * later, sees it, and may call it instead of the default action: that ends the process in the same
 * way.  A signal that comes in sigwait() though it is not blocked does not end the process, and one
 * to a parent of vfork() does when the child has left its memory.
 */
#include <ucontext.h>
#include "set_leave.h"
#include "set_signal.h"

/* What ends a process by default, but for SIGKILL and the signals of real time. */
static const int8_t fatal_signals[] = {
	SIGHUP,    SIGINT,  SIGQUIT, SIGILL,  SIGTRAP,   SIGABRT, SIGBUS,
	SIGFPE,    SIGUSR1, SIGSEGV, SIGUSR2, SIGPIPE,   SIGALRM, SIGTERM,
	SIGXCPU,   SIGXFSZ, SIGPROF, SIGPOLL, SIGVTALRM, SIGPWR,  SIGSYS,
#ifdef SIGSTKFLT
	SIGSTKFLT,
#endif
};
#define N_FATAL (sizeof(fatal_signals) / sizeof(fatal_signals[0]))

/* Whose handlers these are: an image has one state. */
static struct set_state *handled;

/* What the program has set instead, the default action with flags and a mask of its own. */
#define N_SIGNALS 64
static struct set_action shown[N_SIGNALS + 1];

#ifdef SET_OF_DUMPS
static void end_here(int can_walk)
{
	set_end_all(can_walk ? SET_AT_SIGNAL : 0);
}
#else
static void end_here(int can_walk)
{
	if (!can_walk)
		return;
	if (handled && handled->pid == set_pid())
		set_stop_others(SET_AT_SIGNAL);
	set_end_all(SET_AT_SIGNAL);
	if (handled)
		set_end(handled, SET_AT_SIGNAL); /* a static program is on no list */
}
#endif

/*
 * Sends the signal again, as it was, which ends the process where it was interrupted.  Some wait
 * for a signal with another mask, and the one that comes back has it blocked.
 */
static void fatal(int sig, siginfo_t *info, void *context)
{
	const struct set_action none = { .handler = NULL };
	ucontext_t *c = context;
	uint64_t mask;

	end_here(set_has_stack(c));
	set_sigaction(sig, &none, NULL);
	set_move(&mask, &c->uc_sigmask, sizeof(mask));
	mask &= ~set_signal_bit(sig);
	set_move(&c->uc_sigmask, &mask, sizeof(mask));
	if (SET_SYS4(SYS_rt_tgsigqueueinfo, set_pid(), SET_SYS1(SYS_gettid, 0), sig, info))
		set_raise(sig);
}

/* is_shown: the program's action is kept. */
static void catch_default(int sig, int is_shown)
{
	const struct set_action catch = {
		.handler = fatal,
		.flags = SA_SIGINFO | SET_RESTORER_FLAG |
			 /* After an overflow of the stack there is no other. */
			 (sig == SIGSEGV || sig == SIGBUS ? (unsigned)SA_ONSTACK : 0),
#ifndef __riscv
		.restorer = SET_RESTORER,
#endif
		.mask = ~(uint64_t)0,
	};
	struct set_action old;
	size_t i;

	for (i = 0; i < N_FATAL; i++)
		if (fatal_signals[i] == sig && !set_sigaction(sig, NULL, &old) && !old.handler) {
			if (is_shown)
				shown[sig] = old;
			set_sigaction(sig, &catch, NULL);
		}
}

static void catch_signal(int sig)
{
	/* A child of vfork() has actions of its own, and this memory. */
	catch_default(sig, !handled || !handled->pid || handled->pid == set_pid());
}

static const struct set_fatal own = { fatal, catch_signal, shown };

const struct set_action *set_shown_action(int sig, const void *handler)
{
	const struct set_code *c;
	const struct set_state *s;
	unsigned i;

	if (sig < 1 || sig > N_SIGNALS)
		return NULL;
	for (i = 0; (c = set_loaded(i)); i++)
		if ((s = set_state_of(c)) && s->fatal && (void *)s->fatal->handler == handler)
			return &s->fatal->shown[sig];
	return handled && handler == (void *)fatal ? &shown[sig] : NULL;
}

#ifndef SET_OF_DUMPS
int set_is_caught(int sig)
{
	struct set_action now;

	if (set_sigaction(sig, NULL, &now))
		return 1;
	return (uintptr_t)now.handler > 1 && !set_shown_action(sig, (void *)now.handler);
}
#endif

int set_ends_by(int sig)
{
	struct set_action now;

	return !set_sigaction(sig, NULL, &now) && set_shown_action(sig, (void *)now.handler);
}

int set_catch_signals(struct set_state *s)
{
	int is_copied = s->copy || s->later;
	size_t i;

	/* The kernel ignores what would end the first process of a container by default. */
	if (set_pid() == 1 || (!is_copied && (!s->is_program || !set_hides_actions())))
		return 0;
	handled = s;
	s->fatal = &own;
	for (i = 0; i < N_FATAL; i++)
		if (fatal_signals[i] != SIGTRAP || !s->traps)
			catch_default(fatal_signals[i], 1);
	return 1;
}

/* Before the image is unloaded: no signal may run code that is not mapped. */
void set_release_signals(void)
{
	const struct set_action none = { .handler = NULL };
	struct set_action old;
	size_t i;

	for (i = 0; handled && i < N_FATAL; i++)
		if (!set_sigaction(fatal_signals[i], NULL, &old) && old.handler == fatal)
			set_sigaction(fatal_signals[i], &none, NULL);
	if (handled)
		handled->fatal = NULL; /* nor is one caught again */
	handled = NULL;
}

void set_catch_again(int sig)
{
	const struct set_code *c;
	const struct set_state *s;
	unsigned i;

	for (i = 0; (c = set_loaded(i)); i++)
		if ((s = set_state_of(c)) && s->fatal && set_is_recording(s)) {
			s->fatal->catch (sig);
			return;
		}
}
