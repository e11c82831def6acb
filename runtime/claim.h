/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Which slot is mine?  The only overflow test of the runtime.
 *
 * The count is the first word of a buffer that user space may have mapped and
 * may write at any time, so it is read once, compared before any arithmetic
 * (it cannot wrap), and only then used.  It is stored before the record, so
 * that an interrupt between the two claims the slot behind ours.
 *
 * A port picks one way by ANYCOV_PORT_CLAIM:
 *   SINGLE   plain load and store, as Linux does.  An interrupt between the
 *            load and the store that records k entries loses them: the count
 *            goes back, and our record takes the place of the first of them.
 *   IRQMASK  the same with interrupts off: nothing is lost.
 *   CAS      compare and swap: nothing is lost, several processors may share.
 *   LLSC     the same by the processor's own load-linked and store-conditional,
 *            ANYCOV_PORT_LL(p, n) and ANYCOV_PORT_SC(p, n, fail): half the code
 *            that compilers make of CAS there, and no stack.
 */
#ifndef ANYCOV_CLAIM_H
#define ANYCOV_CLAIM_H

#ifdef __ASSEMBLER__
/*
 * The same test where assembly records (hook_lean.S): count was read once into a
 * register; go to full unless it is below limit.
 */
#if defined(__x86_64__)
#define ANYCOV_CLAIM_ASM(count, limit, full) cmp limit, count; jae full
#elif defined(__aarch64__)
#define ANYCOV_CLAIM_ASM(count, limit, full) cmp count, limit; b.hs full
#elif defined(__arm__)
#define ANYCOV_CLAIM_ASM(count, limit, full) cmp count, limit; bhs full
#elif defined(__riscv)
#define ANYCOV_CLAIM_ASM(count, limit, full) bgeu count, limit, full
#endif
#else

#define ANYCOV_CLAIM_SINGLE 0
#define ANYCOV_CLAIM_IRQMASK 1
#define ANYCOV_CLAIM_CAS 2
#define ANYCOV_CLAIM_LLSC 3

#ifndef ANYCOV_PORT_CLAIM
#error "anycov_port.h must define ANYCOV_PORT_CLAIM"
#endif

/*
 * Takes the next of limit slots: *slot gets its number, from 0.  Returns 0 when
 * the buffer is full (nothing is written then), else 1.  A limit fits every word.
 */
#if ANYCOV_PORT_CLAIM == ANYCOV_CLAIM_CAS
#define ANYCOV_DEFINE_CLAIM(name, word)                                                           \
	ANYCOV_INLINE int name(word *count, word limit, anycov_word *slot)                        \
	{                                                                                         \
		word n = ANYCOV_READ(*count);                                                     \
		do {                                                                              \
			if (anycov_unlikely(n >= limit))                                          \
				return 0;                                                         \
		} while (!__atomic_compare_exchange_n(count, &n, n + 1, 1, __ATOMIC_RELAXED,      \
						      __ATOMIC_RELAXED));                         \
		anycov_barrier();                                                                 \
		*slot = n;                                                                        \
		return 1;                                                                         \
	}
#elif ANYCOV_PORT_CLAIM == ANYCOV_CLAIM_LLSC
#define ANYCOV_DEFINE_CLAIM(name, word)                                                           \
	ANYCOV_INLINE int name(word *count, word limit, anycov_word *slot)                        \
	{                                                                                         \
		uint32_t fail;                                                                    \
		word n;                                                                           \
		do {                                                                              \
			ANYCOV_PORT_LL(count, n);                                                 \
			if (anycov_unlikely(n >= limit))                                          \
				return 0;                                                         \
			ANYCOV_PORT_SC(count, n + 1, fail);                                       \
		} while (fail);                                                                   \
		*slot = n;                                                                        \
		return 1;                                                                         \
	}
#else
#if ANYCOV_PORT_CLAIM == ANYCOV_CLAIM_IRQMASK
#define ANYCOV_CLAIM_ENTER() anycov_port_irq_t irq_ = anycov_port_irq_save()
#define ANYCOV_CLAIM_LEAVE() anycov_port_irq_restore(irq_)
#else
#define ANYCOV_CLAIM_ENTER() ((void)0)
#define ANYCOV_CLAIM_LEAVE() ((void)0)
#endif
#define ANYCOV_DEFINE_CLAIM(name, word)                                                           \
	ANYCOV_INLINE int name(word *count, word limit, anycov_word *slot)                        \
	{                                                                                         \
		word n;                                                                           \
		ANYCOV_CLAIM_ENTER();                                                             \
		n = ANYCOV_READ(*count);                                                          \
		if (anycov_unlikely(n >= limit)) {                                                \
			ANYCOV_CLAIM_LEAVE();                                                     \
			return 0;                                                                 \
		}                                                                                 \
		ANYCOV_WRITE(*count, n + 1);                                                      \
		ANYCOV_CLAIM_LEAVE();                                                             \
		anycov_barrier();                                                                 \
		*slot = n;                                                                        \
		return 1;                                                                         \
	}
#endif

ANYCOV_DEFINE_CLAIM(anycov_claim, anycov_word)
#if UINTPTR_MAX > UINT32_MAX
ANYCOV_DEFINE_CLAIM(anycov_claim32, anycov_u32)
#endif

/* Which anycov_word of a u64 holds its low bits. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define ANYCOV_LOW_WORD (8 / sizeof(anycov_word) - 1)
#else
#define ANYCOV_LOW_WORD 0
#endif

/*
 * Sets bit number n of a row of limit bits; whatever is beyond is not set.  A bit
 * that is set already costs no store.
 */
ANYCOV_INLINE void anycov_claim_bit(anycov_word *row, anycov_word limit, anycov_word n)
{
	anycov_word *word = row + n / (8 * sizeof(*row));
	anycov_word bit = (anycov_word)1 << (n % (8 * sizeof(*row)));

	if (anycov_unlikely(n >= limit) || (ANYCOV_READ(*word) & bit))
		return;
#if ANYCOV_PORT_CLAIM == ANYCOV_CLAIM_CAS
	__atomic_fetch_or(word, bit, __ATOMIC_RELAXED);
#elif ANYCOV_PORT_CLAIM == ANYCOV_CLAIM_LLSC
	{
		anycov_word old;
		uint32_t fail;

		do {
			ANYCOV_PORT_LL(word, old);
			ANYCOV_PORT_SC(word, old | bit, fail);
		} while (fail);
	}
#else
	{
		ANYCOV_CLAIM_ENTER();
		ANYCOV_WRITE(*word, ANYCOV_READ(*word) | bit);
		ANYCOV_CLAIM_LEAVE();
	}
#endif
}

/*
 * The count of a CMP buffer is 64 bits wide on every machine.  Only its low
 * word is claimed; a high word that is not 0 can only come from outside, and
 * means "full", as the whole number does.
 */
ANYCOV_INLINE int anycov_claim64(anycov_u64 *count, anycov_word limit, anycov_word *slot)
{
#if UINTPTR_MAX == UINT64_MAX
	return anycov_claim((anycov_word *)count, limit, slot);
#else
	anycov_word *w = (anycov_word *)count;

#if UINTPTR_MAX == UINT32_MAX
	if (anycov_unlikely(ANYCOV_READ(w[!ANYCOV_LOW_WORD])))
		return 0;
#endif
	return anycov_claim(&w[ANYCOV_LOW_WORD], limit, slot);
#endif
}

#endif /* __ASSEMBLER__ */
#endif
