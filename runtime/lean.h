/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What hook_lean.S knows of struct anycov_ctx (hook_pc.c compares), and the C
 * function behind a port's own.  A build that compiles hook_lean.S defines ANYCOV_LEAN=1
 * for all files.  A port that can serve it tells the assembler
 *
 *   ANYCOV_PORT_LEAN_CTX   the symbol of its context
 *   ANYCOV_PORT_LEAN_TLS   1: it is thread-local, and one thread claims at a
 *                          time (ANYCOV_CLAIM_SINGLE).  0: it is memory that
 *                          interrupts share, and claims are not torn
 *   ANYCOV_PORT_LEAN_WHOLE the hook leaves nothing to anycov_lean_pc(): there are no
 *                          modes but PC and CMP, or it calls more.c itself
 *   ANYCOV_PORT_LEAN_PC    what its mode is while PCs are recorded
 *
 * or defines ANYCOV_PORT_OWN_LEAN and has a hook of its own (Linux).
 *
 * With ANYCOV_LEAN_LOCAL_EXEC the context is one of the executable itself: an
 * instruction less, and not for shared libraries.
 */
#ifndef ANYCOV_LEAN_LAYOUT_H
#define ANYCOV_LEAN_LAYOUT_H

#ifndef ANYCOV_LEAN
#define ANYCOV_LEAN 0
#endif

#ifdef ANYCOV_ODD_COMPARES
#define ANYCOV_LEAN_M_PC 4 /* ANYCOV_M_PC */
#define ANYCOV_LEAN_M_UNIQ_EDGE 10
#define ANYCOV_LEAN_N_ABOVE 8 /* how far modes go above ANYCOV_M_PC */
#else
#define ANYCOV_LEAN_M_PC 3
#define ANYCOV_LEAN_M_UNIQ_EDGE 6
#define ANYCOV_LEAN_N_ABOVE 4
#endif
#define ANYCOV_LEAN_CTX_MODE 0 /* offsets in struct anycov_ctx */
#define ANYCOV_LEAN_CTX_KIND 4
#define ANYCOV_LEAN_CTX_AREA 8
#define ANYCOV_LEAN_CTX_HIT_AREA 32 /* of 64-bit machines */
#define ANYCOV_LEAN_CTX_NOT_MASK 40
#define ANYCOV_LEAN_CTX_PREV 128
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define ANYCOV_LEAN_CTX_PREV_HIGH 128
#else
#define ANYCOV_LEAN_CTX_PREV_HIGH 132
#endif
#define ANYCOV_LEAN_CTX_LIMIT (8 + 2 * __SIZEOF_POINTER__)
#define ANYCOV_LEAN_CTX_BYTES 72 /* of 32-bit machines, with unique modes */

#ifndef __ASSEMBLER__
/* Records a return address if something records; touches no vector register. */
ANYCOV_HIDDEN void anycov_lean_pc(uintptr_t ra);
#endif

#endif
