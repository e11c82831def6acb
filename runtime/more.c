/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The writers of the modes beyond PC and CMP, out of the way of those two.
 *
 * Slots, and the count of 64-bit records, are read plainly: a comparison can then
 * take them from memory.  Read once or twice, before an interrupt or behind it, a
 * slot names a record within the area, and a claim decides for itself.
 */
#include "writer.h"
#include "more.h"

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

	if (anycov_claim32(area, ctx->uniq.limit, &slot))
		area[ANYCOV_BUF_FIRST + slot] = (uint32_t)pc;
}
#endif

/* Out of the way of what looks first, and its registers too. */
static ANYCOV_NOINLINE void append(const struct anycov_uniq *u, anycov_u32 *slot, anycov_word word)
{
	anycov_uniq_add_word(u->area, u->limit, slot, word);
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
/* What found no record of it and its home taken: most are found or have a place near. */
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

static ANYCOV_NOINLINE void crowded_edge(struct anycov_ctx *ctx, anycov_word word, uintptr_t pc,
					 int guard)
{
	if (!quick_edge(&ctx->uniq, word))
		new_edge(ctx, &ctx->uniq, word, pc, guard);
}

/* New edges that find their home free, without a frame. */
ANYCOV_NO_COV void anycov_more_edge(anycov_word word, uintptr_t pc, int guard)
{
	struct anycov_ctx *ctx = anycov_port_ctx(ANYCOV_M_PC);
	anycov_word *area, n, i;
	anycov_u32 *slot;

	if (anycov_unlikely(!ctx))
		return;
	/* A plain mode without room: the hook's own look-up serves it, area and slots are one. */
	area = ctx->area;
	slot = anycov_uniq_slot((anycov_u32 *)area,
				anycov_edge_home(word) | ctx->hit.not_mask);
	i = (anycov_word)*slot - 1;
	n = ANYCOV_READ(area[ANYCOV_BUF_COUNT]);
	if (anycov_unlikely(i < n || !n))
		crowded_edge(ctx, word, pc, guard);
	else
		anycov_uniq_add_word(area, ctx->uniq.limit, slot, word);
}
#endif

/* Is the word at home in its set, as nearly all that are in it? */
ANYCOV_INLINE int is_at_home(const struct anycov_uniq *u, anycov_word home, anycov_word word)
{
	anycov_word i = anycov_uniq_at(u->slots, home | ~u->mask);

	return i < ANYCOV_READ(u->area[ANYCOV_BUF_COUNT]) &&
	       ANYCOV_READ(u->area[ANYCOV_BUF_FIRST + i]) == word;
}

static ANYCOV_NOINLINE void more_modes(struct anycov_ctx *ctx, uintptr_t pc, int guard)
{
	const struct anycov_uniq *u = &ctx->uniq;
	anycov_word word;

#if UINTPTR_MAX > UINT32_MAX
	if (ctx->kind == ANYCOV_M_PC32) {
		write_pc32(ctx, pc);
		return;
	}
#endif
	if (ctx->kind == ANYCOV_M_UNIQ_BOTH) {
		if (!is_at_home(u, pc, pc))
			add_pc(u, pc);
		u = &ctx->edge;
	}
	word = anycov_edge_word(guard ? 0 : ctx->prev, pc);
	if (!guard)
		anycov_edge_next(&ctx->prev, pc);
	if (!is_at_home(u, anycov_edge_home(word), word))
		new_edge(ctx, u, word, pc, guard);
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

#if ANYCOV_PORT_HOOK_EDGES
static ANYCOV_NOINLINE void crowded_pc(const struct anycov_uniq *u, uintptr_t pc)
{
	if (!quick_pc(u, pc))
		add_pc(u, pc);
}

/* New places that find their home free need no frame. */
ANYCOV_INLINE void more_pc(const struct anycov_uniq *u, uintptr_t pc)
{
	anycov_u32 *slot = anycov_uniq_slot(u->slots, pc | ~u->mask);
	anycov_word i = (anycov_word)*slot - 1;

	if (anycov_unlikely(i < ANYCOV_READ(u->area[ANYCOV_BUF_COUNT])))
		crowded_pc(u, pc);
	else
		anycov_uniq_add_word(u->area, u->limit, slot, pc);
}
#else
ANYCOV_INLINE void more_pc(const struct anycov_uniq *u, uintptr_t pc)
{
	if (!quick_pc(u, pc))
		add_pc(u, pc);
}
#endif

/* The hook would have to keep the context for us; asking again is cheaper for it. */
ANYCOV_INLINE void more(uintptr_t pc, int guard)
{
	struct anycov_ctx *ctx = anycov_port_ctx_above(ANYCOV_M_PC - ANYCOV_PORT_HOOK_EDGES);

	if (!ctx)
		return;
	if (anycov_unlikely(ctx->kind != ANYCOV_M_UNIQ_PC))
		more_modes(ctx, pc, guard);
	else
		more_pc(&ctx->uniq, pc);
}

ANYCOV_NO_COV void anycov_more_pc(uintptr_t pc)
{
	more(pc, 0);
}

ANYCOV_NO_COV void anycov_more_guard(uintptr_t pc)
{
	more(pc, 1);
}

/* A comparison that is not at home, where somebody else is. */
static ANYCOV_NOINLINE void add_cmp(const struct anycov_uniq *u, unsigned int type, uint64_t arg1,
				    uint64_t arg2, uintptr_t pc, anycov_word home)
{
	struct anycov_uniq_key key;
	anycov_u64 *area = (anycov_u64 *)u->area;
	anycov_u32 *slot;
	anycov_word i;

	key.word = 0;
	key.cmp[0] = type;
	key.cmp[1] = arg1;
	key.cmp[2] = arg2;
	key.cmp[3] = pc;
	if (anycov_uniq_is_new(ANYCOV_UNIQ_KIND_CMP, u, &key, home,
			       anycov_uniq_count(ANYCOV_UNIQ_KIND_CMP, u), &slot) &&
	    anycov_claim64(area, u->limit, &i)) {
		anycov_write_cmp_at(area, i, type, arg1, arg2, pc);
		anycov_barrier(); /* as for words */
		if (slot)
			ANYCOV_WRITE(*slot, (uint32_t)(i + 1));
	}
}

/* Nearly every one is at home, or finds its home free: without a frame. */
ANYCOV_NO_COV void anycov_more_cmp(struct anycov_ctx *ctx, unsigned int type, uint64_t arg1,
				   uint64_t arg2, uintptr_t pc)
{
	const struct anycov_uniq *u = &ctx->uniq;
	anycov_word home = anycov_uniq_hash_cmp(arg1, arg2, pc);
	anycov_u32 *slot = anycov_uniq_slot(u->slots, home | ctx->hit.not_mask);
	anycov_word i = (anycov_word)*slot - 1;
	anycov_u64 *r = (anycov_u64 *)u->area;

	if (anycov_likely(i < u->area[ANYCOV_LOW_WORD])) {
		r += ANYCOV_BUF_FIRST + i * ANYCOV_WORDS_PER_CMP;
		/* What tells comparisons apart most often comes first. */
		if (anycov_unlikely(r[1] != arg1 || r[2] != arg2 || r[3] != pc || r[0] != type))
			add_cmp(u, type, arg1, arg2, pc, home);
	} else if (anycov_claim64(r, u->limit, &i)) {
		anycov_write_cmp_at(r, i, type, arg1, arg2, pc);
		anycov_barrier(); /* as for words */
		ANYCOV_WRITE(*slot, (uint32_t)(i + 1));
	}
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
	    (void *)a->slots == (void *)a->area && ctx->uniq.mask >= ANYCOV_UNIQ_GROUP - 1 &&
	    ctx->limit < ANYCOV_PORT_LOWEST_PC()) {
		ctx->hit.area = a->area;
		ctx->hit.not_mask = ~ctx->uniq.mask;
	} else {
		ctx->hit.area = nothing.area;
		/* No hook of PCs looks there while comparisons are recorded. */
		ctx->hit.not_mask = kind == ANYCOV_M_UNIQ_CMP
					    ? ~ctx->uniq.mask
					    : ~(anycov_word)(ANYCOV_UNIQ_GROUP - 1);
	}
}

ANYCOV_NO_COV int anycov_ctx_go(struct anycov_ctx *ctx)
{
	int hidden = ANYCOV_PORT_HOOK_EDGES && ctx->kind > ANYCOV_M_PC &&
		     ctx->kind != ANYCOV_M_UNIQ_PC;

	/* The hook looks edges up where their slots lie right below the area. */
	if (ctx->kind == ANYCOV_M_UNIQ_EDGE && ctx->hit.area != ctx->area)
		hidden = 0;
	if (ctx->kind > ANYCOV_M_PC)
		ctx->limit = hidden ? 0 : ctx->uniq.limit;
	return hidden ? ANYCOV_M_PC : ctx->kind;
}
