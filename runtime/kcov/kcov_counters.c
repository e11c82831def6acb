/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include "hooks/writer.h"
#include "kcov_counters.h"
#include "anycov_kcov_port.h"

/* L: protected by lock.  Entries never move; an unloaded image has first == end. */
static struct anycov_counter_image images[ANYCOV_COUNTERS_FILES]; /* L */
static unsigned n_images;                                         /* L */
static unsigned next_file = 1;                                    /* L */
static int paused;                                                /* L */
static anycov_port_lock_t lock = ANYCOV_PORT_LOCK_INIT;

void anycov_counters_register(uint8_t *first, uint8_t *end)
{
	unsigned i;

	if (first >= end)
		return;
	anycov_port_lock(&lock);
	for (i = 0; i < n_images; i++)
		if (images[i].first == first && images[i].end == end)
			break;
	if (i == n_images && i < ANYCOV_COUNTERS_FILES) {
		images[i].first = first;
		images[i].end = end;
		images[i].pcs = NULL;
		images[i].file = next_file;
		next_file += (unsigned)((size_t)(end - first - 1) >> ANYCOV_BLOCK_BITS) + 1;
		n_images++;
	}
	anycov_port_unlock(&lock);
}

void anycov_counters_register_pcs(const uintptr_t *first, const uintptr_t *end)
{
	struct anycov_counter_image *c;

	anycov_port_lock(&lock);
	c = n_images ? &images[n_images - 1] : NULL;
	/* A table of another length belongs to other counters. */
	if (c && !c->pcs && (end - first) / 2 == c->end - c->first)
		c->pcs = first;
	anycov_port_unlock(&lock);
}

void anycov_counters_unregister(const void *first, const void *end)
{
	unsigned i;

	anycov_port_lock(&lock);
	for (i = 0; i < n_images; i++) {
		if ((uintptr_t)images[i].first >= (uintptr_t)first &&
		    (uintptr_t)images[i].first < (uintptr_t)end) {
			images[i].end = images[i].first;
			images[i].pcs = NULL;
		}
	}
	anycov_port_unlock(&lock);
}

void anycov_counters_pause(int by)
{
	anycov_port_lock(&lock);
	paused += by;
	anycov_port_unlock(&lock);
}

void anycov_counters_fork_lock(int hold)
{
	if (hold)
		anycov_port_lock(&lock);
	else
		anycov_port_unlock(&lock);
}

int anycov_counters_get(unsigned i, struct anycov_counter_image *c)
{
	int there;

	anycov_port_lock(&lock);
	there = i < n_images;
	if (there)
		*c = images[i];
	anycov_port_unlock(&lock);
	return there;
}

/* Edges have no meaning here: the order in which blocks ran is unknown. */
static int record(struct anycov_ctx *ctx, uintptr_t pc)
{
	switch (ctx->kind) {
	case ANYCOV_M_PC:
		anycov_write_pc(ctx, pc);
		return 1;
	case ANYCOV_M_PC32:
	case ANYCOV_M_UNIQ_PC:
		anycov_slow_pc(pc);
		return 1;
	}
	return 0;
}

/* Counters are adjacent and nearly all are 0: test 8 at a time. */
static int eight_zeroes(const uint8_t *p)
{
	typedef uint64_t __attribute__((__may_alias__)) u64;

	return !__atomic_load_n((const u64 *)p, __ATOMIC_RELAXED);
}

static size_t drain(const struct anycov_counter_image *c, struct anycov_ctx *ctx)
{
	uint8_t *p = c->first;
	size_t n = 0;

	while (p < c->end) {
		if (!((uintptr_t)p % 8) && c->end - p >= 8 && eight_zeroes(p)) {
			p += 8;
			continue;
		}
		/* Read and clear in one operation: if two threads drain, one of them gets it. */
		if (__atomic_load_n(p, __ATOMIC_RELAXED) &&
		    __atomic_exchange_n(p, 0, __ATOMIC_RELAXED) && ctx)
			n += (size_t)record(ctx, ((uintptr_t)c->file << ANYCOV_BLOCK_BITS) +
							 (uintptr_t)(p - c->first));
		p++;
	}
	return n;
}

/* The lock keeps images from being unmapped; hooks never take it. */
static size_t drain_all(struct anycov_ctx *ctx)
{
	size_t n = 0;
	unsigned i;

	anycov_port_lock(&lock);
	for (i = 0; i < n_images && !paused; i++)
		n += drain(&images[i], ctx);
	anycov_port_unlock(&lock);
	return n;
}

size_t anycov_counters_drain_to(struct anycov_ctx *ctx)
{
	int kind = ctx->mode == ANYCOV_M_OFF ? ANYCOV_M_OFF : ctx->kind;

	/* A thread that does not record leaves the counters to those that do. */
	if (kind != ANYCOV_M_PC && kind != ANYCOV_M_PC32 && kind != ANYCOV_M_UNIQ_PC)
		return 0;
	return drain_all(ctx);
}

void anycov_counters_clear(void)
{
	drain_all(NULL);
}
