/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Unique records: an exact set over a KCOV buffer, without locks or allocation, and with
 * nothing to clear.
 *
 * The records of the buffer are their own keys.  Below the buffer is a private hash table of
 * u32 slots, each the number of a record (from 1) or 0, and nothing else.  A slot counts only
 * if its number is not above the buffer's count *and* the record there matches, hence:
 *   - count = 0 (a store by user space, KCOV_RESET_TRACE) empties the set: O(1),
 *     at any moment, and no event that a hook could miss;
 *   - there is no epoch that could wrap; memory that is all zeroes is an empty
 *     table;
 *   - the number in a slot is never above the buffer's limit, whatever user space
 *     wrote into the buffer, so reads stay inside.
 *
 * Slots have negative indexes: slot -1 is right below the buffer, so one pointer reaches both.
 * The search sequence of a key visits groups of 8 adjacent slots, each in the order home, home
 * ^ 1, ... home ^ 7.  One multiplication gives the groups, and one shows whether the sequence
 * of a record visits a given slot.
 *
 * Slots of older sets look occupied when the count has grown past their number again. If
 * several slots name record i, the live one is the first in the search sequence of record i:
 * when record i was inserted, every slot that named it was free (i was above the count), so the
 * search took the first one.  An occupied slot stays occupied as long as its set exists, so a
 * search ends at the first free slot.
 *
 * The first part of the table is the largest power of 2 that fits; the second part, if there is
 * room for one, takes what does not fit into the first.  A record that finds no slot in 16
 * groups of each is appended without a slot and may be appended again; it is never lost.  The
 * same can happen if an interrupt comes between the search and the insertion; see docs/abi.md.
 */
#ifndef ANYCOV_UNIQUE_H
#define ANYCOV_UNIQUE_H

#include "record_context.h"
#include "anycov/buffer.h"

#define ANYCOV_SIZE anycov_word
#define ANYCOV_SIZE_FUNCTION ANYCOV_INLINE
#include "anycov/unique_size.h"

#if UINTPTR_MAX == UINT64_MAX
#define ANYCOV_UNIQUE_MIX ANYCOV_UNIQUE_MIX_64
#define ANYCOV_UNIQUE_UNMIX ANYCOV_UNIQUE_UNMIX_64
#define ANYCOV_UNIQUE_TOP 32
#elif UINTPTR_MAX == UINT32_MAX
#define ANYCOV_UNIQUE_MIX ANYCOV_UNIQUE_MIX_32
#define ANYCOV_UNIQUE_UNMIX ANYCOV_UNIQUE_UNMIX_32
#define ANYCOV_UNIQUE_TOP 15
#else
#define ANYCOV_UNIQUE_MIX ANYCOV_UNIQUE_MIX_16
#define ANYCOV_UNIQUE_UNMIX ANYCOV_UNIQUE_UNMIX_16
#define ANYCOV_UNIQUE_TOP 7
#endif

/* An odd factor for the low half of the previous PC, in the home slot of an edge. */
#define ANYCOV_EDGE_MIX 0x9e3779b1u

/* Kind of a unique set; a constant wherever it is inlined. */
enum anycov_unique_kind { ANYCOV_UNIQUE_KIND_PC, ANYCOV_UNIQUE_KIND_EDGE, ANYCOV_UNIQUE_KIND_CMP };

/* What a search compares with. */
struct anycov_unique_key {
	anycov_word word;  /* PC or edge */
	anycov_u64 cmp[4]; /* CMP */
};

ANYCOV_INLINE anycov_word anycov_unique_mix(anycov_word x)
{
	x *= (anycov_word)ANYCOV_UNIQUE_MIX;
	return x ^ x >> ANYCOV_UNIQUE_TOP;
}

/*
 * Home slot of a comparison: the top bits of a polynomial, which depend on every bit of the
 * arguments and of the PC.  The PC determines the type.
 */
#if UINTPTR_MAX == UINT64_MAX
ANYCOV_INLINE anycov_word anycov_unique_hash_cmp(uint64_t arg1, uint64_t arg2, uint64_t pc)
{
	return ((arg1 * ANYCOV_UNIQUE_MIX + arg2) * ANYCOV_UNIQUE_MIX + pc) * ANYCOV_UNIQUE_MIX >>
	       32;
}
#else
ANYCOV_INLINE anycov_word anycov_unique_fold(uint64_t x)
{
#if UINTPTR_MAX == UINT32_MAX
	return (anycov_word)(x >> 32) * 3 ^ (anycov_word)x;
#else
	return anycov_unique_mix((anycov_word)(x >> 48) ^ (anycov_word)(x >> 32)) * 3 ^
	       anycov_unique_mix((anycov_word)(x >> 16)) ^ (anycov_word)x;
#endif
}

ANYCOV_INLINE anycov_word anycov_unique_hash_cmp(uint64_t arg1, uint64_t arg2, uint64_t pc)
{
	anycov_word x = anycov_unique_fold(arg1) * (anycov_word)ANYCOV_UNIQUE_MIX;

	x = (x + anycov_unique_fold(arg2)) * (anycov_word)ANYCOV_UNIQUE_MIX;
	return anycov_unique_mix(x + (anycov_word)pc);
}
#endif

/*
 * A word for the pair (previous, current).  In a 64-bit word: the low halves of both, which
 * distinguishes all pairs of one image of up to 4 GiB; the context keeps the previous half in
 * place.  In a smaller word: a hash, which may be equal for two pairs.
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

ANYCOV_INLINE void anycov_edge_set_prev(anycov_word *prev, anycov_word pc)
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
	return prev * (anycov_word)ANYCOV_UNIQUE_MIX ^ pc;
}

ANYCOV_INLINE void anycov_edge_set_prev(anycov_word *prev, anycov_word pc)
{
	*prev = pc;
}

ANYCOV_INLINE anycov_word anycov_edge_home(anycov_word word)
{
	return anycov_unique_mix(word);
}
#endif

/*
 * Slot at which the search for a key begins.  PCs need no mixing: neighbours in the code become
 * neighbours in the table and do not collide.
 */
ANYCOV_INLINE anycov_word anycov_unique_home(enum anycov_unique_kind kind, anycov_word word,
					     const anycov_u64 *cmp)
{
	if (kind == ANYCOV_UNIQUE_KIND_PC)
		return word;
	if (kind == ANYCOV_UNIQUE_KIND_EDGE)
		return anycov_edge_home(word);
	/* Only comparisons get here, and they pass a record. */
	/* cppcheck-suppress ctunullpointer */
	return anycov_unique_hash_cmp(cmp[1], cmp[2], cmp[3]);
}

/* Distance of group j of a part from the home slot. */
ANYCOV_INLINE anycov_word anycov_unique_group_offset(unsigned int j)
{
	return j * ((anycov_word)ANYCOV_UNIQUE_MIX * ANYCOV_UNIQUE_GROUP);
}

/* Does the search from home visit slot at, in a part of mask + 1 slots? */
ANYCOV_INLINE int anycov_unique_visits(anycov_word mask, anycov_word home, anycov_word at)
{
	anycov_word groups = mask / ANYCOV_UNIQUE_GROUP;
	anycov_word apart = at / ANYCOV_UNIQUE_GROUP - home / ANYCOV_UNIQUE_GROUP;

	return (apart * (anycov_word)ANYCOV_UNIQUE_UNMIX & groups) < ANYCOV_UNIQUE_GROUPS;
}

ANYCOV_INLINE anycov_u64 *anycov_unique_cmp_at(const struct anycov_unique *u, anycov_word i)
{
	return (anycov_u64 *)u->area + ANYCOV_BUF_FIRST + i * ANYCOV_WORDS_PER_CMP;
}

/* Returns the count as written by user space, but at most what fits. */
ANYCOV_INLINE anycov_word anycov_unique_count(enum anycov_unique_kind kind,
					      const struct anycov_unique *u)
{
	anycov_word n = kind == ANYCOV_UNIQUE_KIND_CMP ? ANYCOV_READ(u->area[ANYCOV_LOW_WORD])
						       : ANYCOV_READ(u->area[0]);

	return n < u->limit ? n : u->limit;
}

ANYCOV_INLINE anycov_word anycov_unique_home_of(enum anycov_unique_kind kind,
						const struct anycov_unique *u, anycov_word i)
{
	if (kind == ANYCOV_UNIQUE_KIND_CMP)
		return anycov_unique_home(kind, 0, anycov_unique_cmp_at(u, i));
	return anycov_unique_home(kind, ANYCOV_READ(u->area[ANYCOV_BUF_FIRST + i]), NULL);
}

ANYCOV_INLINE int anycov_unique_equal(enum anycov_unique_kind kind, const struct anycov_unique *u,
				      anycov_word i, const struct anycov_unique_key *key)
{
	if (kind == ANYCOV_UNIQUE_KIND_CMP) {
		const anycov_u64 *r = anycov_unique_cmp_at(u, i);

		return r[0] == key->cmp[0] && r[1] == key->cmp[1] && r[2] == key->cmp[2] &&
		       r[3] == key->cmp[3];
	}
	return ANYCOV_READ(u->area[ANYCOV_BUF_FIRST + i]) == key->word;
}

/* Slot s (negative, as an unsigned number) of those that end at `slots`. */
ANYCOV_INLINE anycov_u32 *anycov_unique_slot(anycov_u32 *slots, anycov_word s)
{
	return slots + (intptr_t)s;
}

/* Returns the record that the slot names, from 0; a huge number if it names none. */
ANYCOV_INLINE anycov_word anycov_unique_record_at(anycov_u32 *slots, anycov_word s)
{
	return (anycov_word)ANYCOV_READ(*anycov_unique_slot(slots, s)) - 1;
}

/*
 * The next slot of a search.  The empty asm keeps compilers from computing each index from the
 * first one, which costs another instruction.
 */
#define ANYCOV_UNIQUE_TRY(flip)                                                                    \
	do {                                                                                       \
		s ^= (flip);                                                                       \
		__asm__("" : "+r"(s));                                                             \
		i = *anycov_unique_slot((anycov_u32 *)area, s);                                    \
		if (area[i] == word)                                                               \
			goto same;                                                                 \
	} while (0)

/* Whether a lookup ends at a free home slot. */
enum anycov_stop { ANYCOV_STOP_NOT, ANYCOV_STOP_AT_UNUSED, ANYCOV_STOP_AT_FREE };

/*
 * The lookup that is inlined into the hook: the first group of the search sequence, which finds
 * nearly every repeated word.  A slot that names a record equal to the word is right if the
 * record is in the set, however old the slot is.  That test comes last, so that each further
 * slot costs four instructions.  Returns 0 also if the word may be in another group.
 *
 * A free home slot ends every search.  ANYCOV_STOP_AT_FREE tests for that, which saves new words
 * seven slots and costs words outside their home slot three instructions; ANYCOV_STOP_AT_UNUSED
 * finds only slots that are free since the start, at one instruction and no register.
 *
 * For a free slot the lookup reads the count as if it were a record: a word must be above every
 * possible count (anycov_ctx_init ensures it), or the caller must pass small (record_context.h).
 */
ANYCOV_INLINE int anycov_unique_lookup(anycov_word *area, anycov_word s, anycov_word word,
				       enum anycov_stop stop, int small)
{
	/* Plain reads, each used once: volatile ones cost an instruction each. */
	anycov_word i;

	__asm__("" : "+r"(s));
	i = *anycov_unique_slot((anycov_u32 *)area, s);
	if (anycov_unlikely(area[i] != word)) {
		if (stop == ANYCOV_STOP_AT_FREE && i - 1 >= area[ANYCOV_BUF_COUNT])
			return 0;
		if (stop == ANYCOV_STOP_AT_UNUSED && !i)
			return 0;
		ANYCOV_UNIQUE_TRY(1);
		ANYCOV_UNIQUE_TRY(1 ^ 2);
		ANYCOV_UNIQUE_TRY(2 ^ 3);
		ANYCOV_UNIQUE_TRY(3 ^ 4);
		ANYCOV_UNIQUE_TRY(4 ^ 5);
		ANYCOV_UNIQUE_TRY(5 ^ 6);
		ANYCOV_UNIQUE_TRY(6 ^ 7);
		return 0;
	}
same:
	if (small)
		return anycov_likely(i - 1 < area[ANYCOV_BUF_COUNT]);
	return anycov_likely(i <= area[ANYCOV_BUF_COUNT]);
}

ANYCOV_INLINE int anycov_unique_hit(const struct anycov_unique_index *h, anycov_word pc)
{
	/* Where edges are recorded out of line, they come here, too, to a set without records. */
	return anycov_unique_lookup(h->area, pc | h->not_mask, pc,
				    ANYCOV_PORT_HOOK_EDGES ? ANYCOV_STOP_NOT
							   : ANYCOV_STOP_AT_UNUSED,
				    ANYCOV_PORT_LOW_PCS);
}

/* The same for an edge.  Stores the PC as the previous one of the next edge. */
ANYCOV_INLINE int anycov_edge_hit(struct anycov_ctx *ctx, anycov_word pc, anycov_word *word)
{
	anycov_word home;

#if UINTPTR_MAX == UINT64_MAX
	/*
	 * Multiplied as it is read: one instruction less than from the word.  Only the low bits
	 * of the sum matter.
	 */
	home = (anycov_word)(((anycov_u32 *)&ctx->prev)[ANYCOV_PREV_HALF] * ANYCOV_EDGE_MIX) + pc;
	*word = anycov_edge_word(ctx->prev, pc);
#else
	*word = anycov_edge_word(ctx->prev, pc);
	home = anycov_edge_home(*word);
#endif
	anycov_edge_set_prev(&ctx->prev, pc);
	return anycov_unique_lookup(ctx->area, home | ctx->index.not_mask, *word,
				    ANYCOV_STOP_AT_FREE, ANYCOV_PORT_LOW_PCS);
}

/* The edge of a guard is its hook call, whatever ran before: a pair with previous 0. */
ANYCOV_INLINE int anycov_guard_hit(struct anycov_ctx *ctx, anycov_word pc, anycov_word *word)
{
	*word = anycov_edge_word(0, pc);
	/* Half a PC may be any number. */
	return anycov_unique_lookup(ctx->area, anycov_edge_home(*word) | ctx->index.not_mask, *word,
				    ANYCOV_STOP_AT_FREE, 1);
}

/* One of the two parts of a table. */
struct anycov_unique_part {
	anycov_u32 *slots; /* end of its slots (one past the last) */
	anycov_word mask;
};

/* The following functions do not run in every hook call: size matters, and one copy is enough. */
#define ANYCOV_UNIQUE_COLD static ANYCOV_NOINLINE __attribute__((unused))

/* Returns the first slot in record i's search sequence that names it, or 0 (which is no slot). */
ANYCOV_UNIQUE_COLD anycov_word anycov_unique_slot_of(const struct anycov_unique_part *p,
						     anycov_word home, anycov_word i)
{
	anycov_word last = p->mask < ANYCOV_UNIQUE_GROUP ? p->mask : ANYCOV_UNIQUE_GROUP - 1, k;
	unsigned int j;

	for (j = 0; j < ANYCOV_UNIQUE_GROUPS; j++) {
		anycov_word start = (home + anycov_unique_group_offset(j)) | ~p->mask;

		for (k = 0; k <= last; k++)
			if (anycov_unique_record_at(p->slots, start ^ k) == i)
				return start ^ k;
	}
	return 0;
}

/* Slot s of part p names record i, which is below the count: is it the live slot of record i? */
ANYCOV_UNIQUE_COLD int anycov_unique_is_live_elsewhere(const struct anycov_unique *u,
						       const struct anycov_unique_part *p,
						       anycov_word s, anycov_word i,
						       anycov_word home)
{
	struct anycov_unique_part first;

	if (!anycov_unique_visits(p->mask, home, s) || anycov_unique_slot_of(p, home, i) != s)
		return 0;
	if (p->slots == u->slots)
		return 1;
	first.slots = u->slots;
	first.mask = u->mask;
	return !anycov_unique_slot_of(&first, home, i);
}

ANYCOV_INLINE int anycov_unique_is_live(enum anycov_unique_kind kind, const struct anycov_unique *u,
					const struct anycov_unique_part *p, anycov_word s,
					anycov_word i)
{
	anycov_word home = anycov_unique_home_of(kind, u, i);
	anycov_word start = home | ~p->mask, k;

	if ((start ^ s) >= ANYCOV_UNIQUE_GROUP || p->slots != u->slots)
		return anycov_unique_is_live_elsewhere(u, p, s, i, home);
	/* Nearly all records are in their first group, and most in their home slot. */
	for (k = 0; (start ^ k) != s; k++)
		if (anycov_unique_record_at(p->slots, start ^ k) == i)
			return 0;
	return 1;
}

/* Result of a search. */
enum anycov_unique_outcome { ANYCOV_UNIQUE_FOUND, ANYCOV_UNIQUE_FREE, ANYCOV_UNIQUE_NO_ROOM };

/*
 * Searches one part; *at: the free slot.  Two passes: the first one only looks for the key,
 * because then it does not matter whether the slots before that of the key are live.
 */
ANYCOV_UNIQUE_COLD enum anycov_unique_outcome
anycov_unique_search(enum anycov_unique_kind kind, const struct anycov_unique *u,
		     const struct anycov_unique_part *p, const struct anycov_unique_key *key,
		     anycov_word home, anycov_word n, anycov_word *at)
{
	anycov_word last = p->mask < ANYCOV_UNIQUE_GROUP ? p->mask : ANYCOV_UNIQUE_GROUP - 1;
	anycov_word start, i, k, end = 0; /* 0: no slot */
	unsigned int j;

	for (j = 0; j < ANYCOV_UNIQUE_GROUPS && !end; j++) {
		start = (home + anycov_unique_group_offset(j)) | ~p->mask;
		for (k = 0; k <= last; k++) {
			i = anycov_unique_record_at(p->slots, start ^ k);
			if (i >= n) {
				end = start ^ k;
				break;
			}
			if (anycov_unique_equal(kind, u, i, key))
				return ANYCOV_UNIQUE_FOUND;
		}
	}
	for (j = 0; j < ANYCOV_UNIQUE_GROUPS; j++) {
		start = (home + anycov_unique_group_offset(j)) | ~p->mask;
		for (k = 0; k <= last; k++) {
			*at = start ^ k;
			i = anycov_unique_record_at(p->slots, *at);
			if (*at == end || i >= n || !anycov_unique_is_live(kind, u, p, *at, i))
				return ANYCOV_UNIQUE_FREE;
		}
	}
	return ANYCOV_UNIQUE_NO_ROOM;
}

/*
 * The key's home slot is taken.  If the record there has its own home slot elsewhere in the
 * group, that record moves to a free slot of the group, so that most later lookups find their
 * record in its home slot.  Returns the slot for the key; at: the slot at which its search
 * ended, in the same group.  Each store leaves every record findable.
 */
ANYCOV_UNIQUE_COLD anycov_word anycov_unique_make_room(enum anycov_unique_kind kind,
						       const struct anycov_unique *u,
						       const struct anycov_unique_part *p,
						       anycov_word start, anycov_word at,
						       anycov_word n)
{
	anycov_word i = anycov_unique_record_at(p->slots, start), its, k, j;

	if (i >= n) /* an interrupt changed it */
		return at;
	its = anycov_unique_home_of(kind, u, i) | ~p->mask;
	if (its == start || (its ^ start) >= ANYCOV_UNIQUE_GROUP)
		return at;
	for (k = 0; k < ANYCOV_UNIQUE_GROUP; k++) {
		j = anycov_unique_record_at(p->slots, its ^ k);
		if (j >= n || !anycov_unique_is_live(kind, u, p, its ^ k, j)) {
			ANYCOV_WRITE(*anycov_unique_slot(p->slots, its ^ k), (uint32_t)(i + 1));
			anycov_barrier();
			return start;
		}
	}
	return at;
}

/* Claims a record, writes it, then stores its number in the slot (NULL: in none). */
ANYCOV_INLINE void anycov_unique_add_word(anycov_word *area, anycov_word limit, anycov_u32 *slot,
					  anycov_word word)
{
	anycov_word i;

	ANYCOV_CLAIM_READY(word);
	if (!anycov_claim(area, limit, &i))
		return;
	area[ANYCOV_BUF_FIRST + i] = word;
	/* An interrupt that reads the slot must find the record that it names. */
	anycov_barrier();
	if (slot)
		ANYCOV_WRITE(*slot, (uint32_t)(i + 1));
}

/*
 * Searches for the key and, if the set does not contain it, for a slot.  Returns whether the
 * key must be appended; *slot: the slot for it, or NULL.
 */
ANYCOV_UNIQUE_COLD int anycov_unique_is_new(enum anycov_unique_kind kind,
					    const struct anycov_unique *u,
					    const struct anycov_unique_key *key, anycov_word home,
					    anycov_word n, anycov_u32 **slot)
{
	struct anycov_unique_part p = { u->slots, u->mask };
	anycov_word start = home | ~u->mask, at;
	enum anycov_unique_outcome end;

	if (n >= u->limit)
		return 0; /* the claim would fail, too, after the search */
	end = anycov_unique_search(kind, u, &p, key, home, n, &at);
	if (end == ANYCOV_UNIQUE_FREE && at != start && (at ^ start) < ANYCOV_UNIQUE_GROUP &&
	    u->mask >= ANYCOV_UNIQUE_GROUP - 1)
		at = anycov_unique_make_room(kind, u, &p, start, at, n);
	if (end == ANYCOV_UNIQUE_NO_ROOM && u->second) {
		p.slots -= (intptr_t)u->mask + 1;
		p.mask = u->second - 1;
		end = anycov_unique_search(kind, u, &p, key, home, n, &at);
	}
	*slot = end == ANYCOV_UNIQUE_FREE ? anycov_unique_slot(p.slots, at) : NULL;
	return end != ANYCOV_UNIQUE_FOUND;
}

#endif
