/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Replaces unique_slow.c: records what the lean hook leaves to C, and changes every register
 * that a C function may change.
 */
#include "hooks/record_context.h"
#include "hooks/lean_layout.h"
#include "hooks/writer.h"

int lean_slow, lean_slow_edge, lean_c_hook;
uintptr_t lean_slow_pc;

static void spoil(void)
{
#if defined(__x86_64__)
	__asm__ volatile("mov $-1, %%rax; mov %%rax, %%rcx; mov %%rax, %%rdx; mov %%rax, %%rsi;"
			 "mov %%rax, %%rdi; mov %%rax, %%r8; mov %%rax, %%r9"
			 :
			 :
			 : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9");
#elif defined(__aarch64__)
	__asm__ volatile("mov x0, -1; mov x1, x0; mov x2, x0; mov x3, x0; mov x4, x0; mov x5, x0;"
			 "mov x6, x0; mov x7, x0; mov x8, x0; mov x9, x0; mov x10, x0;"
			 "mov x11, x0; mov x12, x0; mov x13, x0; mov x14, x0; mov x15, x0"
			 :
			 :
			 : "x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11",
			   "x12", "x13", "x14", "x15");
#endif
}

void anycov_slow_pc(uintptr_t pc)
{
	lean_slow++;
	lean_slow_pc = pc;
	spoil();
}

void anycov_slow_edge(anycov_word word, uintptr_t pc, int guard)
{
	lean_slow_edge++;
	lean_slow_pc = guard || (uint32_t)word != (uint32_t)pc ? 0 : pc;
	spoil();
}

#ifdef LEAN_LINUX
/* Called by the Linux hook for cases that it leaves to C completely. */
void anycov_lean_pc(uintptr_t ra)
{
	lean_c_hook++;
	lean_slow_pc = ra;
	spoil();
}
#endif
