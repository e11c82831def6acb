/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The hook of guards: sets the guard's bit (anycov_guard_bits()), or records the return address
 * like the other block hooks.  A guard is only an address: nothing reads or writes it, so it
 * needs no memory.
 */
#include "hooks/writer.h"
#include "port.h"
#include "anycov/hooks.h"

struct anycov_guard_bitmap anycov_guard_bitmap;

/* Weak: an image may have a hook of its own and use our counters. */
__attribute__((weak)) ANYCOV_NO_COV void __sanitizer_cov_trace_pc_guard(void *guard)
{
	ANYCOV_HOOK_ENTER(ra);

	if (anycov_guard_bitmap.magic == ANYCOV_GUARD_BITMAP_MAGIC)
		anycov_claim_bit(anycov_guard_bitmap.bits, anycov_guard_bitmap.limit,
				 ((uintptr_t)guard - anycov_guard_bitmap.first) / 4);
	else
		ANYCOV_RECORD_PC(anycov_pc(ANYCOV_HOOK_RA(ra)));
}
