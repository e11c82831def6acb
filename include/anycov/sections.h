/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Guards without constructors: the number of a guard is its index in its section, so nothing is
 * numbered at run time, and the same build has the same numbers everywhere. Include this file
 * where hooks are defined; it uses the section bounds of the image that the file is linked
 * into.  All functions work in any context and never sleep.
 */
#ifndef ANYCOV_SECTIONS_H
#define ANYCOV_SECTIONS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Weak, so that an image without guards links. */
#define ANYCOV_BOUND(type, symbol) extern type symbol[] __attribute__((weak, visibility("hidden")))

ANYCOV_BOUND(uint32_t, __start___sancov_guards);
ANYCOV_BOUND(uint32_t, __stop___sancov_guards);
ANYCOV_BOUND(uint8_t, __start___sancov_cntrs);
ANYCOV_BOUND(uint8_t, __stop___sancov_cntrs);
ANYCOV_BOUND(uint8_t, __start___sancov_bools);
ANYCOV_BOUND(uint8_t, __stop___sancov_bools);

/* Returns the index of a hook's guard argument in the guards of this image, from 0. */
static inline uint32_t anycov_guard_id(const void *guard)
{
	return (uint32_t)((const uint32_t *)guard - __start___sancov_guards);
}

static inline uint32_t anycov_guard_count(void)
{
	return (uint32_t)(__stop___sancov_guards - __start___sancov_guards);
}

/*
 * Clears counters and flags, for images whose startup code does not (they are not part of
 * .bss).  Call it once, before the first instrumented function whose counts matter.
 */
static inline void anycov_clear_counters(void)
{
	for (uint8_t *p = __start___sancov_cntrs; p != __stop___sancov_cntrs; p++)
		*(volatile uint8_t *)p = 0;
	for (uint8_t *p = __start___sancov_bools; p != __stop___sancov_bools; p++)
		*(volatile uint8_t *)p = 0;
}

#ifdef __cplusplus
}
#endif
#endif
