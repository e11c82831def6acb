/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* In the place of more.c: tells what the lean hook leaves to C, and changes what a C
 * function may change. */
#include "core.h"
#include "lean.h"
#include "writer.h"

int lean_more, lean_more_edge, lean_whole;
uintptr_t lean_more_pc;

static void spoil(void)
{
#if defined(__x86_64__)
	__asm__ volatile("mov $-1, %%rax; mov %%rax, %%rcx; mov %%rax, %%rdx; mov %%rax, %%rsi;"
			 "mov %%rax, %%rdi; mov %%rax, %%r8; mov %%rax, %%r9" : : :
			 "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9");
#elif defined(__aarch64__)
	__asm__ volatile("mov x0, -1; mov x1, x0; mov x2, x0; mov x3, x0; mov x4, x0; mov x5, x0;"
			 "mov x6, x0; mov x7, x0; mov x8, x0; mov x9, x0; mov x10, x0;"
			 "mov x11, x0; mov x12, x0; mov x13, x0; mov x14, x0; mov x15, x0" : : :
			 "x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11",
			 "x12", "x13", "x14", "x15");
#endif
}

void anycov_more_pc(uintptr_t pc)
{
	lean_more++;
	lean_more_pc = pc;
	spoil();
}

void anycov_more_edge(anycov_word word, uintptr_t pc, int guard)
{
	lean_more_edge++;
	lean_more_pc = guard || (uint32_t)word != (uint32_t)pc ? 0 : pc;
	spoil();
}

#ifdef LEAN_LINUX
/* What Linux's own hook calls where the whole question is C's. */
void anycov_lean_pc(uintptr_t ra)
{
	lean_whole++;
	lean_more_pc = ra;
	spoil();
}
#endif
