/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The writers of the modes beyond PC and CMP, out of the way of those two. */
#include "writer.h"
#include "more.h"

#ifndef ANYCOV_PORT_MODE /* a port that keeps modes in another form says how */
#define ANYCOV_PORT_MODE(ctx) ((ctx)->mode)
#endif

/* No records, ever: what the hook's own look-up sees in every mode but UNIQ_PC. */
static struct {
	anycov_u32 slots[ANYCOV_UNIQ_GROUP];
	anycov_word area[2];
} nothing;

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

/* Out of the way of what looks first, and its registers too. */
static ANYCOV_NOINLINE void append(const struct anycov_uniq *u, anycov_u32 *slot, anycov_word word)
{
	struct anycov_uniq_key key;

	key.word = word;
	anycov_uniq_append(ANYCOV_UNIQ_KIND_PC, u, slot, &key);
}

static ANYCOV_NOINLINE void append_cmp(const struct anycov_uniq *u, anycov_u32 *slot,
				       const struct anycov_uniq_key *key)
{
	anycov_uniq_append(ANYCOV_UNIQ_KIND_CMP, u, slot, key);
}

static ANYCOV_NOINLINE void add_pc(const struct anycov_uniq *u, uintptr_t pc)
{
	struct anycov_uniq_key key;
	anycov_u32 *slot;

	key.word = pc;
	if (anycov_uniq_is_new(ANYCOV_UNIQ_KIND_PC, u, &key, pc,
			       anycov_uniq_count(ANYCOV_UNIQ_KIND_PC, u), &slot))
		append(u, slot, pc);
}

/* An edge that is not at home, or is in no set yet; word is from before a reset. */
static ANYCOV_NOINLINE void add_edge(const struct anycov_uniq *u, anycov_word word, uintptr_t pc)
{
	anycov_word n = anycov_uniq_count(ANYCOV_UNIQ_KIND_EDGE, u);
	struct anycov_uniq_key key;
	anycov_u32 *slot;

	/* A reset starts anew: no edge reaches from one set into the next. */
	key.word = n ? word : anycov_edge_word(0, pc);
	if (anycov_uniq_is_new(ANYCOV_UNIQ_KIND_EDGE, u, &key, anycov_edge_home(key.word), n,
			       &slot))
		append(u, slot, key.word);
}

/* A guard that comes first in a set leaves no previous PC of the set before. */
ANYCOV_INLINE void new_edge(struct anycov_ctx *ctx, const struct anycov_uniq *u, anycov_word word,
			    uintptr_t pc, int guard)
{
	if (guard && !ANYCOV_READ(u->area[ANYCOV_BUF_COUNT]))
		ctx->prev = 0;
	add_edge(u, word, pc);
}

#if ANYCOV_PORT_HOOK_EDGES
/* Most edges that are not at home, and most new ones, without a frame. */
static int quick_edge(const struct anycov_uniq *u, anycov_word word)
{
	anycov_word n = ANYCOV_READ(u->area[ANYCOV_BUF_COUNT]);
	anycov_word home = anycov_edge_home(word) | ~u->mask, s = home, i, walk, its;

	if (!n)
		return 0;
	for (walk = 1; walk < 4; walk++) {
		i = anycov_uniq_at(u->slots, s);
		if (i >= n) {
			append(u, anycov_uniq_slot(u->slots, s), word);
			return 1;
		}
		its = ANYCOV_READ(u->area[ANYCOV_BUF_FIRST + i]);
		if (its == word)
			return 1;
		if ((anycov_edge_home(its) | ~u->mask) != s)
			break;
		s = home ^ walk; /* the smallest table has 4 slots */
	}
	for (; walk < ANYCOV_UNIQ_GROUP; walk++) {
		i = anycov_uniq_at(u->slots, home ^ (walk & u->mask));
		if (i < n && ANYCOV_READ(u->area[ANYCOV_BUF_FIRST + i]) == word)
			return 1;
	}
	return 0;
}

ANYCOV_NO_COV void anycov_more_edge(anycov_word word, uintptr_t pc, int guard)
{
	struct anycov_ctx *ctx = anycov_port_ctx(ANYCOV_M_PC);

	if (ctx && !quick_edge(&ctx->uniq, word))
		new_edge(ctx, &ctx->uniq, word, pc, guard);
}
#endif

static ANYCOV_NOINLINE void more_modes(struct anycov_ctx *ctx, uintptr_t pc, int guard)
{
	int mode = ANYCOV_PORT_MODE(ctx);
	anycov_word word;

#if UINTPTR_MAX > UINT32_MAX
	if (mode == ANYCOV_M_PC32) {
		write_pc32(ctx, pc);
		return;
	}
#endif
	if (mode == ANYCOV_M_UNIQ_BOTH)
		add_pc(&ctx->uniq, pc);
	word = anycov_edge_word(guard ? 0 : ctx->prev, pc);
	if (!guard)
		anycov_edge_next(&ctx->prev, pc);
	new_edge(ctx, mode == ANYCOV_M_UNIQ_BOTH ? &ctx->edge : &ctx->uniq, word, pc, guard);
}

/*
 * UNIQ_PC, and of it what needs no stack: a place that is new to the set and finds
 * a free slot behind none but records that are at home; and one that the set
 * holds in the second group of its walk.
 */
ANYCOV_INLINE int quick_pc(const struct anycov_uniq *u, uintptr_t pc)
{
	anycov_word n = ANYCOV_READ(u->area[ANYCOV_BUF_COUNT]);
	anycov_word home = pc | ~u->mask, s = home, i, walk, its;

	for (walk = 1; walk < 4; walk++) {
		i = anycov_uniq_at(u->slots, s);
		if (i >= n) {
			append(u, anycov_uniq_slot(u->slots, s), pc);
			return 1;
		}
		its = ANYCOV_READ(u->area[ANYCOV_BUF_FIRST + i]);
		if (its == pc)
			return 1; /* the hook looks at no table that is elsewhere */
		if ((its | ~u->mask) != s)
			break;
		s = home ^ walk; /* the smallest table has 4 slots */
	}
	/* Smaller tables have no second group: the same slots again. */
	home = (pc + anycov_uniq_jump(1)) | ~u->mask;
	for (walk = 0; walk < ANYCOV_UNIQ_GROUP; walk++) {
		i = anycov_uniq_at(u->slots, home ^ (walk & u->mask));
		if (i < n && ANYCOV_READ(u->area[ANYCOV_BUF_FIRST + i]) == pc)
			return 1;
	}
	return 0;
}

/* The hook would have to keep the context for us; asking again is cheaper for it. */
ANYCOV_INLINE void more(uintptr_t pc, int guard)
{
	struct anycov_ctx *ctx = anycov_port_ctx_above(ANYCOV_M_PC);

	if (!ctx)
		return;
	if (anycov_unlikely(ANYCOV_PORT_MODE(ctx) != ANYCOV_M_UNIQ_PC))
		more_modes(ctx, pc, guard);
	else if (!quick_pc(&ctx->uniq, pc))
		add_pc(&ctx->uniq, pc);
}

ANYCOV_NO_COV void anycov_more_pc(uintptr_t pc)
{
	more(pc, 0);
}

ANYCOV_NO_COV void anycov_more_guard(uintptr_t pc)
{
	more(pc, 1);
}

ANYCOV_NO_COV void anycov_more_cmp(struct anycov_ctx *ctx, unsigned type, uint64_t arg1,
				   uint64_t arg2, uintptr_t pc)
{
	const struct anycov_uniq *u = &ctx->uniq;
	struct anycov_uniq_key key;
	anycov_u32 *slot;

	key.word = 0;
	key.cmp[0] = type;
	key.cmp[1] = arg1;
	key.cmp[2] = arg2;
	key.cmp[3] = pc;
	if (anycov_uniq_is_new(ANYCOV_UNIQ_KIND_CMP, u, &key,
			       anycov_uniq_home(ANYCOV_UNIQ_KIND_CMP, 0, key.cmp),
			       anycov_uniq_count(ANYCOV_UNIQ_KIND_CMP, u), &slot))
		append_cmp(u, slot, &key);
}

ANYCOV_INLINE void set_uniq(struct anycov_uniq *u, anycov_word *area, anycov_u32 *slots,
			    anycov_word size, anycov_word limit)
{
	u->area = area;
	u->limit = limit;
	u->slots = slots;
	u->mask = slots ? anycov_uniq_first(size) - 1 : 0;
	u->more = slots ? anycov_uniq_second(size) : 0;
}

ANYCOV_NO_COV void anycov_ctx_set(struct anycov_ctx *ctx, int kind, const struct anycov_areas *a)
{
	ctx->kind = kind;
	ctx->area = a->area;
	ctx->size = a->size;
	ctx->limit = anycov_limit(kind, a->size);
	ctx->prev = 0;
	set_uniq(&ctx->uniq, a->area, a->slots, a->size, ctx->limit);
	set_uniq(&ctx->edge, a->edge_area, a->edge_slots, a->size, ctx->limit);
	if ((kind == ANYCOV_M_UNIQ_PC || (ANYCOV_PORT_HOOK_EDGES && kind == ANYCOV_M_UNIQ_EDGE)) &&
	    (void *)a->slots == (void *)a->area && ctx->uniq.mask >= ANYCOV_UNIQ_GROUP - 1) {
		ctx->hit.area = a->area;
		ctx->hit.not_mask = ~ctx->uniq.mask;
	} else {
		ctx->hit.area = nothing.area;
		ctx->hit.not_mask = ~(anycov_word)(ANYCOV_UNIQ_GROUP - 1);
	}
}

ANYCOV_NO_COV int anycov_ctx_go(struct anycov_ctx *ctx)
{
	int at_once = ANYCOV_PORT_HOOK_EDGES && ctx->kind == ANYCOV_M_UNIQ_EDGE &&
		      ctx->hit.area == ctx->area;

	if (ctx->kind == ANYCOV_M_UNIQ_EDGE)
		ctx->limit = at_once ? 0 : ctx->uniq.limit;
	return at_once ? ANYCOV_M_PC : ctx->kind;
}
