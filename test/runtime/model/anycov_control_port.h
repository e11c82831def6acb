/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Locks are real; memory is malloc's, so that ASan sees every step outside. */
#ifndef ANYCOV_CONTROL_PORT_H
#define ANYCOV_CONTROL_PORT_H

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define ANYCOV_IRQ_AREA_WORDS 9

typedef pthread_mutex_t anycov_port_lock_t;
#define ANYCOV_PORT_LOCK_INIT PTHREAD_MUTEX_INITIALIZER

#define anycov_port_lock_init(l) pthread_mutex_init(l, NULL)
#define anycov_port_lock_destroy(l) pthread_mutex_destroy(l)
#define anycov_port_lock(l) pthread_mutex_lock(l)
#define anycov_port_unlock(l) pthread_mutex_unlock(l)

/* Counts down to a failure; negative: never fails.  live: bytes out. */
extern long test_alloc_fails_in, test_alloc_live;

static inline void *anycov_port_alloc(size_t bytes)
{
	if (test_alloc_fails_in >= 0 && !test_alloc_fails_in--)
		return NULL;
	__atomic_fetch_add(&test_alloc_live, (long)bytes, __ATOMIC_RELAXED);
	return calloc(1, bytes);
}

static inline void anycov_port_free(void *p, size_t bytes)
{
	__atomic_fetch_sub(&test_alloc_live, (long)bytes, __ATOMIC_RELAXED);
	free(p);
}

static inline int anycov_port_copy_from_user(void *to, uintptr_t from, size_t n)
{
	if (from < 4096)
		return -1;
	memcpy(to, (const void *)from, n);
	return 0;
}

#endif
