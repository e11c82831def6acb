/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What kcov_file.c and kcov_remote.c need from a host: locks and pages. */
#ifndef ANYCOV_KCOV_PORT_H
#define ANYCOV_KCOV_PORT_H

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef pthread_mutex_t anycov_port_lock_t;
#define ANYCOV_PORT_LOCK_INIT PTHREAD_MUTEX_INITIALIZER

/* Descriptors are shared with forked children, and so are their locks. */
static inline void anycov_port_lock_init(anycov_port_lock_t *l)
{
	pthread_mutexattr_t a;

	pthread_mutexattr_init(&a);
	pthread_mutexattr_setpshared(&a, PTHREAD_PROCESS_SHARED);
	pthread_mutex_init(l, &a);
	pthread_mutexattr_destroy(&a);
}

static inline void anycov_port_lock_destroy(anycov_port_lock_t *l)
{
	pthread_mutex_destroy(l);
}

static inline void anycov_port_lock(anycov_port_lock_t *l)
{
	pthread_mutex_lock(l);
}

static inline void anycov_port_unlock(anycov_port_lock_t *l)
{
	pthread_mutex_unlock(l);
}

static inline size_t anycov_port_pages(size_t bytes)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	return (bytes + page - 1) / page * page;
}

#ifdef ANYCOV_KCOV_ARENA /* libanycov-kcov.so: memory that survives exec() */
#include "kcov/kcov_arena.h"
#define anycov_port_alloc anycov_arena_alloc
#define anycov_port_free anycov_arena_free
#define anycov_port_join anycov_arena_join
#define anycov_port_unjoin anycov_arena_unjoin
#else
/*
 * Allocates zeroed memory.  A fork shares the pages with the parent, as it shares those of a
 * file: children of a program write into the buffer that their parent reads.
 */
static inline void *anycov_port_alloc(size_t bytes)
{
	void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
		       MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	return p == MAP_FAILED ? NULL : p;
}

static inline void anycov_port_free(void *p, size_t bytes)
{
	munmap(p, bytes);
}

static inline void anycov_port_unjoin(void *joined, size_t bytes, size_t front)
{
	front = anycov_port_pages(front);
	munmap((char *)joined - front, front + anycov_port_pages(bytes));
}

/*
 * Maps the pages of area (bytes) again, with at least front bytes of zeroed, private memory
 * right before them.  Returns NULL without memory.
 */
static inline void *anycov_port_join(void *area, size_t bytes, size_t front)
{
	size_t below = anycov_port_pages(front);
	char *p = mmap(NULL, below + anycov_port_pages(bytes), PROT_READ | PROT_WRITE,
		       MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (p == MAP_FAILED)
		return NULL;
	/* An old size of 0 leaves the first mapping in place. */
	if (mremap(area, 0, anycov_port_pages(bytes), MREMAP_MAYMOVE | MREMAP_FIXED, p + below) ==
	    MAP_FAILED) {
		anycov_port_unjoin(p + below, bytes, front);
		return NULL;
	}
	return p + below;
}
#endif

/* Programs for KCOV's first version, unchanged: ANYCOV_KCOV_U32=1. */
static inline int anycov_port_u32_words_wanted(void)
{
	const char *word = getenv("ANYCOV_KCOV_U32");

	return word && !strcmp(word, "1");
}
#define anycov_port_u32_words() anycov_port_u32_words_wanted()

/* Client and runtime share one address space: an invalid pointer faults as usual. */
static inline int anycov_port_copy_from_user(void *to, uintptr_t from, size_t n)
{
	if (!from)
		return -1;
	memcpy(to, (const void *)from, n);
	return 0;
}

#endif
