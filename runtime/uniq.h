/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Unique records: an exact set over a KCOV buffer, with no lock, no allocation
 * and nothing to clear.
 *
 * The buffer's records are their own keys.  Beside it stands a private hash
 * table of u32 slots, each the number of a record; nothing else.  A slot counts
 * only if its number is below the buffer's count *and* the record there says
 * so, hence:
 *   - count = 0 (a store by user space, KCOV_RESET_TRACE) empties the set: O(1),
 *     at any moment, and no event that a hook could miss;
 *   - there is no epoch, so none can wrap; memory that is all zeroes is an
 *     empty table;
 *   - a slot's number is always below the buffer's limit, whatever user space
 *     wrote into the buffer, so reads stay inside.
 *
 * Slots of older sets look occupied when the count has grown past their number
 * again.  Which slot of several that hold number i is the live one?  The first
 * that a walk from the home of record i meets: when record i was inserted,
 * every slot that held i was free (i was not below the count), so the walk took
 * the first one.
 *
 * The table has more slots than the buffer has words.  A walk gives up after ANYCOV_UNIQ_WALK slots: the
 * record is then appended without a slot, and may be appended again; it is never
 * lost.  An interrupt between the search and the insertion can add the same
 * record too, and ours then is its duplicate; see docs/abi.md.
 */
#ifndef ANYCOV_UNIQ_H
#define ANYCOV_UNIQ_H

#include "core.h"
#include "anycov/buffer.h"

#define ANYCOV_UNIQ_WALK 256
#define ANYCOV_UNIQ_QUICK 4 /* slots that a repeated hit looks at first */

/* Bits of a return address that are always 0 tell no places apart. */
#if defined(__aarch64__)
#define ANYCOV_PC_SHIFT 2
#elif defined(__arm__) || defined(__riscv)
#define ANYCOV_PC_SHIFT 1
#else
#define ANYCOV_PC_SHIFT 0
#endif

#if UINTPTR_MAX == UINT64_MAX
#define ANYCOV_UNIQ_MIX 0x9e3779b97f4a7c15ull
#define ANYCOV_UNIQ_TOP 32
#elif UINTPTR_MAX == UINT32_MAX
#define ANYCOV_UNIQ_MIX 0x9e3779b9u
#define ANYCOV_UNIQ_TOP 15
#else
#define ANYCOV_UNIQ_MIX 0x9e37u
#define ANYCOV_UNIQ_TOP 7
#endif

/* Kind of a unique area; a constant wherever it is inlined. */
enum anycov_uniq_kind { ANYCOV_UNIQ_KIND_PC, ANYCOV_UNIQ_KIND_EDGE, ANYCOV_UNIQ_KIND_CMP };

/* What is looked for. */
struct anycov_uniq_key {
	anycov_word word;  /* PC or edge */
	anycov_u64 cmp[4]; /* CMP */
};

/*
 * Slots for a buffer of size words: the greatest power of 2 that costs no more
 * than 8 bytes a word.  It is above size, so a slot is free until the buffer is
 * full; for sizes that are powers of 2 the table ends half full.
 */
ANYCOV_INLINE anycov_word anycov_uniq_slots(anycov_word size)
{
	anycov_word n = 1;

	while (n <= size)
		n *= 2;
	return n;
}

ANYCOV_INLINE anycov_word anycov_uniq_mix(anycov_word x)
{
	x ^= x >> ANYCOV_UNIQ_TOP;
	x *= (anycov_word)ANYCOV_UNIQ_MIX;
	return x ^ x >> ANYCOV_UNIQ_TOP;
}

ANYCOV_INLINE anycov_word anycov_uniq_hash_cmp(const anycov_u64 *r)
{
	uint64_t x = r[0] ^ r[1] * 3 ^ r[2] * 5 ^ r[3] * 7;

	return anycov_uniq_mix((anycov_word)(x ^ x >> 32));
}

/*
 * Where a key's walk begins.  PCs need no mixing: neighbours in the code become
 * neighbours in the table.
 */
ANYCOV_INLINE anycov_word anycov_uniq_home(enum anycov_uniq_kind kind, anycov_word word,
					   const anycov_u64 *cmp)
{
	if (kind == ANYCOV_UNIQ_KIND_PC)
		return word >> ANYCOV_PC_SHIFT;
	if (kind == ANYCOV_UNIQ_KIND_EDGE)
		return anycov_uniq_mix(word);
	return anycov_uniq_hash_cmp(cmp);
}

/* And how it goes on: odd, so that it visits every slot. */
ANYCOV_INLINE anycov_word anycov_uniq_step(enum anycov_uniq_kind kind, anycov_word word,
					   anycov_word home)
{
	anycov_word x = kind == ANYCOV_UNIQ_KIND_PC ? word : home;

	return x * (anycov_word)ANYCOV_UNIQ_MIX >> ANYCOV_UNIQ_TOP | 1;
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

/* Is slot s, which says i (below the count), where record i was inserted? */
ANYCOV_INLINE int anycov_uniq_is_live(enum anycov_uniq_kind kind, const struct anycov_uniq *u,
				      anycov_word s, anycov_word i)
{
	anycov_word word = 0, at, home, step;
	const anycov_u64 *cmp = NULL;
	unsigned walk;

	if (kind == ANYCOV_UNIQ_KIND_CMP)
		cmp = anycov_uniq_cmp_at(u, i);
	else
		word = ANYCOV_READ(u->area[ANYCOV_BUF_FIRST + i]);
	home = anycov_uniq_home(kind, word, cmp);
	step = anycov_uniq_step(kind, word, home);
	at = home & u->mask;
	for (walk = 0; walk < ANYCOV_UNIQ_WALK; walk++) {
		if (at == s)
			return 1;
		if (ANYCOV_READ(u->slots[at]) == i)
			return 0;
		at = (at + step) & u->mask;
	}
	return 0;
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

/* Claims a record, writes it, then points slot s (or none: s > mask) at it. */
ANYCOV_INLINE void anycov_uniq_append(enum anycov_uniq_kind kind, const struct anycov_uniq *u,
				      anycov_word s, const struct anycov_uniq_key *key)
{
	anycov_word i;

	if (kind == ANYCOV_UNIQ_KIND_CMP) {
		anycov_u64 *r;

		if (!anycov_claim64((anycov_u64 *)u->area, u->limit, &i))
			return;
		r = anycov_uniq_cmp_at(u, i);
		r[0] = key->cmp[0];
		r[1] = key->cmp[1];
		r[2] = key->cmp[2];
		r[3] = key->cmp[3];
	} else {
		if (!anycov_claim(u->area, u->limit, &i))
			return;
		u->area[ANYCOV_BUF_FIRST + i] = key->word;
	}
	/* An interrupt that reads the slot must find the record behind it. */
	anycov_barrier();
	if (s <= u->mask)
		ANYCOV_WRITE(u->slots[s], (uint32_t)i);
}

/*
 * The common case of UNIQ_PC, inlined into the hook: the PC's first slot names a
 * record that is this PC.  Needs no bound: a slot's number is always below the
 * limit.
 */
ANYCOV_INLINE int anycov_uniq_hit(const struct anycov_uniq *u, anycov_word pc)
{
	anycov_word *area = u->area;
	/* Plain reads, each used once: volatile ones cost an instruction apiece. */
	anycov_word i = u->slots[(pc >> ANYCOV_PC_SHIFT) & u->mask];

	return anycov_likely(i < area[0] && area[ANYCOV_BUF_FIRST + i] == pc);
}

/*
 * Do the first few slots of the walk hold the key?  Whether they are live does
 * not matter for a yes: a slot that names a record of this set which is the key
 * is right, however old it is.  A no is not final.
 */
ANYCOV_INLINE int anycov_uniq_find(enum anycov_uniq_kind kind, const struct anycov_uniq *u,
				   const struct anycov_uniq_key *key, anycov_word home,
				   anycov_word step, anycov_word n)
{
	anycov_word s = home;
	unsigned walk;

	for (walk = 0; walk < ANYCOV_UNIQ_QUICK; walk++) {
		anycov_word i = u->slots[s & u->mask];

		if (i >= n)
			return 0;
		if (anycov_uniq_equal(kind, u, i, key))
			return 1;
		s += step;
	}
	return 0;
}

/* Adds the key unless the set holds it: the whole walk. */
ANYCOV_INLINE void anycov_uniq_insert(enum anycov_uniq_kind kind, const struct anycov_uniq *u,
				      const struct anycov_uniq_key *key, anycov_word home,
				      anycov_word step, anycov_word n)
{
	anycov_word s = home & u->mask;
	unsigned walk;

	if (n >= u->limit)
		return; /* the claim would say the same, after the walk */
	for (walk = 0; walk < ANYCOV_UNIQ_WALK; walk++) {
		anycov_word i = ANYCOV_READ(u->slots[s]);

		if (i >= n)
			break;
		if (anycov_uniq_equal(kind, u, i, key))
			return;
		if (!anycov_uniq_is_live(kind, u, s, i))
			break; /* the key's own slot would have come before it */
		s = (s + step) & u->mask;
	}
	anycov_uniq_append(kind, u, walk < ANYCOV_UNIQ_WALK ? s : u->mask + 1, key);
}

#endif
