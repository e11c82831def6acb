/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What a task holds for coverage; included by <linux/sched.h>. */
#ifndef _LINUX_KCOV_TYPES_H
#define _LINUX_KCOV_TYPES_H

#include <linux/stddef.h>
#include <linux/types.h>

/* The runtime's headers ask for these; nobody else shall find them defined. */
#ifndef ANYCOV_LINUX_BUILD
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
#undef UINTPTR_MAX
#undef UINT32_MAX
#undef UINT64_MAX
#endif

#endif
