/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The writers: a mode was checked, a PC is known; claim a slot and store. */
#ifndef ANYCOV_WRITER_H
#define ANYCOV_WRITER_H

#include "core.h"
#ifndef ANYCOV_PORT_PLAIN
#include "uniq.h"
#endif
#include "anycov/buffer.h"

/* Returns 0 if there was no room. */
ANYCOV_INLINE int anycov_write_pc(struct anycov_ctx *ctx, uintptr_t pc)
{
	anycov_word *area = ctx->area;
	anycov_word slot;

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

	if (anycov_claim64(area, ctx->limit, &slot))
		anycov_write_cmp_at(area, slot, type, arg1, arg2, pc);
}

#ifdef ANYCOV_PORT_PLAIN
#define ANYCOV_RECORD_PC(pc)                                                                      \
	do {                                                                                      \
		struct anycov_ctx *ctx_ = anycov_port_ctx(ANYCOV_M_PC);                           \
		if (anycov_likely(ctx_))                                                          \
			anycov_write_pc(ctx_, (pc));                                              \
	} while (0)
#define ANYCOV_RECORD_GUARD(pc) ANYCOV_RECORD_PC(pc)

#define ANYCOV_RECORD_CMP(type, a, b, pc)                                                         \
	do {                                                                                      \
		struct anycov_ctx *ctx_ = anycov_port_ctx(ANYCOV_M_CMP);                          \
		if (anycov_likely(ctx_))                                                          \
			anycov_write_cmp(ctx_, (type), (a), (b), (pc));                           \
	} while (0)
#else
/* What a PC or compare hook does in the modes beyond its plain one (more.c). */
ANYCOV_HIDDEN void anycov_more_pc(uintptr_t pc);
ANYCOV_HIDDEN void anycov_more_guard(uintptr_t pc);
ANYCOV_HIDDEN void anycov_more_edge(anycov_word word, uintptr_t pc, int guard);
ANYCOV_HIDDEN void anycov_more_cmp(struct anycov_ctx *ctx, unsigned int type, uint64_t arg1,
				   uint64_t arg2, uintptr_t pc);

/*
 * The body of a hook, from the question who records to the store.  pc is an
 * expression: it is evaluated only where something records, so that the way out
 * stays short.  What is neither plain nor UNIQ_PC hides behind a plain mode that never
 * has room (anycov_ctx_go), so that no other mode pays for it.
 */
#define ANYCOV_RECORD(pc, edge_hit, more, guard)                                                  \
	do {                                                                                      \
		struct anycov_ctx *ctx_ = anycov_port_ctx(ANYCOV_M_PC);                           \
		if (anycov_likely(ctx_)) {                                                        \
			uintptr_t pc_ = (pc);                                                     \
			if (anycov_unlikely(!anycov_write_pc(ctx_, pc_)) && ANYCOV_PORT_MORE &&   \
			    ANYCOV_PORT_HOOK_EDGES)                                               \
				ANYCOV_HIDDEN_MODE(ctx_, pc_, edge_hit, more, guard);             \
		} else if (ANYCOV_PORT_MORE && (ctx_ = anycov_port_ctx_above(ANYCOV_M_PC))) {     \
			uintptr_t pc_ = (pc);                                                     \
			if (!anycov_uniq_hit(&ctx_->hit, pc_))                                    \
				more(pc_);                                                        \
		}                                                                                 \
	} while (0)
#define ANYCOV_HIDDEN_MODE(ctx, pc, edge_hit, more, guard)                                        \
	do {                                                                                      \
		anycov_word word_;                                                                \
		if ((ctx)->kind == ANYCOV_M_UNIQ_EDGE) {                                          \
			if (!edge_hit((ctx), (pc), &word_))                                       \
				anycov_more_edge(word_, (pc), guard);                             \
		} else if ((ctx)->kind > ANYCOV_M_PC) {                                           \
			more(pc);                                                                 \
		}                                                                                 \
	} while (0)
#define ANYCOV_RECORD_PC(pc) ANYCOV_RECORD(pc, anycov_edge_hit, anycov_more_pc, 0)
#define ANYCOV_RECORD_GUARD(pc) ANYCOV_RECORD(pc, anycov_guard_hit, anycov_more_guard, 1)

#define ANYCOV_RECORD_CMP(type, a, b, pc)                                                         \
	do {                                                                                      \
		struct anycov_ctx *ctx_ = anycov_port_ctx(ANYCOV_M_CMP);                          \
		if (anycov_likely(ctx_))                                                          \
			anycov_write_cmp(ctx_, (type), (a), (b), (pc));                           \
		else if (ANYCOV_PORT_MORE && (ctx_ = anycov_port_ctx(ANYCOV_M_UNIQ_CMP)))         \
			anycov_more_cmp(ctx_, (type), (a), (b), (pc));                            \
	} while (0)
#endif

#endif
