/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The writers of the modes beyond PC and CMP, out of the way of those two. */
#include "writer.h"
#include "more.h"

#ifndef ANYCOV_PORT_MODE /* a port that keeps modes in another form says how */
#define ANYCOV_PORT_MODE(ctx) ((ctx)->mode)
#endif

/* No records, ever: what the hook's own look-up sees in every mode but UNIQ_PC. */
static anycov_word nothing_area[2];
static anycov_u32 nothing_slots[1];

/*
 * A word for the pair (previous, current).  Where a word has 64 bits: the low
 * halves of both, which tells all pairs of one image of up to 4 GiB apart.
 * Else a fold, which may take two pairs for one.
 */
ANYCOV_INLINE anycov_word edge_word(anycov_word prev, anycov_word pc)
{
#if UINTPTR_MAX == UINT64_MAX
	return prev << 32 | (uint32_t)pc;
#else
	return prev * (anycov_word)ANYCOV_UNIQ_MIX ^ pc;
#endif
}

#if UINTPTR_MAX > UINT32_MAX
/* The count is a u32 here, as the words are. */
static ANYCOV_NO_COV void write_pc32(struct anycov_ctx *ctx, uintptr_t pc)
{
	anycov_u32 *area = (anycov_u32 *)ctx->area;
	anycov_word slot;

	if (anycov_claim32(area, ctx->limit, &slot))
		area[ANYCOV_BUF_FIRST + slot] = (uint32_t)pc;
}
#endif

static ANYCOV_NOINLINE void insert_pc(const struct anycov_uniq *u, uintptr_t pc, anycov_word home,
				      anycov_word step, anycov_word n)
{
	struct anycov_uniq_key key;

	key.word = pc;
	anycov_uniq_insert(ANYCOV_UNIQ_KIND_PC, u, &key, home, step, n);
}

static ANYCOV_NOINLINE void insert_edge(const struct anycov_uniq *u, anycov_word word,
					anycov_word home, anycov_word step, anycov_word n)
{
	struct anycov_uniq_key key;

	key.word = word;
	anycov_uniq_insert(ANYCOV_UNIQ_KIND_EDGE, u, &key, home, step, n);
}

/* Finding is inlined where the hit is common; inserting is not. */
ANYCOV_INLINE void add_pc(const struct anycov_uniq *u, uintptr_t pc)
{
	anycov_word n = anycov_uniq_count(ANYCOV_UNIQ_KIND_PC, u);
	anycov_word home = anycov_uniq_home(ANYCOV_UNIQ_KIND_PC, pc, NULL);
	anycov_word step = anycov_uniq_step(ANYCOV_UNIQ_KIND_PC, pc, home);
	struct anycov_uniq_key key;

	key.word = pc;
	if (!anycov_uniq_find(ANYCOV_UNIQ_KIND_PC, u, &key, home, step, n))
		insert_pc(u, pc, home, step, n);
}

ANYCOV_INLINE void add_edge(struct anycov_ctx *ctx, const struct anycov_uniq *u, uintptr_t pc)
{
	anycov_word n = anycov_uniq_count(ANYCOV_UNIQ_KIND_EDGE, u);
	anycov_word home, step;
	struct anycov_uniq_key key;

	/* A reset starts anew: no edge reaches from one set into the next. */
	key.word = edge_word(n ? ctx->prev : 0, pc);
	ctx->prev = pc;
	home = anycov_uniq_home(ANYCOV_UNIQ_KIND_EDGE, key.word, NULL);
	step = anycov_uniq_step(ANYCOV_UNIQ_KIND_EDGE, key.word, home);
	if (!anycov_uniq_find(ANYCOV_UNIQ_KIND_EDGE, u, &key, home, step, n))
		insert_edge(u, key.word, home, step, n);
}

static ANYCOV_NOINLINE void more_modes(struct anycov_ctx *ctx, uintptr_t pc)
{
	switch (ANYCOV_PORT_MODE(ctx)) {
	case ANYCOV_M_UNIQ_EDGE:
		add_edge(ctx, &ctx->uniq, pc);
		break;
	case ANYCOV_M_UNIQ_BOTH:
		add_pc(&ctx->uniq, pc);
		add_edge(ctx, &ctx->edge, pc);
		break;
#if UINTPTR_MAX > UINT32_MAX
	case ANYCOV_M_PC32:
		write_pc32(ctx, pc);
		break;
#endif
	}
}

/* UNIQ_PC alone here: it then needs no stack. */
ANYCOV_NO_COV void anycov_more_pc(struct anycov_ctx *ctx, uintptr_t pc)
{
	if (anycov_likely(ANYCOV_PORT_MODE(ctx) == ANYCOV_M_UNIQ_PC))
		add_pc(&ctx->uniq, pc);
	else
		more_modes(ctx, pc);
}

ANYCOV_NO_COV void anycov_more_cmp(struct anycov_ctx *ctx, unsigned type, uint64_t arg1,
				   uint64_t arg2, uintptr_t pc)
{
	const struct anycov_uniq *u = &ctx->uniq;
	anycov_word n = anycov_uniq_count(ANYCOV_UNIQ_KIND_CMP, u);
	anycov_word home, step;
	struct anycov_uniq_key key;

	key.word = 0;
	key.cmp[0] = type;
	key.cmp[1] = arg1;
	key.cmp[2] = arg2;
	key.cmp[3] = pc;
	home = anycov_uniq_home(ANYCOV_UNIQ_KIND_CMP, 0, key.cmp);
	step = anycov_uniq_step(ANYCOV_UNIQ_KIND_CMP, 0, home);
	if (!anycov_uniq_find(ANYCOV_UNIQ_KIND_CMP, u, &key, home, step, n))
		anycov_uniq_insert(ANYCOV_UNIQ_KIND_CMP, u, &key, home, step, n);
}

/* Prepares everything of ctx but the mode, which the caller sets after it. */
ANYCOV_NO_COV void anycov_ctx_set(struct anycov_ctx *ctx, int kind, const struct anycov_areas *a)
{
	ctx->kind = kind;
	ctx->area = a->area;
	ctx->size = a->size;
	ctx->limit = anycov_limit(kind, a->size);
	ctx->prev = 0;
	ctx->uniq.area = a->area;
	ctx->uniq.limit = ctx->limit;
	ctx->uniq.slots = a->slots;
	ctx->uniq.mask = a->slots ? anycov_uniq_slots(a->size) - 1 : 0;
	ctx->edge.area = a->edge_area;
	ctx->edge.limit = ctx->limit;
	ctx->edge.slots = a->edge_slots;
	ctx->edge.mask = a->edge_slots ? anycov_uniq_slots(a->size) - 1 : 0;
	if (kind == ANYCOV_M_UNIQ_PC) {
		ctx->hit = ctx->uniq;
	} else {
		ctx->hit.area = nothing_area;
		ctx->hit.limit = 0;
		ctx->hit.slots = nothing_slots;
		ctx->hit.mask = 0;
	}
}
