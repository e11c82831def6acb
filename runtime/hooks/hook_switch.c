/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A switch is recorded as one constant comparison per case.  The compiler's table is {number of
 * cases, bits of the operand, values...} (clang's SanitizerCoverage.rst).
 */
#include "writer.h"
#include "anycov/hooks.h"

ANYCOV_INLINE void record_switch(uint64_t val, const uint64_t *table, uintptr_t pc)
{
	unsigned int type = ANYCOV_CMP_CONST;
	size_t count = (size_t)table[0]; /* the table is in memory: its length fits */
	size_t i;

	switch ((unsigned int)table[1]) {
	case 8:
		type |= ANYCOV_CMP_SIZE(0);
		break;
	case 16:
		type |= ANYCOV_CMP_SIZE(1);
		break;
	case 32:
		type |= ANYCOV_CMP_SIZE(2);
		break;
	case 64:
		type |= ANYCOV_CMP_SIZE(3);
		break;
	default:
		return; /* no record type for this size */
	}
	for (i = 0; i < count; i++) {
		ANYCOV_CLAIM_READY(table[i + 2]);
		ANYCOV_RECORD_CMP(type, table[i + 2], val, pc);
	}
}

ANYCOV_NO_COV void __sanitizer_cov_trace_switch(uint64_t val, void *table)
{
#ifdef ANYCOV_PORT_NO_CMP
	if (ANYCOV_PORT_NO_CMP())
		return;
#endif
	if (anycov_port_ctx(ANYCOV_M_CMP) || anycov_port_ctx(ANYCOV_M_UNIQ_CMP))
		record_switch(val, table, ANYCOV_HOOK_PC());
}
