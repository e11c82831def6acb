/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What a task holds for coverage; included by <linux/sched.h>. */
#ifndef _LINUX_KCOV_TYPES_H
#define _LINUX_KCOV_TYPES_H

#include <linux/limits.h>
#include <linux/stddef.h>
#include <linux/types.h>

/*
 * The runtime's headers ask for these, as numbers that #if can compare; nobody
 * else shall find them changed.
 */
#ifndef ANYCOV_LINUX_BUILD
#pragma push_macro("UINTPTR_MAX")
#pragma push_macro("UINT32_MAX")
#pragma push_macro("UINT64_MAX")
#undef UINTPTR_MAX
#undef UINT32_MAX
#undef UINT64_MAX
#ifdef CONFIG_64BIT
#define UINTPTR_MAX 0xffffffffffffffff
#else
#define UINTPTR_MAX 0xffffffff
#endif
#define UINT32_MAX 0xffffffff
#define UINT64_MAX 0xffffffffffffffff
#endif

#include "../anycov/control.h"

#ifndef ANYCOV_LINUX_BUILD
#pragma pop_macro("UINT64_MAX")
#pragma pop_macro("UINT32_MAX")
#pragma pop_macro("UINTPTR_MAX")
#endif

#endif
