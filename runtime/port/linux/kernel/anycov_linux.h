/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Comes first in every file of kernel/anycov: what <stdint.h> is elsewhere.
 * Compilers know the compare hooks with an unsigned long for 64 bits, where the
 * kernel's uint64_t is an unsigned long long.
 */
#ifndef ANYCOV_LINUX_H
#define ANYCOV_LINUX_H

#define ANYCOV_LINUX_BUILD 1
#include <linux/types.h>
#ifdef CONFIG_RANDOMIZE_BASE
#ifdef CONFIG_ARM64
#include <asm/memory.h>
#else
#include <asm/setup.h>
#endif
#endif
/* The kernel's own has casts and words that #if does not compare rightly. */
#include <linux/limits.h>
#undef UINTPTR_MAX
#ifdef CONFIG_64BIT
#define uint64_t unsigned long
#define UINTPTR_MAX 0xffffffffffffffff
#else
#define UINTPTR_MAX 0xffffffff
#endif
#define UINT32_MAX 0xffffffff
#define UINT64_MAX 0xffffffffffffffff
#include <linux/sched.h>

#endif
