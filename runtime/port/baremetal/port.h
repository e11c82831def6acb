/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Shared by the files of the bare-metal port, not used by hooks. */
#ifndef ANYCOV_BAREMETAL_PORT_H
#define ANYCOV_BAREMETAL_PORT_H

#include "hooks/record_context.h"
#include "hooks/dump_write.h"

/* Defines the earlier name of a public function as a second symbol at its address. */
#define ANYCOV_ALIAS(type, name, parameters, target)                                               \
	type name parameters __attribute__((alias(#target)));

/*
 * The context of the code outside interrupt handlers: anycov_current_ctx[0], except between
 * anycov_irq_enter() and _leave(), where it is the copy that _enter() made.
 */
extern ANYCOV_HIDDEN struct anycov_ctx *anycov_thread_ctx;

/*
 * The contexts of which anycov_start() is: the calling one; of several cores the image's of each.
 * CALLING are those that a call stops, clears, counts or pauses: of several cores also that of the
 * task that calls.  What other cores run has callers of its own.
 */
#if ANYCOV_PORT_CORES > 1
#define ANYCOV_FOR_EACH_CTX(ctx)                                                                   \
	for ((ctx) = anycov_current_ctx; (ctx) < anycov_current_ctx + ANYCOV_PORT_CORES; (ctx)++)
#define ANYCOV_FOR_EACH_CALLING(ctx)                                                               \
	for ((ctx) = anycov_current_ctx; (ctx); (ctx) = anycov_next_calling(ctx))

/* Returns the context after ctx; the task's is the last. */
ANYCOV_INLINE struct anycov_ctx *anycov_next_calling(const struct anycov_ctx *ctx)
{
	struct anycov_ctx *task;
	uintptr_t mask;
	unsigned core;

	for (core = 1; core < ANYCOV_PORT_CORES; core++)
		if (ctx == &anycov_current_ctx[core - 1])
			return &anycov_current_ctx[core];
	ANYCOV_CORE_MASK(mask);
	task = anycov_port_task(anycov_port_core());
	ANYCOV_CORE_UNMASK(mask);
	return ctx == task ? NULL : task;
}
#else
#define ANYCOV_FOR_EACH_CTX(ctx) if (((ctx) = anycov_thread_ctx), 1)
#define ANYCOV_FOR_EACH_CALLING ANYCOV_FOR_EACH_CTX
#endif

/* Set by contexts.c if it is linked: writes the other contexts of a dump; or NULL. */
extern ANYCOV_HIDDEN void (*anycov_dump_contexts)(struct anycov_dump *d);

/* Set by inline_coverage.c if it is linked: writes coverage without records; or NULL. */
extern ANYCOV_HIDDEN void (*anycov_dump_inline_coverage)(struct anycov_dump *d);

/* Writes the checksums of the code (code_sums.c); a program may define it to write none. */
ANYCOV_HIDDEN void anycov_dump_code(struct anycov_dump *d);

/* The bitmap in which the guards' hook sets bits (guard.c) while magic is valid. */
#define ANYCOV_GUARD_BITMAP_MAGIC ((unsigned)ANYCOV_RECORDING_MAGIC)
struct anycov_guard_bitmap {
	unsigned magic;
	anycov_word limit; /* in bits */
	anycov_word *bits;
	uintptr_t first; /* address of the first guard */
};
extern ANYCOV_HIDDEN struct anycov_guard_bitmap anycov_guard_bitmap;

extern unsigned char anycov_irq_policy; /* ANYCOV_IRQ_* */
ANYCOV_HIDDEN void anycov_sync_irq_ctx(void);

/* The end of a buffer that survives a reset (persistent.c), or NULL. */
struct anycov_persistent_mark {
	uint32_t magic;
	uint32_t kind; /* of the records, or 0 */
};
extern ANYCOV_HIDDEN struct anycov_persistent_mark *anycov_persistent_mark;

/* Where the buffer begins: with the slots of a unique mode, else with the records. */
ANYCOV_INLINE anycov_word *anycov_memory_of(const struct anycov_ctx *ctx)
{
#ifndef ANYCOV_PORT_BASIC_MODES
	const struct anycov_unique *u = &ctx->unique;

	if (u->slots)
		return (anycov_word *)(u->slots - u->second - u->mask - 1);
#endif
	return ctx->area;
}

ANYCOV_INLINE int anycov_recording(const struct anycov_ctx *ctx)
{
	return anycov_port_is_recording(ctx, ANYCOV_M_OFF);
}

/* Stores a mode after, or clears it before, all other members. */
ANYCOV_INLINE void anycov_set_mode(struct anycov_ctx *ctx, int mode)
{
	anycov_barrier();
	ANYCOV_WRITE(ctx->mode, mode);
	anycov_barrier();
}

/* Copies a context word by word, its mode last; memcpy() may be instrumented. */
ANYCOV_HIDDEN void anycov_ctx_copy(struct anycov_ctx *to, const struct anycov_ctx *from, int mode);

/* The checks and the initialization of anycov_start(), except for the mode. */
ANYCOV_HIDDEN int anycov_ctx_prepare(struct anycov_ctx *ctx, unsigned mode);
ANYCOV_HIDDEN int anycov_attach_buffer(struct anycov_ctx *ctx, void *buffer, size_t bytes);

/* Of several cores each context gets an equal part of a buffer. */
ANYCOV_INLINE size_t anycov_part(size_t bytes)
{
	return ANYCOV_PORT_CORES > 1 ? bytes / ANYCOV_PORT_CORES / 8 * 8 : bytes;
}

#endif
