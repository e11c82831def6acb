/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Puts the text of the map and the tags into the object. */
#include "adapter.h"

using namespace llvm;

void anycov_write_map(struct anycov_llvm_function *fn)
{
	const char *text = anycov_fn_map_text(fn->common);

	if (*text)
		anycov_append_asm(fn->mod->m, text);
}

void anycov_write_lists(struct anycov_module *mod)
{
	const char *text = anycov_unit_lists_text(mod->unit);

	if (*text)
		anycov_append_asm(mod->m, text);
}

void anycov_write_tags(struct anycov_module *mod)
{
	const char *text = anycov_unit_take_tags(mod->unit);

	if (*text)
		anycov_append_asm(mod->m, text);
	anycov_write_lists(mod);
	if (!mod->used.empty())
		appendToCompilerUsed(*mod->m, mod->used);
}
