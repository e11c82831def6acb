/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * C prototypes of every hook, made from hooks.def.  Include this where a hook
 * is defined, so that the compiler compares the definition with the list.
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

#define ANYCOV_HOOK(id, symbol, nargs, t1, t2, kind) \
	void symbol ANYCOV_ARGS_##nargs(t1, t2);
#include "anycov/hooks.def"

#ifdef __cplusplus
}
#endif
#endif
