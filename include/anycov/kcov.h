/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The KCOV user interface: request numbers, modes, structures.  Names and values are those of
 * include/uapi/linux/kcov.h in Linux 6.12.  The unique modes and KCOV_RESET_TRACE have the
 * numbers that were proposed on the kernel mailing list in 2025; these proposals are not
 * merged.
 */
#ifndef ANYCOV_KCOV_H
#define ANYCOV_KCOV_H

#include <stdint.h>

/* _IO*() of every Linux architecture except mips, powerpc, sparc and alpha. */
#define ANYCOV_IOC(dir, nr, size)                                                                  \
	(((uint32_t)(dir) << 30) | ((uint32_t)(size) << 16) | ('c' << 8) | (nr))

#ifndef KCOV_INIT_TRACE
#define KCOV_INIT_TRACE ANYCOV_IOC(2, 1, sizeof(unsigned long))
#define KCOV_ENABLE ANYCOV_IOC(0, 100, 0)
#define KCOV_DISABLE ANYCOV_IOC(0, 101, 0)
#define KCOV_REMOTE_ENABLE ANYCOV_IOC(1, 102, sizeof(struct kcov_remote_arg))
#endif
#ifndef KCOV_UNIQUE_ENABLE
#define KCOV_UNIQUE_ENABLE ANYCOV_IOC(1, 103, sizeof(unsigned long))
#endif
#ifndef KCOV_RESET_TRACE
#define KCOV_RESET_TRACE ANYCOV_IOC(0, 104, 0)
#endif

/* Arguments of KCOV_ENABLE. */
#define KCOV_TRACE_PC 0
#define KCOV_TRACE_CMP 1
#define KCOV_TRACE_UNIQ_PC 2
#define KCOV_TRACE_UNIQ_EDGE 4
#define KCOV_TRACE_UNIQ_CMP 8

#define KCOV_REMOTE_MAX_HANDLES 0x100
#define KCOV_SUBSYSTEM_COMMON (0x00ull << 56)
#define KCOV_SUBSYSTEM_USB (0x01ull << 56)
#define KCOV_SUBSYSTEM_MASK (0xffull << 56)
#define KCOV_INSTANCE_MASK (0xffffffffull)

struct kcov_remote_arg {
	uint32_t trace_mode;  /* KCOV_TRACE_PC or KCOV_TRACE_CMP */
	uint32_t area_size;   /* size of each remote section's buffer, in words */
	uint32_t num_handles; /* entries of handles[] */
	uint64_t common_handle __attribute__((aligned(8)));
	uint64_t handles[] __attribute__((aligned(8)));
};

#endif
