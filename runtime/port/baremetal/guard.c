/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The guards' hook: sets the guard's bit (anycov_guard_bits()), or records the
 * return address as the other block hooks do.  A guard is an address and no more:
 * nothing reads or writes it, so there need be no memory behind it.
 */
#include "writer.h"
#include "baremetal.h"
#include "anycov/hooks.h"

struct anycov_bits anycov_bits;

/* Weak: an image may have a hook of its own and counters of ours. */
__attribute__((weak)) ANYCOV_NO_COV void __sanitizer_cov_trace_pc_guard(void *guard)
{
	ANYCOV_HOOK_ENTER(ra);

	if (anycov_bits.magic == ANYCOV_BITS_MAGIC)
		anycov_claim_bit(anycov_bits.row, anycov_bits.limit,
				 ((uintptr_t)guard - anycov_bits.first) / 4);
	else
		ANYCOV_RECORD_PC(anycov_pc(ANYCOV_HOOK_RA(ra)));
}
