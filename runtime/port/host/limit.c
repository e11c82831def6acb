/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * SIGXFSZ, which a limit of the size of files sends when the runtime writes: it would end the
 * program otherwise than without coverage.  Async-signal-safe.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include "port.h"

static void limit_signal(sigset_t *set)
{
	sigemptyset(set);
	sigaddset(set, SIGXFSZ);
}

void host_hold_limit(struct host_held_limit *h)
{
	sigset_t limit, pending;

	limit_signal(&limit);
	h->is_held = !pthread_sigmask(SIG_BLOCK, &limit, &h->old);
	h->was_pending = sigpending(&pending) || sigismember(&pending, SIGXFSZ);
}

void host_release_limit(const struct host_held_limit *h)
{
	const struct timespec now = { 0, 0 };
	sigset_t limit;

	if (!h->is_held)
		return;
	limit_signal(&limit);
	if (!h->was_pending)
		sigtimedwait(&limit, NULL, &now);
	pthread_sigmask(SIG_SETMASK, &h->old, NULL);
}
