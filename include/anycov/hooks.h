/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * C prototypes of every hook, generated from hooks.def.  Include this file where a hook is
 * defined, so that the compiler checks the definition against the list.
 *
 * Instrumented code calls hooks wherever it runs: in early boot, in interrupt and signal
 * handlers, with locks held.  The hooks of this runtime therefore never sleep, lock, allocate
 * or fail; a hook that cannot record returns.  Block and comparison hooks record their own
 * return address, so no call of them may be a tail call.  Only the functions of kind "init" run
 * in constructors and may do more.
 *
 * Source of the prototypes: hooks.def.
 */
#ifndef ANYCOV_HOOKS_H
#define ANYCOV_HOOKS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ANYCOV_TYPE_u8 uint8_t
#define ANYCOV_TYPE_u16 uint16_t
#define ANYCOV_TYPE_u32 uint32_t
#define ANYCOV_TYPE_u64 uint64_t
#define ANYCOV_TYPE_uptr uintptr_t
#define ANYCOV_TYPE_ptr void *
#define ANYCOV_TYPE_f32 float
#define ANYCOV_TYPE_f64 double

#define ANYCOV_ARGS_0(t1, t2) (void)
#define ANYCOV_ARGS_1(t1, t2) (ANYCOV_TYPE_##t1 a)
#define ANYCOV_ARGS_2(t1, t2) (ANYCOV_TYPE_##t1 a, ANYCOV_TYPE_##t2 b)
#define ANYCOV_ARGS_3(t1, t2) (ANYCOV_TYPE_##t1 a, ANYCOV_TYPE_##t2 b, uint64_t c)

#define ANYCOV_HOOK(id, symbol, nargs, t1, t2, kind) void symbol ANYCOV_ARGS_##nargs(t1, t2);
#include "anycov/hooks.def"

#ifdef __cplusplus
}
#endif
#endif
