/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The writers: the mode was checked, the PC is known; claim a slot and store. */
#ifndef ANYCOV_WRITER_H
#define ANYCOV_WRITER_H

#include "record_context.h"
#ifndef ANYCOV_PORT_BASIC_MODES
#include "unique.h"
#endif
#if ANYCOV_PORT_FILTER
#include "unique_filter.h"
#else
#define anycov_filter_state() 0u
#define anycov_filter_add_pc(pc, state) ((void)(state))
#define anycov_filter_add_edge(word, state) ((void)(state))
#endif
#include "anycov/buffer.h"

/*
 * Without atomic instructions several cores need interrupts masked from the lookup of the context
 * to the record: a task that continued on another core in between would claim from a buffer of the
 * first one, where that one claims, too.
 */
#if defined(ANYCOV_PORT_MASKS_RECORDS) && ANYCOV_PORT_CLAIM == ANYCOV_CLAIM_IRQMASK
#define ANYCOV_RECORD_ENTER() ANYCOV_CLAIM_ENTER()
#define ANYCOV_RECORD_LEAVE() ANYCOV_CLAIM_LEAVE()
#else
#define ANYCOV_RECORD_ENTER() ((void)0)
#define ANYCOV_RECORD_LEAVE() ((void)0)
#endif

/* Returns 0 if the buffer is full. */
ANYCOV_INLINE int anycov_write_pc(struct anycov_ctx *ctx, uintptr_t pc)
{
	anycov_word *area = ctx->area;
	anycov_word slot;

	ANYCOV_CLAIM_READY(pc);
	if (!anycov_claim(area, ctx->limit, &slot))
		return 0;
	area[ANYCOV_BUF_FIRST + slot] = pc;
	return 1;
}

ANYCOV_INLINE void anycov_write_cmp_at(anycov_u64 *area, anycov_word slot, unsigned int type,
				       uint64_t arg1, uint64_t arg2, uintptr_t pc)
{
	anycov_u64 *r = area + ANYCOV_BUF_FIRST + slot * ANYCOV_WORDS_PER_CMP;

	r[0] = type;
	r[1] = arg1;
	r[2] = arg2;
	r[3] = pc;
}

ANYCOV_INLINE void anycov_write_cmp(struct anycov_ctx *ctx, unsigned int type, uint64_t arg1,
				    uint64_t arg2, uintptr_t pc)
{
	anycov_u64 *area = (anycov_u64 *)ctx->area;
	anycov_word slot;

	ANYCOV_CLAIM_READY(pc);
	if (anycov_claim64(area, ctx->limit, &slot))
		anycov_write_cmp_at(area, slot, type, arg1, arg2, pc);
}

#ifdef ANYCOV_PORT_BASIC_MODES
#define ANYCOV_RECORD_PC(pc)                                                                       \
	do {                                                                                       \
		struct anycov_ctx *ctx_ = anycov_port_ctx(ANYCOV_M_PC);                            \
		if (anycov_likely(ctx_))                                                           \
			anycov_write_pc(ctx_, (pc));                                               \
	} while (0)
#define ANYCOV_RECORD_GUARD(pc) ANYCOV_RECORD_PC(pc)

#define ANYCOV_RECORD_CMP(type, a, b, pc)                                                          \
	do {                                                                                       \
		struct anycov_ctx *ctx_ = anycov_port_ctx(ANYCOV_M_CMP);                           \
		if (anycov_likely(ctx_))                                                           \
			anycov_write_cmp(ctx_, (type), (a), (b), (pc));                            \
	} while (0)
#else
/* Slow paths: what a PC or comparison hook does not do itself (unique_slow.c). */
ANYCOV_HIDDEN void anycov_slow_pc(uintptr_t pc);
ANYCOV_HIDDEN void anycov_slow_guard(uintptr_t pc);
ANYCOV_HIDDEN void anycov_slow_edge(anycov_word word, uintptr_t pc, int guard);
/* Adds a PC of another context to the sets of ctx, whose mode is unique and without comparisons. */
ANYCOV_HIDDEN void anycov_unique_add(struct anycov_ctx *ctx, uintptr_t pc);
ANYCOV_HIDDEN void anycov_slow_cmp(struct anycov_ctx *ctx, unsigned int type, uint64_t arg1,
				   uint64_t arg2, uintptr_t pc);

/*
 * The body of a hook, from the selection of the context to the store.  pc is an expression that
 * is evaluated only if something records, so that the path of a hook that does not record stays
 * short.  Modes other than PC, CMP and UNIQ_PC use a plain mode whose buffer is always full
 * (anycov_ctx_start_mode), so that other modes do not pay for them.
 */
#define ANYCOV_RECORD(pc, edge_hit, slow, guard)                                                   \
	do {                                                                                       \
		struct anycov_ctx *ctx_;                                                           \
		ANYCOV_RECORD_ENTER();                                                             \
		ctx_ = anycov_port_ctx(ANYCOV_M_PC);                                               \
		if (anycov_likely(ctx_)) {                                                         \
			uintptr_t pc_ = (pc);                                                      \
			if (anycov_unlikely(!anycov_write_pc(ctx_, pc_)) &&                        \
			    ANYCOV_PORT_UNIQUE_MODES && ANYCOV_PORT_HOOK_EDGES)                    \
				ANYCOV_HIDDEN_MODE(ctx_, pc_, edge_hit, slow, guard);              \
		} else if (ANYCOV_PORT_UNIQUE_MODES &&                                             \
			   (ctx_ = anycov_port_ctx_above(ANYCOV_M_PC))) {                          \
			uintptr_t pc_ = (pc);                                                      \
			if (ANYCOV_PORT_FILTER || !anycov_unique_hit(&ctx_->index, pc_))           \
				slow(pc_);                                                         \
		}                                                                                  \
		ANYCOV_RECORD_LEAVE();                                                             \
	} while (0)
#define ANYCOV_HIDDEN_MODE(ctx, pc, edge_hit, slow, guard)                                         \
	do {                                                                                       \
		anycov_word word_;                                                                 \
		if ((ctx)->kind == ANYCOV_M_UNIQ_EDGE) {                                           \
			if (!edge_hit((ctx), (pc), &word_))                                        \
				anycov_slow_edge(word_, (pc), guard);                              \
		} else if ((ctx)->kind > ANYCOV_M_PC) {                                            \
			slow(pc);                                                                  \
		}                                                                                  \
	} while (0)
#define ANYCOV_RECORD_PC(pc) ANYCOV_RECORD(pc, anycov_edge_hit, anycov_slow_pc, 0)
#define ANYCOV_RECORD_GUARD(pc) ANYCOV_RECORD(pc, anycov_guard_hit, anycov_slow_guard, 1)

#define ANYCOV_RECORD_CMP(type, a, b, pc)                                                          \
	do {                                                                                       \
		struct anycov_ctx *ctx_;                                                           \
		ANYCOV_RECORD_ENTER();                                                             \
		ctx_ = anycov_port_ctx(ANYCOV_M_CMP);                                              \
		if (anycov_likely(ctx_))                                                           \
			anycov_write_cmp(ctx_, (type), (a), (b), (pc));                            \
		else if (ANYCOV_PORT_UNIQUE_MODES && (ctx_ = anycov_port_ctx(ANYCOV_M_UNIQ_CMP)))  \
			anycov_slow_cmp(ctx_, (type), (a), (b), (pc));                             \
		ANYCOV_RECORD_LEAVE();                                                             \
	} while (0)
#endif

#endif
