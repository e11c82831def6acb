/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Block counters (inline-8bit-counters) as KCOV records, for whole processes.
 *
 * Counters cost a block one increment and no call, but say nothing about who
 * executed it.  Draining reads every counter, sets it to 0, and records each that
 * was not 0 as a synthetic PC in the buffer of the context that drains:
 *
 *   synthetic PC = number of the file << 16 | number of the block
 *
 * Files are numbered from 1, blocks from 0, in the order in which they were
 * announced; a file of more than 2^16 blocks takes several numbers.  32 bits
 * hold all of them, so that u32 buffers can, too.
 *
 * What is lost: a block that ran a multiple of 256 times between two drains (the
 * counters wrap, in the instrumented code).  What may come twice: a block that
 * another thread is about to count while it is drained, since its increment is
 * a load, an addition and a store, and the store may undo the clearing.  How
 * often a block ran is not kept, nor in which thread or order.
 *
 * Not for kernels: another processor's increments cannot be told from one's own.
 */
#ifndef ANYCOV_COUNTERS_H
#define ANYCOV_COUNTERS_H

#include "core.h"

#define ANYCOV_COUNTERS_FILES 256 /* images that can be announced */
#define ANYCOV_BLOCK_BITS 16

/* What an image's constructor announced; pcs: {address, flags} of each, or NULL. */
struct anycov_counters {
	uint8_t *first, *end;
	const uintptr_t *pcs;
	unsigned file; /* its first number */
};

/* Announcing twice does nothing; images beyond the limit are ignored. */
ANYCOV_HIDDEN void anycov_counters_add(uint8_t *first, uint8_t *end);
/* The addresses behind the counters that were announced last. */
ANYCOV_HIDDEN void anycov_counters_add_pcs(const uintptr_t *first, const uintptr_t *end);
/* Those between first and end are about to be unmapped. */
ANYCOV_HIDDEN void anycov_counters_forget(const void *first, const void *end);

/* +1: nothing is drained until -1 says so; what is being drained is waited for. */
ANYCOV_HIDDEN void anycov_counters_pause(int by);

/* Around a fork, so that the child does not inherit a lock that nobody opens. */
ANYCOV_HIDDEN void anycov_counters_hold(int hold);

/* Records into ctx, which must be that of the caller; returns how many. */
ANYCOV_HIDDEN size_t anycov_counters_drain_to(struct anycov_ctx *ctx);
/* Forgets what was counted. */
ANYCOV_HIDDEN void anycov_counters_clear(void);

/* The i-th image, from 0: 1, or 0: there is none. */
ANYCOV_HIDDEN int anycov_counters_get(unsigned i, struct anycov_counters *c);

#endif
