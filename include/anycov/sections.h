/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Guards without constructors: the id of a guard is its place in its section, so
 * nothing has to be numbered at run time and the same build has the same ids
 * everywhere.  Include this where hooks are defined (it names the bounds of the
 * image that the file is linked into).  Works in any context.
 */
#ifndef ANYCOV_SECTIONS_H
#define ANYCOV_SECTIONS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Weak: an image without guards links as well. */
#define ANYCOV_BOUND(type, symbol) \
	extern type symbol[] __attribute__((weak, visibility("hidden")))

ANYCOV_BOUND(uint32_t, __start___sancov_guards);
ANYCOV_BOUND(uint32_t, __stop___sancov_guards);
ANYCOV_BOUND(uint8_t, __start___sancov_cntrs);
ANYCOV_BOUND(uint8_t, __stop___sancov_cntrs);
ANYCOV_BOUND(uint8_t, __start___sancov_bools);
ANYCOV_BOUND(uint8_t, __stop___sancov_bools);

/* guard: what a hook got; 0 is the first guard of this image. */
static inline uint32_t anycov_guard_id(const void *guard)
{
	return (uint32_t)((const uint32_t *)guard - __start___sancov_guards);
}

static inline uint32_t anycov_guard_count(void)
{
	return (uint32_t)(__stop___sancov_guards - __start___sancov_guards);
}

/*
 * Where no start-up code clears them (they are no .bss): once, before the first
 * instrumented function whose counts matter.
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
