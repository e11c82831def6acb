/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The two proposals for unique coverage in Linux, written anew from their
 * descriptions for this bench: a hash table of allocated entries with 2^15
 * buckets (January 2025), and a bitmap over guard numbers (April 2025).  Both
 * ask "who records" as Linux does, and append as Linux does.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "proposals.h"
#include "../linux_kcov/shim.h"

#define BUCKETS (1u << 15)

struct entry {
	unsigned long ent;
	struct entry *next, **pprev;
};

static struct entry *buckets[BUCKETS];
static struct entry *pool;
static unsigned long pool_used, pool_size;
static unsigned long *bitmap;
static unsigned long bitmap_bits;

/* check_kcov_mode() of the kernel, as a bit or equality test. */
static inline __attribute__((always_inline)) int records(struct task_struct *t, unsigned mode)
{
	if (preempt_count() & (SOFTIRQ_MASK | HARDIRQ_MASK | NMI_MASK))
		return 0;
	return READ_ONCE(t->kcov_mode) == mode;
}

static inline __attribute__((always_inline)) void append(struct task_struct *t, unsigned long ip)
{
	unsigned long *area = t->kcov_area;
	unsigned long pos = READ_ONCE(area[0]) + 1;

	if (likely(pos < t->kcov_size)) {
		WRITE_ONCE(area[0], pos);
		barrier();
		area[pos] = ip;
	}
}

static inline uint32_t rol32(uint32_t x, int n)
{
	return x << n | x >> (32 - n);
}

/* Jenkins' lookup3 over the two halves of an entry, as jhash() does. */
static inline uint32_t hash_of(unsigned long ent)
{
	uint32_t a = 0xdeadbeef + 8, b = a, c = a;

	a += (uint32_t)ent;
	b += (uint32_t)(ent >> 32);
	c ^= b, c -= rol32(b, 14);
	a ^= c, a -= rol32(c, 11);
	b ^= a, b -= rol32(a, 25);
	c ^= b, c -= rol32(b, 16);
	a ^= c, a -= rol32(c, 4);
	b ^= a, b -= rol32(a, 14);
	c ^= b, c -= rol32(b, 24);
	return c;
}

void hash_trace_pc(void)
{
	struct task_struct *t = current;
	unsigned long ip = _RET_IP_;
	struct entry **head, *e;

	if (!records(t, 16))
		return;
	/* hash_min() folds a 32-bit key with the golden ratio once more. */
	head = &buckets[hash_of(ip) * 0x61c88647u >> (32 - 15)];
	for (e = *head; e; e = e->next)
		if (e->ent == ip)
			return;
	if (pool_used == pool_size)
		return;
	e = &pool[pool_used++];
	e->ent = ip;
	e->next = *head;
	if (e->next)
		e->next->pprev = &e->next;
	e->pprev = head;
	*head = e;
	append(t, ip);
}

void guard_trace_pc(uint32_t *guard)
{
	struct task_struct *t = current;
	unsigned long index, bit;

	if (!records(t, 5))
		return;
	index = READ_ONCE(*guard);
	if (index < bitmap_bits) {
		bit = 1ul << index % 64;
		if (bitmap[index / 64] & bit)
			return;
		bitmap[index / 64] |= bit;
	}
	append(t, _RET_IP_);
}

void proposals_start(unsigned mode, unsigned long words)
{
	static struct task_struct task;

	bench_current = &task;
	pool_size = words;
	if (!pool)
		pool = calloc(words, sizeof(*pool));
	memset(buckets, 0, sizeof(buckets));
	pool_used = 0;
	bitmap_bits = 64 * words;
	if (!bitmap)
		bitmap = calloc(words, 8);
	memset(bitmap, 0, words * 8);
	task.kcov_size = (unsigned)words;
	if (!task.kcov_area)
		task.kcov_area = calloc(words, 8);
	*(unsigned long *)task.kcov_area = 0;
	task.kcov_mode = mode;
}

void proposals_reset(void)
{
	*(unsigned long *)bench_current->kcov_area = 0;
}
