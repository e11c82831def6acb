/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Included first in every file of kernel/anycov, in place of <stdint.h>, with limits that #if
 * can compare (the kernel's have casts).  Compilers declare the comparison hooks with an
 * unsigned long for 64 bits; the kernel's uint64_t is an unsigned long long.
 */
#ifndef ANYCOV_LINUX_H
#define ANYCOV_LINUX_H

#include <linux/limits.h>
#include <linux/types.h>

/* Not a type of Linux before 6.2. */
#define intptr_t long

#undef UINTPTR_MAX
#ifdef CONFIG_64BIT
#define uint64_t unsigned long
#define UINTPTR_MAX 0xffffffffffffffff
#else
#define UINTPTR_MAX 0xffffffff
#endif
#define UINT32_MAX 0xffffffff
#define UINT64_MAX 0xffffffffffffffff

#endif
