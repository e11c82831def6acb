/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stddef.h>
#include <string.h>
#include "anycov/hook_table.h"

const struct anycov_hook_info anycov_hook_table[ANYCOV_N_HOOKS] = {
#define ANYCOV_HOOK(id, symbol, nargs, t1, t2, kind)                                               \
	{ #symbol,                                                                                 \
	  nargs,                                                                                   \
	  { ANYCOV_ARG_##t1, ANYCOV_ARG_##t2, ANYCOV_ARG_u64 },                                    \
	  ANYCOV_KIND_##kind },
#include "anycov/hooks.def"
};

const char *const anycov_section_names[ANYCOV_N_SECTIONS] = {
#define ANYCOV_SECTION(id, name) #name,
#include "anycov/hooks.def"
};

const struct anycov_table_info anycov_table_infos[ANYCOV_N_TABLES] = {
#define ANYCOV_TABLE(id, bytes, init, ctor)                                                        \
	{ ANYCOV_SECTION_##id, bytes, ANYCOV_HOOK_##init, ctor },
#include "anycov/hooks.def"
};

const char *const anycov_variable_names[ANYCOV_N_VARIABLES] = {
#define ANYCOV_VARIABLE(id, symbol) #symbol,
#include "anycov/hooks.def"
};

int anycov_hook_by_symbol(const char *symbol)
{
	for (int i = 0; i < ANYCOV_N_HOOKS; i++)
		if (!strcmp(anycov_hook_table[i].symbol, symbol))
			return i;
	return -1;
}

unsigned anycov_arg_bits(enum anycov_arg_type type, unsigned pointer_bits)
{
	switch (type) {
	case ANYCOV_ARG_u8:
		return 8;
	case ANYCOV_ARG_u16:
		return 16;
	case ANYCOV_ARG_u32:
		return 32;
	case ANYCOV_ARG_u64:
		return 64;
	case ANYCOV_ARG_uptr:
		return pointer_bits;
	default:
		return 0;
	}
}

unsigned anycov_variable_bits(enum anycov_variable_id id, unsigned pointer_bits)
{
	return id == ANYCOV_VARIABLE_GATE ? 64 : pointer_bits;
}
