/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Asks Valgrind's tools for threads, helgrind and DRD, to ignore races of flags, which are by
 * design. Suppressions in a file match by function, and the stores are in the program's own: those
 * would hide its races, too.
 */
#ifndef ANYCOV_FLAGS_CHECKERS_H
#define ANYCOV_FLAGS_CHECKERS_H

#include <stddef.h>
#include <stdint.h>

#define HELGRIND_IGNORE_RANGE 0x48470127u
#define DRD_IGNORE_RANGE 0x44520002u

/* A sequence that changes nothing on a processor, and that Valgrind takes as a request. */
static inline void ask_checker(uintptr_t request, const void *start, size_t n)
{
	const volatile uintptr_t words[6] = { request, (uintptr_t)start, n, 0, 0, 0 };

#if defined(__x86_64__) && !defined(__ILP32__)
	uintptr_t result = 0;

	__asm__ volatile("rolq $3, %%rdi; rolq $13, %%rdi; rolq $61, %%rdi; rolq $51, %%rdi\n\t"
			 "xchgq %%rbx, %%rbx"
			 : "+d"(result)
			 : "a"(words)
			 : "cc", "memory");
#elif defined(__i386__)
	uintptr_t result = 0;

	__asm__ volatile("roll $3, %%edi; roll $13, %%edi; roll $29, %%edi; roll $19, %%edi\n\t"
			 "xchgl %%ebx, %%ebx"
			 : "+d"(result)
			 : "a"(words)
			 : "cc", "memory");
#elif defined(__aarch64__) && defined(__LP64__)
	register uintptr_t result __asm__("x3") = 0;
	register const volatile uintptr_t *at __asm__("x4") = words;

	__asm__ volatile("ror x12, x12, #3; ror x12, x12, #13\n\t"
			 "ror x12, x12, #51; ror x12, x12, #61\n\t"
			 "orr x10, x10, x10"
			 : "+r"(result)
			 : "r"(at)
			 : "cc", "memory");
#else
	(void)words;
#endif
}

static inline void ignore_races(const void *start, size_t n)
{
	ask_checker(HELGRIND_IGNORE_RANGE, start, n);
	ask_checker(DRD_IGNORE_RANGE, start, n);
}

#endif
