/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What the cold files of the bare-metal port share. */
#ifndef ANYCOV_BAREMETAL_H
#define ANYCOV_BAREMETAL_H

#include "core.h"
#include "dump_write.h"

/*
 * The context of the code outside interrupts: anycov_now[0], except between
 * anycov_irq_enter() and _leave(), where it is the copy that _enter() made.
 */
extern ANYCOV_HIDDEN struct anycov_ctx *anycov_base;

/* contexts.c, where it is linked: what else a dump holds; or NULL. */
extern ANYCOV_HIDDEN void (*anycov_dump_others)(struct anycov_dump *d);

/* counters.c, where it is linked: what ran without leaving records; or NULL. */
extern ANYCOV_HIDDEN void (*anycov_dump_counters)(struct anycov_dump *d);

/* The row of bits that the guards' hook sets (guard.c) while magic is right. */
#define ANYCOV_BITS_MAGIC ((unsigned)ANYCOV_NOW_MAGIC)
struct anycov_bits {
	unsigned magic;
	anycov_word limit; /* bits */
	anycov_word *row;
	uintptr_t first;   /* address of the first guard */
};
extern ANYCOV_HIDDEN struct anycov_bits anycov_bits;

extern ANYCOV_HIDDEN unsigned char anycov_irq_how; /* ANYCOV_IRQ_* */
ANYCOV_HIDDEN void anycov_follow(void);

/* The end of a buffer that survives a reset (keep.c), or NULL. */
struct anycov_keep_mark {
	uint32_t magic;
	uint32_t kind; /* of the records, or 0 */
};
extern ANYCOV_HIDDEN struct anycov_keep_mark *anycov_mark;

ANYCOV_INLINE int anycov_recording(const struct anycov_ctx *ctx)
{
	return anycov_port_records(ctx, ANYCOV_M_OFF);
}

/* Stores a mode last, or takes it away first. */
ANYCOV_INLINE void anycov_set_mode(struct anycov_ctx *ctx, int mode)
{
	anycov_barrier();
	ANYCOV_WRITE(ctx->mode, mode);
	anycov_barrier();
}

/* Copies a context word by word, its mode last: memcpy() may be instrumented. */
ANYCOV_HIDDEN void anycov_ctx_copy(struct anycov_ctx *to, const struct anycov_ctx *from, int mode);

/* The checks and the setting up of anycov_start(), all but the mode. */
ANYCOV_HIDDEN int anycov_prepare(struct anycov_ctx *ctx, unsigned mode);
ANYCOV_HIDDEN int anycov_give(struct anycov_ctx *ctx, void *buffer, size_t bytes);

#endif
