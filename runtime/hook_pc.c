/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Block and edge hooks.  All of them record the return address; none of them
 * may be tail-called, or the address would be the caller's caller's.
 */
#include "writer.h"
#include "anycov/hooks.h"

ANYCOV_NO_COV void __sanitizer_cov_trace_pc(void)
{
	ANYCOV_HOOK_ENTER(ra);

	ANYCOV_RECORD_PC(anycov_pc(ra));
}

/*
 * The guard's number is not needed: the return address tells edges apart just
 * as well, since every edge has a hook call of its own.
 */
ANYCOV_NO_COV void __sanitizer_cov_trace_pc_guard(void *guard)
{
	ANYCOV_HOOK_ENTER(ra);

	(void)guard;
	ANYCOV_RECORD_PC(anycov_pc(ra));
}

ANYCOV_NO_COV void __sanitizer_cov_trace_pc_entry(void)
{
	ANYCOV_HOOK_ENTER(ra);

	ANYCOV_RECORD_PC(anycov_pc(ra));
}

ANYCOV_NO_COV void __sanitizer_cov_trace_pc_exit(void)
{
	ANYCOV_HOOK_ENTER(ra);

	ANYCOV_RECORD_PC(anycov_pc(ra));
}
