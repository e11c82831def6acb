/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The layout of struct anycov_ctx for hook_lean.S (hook_pc.c checks it), and the C function
 * that a lean hook may call.  A build that compiles hook_lean.S defines ANYCOV_LEAN=1 for all
 * files.  A port that supports it defines, for the assembler,
 *
 *   ANYCOV_PORT_LEAN_CTX   the symbol of its context
 *   ANYCOV_PORT_LEAN_TLS   1: the context is thread-local, and one thread claims at a
 *                          time (ANYCOV_CLAIM_SINGLE).  0: interrupts share the
 *                          context, and claims are atomic
 *   ANYCOV_PORT_LEAN_ALL_MODES
 *                          the hook never calls anycov_lean_pc(): the build has only
 *                          the modes PC and CMP, or the hook calls unique_slow.c itself
 *   ANYCOV_PORT_LEAN_PC    value of the mode while PCs are recorded
 *
 * or defines ANYCOV_PORT_OWN_LEAN and has a hook of its own (Linux).
 *
 * With ANYCOV_LEAN_LOCAL_EXEC the context belongs to the executable itself: one instruction
 * less, but not usable in shared libraries.
 */
#ifndef ANYCOV_LEAN_LAYOUT_H
#define ANYCOV_LEAN_LAYOUT_H

#ifndef ANYCOV_LEAN
#define ANYCOV_LEAN 0
#endif

#ifdef ANYCOV_CMP_MODES_ODD
#define ANYCOV_LEAN_M_PC 4 /* ANYCOV_M_PC */
#define ANYCOV_LEAN_M_UNIQ_EDGE 10
#define ANYCOV_LEAN_N_ABOVE 8 /* range of the modes above ANYCOV_M_PC */
#else
#define ANYCOV_LEAN_M_PC 3
#define ANYCOV_LEAN_M_UNIQ_EDGE 6
#define ANYCOV_LEAN_N_ABOVE 4
#endif
#define ANYCOV_LEAN_CTX_MODE 0 /* offsets in struct anycov_ctx */
#define ANYCOV_LEAN_CTX_KIND 4
#define ANYCOV_LEAN_CTX_AREA 8
#define ANYCOV_LEAN_CTX_INDEX_AREA 32 /* on 64-bit machines */
#define ANYCOV_LEAN_CTX_NOT_MASK 40
#define ANYCOV_LEAN_CTX_PREV 128
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define ANYCOV_LEAN_CTX_PREV_HIGH 128
#else
#define ANYCOV_LEAN_CTX_PREV_HIGH 132
#endif
#define ANYCOV_LEAN_CTX_LIMIT (8 + 2 * __SIZEOF_POINTER__)
#define ANYCOV_LEAN_FILTER_BITS 7
#define ANYCOV_LEAN_CTX_BYTES 72 /* on 32-bit machines, with unique modes */

#ifndef __ASSEMBLER__
/* Records a return address if the context records; uses no vector register. */
ANYCOV_HIDDEN void anycov_lean_pc(uintptr_t ra);
#endif

#endif
