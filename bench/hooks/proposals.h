/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#ifndef PROPOSALS_H
#define PROPOSALS_H

#include <stdint.h>

void hash_trace_pc(void);
void guard_trace_pc(uint32_t *guard);
void linux_trace_pc(void); /* kernel/kcov.c's own */

/* mode: 0 off, 2 Linux's TRACE_PC, 16 the hash table, 5 the bitmap. */
void proposals_start(unsigned mode, unsigned long words);
void proposals_reset(void);

#endif
