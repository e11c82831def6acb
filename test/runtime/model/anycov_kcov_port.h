/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The locks are real; the memory is malloc's, so that ASan detects every access outside. */
#ifndef ANYCOV_KCOV_PORT_H
#define ANYCOV_KCOV_PORT_H

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define ANYCOV_IRQ_AREA_WORDS 9
/* So that small areas are moved in several pieces. */
#define ANYCOV_MOVE_WORDS 4
/* Called between pieces, in a test that has it. */
extern void test_resched(void) __attribute__((weak));
#define anycov_port_resched() (test_resched ? test_resched() : (void)0)
#define anycov_port_resched_if_allowed() anycov_port_resched()

/* Counts the descriptors that need the hooks of a class, in a test that has it. */
extern void test_hooks_used(int cmp, int change) __attribute__((weak));
#define anycov_port_hooks_get(cmp) (test_hooks_used ? test_hooks_used((cmp), 1) : (void)0)
#define anycov_port_hooks_put(cmp) (test_hooks_used ? test_hooks_used((cmp), -1) : (void)0)

/* Whether u32 words may be selected, in a test that has it. */
extern int test_u32_words(void) __attribute__((weak));
#define anycov_port_u32_words() (test_u32_words ? test_u32_words() : 1)

typedef pthread_mutex_t anycov_port_lock_t;
#define ANYCOV_PORT_LOCK_INIT PTHREAD_MUTEX_INITIALIZER

#define anycov_port_lock_init(l) pthread_mutex_init(l, NULL)
#define anycov_port_lock_destroy(l) pthread_mutex_destroy(l)
#define anycov_port_lock(l) pthread_mutex_lock(l)
#define anycov_port_unlock(l) pthread_mutex_unlock(l)

/* test_alloc_fails_in: calls until a failure, negative: never.  test_alloc_live: allocated bytes.
 */
extern long test_alloc_fails_in, test_alloc_live;

#ifdef __SANITIZE_ADDRESS__
#define TEST_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define TEST_ASAN 1
#endif
#endif

#ifdef TEST_ASAN
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(p, n) ((void)(p), (void)(n))
#define ASAN_UNPOISON_MEMORY_REGION(p, n) ((void)(p), (void)(n))
#endif

/* Room for slots before every block, poisoned until they are allocated. */
static inline size_t test_front(size_t bytes)
{
	return (bytes + 15) / 16 * 16;
}

static inline void *anycov_port_alloc(size_t bytes)
{
	char *p;

	if (test_alloc_fails_in >= 0 && !test_alloc_fails_in--)
		return NULL;
	__atomic_fetch_add(&test_alloc_live, (long)bytes, __ATOMIC_RELAXED);
	p = calloc(1, test_front(bytes) + bytes);
	ASAN_POISON_MEMORY_REGION(p, test_front(bytes));
	return p + test_front(bytes);
}

static inline void anycov_port_free(void *p, size_t bytes)
{
	__atomic_fetch_sub(&test_alloc_live, (long)bytes, __ATOMIC_RELAXED);
	free((char *)p - test_front(bytes));
}

static inline void *anycov_port_join(void *area, size_t bytes, size_t front)
{
	if (front > bytes) /* a slot beyond the documented 8 bytes per word */
		abort();
	if (test_alloc_fails_in >= 0 && !test_alloc_fails_in--)
		return NULL;
	__atomic_fetch_add(&test_alloc_live, (long)front, __ATOMIC_RELAXED);
	ASAN_UNPOISON_MEMORY_REGION((char *)area - front, front);
	return area;
}

static inline void anycov_port_unjoin(void *joined, size_t bytes, size_t front)
{
	(void)joined, (void)bytes;
	__atomic_fetch_sub(&test_alloc_live, (long)front, __ATOMIC_RELAXED);
}

static inline int anycov_port_copy_from_user(void *to, uintptr_t from, size_t n)
{
	if (from < 4096)
		return -1;
	memcpy(to, (const void *)from, n);
	return 0;
}

#endif
