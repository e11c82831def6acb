/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Block counters (inline-8bit-counters) as KCOV records, for whole processes.
 *
 * A counter costs a block one increment and no call, but does not show which thread executed
 * the block.  Draining reads every counter, sets it to 0, and records each one that was not 0
 * as a synthetic PC in the buffer of the draining context:
 *
 *   synthetic PC = number of the file << 16 | number of the block
 *
 * Files are numbered from 1, blocks from 0, in the order of registration; a file of more than
 * 2^16 blocks takes several numbers.  All of them fit into 32 bits, so u32 buffers can hold
 * them.
 *
 * Lost: a block that ran a multiple of 256 times between two drains (the counters wrap, in the
 * instrumented code).  Possibly recorded twice: a block that another thread is counting while
 * it is drained, because the increment is a load, an addition and a store, and the store may
 * undo the clearing.  Not recorded: how often a block ran, in which thread, in which order.
 *
 * Not for kernels: increments of other processors cannot be distinguished from one's own.
 */
#ifndef ANYCOV_KCOV_COUNTERS_H
#define ANYCOV_KCOV_COUNTERS_H

#include "hooks/record_context.h"

#define ANYCOV_COUNTERS_FILES 256 /* images that can be registered */
#define ANYCOV_BLOCK_BITS 16

/* What an image's constructor registered; pcs: {address, flags} of each, or NULL. */
struct anycov_counter_image {
	uint8_t *first, *end;
	const uintptr_t *pcs;
	unsigned file; /* its first file number */
};

/*
 * Registers the counters of an image.  Repeating it has no effect; images beyond the limit are
 * ignored.
 */
ANYCOV_HIDDEN void anycov_counters_register(uint8_t *first, uint8_t *end);
/* Registers the addresses that belong to the counters registered last. */
ANYCOV_HIDDEN void anycov_counters_register_pcs(const uintptr_t *first, const uintptr_t *end);
/* Unregisters counters between first and end, which are about to be unmapped. */
ANYCOV_HIDDEN void anycov_counters_unregister(const void *first, const void *end);

/* +1: no counter is drained until the matching -1; waits for a drain that is running. */
ANYCOV_HIDDEN void anycov_counters_pause(int by);

/* Called around fork, so that the child does not inherit a locked lock. */
ANYCOV_HIDDEN void anycov_counters_fork_lock(int hold);

/* Records into ctx, which must be the caller's; returns the number of blocks. */
ANYCOV_HIDDEN size_t anycov_counters_drain_to(struct anycov_ctx *ctx);
/* Discards what was counted. */
ANYCOV_HIDDEN void anycov_counters_clear(void);

/* Copies the i-th image, from 0, to *c.  Returns 0 if there is none. */
ANYCOV_HIDDEN int anycov_counters_get(unsigned i, struct anycov_counter_image *c);

#endif
