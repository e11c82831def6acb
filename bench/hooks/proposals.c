/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The two proposals for unique coverage in Linux, implemented from their descriptions for this
 * bench: a hash table of allocated entries with 2^15 buckets (January 2025), and a bitmap over
 * guard numbers (April 2025).  Both select the context as Linux does, and append as Linux does.
 * And the design for PCs that was not chosen (docs/design-unique-modes.md), with the same
 * selection: lines of 64 bytes, each a tag and a bit for each address of a stretch of code.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "proposals.h"
#include "../linux_kcov/shim.h"

#define BUCKETS (1u << 15)

struct entry {
	unsigned long ent;
	uint64_t cmp[3];
	struct entry *next, **pprev;
};

#define LINE_BITS 256 /* 448 would fit into a line, but need a division */

struct line {
	uint64_t tag;
	uint64_t bits[LINE_BITS / 64], unused[7 - LINE_BITS / 64];
};

static struct entry *buckets[BUCKETS];
static struct entry *pool;
static unsigned long pool_used, pool_size;
static unsigned long *bitmap;
static unsigned long bitmap_bits;
static struct line *lines;
static unsigned long line_mask;
static uint64_t epoch;
static unsigned long prev_pc;

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

static void insert(struct entry **head, struct entry *e)
{
	e->next = *head;
	if (e->next)
		e->next->pprev = &e->next;
	e->pprev = head;
	*head = e;
}

static inline __attribute__((always_inline)) void hash_word(struct task_struct *t,
							    unsigned long ent)
{
	struct entry **head, *e;

	/* hash_min() folds a 32-bit key with the golden ratio once more. */
	head = &buckets[hash_of(ent) * 0x61c88647u >> (32 - 15)];
	for (e = *head; e; e = e->next)
		if (e->ent == ent)
			return;
	if (pool_used == pool_size)
		return;
	e = &pool[pool_used++];
	e->ent = ent;
	insert(head, e);
	append(t, ent);
}

void hash_trace_pc(void)
{
	struct task_struct *t = current;

	if (records(t, 16))
		hash_word(t, _RET_IP_);
}

void hash_trace_edge(void)
{
	struct task_struct *t = current;
	unsigned long ip = _RET_IP_, hash;

	if (!records(t, 16))
		return;
	/* hash_long() of the low 12 bits of the previous PC. */
	hash = (prev_pc & 0xfff) * 0x61c8864680b583ebull;
	prev_pc = ip;
	hash_word(t, (hash & 0xfff) ^ ip);
}

/* Jenkins' lookup3 over the four words of a comparison's entry. */
static inline uint32_t hash_cmp(const uint64_t *words)
{
	uint32_t k[8], a = 0xdeadbeef + 32, b = a, c = a;
	int i;

	memcpy(k, words, sizeof(k));
	for (i = 0; i < 6; i += 3) {
		a += k[i], b += k[i + 1], c += k[i + 2];
		a -= c, a ^= rol32(c, 4), c += b;
		b -= a, b ^= rol32(a, 6), a += c;
		c -= b, c ^= rol32(b, 8), b += a;
		a -= c, a ^= rol32(c, 16), c += b;
		b -= a, b ^= rol32(a, 19), a += c;
		c -= b, c ^= rol32(b, 4), b += a;
	}
	a += k[6], b += k[7];
	c ^= b, c -= rol32(b, 14);
	a ^= c, a -= rol32(c, 11);
	b ^= a, b -= rol32(a, 25);
	c ^= b, c -= rol32(b, 16);
	a ^= c, a -= rol32(c, 4);
	b ^= a, b -= rol32(a, 14);
	c ^= b, c -= rol32(b, 24);
	return c;
}

void hash_trace_cmp4(uint32_t arg1, uint32_t arg2)
{
	struct task_struct *t = current;
	uint64_t words[4], *area, count;
	struct entry **head, *e;

	if (!records(t, 16))
		return;
	words[0] = _RET_IP_;
	words[1] = 4;
	words[2] = arg1;
	words[3] = arg2;
	head = &buckets[hash_cmp(words) * 0x61c88647u >> (32 - 15)];
	for (e = *head; e; e = e->next)
		if (e->ent == words[0] && e->cmp[0] == words[1] && e->cmp[1] == words[2] &&
		    e->cmp[2] == words[3])
			return;
	if (pool_used == pool_size)
		return;
	e = &pool[pool_used++];
	e->ent = words[0];
	memcpy(e->cmp, words + 1, sizeof(e->cmp));
	insert(head, e);
	area = t->kcov_area;
	count = READ_ONCE(area[0]);
	if (count < (t->kcov_size - 1) / 4) {
		WRITE_ONCE(area[0], count + 1);
		barrier();
		area += 1 + count * 4;
		area[0] = words[1];
		area[1] = words[2];
		area[2] = words[3];
		area[3] = words[0];
	}
}

/* If another stretch holds the line, this implementation does not search further. */
void lines_trace_pc(void)
{
	struct task_struct *t = current;
	unsigned long ip = _RET_IP_, stretch = ip / LINE_BITS, at = ip % LINE_BITS;
	struct line *l;

	if (!records(t, 7))
		return;
	l = &lines[stretch & line_mask];
	if (likely(l->tag == (stretch << 16 | (epoch & 0xffff)))) {
		if (likely(l->bits[at / 64] >> at % 64 & 1) &&
		    READ_ONCE(*(unsigned long *)t->kcov_area))
			return;
	} else {
		memset(l, 0, sizeof(*l));
		l->tag = stretch << 16 | (epoch & 0xffff);
	}
	l->bits[at / 64] |= 1ul << at % 64;
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
	if (!lines)
		lines = calloc(words / 8, sizeof(*lines)); /* 8 bytes per word */
	line_mask = words / 8 - 1;
	epoch++;
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
