/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Slow paths of the unique modes, and the records of the compact mode (32-bit PCs).
 *
 * Slots, and the count of 64-bit records, are read without volatile, so that a comparison can
 * take them from memory.  Whether a value is read once or twice, before or after an interrupt,
 * a slot names a record within the area, and a claim reads the count again.
 */
#include "writer.h"
#include "modes.h"

/* A set without records: what the hook's lookup uses in every mode but UNIQ_PC. */
static struct {
	anycov_u32 slots[ANYCOV_UNIQUE_GROUP];
	anycov_word area[2];
} empty_index;

#if UINTPTR_MAX > UINT32_MAX
/* The count is a u32, like the words. */
static ANYCOV_NO_COV void write_pc32(struct anycov_ctx *ctx, uintptr_t pc)
{
	anycov_u32 *area = (anycov_u32 *)ctx->area;
	anycov_word slot;

	if (anycov_claim32(area, ctx->unique.limit, &slot))
		area[ANYCOV_BUF_FIRST + slot] = (uint32_t)pc;
}
#endif

/* Not inlined, to keep its registers out of the lookups. */
static ANYCOV_NOINLINE void append(const struct anycov_unique *u, anycov_u32 *slot,
				   anycov_word word)
{
	anycov_unique_add_word(u->area, u->limit, slot, word);
}

static ANYCOV_NOINLINE void add_pc(const struct anycov_unique *u, uintptr_t pc)
{
	struct anycov_unique_key key;
	anycov_u32 *slot;

	key.word = pc;
	if (anycov_unique_is_new(ANYCOV_UNIQUE_KIND_PC, u, &key, pc,
				 anycov_unique_count(ANYCOV_UNIQUE_KIND_PC, u), &slot))
		append(u, slot, pc);
}

/*
 * An edge that is not in its home slot, or not in the set; word may be older than a reset.  Returns
 * the word that the set has.
 */
static ANYCOV_NOINLINE anycov_word add_edge(const struct anycov_unique *u, anycov_word word,
					    uintptr_t pc)
{
	anycov_word n = anycov_unique_count(ANYCOV_UNIQUE_KIND_EDGE, u);
	struct anycov_unique_key key;
	anycov_u32 *slot;

	/* A reset starts a new set: no edge connects one set with the next. */
	key.word = n ? word : anycov_edge_word(0, pc);
	if (anycov_unique_is_new(ANYCOV_UNIQUE_KIND_EDGE, u, &key, anycov_edge_home(key.word), n,
				 &slot))
		append(u, slot, key.word);
	return key.word;
}

/* A guard that is first in a set leaves no previous PC of the set before. */
ANYCOV_INLINE anycov_word new_edge(struct anycov_ctx *ctx, const struct anycov_unique *u,
				   anycov_word word, uintptr_t pc, int guard)
{
	if (guard && !ANYCOV_READ(u->area[ANYCOV_BUF_COUNT]))
		ctx->prev = 0;
	return add_edge(u, word, pc);
}

#if ANYCOV_PORT_HOOK_EDGES
/* The home slot is taken by another record: most edges are found, or have a free slot, nearby. */
static int fast_edge(const struct anycov_unique *u, anycov_word word)
{
	anycov_word n = ANYCOV_READ(u->area[ANYCOV_BUF_COUNT]);
	anycov_word home = anycov_edge_home(word) | ~u->mask, s = home, i, step, other;

	if (!n)
		return 0;
	for (step = 1; step < 4; step++) {
		i = anycov_unique_record_at(u->slots, s);
		if (i >= n) {
			append(u, anycov_unique_slot(u->slots, s), word);
			return 1;
		}
		other = ANYCOV_READ(u->area[ANYCOV_BUF_FIRST + i]);
		if (other == word)
			return 1;
		if ((anycov_edge_home(other) | ~u->mask) != s)
			break;
		s = home ^ step; /* the smallest table has 4 slots */
	}
	for (; step < ANYCOV_UNIQUE_GROUP; step++) {
		i = anycov_unique_record_at(u->slots, home ^ (step & u->mask));
		if (i < n && ANYCOV_READ(u->area[ANYCOV_BUF_FIRST + i]) == word)
			return 1;
	}
	return 0;
}

static ANYCOV_NOINLINE void edge_home_taken(struct anycov_ctx *ctx, anycov_word word, uintptr_t pc,
					    int guard)
{
	if (!fast_edge(&ctx->unique, word))
		new_edge(ctx, &ctx->unique, word, pc, guard);
}

/* New edges that find their home slot free, without a stack frame. */
ANYCOV_NO_COV void anycov_slow_edge(anycov_word word, uintptr_t pc, int guard)
{
	struct anycov_ctx *ctx = anycov_port_ctx(ANYCOV_M_PC);
	anycov_word *area, n, i;
	anycov_u32 *slot;

	if (anycov_unlikely(!ctx))
		return;
	/*
	 * A plain mode whose buffer is always full: the hook itself looks up; slots end at the
	 * area.
	 */
	area = ctx->area;
	slot = anycov_unique_slot((anycov_u32 *)area, anycov_edge_home(word) | ctx->index.not_mask);
	i = (anycov_word)*slot - 1;
	n = ANYCOV_READ(area[ANYCOV_BUF_COUNT]);
	if (anycov_unlikely(i < n || !n))
		edge_home_taken(ctx, word, pc, guard);
	else
		anycov_unique_add_word(area, ctx->unique.limit, slot, word);
}
#endif

/* Is the word in its home slot, like nearly all that are in the set? */
ANYCOV_INLINE int is_in_home_slot(const struct anycov_unique *u, anycov_word home, anycov_word word)
{
	anycov_word i = anycov_unique_record_at(u->slots, home | ~u->mask);

	return i < ANYCOV_READ(u->area[ANYCOV_BUF_COUNT]) &&
	       ANYCOV_READ(u->area[ANYCOV_BUF_FIRST + i]) == word;
}

/* The edge to pc, which becomes the previous PC. */
ANYCOV_INLINE anycov_word next_edge(struct anycov_ctx *ctx, uintptr_t pc, int guard)
{
	anycov_word word = anycov_edge_word(guard ? 0 : ctx->prev, pc);

#if ANYCOV_PORT_FILTER
	if (anycov_filter.is_on && !guard) {
		word = ANYCOV_READ(anycov_filter.prev) ^ pc;
		anycov_filter_set_prev(pc);
		return word;
	}
#endif
	if (!guard)
		anycov_edge_set_prev(&ctx->prev, pc);
	return word;
}

static ANYCOV_NOINLINE void record_by_kind(struct anycov_ctx *ctx, uintptr_t pc, int guard)
{
	const struct anycov_unique *u = &ctx->unique;
	const unsigned int filter = anycov_filter_state();
	anycov_word word;

#if UINTPTR_MAX > UINT32_MAX
	if (ctx->kind == ANYCOV_M_PC32) {
		write_pc32(ctx, pc);
		return;
	}
#endif
	if (ctx->kind == ANYCOV_M_UNIQ_BOTH) {
		if (!is_in_home_slot(u, pc, pc))
			add_pc(u, pc);
		u = &ctx->edge;
	}
	word = next_edge(ctx, pc, guard);
	if (!is_in_home_slot(u, anycov_edge_home(word), word))
		word = new_edge(ctx, u, word, pc, guard);
	if (!guard)
		anycov_filter_add_edge(word, filter);
}

/*
 * The cases of UNIQ_PC that need no stack: a PC that is new to the set and finds a free slot
 * after only records that are in their home slots; and a PC that the set contains in the second
 * group of its search sequence.
 */
ANYCOV_INLINE int fast_pc(const struct anycov_unique *u, uintptr_t pc)
{
	anycov_word n = ANYCOV_READ(u->area[ANYCOV_BUF_COUNT]);
	anycov_word home = pc | ~u->mask, s = home, i, step, other;

	for (step = 1; step < 4; step++) {
		i = anycov_unique_record_at(u->slots, s);
		if (i >= n) {
			append(u, anycov_unique_slot(u->slots, s), pc);
			return 1;
		}
		other = ANYCOV_READ(u->area[ANYCOV_BUF_FIRST + i]);
		if (other == pc)
			return 1; /* the hook looks at no table that is elsewhere */
		if ((other | ~u->mask) != s)
			break;
		s = home ^ step; /* the smallest table has 4 slots */
	}
	/* Smaller tables have no second group: the same slots again. */
	home = (pc + anycov_unique_group_offset(1)) | ~u->mask;
	for (step = 0; step < ANYCOV_UNIQUE_GROUP; step++) {
		i = anycov_unique_record_at(u->slots, home ^ (step & u->mask));
		if (i < n && ANYCOV_READ(u->area[ANYCOV_BUF_FIRST + i]) == pc)
			return 1;
	}
	return 0;
}

#if ANYCOV_PORT_HOOK_EDGES
static ANYCOV_NOINLINE void pc_home_taken(const struct anycov_unique *u, uintptr_t pc)
{
	if (!fast_pc(u, pc))
		add_pc(u, pc);
}

/* New PCs that find their home slot free need no stack frame. */
ANYCOV_INLINE void slow_unique_pc(const struct anycov_unique *u, uintptr_t pc)
{
	anycov_u32 *slot = anycov_unique_slot(u->slots, pc | ~u->mask);
	anycov_word i = (anycov_word)*slot - 1;

	if (anycov_unlikely(i < ANYCOV_READ(u->area[ANYCOV_BUF_COUNT])))
		pc_home_taken(u, pc);
	else
		anycov_unique_add_word(u->area, u->limit, slot, pc);
}
#else
ANYCOV_INLINE void slow_unique_pc(const struct anycov_unique *u, uintptr_t pc)
{
	if (!fast_pc(u, pc))
		add_pc(u, pc);
}
#endif

/* Keeping the context for us would cost the hook more than looking it up again. */
ANYCOV_INLINE void slow_path(uintptr_t pc, int guard)
{
	struct anycov_ctx *ctx = anycov_port_ctx_above(ANYCOV_M_PC - ANYCOV_PORT_HOOK_EDGES);
	const unsigned int filter = anycov_filter_state();

	if (!ctx)
		return;
	if (anycov_unlikely(ctx->kind != ANYCOV_M_UNIQ_PC)) {
		record_by_kind(ctx, pc, guard);
	} else {
		slow_unique_pc(&ctx->unique, pc);
		anycov_filter_add_pc(pc, filter);
	}
}

ANYCOV_NO_COV void anycov_slow_pc(uintptr_t pc)
{
	slow_path(pc, 0);
}

ANYCOV_NO_COV void anycov_slow_guard(uintptr_t pc)
{
	slow_path(pc, 1);
}

ANYCOV_NO_COV void anycov_unique_add(struct anycov_ctx *ctx, uintptr_t pc)
{
	if (ctx->kind != ANYCOV_M_UNIQ_PC)
		record_by_kind(ctx, pc, 0);
	else if (!is_in_home_slot(&ctx->unique, pc, pc))
		add_pc(&ctx->unique, pc);
}

/* A comparison whose home slot is taken by another one. */
static ANYCOV_NOINLINE void add_cmp(const struct anycov_unique *u, unsigned int type, uint64_t arg1,
				    uint64_t arg2, uintptr_t pc, anycov_word home)
{
	struct anycov_unique_key key;
	anycov_u64 *area = (anycov_u64 *)u->area;
	anycov_u32 *slot;
	anycov_word i;

	key.word = 0;
	key.cmp[0] = type;
	key.cmp[1] = arg1;
	key.cmp[2] = arg2;
	key.cmp[3] = pc;
	if (anycov_unique_is_new(ANYCOV_UNIQUE_KIND_CMP, u, &key, home,
				 anycov_unique_count(ANYCOV_UNIQUE_KIND_CMP, u), &slot) &&
	    anycov_claim64(area, u->limit, &i)) {
		anycov_write_cmp_at(area, i, type, arg1, arg2, pc);
		anycov_barrier(); /* as for words */
		if (slot)
			ANYCOV_WRITE(*slot, (uint32_t)(i + 1));
	}
}

/* Nearly every comparison is in its home slot, or finds it free: no stack frame. */
ANYCOV_NO_COV void anycov_slow_cmp(struct anycov_ctx *ctx, unsigned int type, uint64_t arg1,
				   uint64_t arg2, uintptr_t pc)
{
	const struct anycov_unique *u = &ctx->unique;
	anycov_word home = anycov_unique_hash_cmp(arg1, arg2, pc);
	anycov_u32 *slot = anycov_unique_slot(u->slots, home | ctx->index.not_mask);
	anycov_word i = (anycov_word)*slot - 1;
	anycov_u64 *r = (anycov_u64 *)u->area;

	if (anycov_likely(i < u->area[ANYCOV_LOW_WORD])) {
		r += ANYCOV_BUF_FIRST + i * ANYCOV_WORDS_PER_CMP;
		/* The members that differ most often come first. */
		if (anycov_unlikely(r[1] != arg1 || r[2] != arg2 || r[3] != pc || r[0] != type))
			add_cmp(u, type, arg1, arg2, pc, home);
	} else if (anycov_claim64(r, u->limit, &i)) {
		anycov_write_cmp_at(r, i, type, arg1, arg2, pc);
		anycov_barrier(); /* as for words */
		ANYCOV_WRITE(*slot, (uint32_t)(i + 1));
	}
}

ANYCOV_INLINE void set_unique(struct anycov_unique *u, anycov_word *area, anycov_u32 *slots,
			      anycov_word size, anycov_word limit)
{
	u->area = area;
	u->limit = limit;
	u->slots = slots;
	u->mask = slots ? anycov_unique_first(size) - 1 : 0;
	u->second = slots ? anycov_unique_second(size) : 0;
}

/* Whether no count of this buffer can be taken for a PC: see record_context.h. */
ANYCOV_INLINE int counts_are_no_pcs(anycov_word limit)
{
#if ANYCOV_PORT_LOW_PCS
	(void)limit;
	return 1; /* the lookup looks */
#else
	return limit < ANYCOV_PORT_LOWEST_PC();
#endif
}

ANYCOV_NO_COV void anycov_ctx_init(struct anycov_ctx *ctx, int kind, const struct anycov_areas *a)
{
	ctx->kind = kind;
	ctx->area = a->area;
	ctx->size = a->size;
	ctx->limit = anycov_limit(kind, a->size);
	ctx->prev = 0;
	set_unique(&ctx->unique, a->area, a->slots, a->size, ctx->limit);
	set_unique(&ctx->edge, a->edge_area, a->edge_slots, a->size, ctx->limit);
	if ((kind == ANYCOV_M_UNIQ_PC || (ANYCOV_PORT_HOOK_EDGES && kind == ANYCOV_M_UNIQ_EDGE)) &&
	    (void *)a->slots == (void *)a->area && ctx->unique.mask >= ANYCOV_UNIQUE_GROUP - 1 &&
	    counts_are_no_pcs(ctx->limit)) {
		ctx->index.area = a->area;
		ctx->index.not_mask = ~ctx->unique.mask;
	} else {
		ctx->index.area = empty_index.area;
		/* No PC hook uses it while comparisons are recorded. */
		ctx->index.not_mask = kind == ANYCOV_M_UNIQ_CMP
					      ? ~ctx->unique.mask
					      : ~(anycov_word)(ANYCOV_UNIQUE_GROUP - 1);
	}
}

ANYCOV_NO_COV int anycov_ctx_start_mode(struct anycov_ctx *ctx)
{
	int hidden =
		ANYCOV_PORT_HOOK_EDGES && ctx->kind > ANYCOV_M_PC && ctx->kind != ANYCOV_M_UNIQ_PC;

	/* The hook looks edges up only if their slots end where the area begins. */
	if (ctx->kind == ANYCOV_M_UNIQ_EDGE && ctx->index.area != ctx->area)
		hidden = 0;
	if (ctx->kind > ANYCOV_M_PC)
		ctx->limit = hidden ? 0 : ctx->unique.limit;
	return hidden ? ANYCOV_M_PC : ctx->kind;
}
