/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Bounds that the linker script defines. */
#ifndef ANYCOV_REPORT_H
#define ANYCOV_REPORT_H

/* The flags of vmlinux: ANYCOV_FLAGS() in <asm-generic/vmlinux.lds.h>. */
extern u8 __start___anycov_flags[], __stop___anycov_flags[];
/* The ELF notes of vmlinux. */
extern const u8 __start_notes[], __stop_notes[];

#endif
