/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What is written into the assembly file for a function: tags, tables, map records. */
#include "adapter.h"

/* The function's assembly is not begun: what is written here comes before it. */
void anycov_write_function(void)
{
	struct anycov_probe_place place = { NULL, NULL, NULL, NULL, false };
	char flags[ANYCOV_ELEMENT_MAX];

	fputs(anycov_unit_take_tags(anycov_gcc_unit), asm_out_file);
	/* Labels of blocks get their texts first: a probe's text may name a piece. */
	anycov_write_tables();
	anycov_element_text(flags, ANYCOV_TABLE_FLAGS, 0);
	anycov_fill_texts();
	anycov_lean_end();
	fputs(anycov_fn_map_text(anycov_cur.fn), asm_out_file);
	place.tied_to = anycov_symbol(current_function_decl);
	place.group = anycov_comdat_group(current_function_decl);
	place.variable = flags;
	fputs(anycov_fn_flags_text(anycov_cur.fn, &place), asm_out_file);
}
