/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Hooks that record nothing and destroy what their convention lets them destroy: every
 * register that a C function may change, or with -DLEAN, in the block hook, the few of
 * anycov/lean.h.  A program that relies on one of them does not do the same any more.
 */
#include <stdint.h>

#if defined(__x86_64__)
#define TRASH_LEAN                                                                                 \
	__asm__ volatile("mov $-1, %%r10; mov $-2, %%r11; cmp %%r10, %%r11"                        \
			 :                                                                         \
			 :                                                                         \
			 : "r10", "r11", "cc")
#define TRASH                                                                                      \
	__asm__ volatile("mov $-1, %%rax; mov $-2, %%rdi; mov $-3, %%rsi; mov $-4, %%rdx;"         \
			 "mov $-5, %%rcx; mov $-6, %%r8; mov $-7, %%r9; mov $-8, %%r10;"           \
			 "mov $-9, %%r11; pcmpeqd %%xmm0, %%xmm0; pcmpeqd %%xmm1, %%xmm1;"         \
			 "pcmpeqd %%xmm2, %%xmm2; pcmpeqd %%xmm3, %%xmm3; pcmpeqd %%xmm4, %%xmm4;" \
			 "pcmpeqd %%xmm5, %%xmm5; pcmpeqd %%xmm6, %%xmm6; pcmpeqd %%xmm7, %%xmm7;" \
			 "pcmpeqd %%xmm8, %%xmm8; pcmpeqd %%xmm15, %%xmm15"                        \
			 :                                                                         \
			 :                                                                         \
			 : "rax", "rdi", "rsi", "rdx", "rcx", "r8", "r9", "r10", "r11", "xmm0",    \
			   "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8",         \
			   "xmm15", "cc", "memory")
#elif defined(__arm__)
#define TRASH_LEAN __asm__ volatile("mvn r3, #0; mvn r12, #1; cmp r3, r12" : : : "r3", "r12", "cc")
#define TRASH                                                                                      \
	__asm__ volatile("mvn r0, #0; mvn r1, #1; mvn r2, #2; mvn r3, #3; mvn r12, #4;"            \
			 "cmp r0, r1"                                                              \
			 :                                                                         \
			 :                                                                         \
			 : "r0", "r1", "r2", "r3", "r12", "cc", "memory")
#elif defined(__AVR__)
#define TRASH                                                                                      \
	__asm__ volatile("ser r18\n\tser r19\n\tser r20\n\tser r21\n\tser r22\n\tser r23\n\t"      \
			 "ser r24\n\tser r25\n\tser r26\n\tser r27\n\tser r30\n\tser r31\n\t"      \
			 "mov r0, r30"                                                             \
			 :                                                                         \
			 :                                                                         \
			 : "r18", "r19", "r20", "r21", "r22", "r23", "r24", "r25", "r26", "r27",   \
			   "r30", "r31", "memory")
#else
#define TRASH __asm__ volatile("" : : : "memory")
#endif
#if !defined(LEAN) || !defined(TRASH_LEAN)
#undef TRASH_LEAN
#define TRASH_LEAN TRASH
#endif

/* On AVR this is libgcc's code, which the programs need. */
#define __do_copy_data anycov_no_hook

/* All have the same type here: a hook that looks at nothing needs none. */
#define ANYCOV_HOOK(id, symbol, nargs, t1, t2, kind)                                               \
	void symbol(void);                                                                         \
	void symbol(void)                                                                          \
	{                                                                                          \
		if (sizeof(#id) == sizeof("TRACE_PC") && #id[6] == 'P')                            \
			TRASH_LEAN;                                                                \
		else                                                                               \
			TRASH;                                                                     \
	}
#ifdef __AVR__
#define OF_THREAD /* has no threads */
#else
#define OF_THREAD __thread
#endif
#define GATE_TYPE uint64_t
#define LOWEST_STACK_TYPE OF_THREAD uintptr_t
#define ANYCOV_VARIABLE(id, symbol)                                                                \
	extern id##_TYPE symbol;                                                                   \
	id##_TYPE symbol;
#include "anycov/hooks.def"
