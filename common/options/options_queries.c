/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What complete options mean for tables, sections and entries. */
#include "anycov/hook_table.h"
#include "common/options/options.h"

bool anycov_options_has_ctors(const struct anycov_options *o)
{
	return (o->coverage & ANYCOV_EDGE_KINDS) != 0;
}

bool anycov_options_has_table(const struct anycov_options *o, unsigned table)
{
	static const uint32_t words[ANYCOV_N_TABLES] = {
		[ANYCOV_TABLE_GUARDS] = ANYCOV_COV_TRACE_PC_GUARD,
		[ANYCOV_TABLE_COUNTERS] = ANYCOV_COV_COUNTERS,
		[ANYCOV_TABLE_BOOLS] = ANYCOV_COV_BOOLS,
		[ANYCOV_TABLE_PCS] = ANYCOV_COV_PC_TABLE,
		[ANYCOV_TABLE_CFS] = ANYCOV_COV_CONTROL_FLOW,
		[ANYCOV_TABLE_FLAGS] = ANYCOV_COV_FLAGS,
	};

	return (o->coverage & words[table]) != 0;
}

bool anycov_options_probe_entry(const struct anycov_options *o)
{
	return (o->coverage & (ANYCOV_EDGE_KINDS | ANYCOV_COV_ENTRY_EXIT)) != 0;
}

bool anycov_options_are_call_safe(const struct anycov_options *o)
{
	return o->prune == ANYCOV_PRUNE_LOSSLESS && (o->coverage & ANYCOV_COV_FLAGS) &&
	       !(o->coverage & ANYCOV_EDGE_KINDS);
}

unsigned anycov_options_map_section(const struct anycov_options *o)
{
	return o->map == ANYCOV_MAP_KERNEL ? ANYCOV_SECTION_MAP_KERNEL : ANYCOV_SECTION_MAP_UNTIED;
}
