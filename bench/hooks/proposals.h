/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#ifndef PROPOSALS_H
#define PROPOSALS_H

#include <stdint.h>

void hash_trace_pc(void);
void hash_trace_edge(void);
void hash_trace_cmp4(uint32_t arg1, uint32_t arg2);
void guard_trace_pc(uint32_t *guard);
void lines_trace_pc(void);
/* kernel/kcov.c's own */
void linux_trace_pc(void);
void linux_trace_cmp4(uint32_t arg1, uint32_t arg2);

/*
 * mode: 0 off, 2 Linux's TRACE_PC, 3 its TRACE_CMP, 16 the hash table (PCs, edges or
 * comparisons), 5 the bitmap, 7 the lines.
 */
void proposals_start(unsigned mode, unsigned long words);
void proposals_reset(void);

#endif
