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

#if ANYCOV_LEAN
#ifndef ANYCOV_PORT_LEAN_ALL_MODES
/* hook_lean.S (or the port's own) is the hook, and calls this for modes it does not handle. */
ANYCOV_NO_COV void anycov_lean_pc(uintptr_t ra)
{
	ANYCOV_RECORD_PC(anycov_pc(ra));
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
#if ANYCOV_PORT_UNIQUE_MODES && UINTPTR_MAX == UINT32_MAX
_Static_assert(ANYCOV_LEAN_CTX_BYTES == sizeof(struct anycov_ctx),
	       "lean_layout.h differs from struct anycov_ctx");
#endif
#if defined(ANYCOV_PORT_PC) && !defined(ANYCOV_PORT_OWN_LEAN)
#error "hook_lean.S does not apply ANYCOV_PORT_PC; define ANYCOV_PORT_OWN_LEAN"
#endif
#else
ANYCOV_NO_COV void __sanitizer_cov_trace_pc(void)
{
	ANYCOV_HOOK_ENTER(ra);

	if (ANYCOV_PORT_NO_PC())
		return;
	ANYCOV_RECORD_PC(anycov_pc(ANYCOV_HOOK_RA(ra)));
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
	ANYCOV_RECORD_PC(anycov_pc(ANYCOV_HOOK_RA(ra)));
}

ANYCOV_NO_COV void __sanitizer_cov_trace_pc_exit(void)
{
	ANYCOV_HOOK_ENTER(ra);

	if (ANYCOV_PORT_NO_PC())
		return;
	ANYCOV_RECORD_PC(anycov_pc(ANYCOV_HOOK_RA(ra)));
}
