/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Block and edge hooks.  All of them record the return address, so none of them may be
 * tail-called: the address would be that of the caller's caller.
 */
#include "writer.h"
#include "lean_layout.h"
#include "anycov/hooks.h"

#ifndef ANYCOV_PORT_NO_PC /* one test of the port shows that no mode of PCs is on */
#define ANYCOV_PORT_NO_PC() 0
#endif

#if ANYCOV_PORT_FILTER
/* Apart, so that a hook whose word the filter has needs no stack: its last call is a jump. */
static __attribute__((used)) ANYCOV_NOINLINE void record(uintptr_t ra)
{
	ANYCOV_RECORD_PC(anycov_pc(ra));
}

#define RECORD(ra)                                                                                 \
	do {                                                                                       \
		uintptr_t ra_ = (ra);                                                              \
		if (!anycov_filter_has(ra_))                                                       \
			record(ra_);                                                               \
	} while (0)
#else
#define RECORD(ra) ANYCOV_RECORD_PC(anycov_pc(ra))
#endif

#if ANYCOV_LEAN
#ifndef ANYCOV_PORT_LEAN_ALL_MODES
/* hook_lean.S (or the port's own) is the hook, and calls this for modes it does not handle. */
ANYCOV_NO_COV void anycov_lean_pc(uintptr_t ra)
{
	RECORD(ra);
}
#endif

_Static_assert(ANYCOV_LEAN_M_PC == ANYCOV_M_PC &&
		       ANYCOV_LEAN_CTX_MODE == offsetof(struct anycov_ctx, mode) &&
		       ANYCOV_LEAN_CTX_AREA == offsetof(struct anycov_ctx, area) &&
		       ANYCOV_LEAN_CTX_LIMIT == offsetof(struct anycov_ctx, limit) &&
		       ANYCOV_LEAN_M_UNIQ_EDGE == ANYCOV_M_UNIQ_EDGE &&
		       ANYCOV_LEAN_N_ABOVE == ANYCOV_M_LAST - ANYCOV_M_PC &&
		       ANYCOV_LEAN_CTX_KIND == offsetof(struct anycov_ctx, kind) &&
		       ANYCOV_BUF_FIRST == 1,
	       "lean_layout.h differs from struct anycov_ctx");
#if ANYCOV_PORT_UNIQUE_MODES && UINTPTR_MAX == UINT64_MAX
_Static_assert(ANYCOV_LEAN_CTX_INDEX_AREA == offsetof(struct anycov_ctx, index.area) &&
		       ANYCOV_LEAN_CTX_NOT_MASK == offsetof(struct anycov_ctx, index.not_mask) &&
		       ANYCOV_LEAN_CTX_PREV == offsetof(struct anycov_ctx, prev),
	       "lean_layout.h differs from struct anycov_unique_index");
#endif
#if ANYCOV_PORT_FILTER
_Static_assert(ANYCOV_LEAN_FILTER_BITS == ANYCOV_FILTER_BITS &&
		       !offsetof(struct anycov_filter, prev) &&
		       offsetof(struct anycov_filter, words) == 4,
	       "lean_layout.h differs from struct anycov_filter");
#endif
#if ANYCOV_PORT_UNIQUE_MODES && UINTPTR_MAX == UINT32_MAX
_Static_assert(ANYCOV_LEAN_CTX_BYTES == sizeof(struct anycov_ctx),
	       "lean_layout.h differs from struct anycov_ctx");
#endif
#if defined(ANYCOV_PORT_PC) && !defined(ANYCOV_PORT_OWN_LEAN)
#error "hook_lean.S does not apply ANYCOV_PORT_PC; define ANYCOV_PORT_OWN_LEAN"
#endif
#elif ANYCOV_PORT_FILTER && defined(__thumb__) && !defined(__thumb2__)
/* RECORD(), which compilers give a frame in Thumb-1 code, where they do not jump to record(). */
__attribute__((naked)) ANYCOV_NO_COV void __sanitizer_cov_trace_pc(void)
{
	__asm__(".syntax unified\n\t"
		"mov r0, lr\n\t"
		"ldr r1, =anycov_filter\n\t"
		"ldr r2, [r1]\n\t"
		"cmp r2, #0\n\t"
		"bne 1f\n\t"
		"lsls r2, r0, #32 - " ANYCOV_FILTER_BITS_TEXT "\n\t"
		"lsrs r2, r2, #30 - " ANYCOV_FILTER_BITS_TEXT "\n\t"
		"ldr r2, [r1, r2]\n\t"
		"cmp r0, r2\n\t"
		"bne 2f\n\t"
		"bx lr\n"
		"1:\teors r2, r0\n\t"
		"lsls r3, r2, #32 - " ANYCOV_FILTER_BITS_TEXT "\n\t"
		"lsrs r3, r3, #30 - " ANYCOV_FILTER_BITS_TEXT "\n\t"
		"ldr r3, [r1, r3]\n\t"
		"cmp r2, r3\n\t"
		"bne 2f\n\t"
		"movs r3, #1\n\t"
		"bics r0, r3\n\t"
		"ldr r3, =0x9e3779b9\n\t" /* ANYCOV_UNIQUE_MIX */
		"muls r0, r3\n\t"
		"str r0, [r1]\n\t"
		"bx lr\n"
		"2:\tldr r3, =record\n\t"
		"bx r3");
}

_Static_assert(ANYCOV_UNIQUE_MIX == 0x9e3779b9 && !offsetof(struct anycov_filter, prev),
	       "the hook in assembly differs from unique_filter.h");
#else
ANYCOV_NO_COV void __sanitizer_cov_trace_pc(void)
{
	ANYCOV_HOOK_ENTER(ra);

	if (ANYCOV_PORT_NO_PC())
		return;
	RECORD(ANYCOV_HOOK_RA(ra));
}
#endif

#ifndef ANYCOV_PORT_GUARD /* the port has a hook of its own */
/*
 * The number of the guard is not needed: the return address identifies the edge as well,
 * because every edge has its own hook call.
 */
ANYCOV_NO_COV void __sanitizer_cov_trace_pc_guard(void *guard)
{
	ANYCOV_HOOK_ENTER(ra);

	(void)guard;
	if (ANYCOV_PORT_NO_PC())
		return;
	ANYCOV_RECORD_GUARD(anycov_pc(ANYCOV_HOOK_RA(ra)));
}
#endif

ANYCOV_NO_COV void __sanitizer_cov_trace_pc_entry(void)
{
	ANYCOV_HOOK_ENTER(ra);

	if (ANYCOV_PORT_NO_PC())
		return;
	RECORD(ANYCOV_HOOK_RA(ra));
}

ANYCOV_NO_COV void __sanitizer_cov_trace_pc_exit(void)
{
	ANYCOV_HOOK_ENTER(ra);

	if (ANYCOV_PORT_NO_PC())
		return;
	RECORD(ANYCOV_HOOK_RA(ra));
}
