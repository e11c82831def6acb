/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Lookup of repeated records for lean hooks, in assembly: the twin of anycov_unique_lookup and
 * anycov_edge_hit (unique.h).  A hook has two registers until it saves others, and most records
 * are in their home slot, so only the others pay for more registers.
 */
#ifndef ANYCOV_LEAN_UNIQUE_H
#define ANYCOV_LEAN_UNIQUE_H

#define ANYCOV_LEAN_EDGE_MIX 0x9e3779b1 /* ANYCOV_EDGE_MIX */

/* Assembly, which clang-format would take for C. */
/* clang-format off */
#if defined(__x86_64__)

/* As a signed 32-bit number. */
#define ANYCOV_LEAN_EDGE_MIX_S (ANYCOV_LEAN_EDGE_MIX - 0x100000000)

#define ANYCOV_LEAN_TRY(flip, found)                                                              \
	xor	$(flip), %r10;                                                                    \
	mov	(%r11, %r10, 4), %ecx;                                                            \
	cmp	%rax, (%r11, %rcx, 8);                                                            \
	je	found

/*
 * The other seven slots of the group of %r10, in the area %r11, for the word %rax.  Branches to
 * found with the number of the record in %rcx, or falls through.
 */
#define ANYCOV_LEAN_GROUP(found)                                                                  \
	ANYCOV_LEAN_TRY(1, found);                                                                \
	ANYCOV_LEAN_TRY(1 ^ 2, found);                                                            \
	ANYCOV_LEAN_TRY(2 ^ 3, found);                                                            \
	ANYCOV_LEAN_TRY(3 ^ 4, found);                                                            \
	ANYCOV_LEAN_TRY(4 ^ 5, found);                                                            \
	ANYCOV_LEAN_TRY(5 ^ 6, found);                                                            \
	ANYCOV_LEAN_TRY(6 ^ 7, found)

#elif defined(__aarch64__)

/* x17: the area; reg: the word to find; x0: the slot.  Changes x1; w16: the record. */
#define ANYCOV_LEAN_LOOKUP(reg)                                                                   \
	ldr	w16, [x17, x0, lsl #2];                                                           \
	ldr	x1, [x17, x16, lsl #3];                                                           \
	cmp	x1, reg

#define ANYCOV_LEAN_TRY(flip, reg, found)                                                         \
	eor	x0, x0, #(flip);                                                                  \
	ANYCOV_LEAN_LOOKUP(reg);                                                                  \
	b.eq	found

#define ANYCOV_LEAN_GROUP(reg, found)                                                             \
	ANYCOV_LEAN_TRY(1, reg, found);                                                           \
	ANYCOV_LEAN_TRY(1 ^ 2, reg, found);                                                       \
	ANYCOV_LEAN_TRY(2 ^ 3, reg, found);                                                       \
	ANYCOV_LEAN_TRY(3 ^ 4, reg, found);                                                       \
	ANYCOV_LEAN_TRY(4 ^ 5, reg, found);                                                       \
	ANYCOV_LEAN_TRY(5 ^ 6, reg, found);                                                       \
	ANYCOV_LEAN_TRY(6 ^ 7, reg, found)

#endif
/* clang-format on */

#endif
