/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Unique records: an exact set over a KCOV buffer, with no lock, no allocation
 * and nothing to clear.
 *
 * The buffer's records are their own keys.  Below it lies a private hash table
 * of u32 slots, each the number of a record, from 1, or 0; nothing else.  A slot
 * counts only if its number is not above the buffer's count *and* the record
 * there says so, hence:
 *   - count = 0 (a store by user space, KCOV_RESET_TRACE) empties the set: O(1),
 *     at any moment, and no event that a hook could miss;
 *   - there is no epoch, so none can wrap; memory that is all zeroes is an
 *     empty table;
 *   - a slot's number is never above the buffer's limit, whatever user space
 *     wrote into the buffer, so reads stay inside.
 *
 * Slots are numbered downwards from the buffer: slot -1 lies right below it, so
 * one pointer reaches both.  A key's walk goes through groups of 8 neighbours,
 * each in the order home, home ^ 1, ... home ^ 7; which groups is a matter of
 * one multiplication, and so is the question whether a record's walk comes by a
 * given slot.
 *
 * Slots of older sets look occupied when the count has grown past their number
 * again.  Which slot of several that name record i is the live one?  The first
 * that the walk of record i meets: when record i was inserted, every slot that
 * named it was free (i was above the count), so the walk took the first one.  An
 * occupied slot stays so as long as its set lives, so a walk ends at the first
 * free one.
 *
 * The first part of the table is the greatest power of 2 that fits; the second
 * part, where there is room for one, takes what the first has no place for.  A
 * record that finds no place in 16 groups of each is appended without a slot, and may be
 * appended again; it is never lost.  The same can happen when an interrupt comes
 * between the search and the insertion; see docs/abi.md.
 */
#ifndef ANYCOV_UNIQ_H
#define ANYCOV_UNIQ_H

#include "core.h"
#include "anycov/buffer.h"

#define ANYCOV_UNIQ_GROUP 8
#define ANYCOV_UNIQ_GROUPS 16 /* of each part that a walk goes through */

/* An odd number and what it must be multiplied by to give 1. */
#if UINTPTR_MAX == UINT64_MAX
#define ANYCOV_UNIQ_MIX 0x9e3779b97f4a7c15ull
#define ANYCOV_UNIQ_UNMIX 0xf1de83e19937733dull
#define ANYCOV_UNIQ_TOP 32
#elif UINTPTR_MAX == UINT32_MAX
#define ANYCOV_UNIQ_MIX 0x9e3779b9u
#define ANYCOV_UNIQ_UNMIX 0x144cbc89u
#define ANYCOV_UNIQ_TOP 15
#else
#define ANYCOV_UNIQ_MIX 0x9e37u
#define ANYCOV_UNIQ_UNMIX 0x7787u
#define ANYCOV_UNIQ_TOP 7
#endif

/* An odd factor for the low half of the PC before, in the home of an edge. */
#define ANYCOV_EDGE_MIX 0x9e3779b1u

/* Kind of a unique area; a constant wherever it is inlined. */
enum anycov_uniq_kind { ANYCOV_UNIQ_KIND_PC, ANYCOV_UNIQ_KIND_EDGE, ANYCOV_UNIQ_KIND_CMP };

/* What is looked for. */
struct anycov_uniq_key {
	anycov_word word;  /* PC or edge */
	anycov_u64 cmp[4]; /* CMP */
};

/* Slots of the first part for a buffer of size words: a power of 2. */
ANYCOV_INLINE anycov_word anycov_uniq_first(anycov_word size)
{
	anycov_word n = 1;

	while (n <= size)
		n *= 2;
	return n;
}

/* And of the second: sizes far from a power of 2 would be too tight without it. */
ANYCOV_INLINE anycov_word anycov_uniq_second(anycov_word size)
{
	anycov_word half = anycov_uniq_first(size) / 2;

	return half >= ANYCOV_UNIQ_GROUP && 2 * (size - half) >= half ? half : 0;
}

/* No more than 8 bytes for each word of the buffer. */
ANYCOV_INLINE anycov_word anycov_uniq_slots(anycov_word size)
{
	return anycov_uniq_first(size) + anycov_uniq_second(size);
}

ANYCOV_INLINE anycov_word anycov_uniq_mix(anycov_word x)
{
	x *= (anycov_word)ANYCOV_UNIQ_MIX;
	return x ^ x >> ANYCOV_UNIQ_TOP;
}

/*
 * The home of a comparison: the top bits of a polynomial, which take in every bit
 * of its arguments and PC.  The type goes with the PC.
 */
#if UINTPTR_MAX == UINT64_MAX
ANYCOV_INLINE anycov_word anycov_uniq_hash_cmp(uint64_t arg1, uint64_t arg2, uint64_t pc)
{
	return ((arg1 * ANYCOV_UNIQ_MIX + arg2) * ANYCOV_UNIQ_MIX + pc) * ANYCOV_UNIQ_MIX >> 32;
}
#else
ANYCOV_INLINE anycov_word anycov_uniq_fold(uint64_t x)
{
#if UINTPTR_MAX == UINT32_MAX
	return (anycov_word)(x >> 32) * 3 ^ (anycov_word)x;
#else
	return anycov_uniq_mix((anycov_word)(x >> 48) ^ (anycov_word)(x >> 32)) * 3 ^
	       anycov_uniq_mix((anycov_word)(x >> 16)) ^ (anycov_word)x;
#endif
}

ANYCOV_INLINE anycov_word anycov_uniq_hash_cmp(uint64_t arg1, uint64_t arg2, uint64_t pc)
{
	anycov_word x = anycov_uniq_fold(arg1) * (anycov_word)ANYCOV_UNIQ_MIX;

	x = (x + anycov_uniq_fold(arg2)) * (anycov_word)ANYCOV_UNIQ_MIX;
	return anycov_uniq_mix(x + (anycov_word)pc);
}
#endif

/*
 * A word for the pair (previous, current).  Where a word has 64 bits: the low
 * halves of both, which tells all pairs of one image of up to 4 GiB apart, and
 * the context keeps the previous one in place.  Else a fold, which may take two
 * pairs for one.
 */
#if UINTPTR_MAX == UINT64_MAX
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define ANYCOV_PREV_HALF 0
#else
#define ANYCOV_PREV_HALF 1
#endif

ANYCOV_INLINE anycov_word anycov_edge_word(anycov_word prev, anycov_word pc)
{
	return prev | (uint32_t)pc;
}

ANYCOV_INLINE void anycov_edge_next(anycov_word *prev, anycov_word pc)
{
	((anycov_u32 *)prev)[ANYCOV_PREV_HALF] = (uint32_t)pc;
}

ANYCOV_INLINE anycov_word anycov_edge_home(anycov_word word)
{
	return (uint32_t)(word >> 32) * ANYCOV_EDGE_MIX + (uint32_t)word;
}
#else
ANYCOV_INLINE anycov_word anycov_edge_word(anycov_word prev, anycov_word pc)
{
	return prev * (anycov_word)ANYCOV_UNIQ_MIX ^ pc;
}

ANYCOV_INLINE void anycov_edge_next(anycov_word *prev, anycov_word pc)
{
	*prev = pc;
}

ANYCOV_INLINE anycov_word anycov_edge_home(anycov_word word)
{
	return anycov_uniq_mix(word);
}
#endif

/*
 * Where a key's walk begins.  PCs need no mixing: neighbours in the code become
 * neighbours in the table, and never meet.
 */
ANYCOV_INLINE anycov_word anycov_uniq_home(enum anycov_uniq_kind kind, anycov_word word,
					   const anycov_u64 *cmp)
{
	if (kind == ANYCOV_UNIQ_KIND_PC)
		return word;
	if (kind == ANYCOV_UNIQ_KIND_EDGE)
		return anycov_edge_home(word);
	/* Only the kind of compares comes here, and brings a record. */
	/* cppcheck-suppress ctunullpointer */
	return anycov_uniq_hash_cmp(cmp[1], cmp[2], cmp[3]);
}

/* What group j of a part adds to the home. */
ANYCOV_INLINE anycov_word anycov_uniq_jump(unsigned int j)
{
	return j * ((anycov_word)ANYCOV_UNIQ_MIX * ANYCOV_UNIQ_GROUP);
}

/* Does the walk from home come by the slot at, in a part of mask + 1 slots? */
ANYCOV_INLINE int anycov_uniq_passes(anycov_word mask, anycov_word home, anycov_word at)
{
	anycov_word groups = mask / ANYCOV_UNIQ_GROUP;
	anycov_word apart = at / ANYCOV_UNIQ_GROUP - home / ANYCOV_UNIQ_GROUP;

	return (apart * (anycov_word)ANYCOV_UNIQ_UNMIX & groups) < ANYCOV_UNIQ_GROUPS;
}

ANYCOV_INLINE anycov_u64 *anycov_uniq_cmp_at(const struct anycov_uniq *u, anycov_word i)
{
	return (anycov_u64 *)u->area + ANYCOV_BUF_FIRST + i * ANYCOV_WORDS_PER_CMP;
}

/* The count as this set may use it: what user space wrote, cut to what fits. */
ANYCOV_INLINE anycov_word anycov_uniq_count(enum anycov_uniq_kind kind,
					    const struct anycov_uniq *u)
{
	anycov_word n = kind == ANYCOV_UNIQ_KIND_CMP ? ANYCOV_READ(u->area[ANYCOV_LOW_WORD])
						     : ANYCOV_READ(u->area[0]);

	return n < u->limit ? n : u->limit;
}

ANYCOV_INLINE anycov_word anycov_uniq_home_of(enum anycov_uniq_kind kind,
					      const struct anycov_uniq *u, anycov_word i)
{
	if (kind == ANYCOV_UNIQ_KIND_CMP)
		return anycov_uniq_home(kind, 0, anycov_uniq_cmp_at(u, i));
	return anycov_uniq_home(kind, ANYCOV_READ(u->area[ANYCOV_BUF_FIRST + i]), NULL);
}

ANYCOV_INLINE int anycov_uniq_equal(enum anycov_uniq_kind kind, const struct anycov_uniq *u,
				    anycov_word i, const struct anycov_uniq_key *key)
{
	if (kind == ANYCOV_UNIQ_KIND_CMP) {
		const anycov_u64 *r = anycov_uniq_cmp_at(u, i);

		return r[0] == key->cmp[0] && r[1] == key->cmp[1] && r[2] == key->cmp[2] &&
		       r[3] == key->cmp[3];
	}
	return ANYCOV_READ(u->area[ANYCOV_BUF_FIRST + i]) == key->word;
}

/* Slot s (below 0, as an unsigned number) of those that end at `slots`. */
ANYCOV_INLINE anycov_u32 *anycov_uniq_slot(anycov_u32 *slots, anycov_word s)
{
	return slots + (intptr_t)s;
}

/* The record that it names, from 0; a great number: none. */
ANYCOV_INLINE anycov_word anycov_uniq_at(anycov_u32 *slots, anycov_word s)
{
	return (anycov_word)ANYCOV_READ(*anycov_uniq_slot(slots, s)) - 1;
}

/*
 * The next slot of a walk; the empty asm keeps compilers from working every
 * number out from the first, which costs an instruction more.
 */
#define ANYCOV_UNIQ_TRY(flip)                                                                     \
	do {                                                                                      \
		s ^= (flip);                                                                      \
		__asm__("" : "+r"(s));                                                            \
		i = *anycov_uniq_slot((anycov_u32 *)area, s);                                     \
		if (area[i] == word)                                                              \
			goto same;                                                                \
	} while (0)

/*
 * Nearly every repeated hit of a word, inlined into the hook: the first group
 * of its walk.  A slot that names a record which is this word is right if the
 * record is in the set, however old the slot is; that question comes last, so
 * that each further slot costs four instructions.  A no is not final.
 *
 * A home that is free ends every walk; stop says to look for that, which spares
 * new words seven slots and costs those that are not at home three instructions.
 *
 * A slot that is free reads the count as if it were a record: a word must be
 * greater than every count can be (anycov_ctx_set sees to it), or be said to be small.
 */
ANYCOV_INLINE int anycov_uniq_look(anycov_word *area, anycov_word s, anycov_word word, int stop,
				   int small)
{
	/* Plain reads, each used once: volatile ones cost an instruction apiece. */
	anycov_word i;

	__asm__("" : "+r"(s));
	i = *anycov_uniq_slot((anycov_u32 *)area, s);
	if (anycov_unlikely(area[i] != word)) {
		if (stop && i - 1 >= area[ANYCOV_BUF_COUNT])
			return 0;
		ANYCOV_UNIQ_TRY(1);
		ANYCOV_UNIQ_TRY(1 ^ 2);
		ANYCOV_UNIQ_TRY(2 ^ 3);
		ANYCOV_UNIQ_TRY(3 ^ 4);
		ANYCOV_UNIQ_TRY(4 ^ 5);
		ANYCOV_UNIQ_TRY(5 ^ 6);
		ANYCOV_UNIQ_TRY(6 ^ 7);
		return 0;
	}
same:
	if (small)
		return anycov_likely(i - 1 < area[ANYCOV_BUF_COUNT]);
	return anycov_likely(i <= area[ANYCOV_BUF_COUNT]);
}

ANYCOV_INLINE int anycov_uniq_hit(const struct anycov_hit *h, anycov_word pc)
{
	return anycov_uniq_look(h->area, pc | h->not_mask, pc, 0, 0);
}

/* The same for an edge.  Takes note of the PC for the next one. */
ANYCOV_INLINE int anycov_edge_hit(struct anycov_ctx *ctx, anycov_word pc, anycov_word *word)
{
	anycov_word home;

#if UINTPTR_MAX == UINT64_MAX
	/*
	 * Multiplied as it is read: an instruction less than from the word.  Only the
	 * low bits of the sum matter.
	 */
	home = (anycov_word)(((anycov_u32 *)&ctx->prev)[ANYCOV_PREV_HALF] * ANYCOV_EDGE_MIX) + pc;
	*word = anycov_edge_word(ctx->prev, pc);
#else
	*word = anycov_edge_word(ctx->prev, pc);
	home = anycov_edge_home(*word);
#endif
	anycov_edge_next(&ctx->prev, pc);
	return anycov_uniq_look(ctx->area, home | ctx->hit.not_mask, *word, 1, 0);
}

/* A guard's hook is its edge, whatever ran before: a pair with previous 0. */
ANYCOV_INLINE int anycov_guard_hit(struct anycov_ctx *ctx, anycov_word pc, anycov_word *word)
{
	*word = anycov_edge_word(0, pc);
	/* Half a PC may be any number. */
	return anycov_uniq_look(ctx->area, anycov_edge_home(*word) | ctx->hit.not_mask, *word, 1, 1);
}

/* One of the two parts of a table. */
struct anycov_uniq_part {
	anycov_u32 *slots; /* one past its last */
	anycov_word mask;
};

/* What follows is not for every hook call: size counts, and one copy will do. */
#define ANYCOV_UNIQ_COLD static ANYCOV_NOINLINE __attribute__((unused))

/* The first slot of record i's walk that names it, or 0 (which is no slot). */
ANYCOV_UNIQ_COLD anycov_word anycov_uniq_slot_of(const struct anycov_uniq_part *p,
						 anycov_word home, anycov_word i)
{
	anycov_word last = p->mask < ANYCOV_UNIQ_GROUP ? p->mask : ANYCOV_UNIQ_GROUP - 1, k;
	unsigned int j;

	for (j = 0; j < ANYCOV_UNIQ_GROUPS; j++) {
		anycov_word start = (home + anycov_uniq_jump(j)) | ~p->mask;

		for (k = 0; k <= last; k++)
			if (anycov_uniq_at(p->slots, start ^ k) == i)
				return start ^ k;
	}
	return 0;
}

/* Slot s of part p says i, which is below the count: is it where record i lives? */
ANYCOV_UNIQ_COLD int anycov_uniq_lives_away(const struct anycov_uniq *u,
					    const struct anycov_uniq_part *p, anycov_word s,
					    anycov_word i, anycov_word home)
{
	struct anycov_uniq_part first;

	if (!anycov_uniq_passes(p->mask, home, s) || anycov_uniq_slot_of(p, home, i) != s)
		return 0;
	if (p->slots == u->slots)
		return 1;
	first.slots = u->slots;
	first.mask = u->mask;
	return !anycov_uniq_slot_of(&first, home, i);
}

ANYCOV_INLINE int anycov_uniq_is_live(enum anycov_uniq_kind kind, const struct anycov_uniq *u,
				      const struct anycov_uniq_part *p, anycov_word s,
				      anycov_word i)
{
	anycov_word home = anycov_uniq_home_of(kind, u, i);
	anycov_word start = home | ~p->mask, k;

	if ((start ^ s) >= ANYCOV_UNIQ_GROUP || p->slots != u->slots)
		return anycov_uniq_lives_away(u, p, s, i, home);
	/* As nearly all are: in its first group, and most at home. */
	for (k = 0; (start ^ k) != s; k++)
		if (anycov_uniq_at(p->slots, start ^ k) == i)
			return 0;
	return 1;
}

/* Where a walk ended. */
enum anycov_uniq_end { ANYCOV_UNIQ_FOUND, ANYCOV_UNIQ_FREE, ANYCOV_UNIQ_NO_ROOM };

/*
 * Walks through one part; *at: the free slot.  Twice: first only for the key, as
 * whether the slots before its own are live does not matter then.
 */
ANYCOV_UNIQ_COLD enum anycov_uniq_end anycov_uniq_walk(enum anycov_uniq_kind kind,
						    const struct anycov_uniq *u,
						    const struct anycov_uniq_part *p,
						    const struct anycov_uniq_key *key,
						    anycov_word home, anycov_word n,
						    anycov_word *at)
{
	anycov_word last = p->mask < ANYCOV_UNIQ_GROUP ? p->mask : ANYCOV_UNIQ_GROUP - 1;
	anycov_word start, i, k, end = 0; /* no slot */
	unsigned int j;

	for (j = 0; j < ANYCOV_UNIQ_GROUPS && !end; j++) {
		start = (home + anycov_uniq_jump(j)) | ~p->mask;
		for (k = 0; k <= last; k++) {
			i = anycov_uniq_at(p->slots, start ^ k);
			if (i >= n) {
				end = start ^ k;
				break;
			}
			if (anycov_uniq_equal(kind, u, i, key))
				return ANYCOV_UNIQ_FOUND;
		}
	}
	for (j = 0; j < ANYCOV_UNIQ_GROUPS; j++) {
		start = (home + anycov_uniq_jump(j)) | ~p->mask;
		for (k = 0; k <= last; k++) {
			*at = start ^ k;
			i = anycov_uniq_at(p->slots, *at);
			if (*at == end || i >= n || !anycov_uniq_is_live(kind, u, p, *at, i))
				return ANYCOV_UNIQ_FREE;
		}
	}
	return ANYCOV_UNIQ_NO_ROOM;
}

/*
 * The key's home is taken.  If by a record whose own home is elsewhere in this
 * group, that record moves to a free slot of the group and makes room: most hits
 * then find their record at home.  Returns the slot for the key; at: the one that
 * its walk ended at, in the same group.  Each store leaves every record findable.
 */
ANYCOV_UNIQ_COLD anycov_word anycov_uniq_make_room(enum anycov_uniq_kind kind,
						const struct anycov_uniq *u,
						const struct anycov_uniq_part *p,
						anycov_word start, anycov_word at, anycov_word n)
{
	anycov_word i = anycov_uniq_at(p->slots, start), its, k, j;

	if (i >= n) /* an interrupt was here */
		return at;
	its = anycov_uniq_home_of(kind, u, i) | ~p->mask;
	if (its == start || (its ^ start) >= ANYCOV_UNIQ_GROUP)
		return at;
	for (k = 0; k < ANYCOV_UNIQ_GROUP; k++) {
		j = anycov_uniq_at(p->slots, its ^ k);
		if (j >= n || !anycov_uniq_is_live(kind, u, p, its ^ k, j)) {
			ANYCOV_WRITE(*anycov_uniq_slot(p->slots, its ^ k), (uint32_t)(i + 1));
			anycov_barrier();
			return start;
		}
	}
	return at;
}

/* Claims a record, writes it, then points the slot (or none: NULL) at it. */
ANYCOV_INLINE void anycov_uniq_add_word(anycov_word *area, anycov_word limit, anycov_u32 *slot,
					anycov_word word)
{
	anycov_word i;

	if (!anycov_claim(area, limit, &i))
		return;
	area[ANYCOV_BUF_FIRST + i] = word;
	/* An interrupt that reads the slot must find the record behind it. */
	anycov_barrier();
	if (slot)
		ANYCOV_WRITE(*slot, (uint32_t)(i + 1));
}

/*
 * Looks for the key and, if the set does not hold it, for a place.  Returns
 * whether it must be appended; *slot: the slot for it, or NULL.
 */
ANYCOV_UNIQ_COLD int anycov_uniq_is_new(enum anycov_uniq_kind kind, const struct anycov_uniq *u,
					const struct anycov_uniq_key *key, anycov_word home,
					anycov_word n, anycov_u32 **slot)
{
	struct anycov_uniq_part p = { u->slots, u->mask };
	anycov_word start = home | ~u->mask, at;
	enum anycov_uniq_end end;

	if (n >= u->limit)
		return 0; /* the claim would say the same, after the walk */
	end = anycov_uniq_walk(kind, u, &p, key, home, n, &at);
	if (end == ANYCOV_UNIQ_FREE && at != start && (at ^ start) < ANYCOV_UNIQ_GROUP &&
	    u->mask >= ANYCOV_UNIQ_GROUP - 1)
		at = anycov_uniq_make_room(kind, u, &p, start, at, n);
	if (end == ANYCOV_UNIQ_NO_ROOM && u->more) {
		p.slots -= (intptr_t)u->mask + 1;
		p.mask = u->more - 1;
		end = anycov_uniq_walk(kind, u, &p, key, home, n, &at);
	}
	*slot = end == ANYCOV_UNIQ_FREE ? anycov_uniq_slot(p.slots, at) : NULL;
	return end != ANYCOV_UNIQ_FOUND;
}

#endif
