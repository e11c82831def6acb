/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Shared by all files of the runtime: the context that a hook records into, its modes, and the
 * port that selects the context.
 *
 *   hook_*.c        symbol that compilers call: takes the return address
 *     |
 *   pc.h            return address -> PC of this architecture
 *     |
 *   anycov_port.h   which context records here?  (one header per port, chosen by -I)
 *     |
 *   claim.h         which slot?
 *     |
 *   writer.h        store
 *
 * Freestanding: no libc call, no allocation, no lock, no constructor.
 */
#ifndef ANYCOV_RECORD_CONTEXT_H
#define ANYCOV_RECORD_CONTEXT_H

#ifdef ANYCOV_PORT_PLAIN /* earlier name */
#define ANYCOV_PORT_BASIC_MODES
#endif

#ifdef __KERNEL__
#include <linux/types.h>
#else
#include <stddef.h>
#include <stdint.h>
#endif

/*
 * A word of a PC buffer: an unsigned long on every machine that Linux runs on.  The same memory
 * contains u64 words in CMP mode, hence may_alias.
 */
typedef uintptr_t __attribute__((__may_alias__)) anycov_word;
typedef uint64_t __attribute__((__may_alias__)) anycov_u64;
typedef uint32_t __attribute__((__may_alias__)) anycov_u32;

#ifndef __has_attribute
#define __has_attribute(x) 0
#endif

/*
 * The runtime must never be instrumented, whatever flags it is built with.  Nor may two equal
 * hooks be merged into one that jumps to (or calls) the other.
 */
#if defined(__clang__)
#define ANYCOV_NO_COV __attribute__((no_sanitize("coverage")))
#elif __has_attribute(no_sanitize_coverage)
#define ANYCOV_NO_COV __attribute__((no_sanitize_coverage, no_icf))
#else
#define ANYCOV_NO_COV __attribute__((no_icf))
#endif

#define ANYCOV_INLINE static inline __attribute__((always_inline, unused)) ANYCOV_NO_COV
#define ANYCOV_NOINLINE __attribute__((__noinline__)) ANYCOV_NO_COV
#define ANYCOV_HIDDEN __attribute__((visibility("hidden")))
#define anycov_likely(x) __builtin_expect(!!(x), 1)
#define anycov_unlikely(x) __builtin_expect(!!(x), 0)

/* Orders accesses with respect to an interrupt or signal handler on the same processor. */
#define anycov_barrier() __asm__ __volatile__("" ::: "memory")
#define ANYCOV_READ(x) (*(const volatile __typeof__(x) *)&(x))
#define ANYCOV_WRITE(x, v) (*(volatile __typeof__(x) *)&(x) = (v))

/*
 * Modes of a context, sorted so that one comparison with its plain mode (PC or CMP) has three
 * results for a hook: record (equal), slow path (above), off (below).  Negative values are off
 * for every hook; a port may set the sign bit to pause.  With ANYCOV_CMP_MODES_ODD the
 * comparison modes are odd and all others even: one bit is enough for comparison hooks to
 * detect "off".  Otherwise there are no gaps, which takes less code.
 */
enum anycov_mode {
	ANYCOV_M_OFF = 0,
#ifdef ANYCOV_CMP_MODES_ODD
	ANYCOV_M_CMP = 1,
	ANYCOV_M_UNIQ_CMP = 3,
	ANYCOV_M_PC = 4,
	ANYCOV_M_PC32 = 6,
	ANYCOV_M_UNIQ_PC = 8,
	ANYCOV_M_UNIQ_EDGE = 10,
	ANYCOV_M_UNIQ_BOTH = 12
#else
	ANYCOV_M_CMP,
	ANYCOV_M_UNIQ_CMP,
	ANYCOV_M_PC,
	ANYCOV_M_PC32, /* u32 words: the low halves of PCs */
	ANYCOV_M_UNIQ_PC,
	ANYCOV_M_UNIQ_EDGE,
	ANYCOV_M_UNIQ_BOTH
#endif
};
#define ANYCOV_M_LAST ANYCOV_M_UNIQ_BOTH
#ifdef ANYCOV_CMP_MODES_ODD
#define ANYCOV_M_IS_CMP 1 /* bit mask; a paused mode may have the bit, too */
#endif

/*
 * A unique set: a KCOV buffer with a hash table next to it (unique.h).  Members are of kind S,
 * as below; only H writes slots, and no other code can reach them.
 */
struct anycov_unique {
	anycov_word *area;
	anycov_word limit;  /* in records */
	anycov_u32 *slots;  /* end of the slots (one past the last), which have negative indexes */
	anycov_word mask;   /* slots of the first part - 1 */
	anycov_word second; /* slots of the second part, below the first, or 0 */
};

/* The part of it that a hook uses; the slots end where the area begins. */
struct anycov_unique_index {
	anycov_word *area;
	anycov_word not_mask;
};

/*
 * A context: one thread, task or processor that records.  Who writes a member, and when:
 *   H  the hooks of this context only
 *   S  start and stop, with mode == OFF, before mode is set
 *   M  set last by start, cleared first by stop (compiler barrier in between)
 */
struct anycov_ctx {
	int mode;               /* M enum anycov_mode */
	int kind;               /* S the last mode, kept for readers */
	anycov_word *area;      /* S the buffer; user space may write to it */
	anycov_word size;       /* S size of area in words */
	anycov_word limit;      /* S records that fit into area */
#ifndef ANYCOV_PORT_BASIC_MODES /* PC and CMP only, for ports with little RAM */
	/* S what the hook itself looks up: the set of UNIQ_PC, or a set without records */
	struct anycov_unique_index index;
	struct anycov_unique unique; /* S set of area, unique modes */
	struct anycov_unique edge;   /* S set of the second buffer, UNIQ_BOTH */
	/* H previous PC for edges, its low half in the upper half of a 64-bit word; 0: none */
	anycov_word prev;
#endif
};

/* Returns the number of records that fit into size words; 0: not even one. */
ANYCOV_INLINE anycov_word anycov_limit(int mode, anycov_word size)
{
	if (size < 2)
		return 0;
	if (mode == ANYCOV_M_CMP || mode == ANYCOV_M_UNIQ_CMP) {
		anycov_word words64 = size / (8 / sizeof(anycov_word));

		return words64 ? (words64 - 1) / 4 : 0;
	}
	return size - 1;
}

#include "anycov_port.h"
#if defined(ANYCOV_PORT_MORE) && !defined(ANYCOV_PORT_UNIQUE_MODES)
#define ANYCOV_PORT_UNIQUE_MODES ANYCOV_PORT_MORE /* earlier name */
#endif
#ifndef ANYCOV_PORT_HOOK_EDGES
#define ANYCOV_PORT_HOOK_EDGES 1 /* UNIQ_EDGE in the hook itself: 120 bytes each */
#endif
#ifndef ANYCOV_PORT_FILTER
#define ANYCOV_PORT_FILTER 0 /* unique_filter.h: 32-bit words, and no PC is 0 */
#endif
/*
 * ANYCOV_PORT_LOWEST_PC(): all PCs are at or above this address.  For a free slot the lookup in
 * the hook reads the count as if it were a record, so it serves only buffers whose counts cannot
 * be PCs (anycov_ctx_init).  Without it PCs may be as low as a count, as in flash at address 0,
 * and the lookup looks whether the slot is free, which is one more instruction a hit.
 */
#ifdef ANYCOV_PORT_LOWEST_PC
#define ANYCOV_PORT_LOW_PCS 0
#else
#define ANYCOV_PORT_LOW_PCS 1
#endif
#include "claim.h"
#include "pc.h"

#endif
