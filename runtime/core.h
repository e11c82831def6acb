/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What every file of the runtime shares: the context that a hook records into,
 * its modes, and the port that says which context that is.
 *
 *   hook_*.c   symbol that compilers call: takes the return address
 *     |
 *   pc.h       what a PC is on this architecture
 *     |
 *   anycov_port.h   who records here?        (one header per port, -I chooses)
 *     |
 *   claim.h         which slot?              (the only overflow test)
 *     |
 *   writer.h        store
 *
 * Freestanding: no libc call, no allocation, no lock, no constructor.
 */
#ifndef ANYCOV_CORE_H
#define ANYCOV_CORE_H

#ifdef __KERNEL__
#include <linux/types.h>
#else
#include <stddef.h>
#include <stdint.h>
#endif

/*
 * A word of a PC buffer: an unsigned long of every machine Linux runs on.  The
 * same memory holds u64 words in CMP mode, hence may_alias.
 */
typedef uintptr_t __attribute__((__may_alias__)) anycov_word;
typedef uint64_t __attribute__((__may_alias__)) anycov_u64;
typedef uint32_t __attribute__((__may_alias__)) anycov_u32;

#ifndef __has_attribute
#define __has_attribute(x) 0
#endif

/*
 * The runtime must never be instrumented, whatever flags it is built with.  Nor
 * may two equal hooks become one that jumps (or calls!) to the other.
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

/* Order towards an interrupt or signal handler on the same processor. */
#define anycov_barrier() __asm__ __volatile__("" ::: "memory")
#define ANYCOV_READ(x) (*(const volatile __typeof__(x) *)&(x))
#define ANYCOV_WRITE(x, v) (*(volatile __typeof__(x) *)&(x) = (v))

/*
 * Modes of a context, sorted so that one comparison with its plain mode tells a
 * hook "record" (equal), "more to do" (above) and "off" (below).  Negative
 * values are off for everybody (a port may flip the sign bit to pause).  With
 * ANYCOV_ODD_COMPARES those of compares are odd, all others even: one bit tells their
 * hooks "off".  Elsewhere they stand without gaps, which takes less code.
 */
enum anycov_mode {
	ANYCOV_M_OFF = 0,
#ifdef ANYCOV_ODD_COMPARES
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
#ifdef ANYCOV_ODD_COMPARES
#define ANYCOV_M_IS_CMP 1 /* the bit; a paused mode may have it, too */
#endif

/*
 * A unique area: a KCOV buffer with a hash table beside it (uniq.h).  S, as
 * below; slots are written by H, and nobody else can reach them.
 */
struct anycov_uniq {
	anycov_word *area;
	anycov_word limit; /* records */
	anycov_u32 *slots; /* one past the last slot: they count downwards */
	anycov_word mask;  /* slots of the first part - 1 */
	anycov_word more;  /* slots of the second part, below the first, or 0 */
};

/* As much of it as a hook looks at: the slots lie right below the area. */
struct anycov_hit {
	anycov_word *area;
	anycov_word not_mask;
};

/*
 * A context: one thread, task or processor that records.  Legend:
 *   H  written by the hooks of this context only
 *   S  written by start and stop, with mode == OFF, before mode is set
 *   M  set last by start, cleared first by stop (compiler barrier between)
 */
struct anycov_ctx {
	int mode;                /* M enum anycov_mode */
	int kind;                /* S the last mode, kept for the reader */
	anycov_word *area;       /* S the buffer; anyone may write into it */
	anycov_word size;        /* S words of area */
	anycov_word limit;       /* S records that fit into area */
#ifndef ANYCOV_PORT_PLAIN        /* -D: PC and CMP only, for ports short of RAM */
	/* S what the hook itself looks up: the set of UNIQ_PC, else one without records */
	struct anycov_hit hit;
	struct anycov_uniq uniq; /* S index of area, unique modes */
	struct anycov_uniq edge; /* S the second buffer, UNIQ_BOTH */
	/* H the PC before, for edges, its low half in the upper half of a 64-bit word; 0: none */
	anycov_word prev;
#endif
};

/* Records that fit into size words (0: not even one). */
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
#ifndef ANYCOV_PORT_HOOK_EDGES
#define ANYCOV_PORT_HOOK_EDGES 1 /* UNIQ_EDGE in the hook itself: 120 bytes each */
#endif
/*
 * No PC is below it.  A hook's own look-up takes a free slot's record for the count,
 * so it serves only buffers whose counts are no PCs (anycov_ctx_set).
 */
#ifndef ANYCOV_PORT_LOWEST_PC
#define ANYCOV_PORT_LOWEST_PC() 1
#endif
#include "claim.h"
#include "pc.h"

#endif
