/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What a hook of bare metal looks at first: an array at a constant address, each of whose words is
 * empty or a PC, or an edge, that the set of the only context contains.  A word that is there costs
 * neither a look at the context nor at the set (unique.h), which has all of them.
 *
 * While nothing records the array is empty, or contains what a run before the last reset left
 * there: a hook that finds its PC returns, as it would without the array.  It stays empty while
 * several contexts record, and in other modes.
 */
#ifndef ANYCOV_UNIQUE_FILTER_H
#define ANYCOV_UNIQUE_FILTER_H

#include "unique.h"

#define ANYCOV_FILTER_BITS 7
#define ANYCOV_FILTER_BITS_TEXT "7" /* of the hook in assembly */
#define ANYCOV_FILTER_WORDS (1 << ANYCOV_FILTER_BITS)

struct anycov_filter {
	/* UNIQ_EDGE: the previous PC times ANYCOV_UNIQUE_MIX; 0: there is none, or another mode. */
	anycov_word prev;
	anycov_word words[ANYCOV_FILTER_WORDS];
	unsigned is_on; /* slow paths fill it; another number after each restart; 0: off */
};
extern ANYCOV_HIDDEN struct anycov_filter anycov_filter;

/* A word is a return address, with its Thumb bit, which no hook needs to remove. */
#ifdef __thumb__
#define ANYCOV_FILTER_TAG 1u
#else
#define ANYCOV_FILTER_TAG 0u
#endif

/*
 * The places of a PC, and of an edge, which depends on more bits.  In Thumb-1 code every other
 * place is used, and no other bits: bit 0, which is set in each word, saves a shift and an
 * addition.
 */
#if defined(__thumb__) && !defined(__thumb2__)
ANYCOV_INLINE anycov_word *anycov_filter_pc(anycov_word ra)
{
	return (anycov_word *)((char *)&anycov_filter +
			       (ra << (32 - ANYCOV_FILTER_BITS) >> (30 - ANYCOV_FILTER_BITS)));
}

ANYCOV_INLINE anycov_word *anycov_filter_edge(anycov_word word)
{
	return anycov_filter_pc(word);
}
#else
ANYCOV_INLINE anycov_word *anycov_filter_pc(anycov_word ra)
{
	return &anycov_filter.words[ra >> 1 & (ANYCOV_FILTER_WORDS - 1)];
}

ANYCOV_INLINE anycov_word *anycov_filter_edge(anycov_word word)
{
	return anycov_filter_pc(word ^ word >> 16);
}
#endif

ANYCOV_INLINE void anycov_filter_set_prev(uintptr_t pc)
{
	ANYCOV_WRITE(anycov_filter.prev, pc * (anycov_word)ANYCOV_UNIQUE_MIX);
}

/*
 * Whether the set contains the PC or the edge; then it is the previous PC of the next one.  Words
 * are read without volatile, so that an index can be part of the load.
 */
ANYCOV_INLINE int anycov_filter_has(uintptr_t ra)
{
	anycov_word prev = ANYCOV_READ(anycov_filter.prev), word;

	if (anycov_likely(!prev))
		return anycov_likely(*anycov_filter_pc(ra) == ra);
	word = prev ^ ra;
	if (anycov_unlikely(*anycov_filter_edge(word) != word))
		return 0;
	anycov_filter_set_prev(anycov_pc(ra));
	return 1;
}

/*
 * Stores a word unless the filter was restarted since is_on was read: an interrupt may call
 * anycov_reset() after the word got into the set, which then does not contain it any more.
 */
ANYCOV_INLINE void anycov_filter_put(anycov_word *at, anycov_word word, unsigned is_on)
{
#if ANYCOV_PORT_CLAIM == ANYCOV_CLAIM_LLSC
	anycov_word old;
	uint32_t fail;

	/* Fails after an interrupt, which is no loss: restart_filter() ends a reservation. */
	ANYCOV_PORT_LL(at, old);
	if (ANYCOV_READ(anycov_filter.is_on) == is_on)
		ANYCOV_PORT_SC(at, word, fail);
	(void)old;
	(void)fail;
#else
	ANYCOV_CLAIM_ENTER();
	if (ANYCOV_READ(anycov_filter.is_on) == is_on)
		ANYCOV_WRITE(*at, word);
	ANYCOV_CLAIM_LEAVE();
#endif
}

/* Returns what the next two take; to be called before the set is read. */
ANYCOV_INLINE unsigned anycov_filter_state(void)
{
	unsigned is_on = ANYCOV_READ(anycov_filter.is_on);

	anycov_barrier();
	return is_on;
}

/* Notes a PC, or the word of an edge, that the set contains. */
ANYCOV_INLINE void anycov_filter_add_pc(uintptr_t pc, unsigned is_on)
{
	pc |= ANYCOV_FILTER_TAG;
	if (!is_on)
		return;
	/* An interrupt may have changed the mode while a hook stored the previous PC. */
	ANYCOV_WRITE(anycov_filter.prev, 0);
	anycov_filter_put(anycov_filter_pc(pc), pc, is_on);
}

ANYCOV_INLINE void anycov_filter_add_edge(anycov_word word, unsigned is_on)
{
	word |= ANYCOV_FILTER_TAG;
	if (is_on)
		anycov_filter_put(anycov_filter_edge(word), word, is_on);
}

#endif
