/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The end of the code that a trap may be over (sites=trap). */
#include <inttypes.h>
#include <stdio.h>
#include "common/map_asm.h"

#define IS_EMPTY "((.-" ANYCOV_SITE_LABEL "b)==0)"

void anycov_trap_end_asm(char buf[ANYCOV_TRAP_END_ASM_MAX], const char *nop, uint64_t function,
			 uint32_t number)
{
	/* True is 1 to some assemblers and -1 to others.  The comment makes each text another. */
	snprintf(buf, ANYCOV_TRAP_END_ASM_MAX,
		 "\t.fill " IS_EMPTY "*" IS_EMPTY ",%s\t/* %" PRIx64 " %" PRIu32 " */\n", nop,
		 function, number);
}
