/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Claiming a slot of a buffer, with the overflow tests of C and assembly hooks.
 *
 * The count is the first word of a buffer that user space may map and may write at any time, so
 * it is read once, compared before any arithmetic (so it cannot wrap), and only then used.  It
 * is stored before the record, so that an interrupt in between claims the next slot.
 *
 * ANYCOV_PORT_CLAIM selects the method of a port:
 *   SINGLE   plain load and store, as in Linux.  If an interrupt between the load
 *            and the store records k entries, they are lost: the count goes back,
 *            and our record overwrites the first of them.
 *   IRQMASK  the same with interrupts masked: nothing is lost.
 *   CAS      compare and swap: nothing is lost, and processors may share a buffer.
 *   LLSC     the same with load-linked and store-conditional instructions,
 *            ANYCOV_PORT_LL(p, n) and ANYCOV_PORT_SC(p, n, fail): half the code
 *            that compilers generate for CAS, and no stack.
 */
#ifndef ANYCOV_CLAIM_H
#define ANYCOV_CLAIM_H

#ifdef __ASSEMBLER__
/*
 * The overflow test of assembly hooks (hook_lean.S): count was read once into a register;
 * branches to full unless count is below limit.
 */
#if defined(__x86_64__)
#define ANYCOV_CLAIM_ASM(count, limit, full)                                                       \
	cmp limit, count;                                                                          \
	jae full
#elif defined(__aarch64__)
#define ANYCOV_CLAIM_ASM(count, limit, full)                                                       \
	cmp count, limit;                                                                          \
	b.hs full
#elif defined(__arm__)
#define ANYCOV_CLAIM_ASM(count, limit, full)                                                       \
	cmp count, limit;                                                                          \
	bhs full
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
 * Claims the next of limit slots and stores its index, from 0, in *slot.  Returns 1, or 0
 * without writing if the buffer is full.  limit fits into every type of word.
 */
#if ANYCOV_PORT_CLAIM == ANYCOV_CLAIM_CAS
#define ANYCOV_DEFINE_CLAIM(name, word)                                                            \
	ANYCOV_INLINE int name(word *count, word limit, anycov_word *slot)                         \
	{                                                                                          \
		word n = ANYCOV_READ(*count);                                                      \
		do {                                                                               \
			if (anycov_unlikely(n >= limit))                                           \
				return 0;                                                          \
		} while (!__atomic_compare_exchange_n(count, &n, n + 1, 1, __ATOMIC_RELAXED,       \
						      __ATOMIC_RELAXED));                          \
		anycov_barrier();                                                                  \
		*slot = n;                                                                         \
		return 1;                                                                          \
	}
#elif ANYCOV_PORT_CLAIM == ANYCOV_CLAIM_LLSC
#define ANYCOV_DEFINE_CLAIM(name, word)                                                            \
	ANYCOV_INLINE int name(word *count, word limit, anycov_word *slot)                         \
	{                                                                                          \
		uint32_t fail;                                                                     \
		word n;                                                                            \
		do {                                                                               \
			ANYCOV_PORT_LL(count, n);                                                  \
			if (anycov_unlikely(n >= limit))                                           \
				return 0;                                                          \
			ANYCOV_PORT_SC(count, n + 1, fail);                                        \
		} while (fail);                                                                    \
		*slot = n;                                                                         \
		return 1;                                                                          \
	}
#else
#if ANYCOV_PORT_CLAIM == ANYCOV_CLAIM_IRQMASK
#define ANYCOV_CLAIM_ENTER() anycov_port_irq_t irq_ = anycov_port_irq_save()
#define ANYCOV_CLAIM_LEAVE() anycov_port_irq_restore(irq_)
#else
#define ANYCOV_CLAIM_ENTER() ((void)0)
#define ANYCOV_CLAIM_LEAVE() ((void)0)
#endif
#define ANYCOV_DEFINE_CLAIM(name, word)                                                            \
	ANYCOV_INLINE int name(word *count, word limit, anycov_word *slot)                         \
	{                                                                                          \
		word n;                                                                            \
		ANYCOV_CLAIM_ENTER();                                                              \
		n = ANYCOV_READ(*count);                                                           \
		if (anycov_unlikely(n >= limit)) {                                                 \
			ANYCOV_CLAIM_LEAVE();                                                      \
			return 0;                                                                  \
		}                                                                                  \
		ANYCOV_WRITE(*count, n + 1);                                                       \
		ANYCOV_CLAIM_LEAVE();                                                              \
		anycov_barrier();                                                                  \
		*slot = n;                                                                         \
		return 1;                                                                          \
	}
#endif

/*
 * Before a claim of SINGLE: value, which will be recorded, has been computed, and nothing else is
 * scheduled between the load and the store, where an interrupt's records are lost.  GCC 16 puts
 * up to two more instructions there; LLVM puts none.
 */
#if ANYCOV_PORT_CLAIM == ANYCOV_CLAIM_SINGLE && !defined(__clang__)
#define ANYCOV_CLAIM_READY(value) __asm__ __volatile__("" : : "r"(value))
#else
#define ANYCOV_CLAIM_READY(value) ((void)0)
#endif

ANYCOV_DEFINE_CLAIM(anycov_claim, anycov_word)
#if UINTPTR_MAX > UINT32_MAX
ANYCOV_DEFINE_CLAIM(anycov_claim32, anycov_u32)
#endif

/* Index of the anycov_word of a u64 that has the low bits. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define ANYCOV_LOW_WORD (8 / sizeof(anycov_word) - 1)
#else
#define ANYCOV_LOW_WORD 0
#endif

/*
 * Sets bit n of a bitmap of limit bits; ignores bits beyond limit.  A bit that is already set
 * costs no store.
 */
ANYCOV_INLINE void anycov_claim_bit(anycov_word *bitmap, anycov_word limit, anycov_word n)
{
	anycov_word *word = bitmap + n / (8 * sizeof(*bitmap));
	anycov_word bit = (anycov_word)1 << (n % (8 * sizeof(*bitmap)));

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
 * The count of a CMP buffer has 64 bits on every machine.  Only its low word is claimed; a
 * nonzero high word can only come from user space, and means that the buffer is full, as the
 * whole number does.
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
