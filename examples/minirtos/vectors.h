/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The vectors of a Cortex-M, with the names that the kernel's handlers have. */
#ifndef VECTORS_H
#define VECTORS_H

#include <stdint.h>

extern char __stack[];

void pend_sv(void);
void sv_call(void);

#define CORTEXM_VECTORS(reset, nmi, hard_fault, fault, systick)                                    \
	__attribute__((section(".vectors"), used)) static void (*const vectors[16])(void) = {      \
		(void (*)(void))(uintptr_t)__stack,                                                \
		reset,                                                                             \
		nmi,                                                                               \
		hard_fault,                                                                        \
		fault,                                                                             \
		fault,                                                                             \
		fault,                                                                             \
		0,                                                                                 \
		0,                                                                                 \
		0,                                                                                 \
		0,                                                                                 \
		sv_call,                                                                           \
		fault,                                                                             \
		0,                                                                                 \
		pend_sv,                                                                           \
		systick,                                                                           \
	}

#endif
